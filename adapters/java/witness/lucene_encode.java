@imports@
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(int[] points) {
        try {
            String text = new String(points, 0, points.length);
            System.out.println("ok " + HexFormat.of().formatHex(@encode@));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    static byte[] encoded(String text) {
        byte[] octets = new byte[UnicodeUtil.maxUTF8Length(text.length())];
        return java.util.Arrays.copyOf(octets, UnicodeUtil.UTF16toUTF8(text, 0, text.length(), octets));
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
