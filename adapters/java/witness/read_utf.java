@imports@
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[] octets) {
        try {
            String text = @decode@;
            System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    static byte[] framed(byte[] octets) {
        byte[] framed = new byte[octets.length + 2];
        framed[0] = (byte) (octets.length >> 8);
        framed[1] = (byte) octets.length;
        System.arraycopy(octets, 0, framed, 2, octets.length);
        return framed;
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
