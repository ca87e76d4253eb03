import java.util.HexFormat;
import org.jcodings.Encoding;
import org.jcodings.specific.@class@;

class Witness {
    static void show(byte[] octets) {
        Encoding encoding = @class@.INSTANCE;
        StringBuilder points = new StringBuilder("ok");
        for (int at = 0; at < octets.length; ) {
            int length = encoding.length(octets, at, octets.length);
            if (length <= 0 || length > octets.length - at) {
                System.out.println("error at " + at + ": length " + length);
                return;
            }
            points.append(" ").append(Integer.toHexString(encoding.mbcToCode(octets, at, octets.length)));
            at += length;
        }
        System.out.println(points);
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
