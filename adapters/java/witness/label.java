import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

class Witness {
    static void show(byte[] label) {
        String name = new String(label, StandardCharsets.ISO_8859_1);
        try {
            System.out.println("ok " + @name@);
        } catch (IllegalArgumentException unknown) {
            System.out.println("ok ?");
        }
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
