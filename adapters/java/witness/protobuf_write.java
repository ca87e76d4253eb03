import com.google.protobuf.*;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

class Witness {
    static void show(int[] points) {
        try {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(stream);
            out.writeStringNoTag(new String(points, 0, points.length));
            out.flush();
            byte[] octets = CodedInputStream.newInstance(stream.toByteArray()).readByteArray();
            System.out.println("ok " + HexFormat.of().formatHex(octets));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
