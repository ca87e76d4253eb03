import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;

class Witness {
    static void show(int[] points, int room) {
        CharsetEncoder encoder = @charset@.newEncoder()
                .onMalformedInput(CodingErrorAction.@action@).onUnmappableCharacter(CodingErrorAction.@action@);
        String text = new String(points, 0, points.length);
        CharBuffer in = CharBuffer.wrap(text);
        ByteBuffer out = ByteBuffer.allocate(room);
        CoderResult result = encoder.encode(in, out, true);
        if (result.isUnderflow()) {
            result = encoder.flush(out);
        }
        int taken = 0;
        for (int end = 0; taken < points.length && (end += Character.charCount(points[taken])) <= in.position();) {
            taken++;
        }
        if (result.isError()) {
            System.out.println("error at " + taken + ": " + result);
            return;
        }
        String octets = HexFormat.of().formatHex(out.array(), 0, out.position());
        System.out.println((result.isOverflow() ? "short " : "ok ") + taken + " " + octets);
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@}, @room@);
    }
}
