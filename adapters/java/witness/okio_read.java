
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[] octets) {
        try {
            okio.Buffer buffer = new okio.Buffer().write(octets);
            StringBuilder points = new StringBuilder("ok");
            while (!buffer.exhausted()) {
                points.append(" ").append(Integer.toHexString(buffer.readUtf8CodePoint()));
            }
            System.out.println(points);
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
