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
        // A pair of which half was taken is taken; an error lies behind the characters that were taken whole.
        int touched = 0;
        int whole = 0;
        for (int units = 0; touched < points.length && units < in.position();) {
            units += Character.charCount(points[touched++]);
            whole = units <= in.position() ? touched : whole;
        }
        if (result.isError()) {
            System.out.println("error at " + whole + ": " + result);
            return;
        }
        String octets = HexFormat.of().formatHex(out.array(), 0, out.position());
        System.out.println((result.isOverflow() ? "short " : "ok ") + touched + " " + octets);
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@}, @room@);
    }
}
