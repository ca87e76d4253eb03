import java.io.*;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[] octets) {
        try {
            String text = new ObjectInputStream(new ByteArrayInputStream(written(octets))).readUTF();
            System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    static byte[] written(byte[] octets) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(stream);
        data.writeShort(ObjectStreamConstants.STREAM_MAGIC);
        data.writeShort(ObjectStreamConstants.STREAM_VERSION);
        data.writeByte(ObjectStreamConstants.TC_BLOCKDATALONG);
        data.writeInt(2 + octets.length);
        data.writeShort(octets.length);
        data.write(octets);
        return stream.toByteArray();
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
