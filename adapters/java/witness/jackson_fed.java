import com.fasterxml.jackson.core.*;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[]... chunks) {
        try {
            JsonParser parser = new JsonFactory().createNonBlockingByteArrayParser();
            feed(parser, new byte[] {'"'});
            for (byte[] chunk : chunks) {
                feed(parser, chunk);
            }
            feed(parser, new byte[] {'"'});
            String text = parser.getText();
            System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    static void feed(JsonParser parser, byte[] octets) throws java.io.IOException {
        ((ByteArrayFeeder) parser.getNonBlockingInputFeeder()).feedInput(octets, 0, octets.length);
        parser.nextToken();
    }

    static byte[] parse(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    public static void main(String[] arguments) {
        show(@chunks@);
    }
}
