import com.dslplatform.json.*;
import java.util.HexFormat;

class Witness {
    static void show(int[] points) {
        try {
            JsonWriter writer = new DslJson<>().newWriter();
            writer.writeString(new String(points, 0, points.length));
            byte[] json = writer.toByteArray();
            System.out.println("ok " + HexFormat.of().formatHex(json, 1, json.length - 1));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
