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

    static String all(java.io.Reader reader) throws java.io.IOException {
        java.io.StringWriter text = new java.io.StringWriter();
        reader.transferTo(text);
        return text.toString();
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
