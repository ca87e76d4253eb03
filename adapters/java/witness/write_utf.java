
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(int[] points) {
        try {
            java.io.ByteArrayOutputStream octets = new java.io.ByteArrayOutputStream();
            new java.io.DataOutputStream(octets).writeUTF(new String(points, 0, points.length));
            System.out.println("ok " + HexFormat.of().formatHex(octets.toByteArray(), 2, octets.size()));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
