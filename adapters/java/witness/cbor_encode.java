import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

class Witness {
    static void show(int[] points) {
        try {
            ByteArrayOutputStream item = new ByteArrayOutputStream();
            try (JsonGenerator generator = new CBORFactory().createGenerator(item)) {
                generator.writeString(new String(points, 0, points.length));
            }
            byte[] octets = item.toByteArray();
            int additional = octets[0] & 0x1F; // RFC 8949, 3: a length, or where it stands
            int head = additional < 24 ? 1 : 1 + (1 << additional - 24);
            System.out.println("ok " + HexFormat.of().formatHex(octets, head, octets.length));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
