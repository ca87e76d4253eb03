import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[] octets) {
        try {
            ByteBuffer item = ByteBuffer.allocate(5 + octets.length);
            item.put((byte) 0x7A).putInt(octets.length).put(octets); // a text string, its length in four bytes
            JsonParser parser = new CBORFactory().createParser(item.array());
            parser.nextToken();
            String text = parser.getText();
            System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
