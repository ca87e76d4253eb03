@imports@
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

class Witness {
    static void show(int[] points) {
        try {
            String text = new String(points, 0, points.length);
            ByteArrayOutputStream octets = new ByteArrayOutputStream();
            @encode@;
            System.out.println("ok " + HexFormat.of().formatHex(octets.toByteArray()));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
