import com.google.protobuf.*;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[] octets) {
        try {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(stream);
            out.writeByteArrayNoTag(octets);
            out.flush();
            String text = CodedInputStream.newInstance(stream.toByteArray()).readStringRequireUtf8();
            System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
