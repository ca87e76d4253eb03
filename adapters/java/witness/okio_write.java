
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(int[] points) {
        try {
            okio.Buffer buffer = new okio.Buffer();
            for (int point : points) {
                buffer.writeUtf8CodePoint(point);
            }
            System.out.println("ok " + HexFormat.of().formatHex(buffer.readByteArray()));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
