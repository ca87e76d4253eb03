import java.io.*;
import java.util.Arrays;
import java.util.HexFormat;

class Witness {
    static void show(int[] points) {
        try {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            ObjectOutputStream out = new ObjectOutputStream(stream);
            out.writeUTF(new String(points, 0, points.length));
            out.flush();
            System.out.println("ok " + HexFormat.of().formatHex(text(stream.toByteArray())));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    /** The blocks of data behind the header of the stream, without the length before the text. */
    static byte[] text(byte[] stream) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(stream, 4, stream.length));
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (int kind; (kind = in.read()) >= 0; ) {
            boolean isLong = kind == ObjectStreamConstants.TC_BLOCKDATALONG;
            data.write(in.readNBytes(isLong ? in.readInt() : in.readUnsignedByte()));
        }
        return Arrays.copyOfRange(data.toByteArray(), 2, data.size());
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
