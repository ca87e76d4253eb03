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

    static Utf8StringBuilder appended(byte[] octets) {
        Utf8StringBuilder builder = new Utf8StringBuilder();
        builder.append(octets, 0, octets.length);
        return builder;
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
