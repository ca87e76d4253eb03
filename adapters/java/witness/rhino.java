import java.util.HexFormat;
import java.util.stream.Collectors;
import org.mozilla.javascript.*;

class Witness {
    static void show(byte[] octets) {
        Context context = Context.enter();
        try {
            String escaped = HexFormat.of().withPrefix("%").formatHex(octets);
            Object text = context.evaluateString(
                    context.initStandardObjects(), "decodeURIComponent('" + escaped + "')", "witness", 1, null);
            System.out.println("ok " + Context.toString(text).codePoints()
                    .mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        } finally {
            Context.exit();
        }
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
