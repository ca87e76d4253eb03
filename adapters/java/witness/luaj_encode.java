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
        char[] units = text.toCharArray();
        byte[] octets = new byte[LuaString.lengthAsUtf8(units)];
        return java.util.Arrays.copyOf(octets, LuaString.encodeToUtf8(units, units.length, octets, 0));
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
