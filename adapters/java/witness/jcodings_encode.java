import java.util.HexFormat;
import org.jcodings.Encoding;
import org.jcodings.specific.@class@;

class Witness {
    static void show(int[] points) {
        Encoding encoding = @class@.INSTANCE;
        StringBuilder shown = new StringBuilder("ok ");
        byte[] octets = new byte[encoding.maxLength()];
        try {
            for (int point : points) {
                int wanted = encoding.codeToMbcLength(point);
                if (wanted <= 0) {
                    throw new IllegalArgumentException("length " + wanted);
                }
                int length = encoding.codeToMbc(point, octets, 0);
                shown.append(HexFormat.of().formatHex(octets, 0, length));
            }
            System.out.println(shown);
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@});
    }
}
