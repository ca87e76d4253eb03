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

    static byte[] bytes(java.nio.ByteBuffer buffer) {
        byte[] octets = new byte[buffer.remaining()];
        buffer.get(octets);
        return octets;
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
