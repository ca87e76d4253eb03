
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(int[] points) {
        try {
            String text = new String(points, 0, points.length);
            java.nio.ByteBuffer octets = java.nio.ByteBuffer.allocate(3 * text.length());
            new com.google.flatbuffers.Utf8Safe().encodeUtf8(text, octets);
            System.out.println("ok " + HexFormat.of().formatHex(octets.array(), 0, octets.position()));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
