@imports@
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

class Witness {
    static void show(int[] points) {
        try {
            String text = new String(points, 0, points.length);
            System.out.println("ok " + HexFormat.of().formatHex(octets(@encode@)));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    static byte[] octets(String escaped) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        for (int i = 0; i < escaped.length(); i++) {
            if (escaped.charAt(i) == '%') {
                octets.write(HexFormat.fromHexDigits(escaped, i + 1, i + 3));
                i += 2;
            } else {
                octets.write(escaped.charAt(i));
            }
        }
        return octets.toByteArray();
    }
@helpers@
    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
