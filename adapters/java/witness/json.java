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

    static byte[] quoted(byte[] octets) {
        byte[] json = new byte[octets.length + 2];
        System.arraycopy(octets, 0, json, 1, octets.length);
        json[0] = json[json.length - 1] = '"';
        return json;
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
