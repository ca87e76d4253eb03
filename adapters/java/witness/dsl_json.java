import com.dslplatform.json.*;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[] octets) {
        try {
            byte[] json = new byte[octets.length + 2];
            System.arraycopy(octets, 0, json, 1, octets.length);
            json[0] = json[json.length - 1] = '"';
            JsonReader<Object> reader = new DslJson<>().newReader(json);
            reader.getNextToken();
            String text = reader.readString();
            System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
