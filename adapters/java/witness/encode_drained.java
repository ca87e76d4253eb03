import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;

class Witness {
    /** A full buffer is emptied and the same call made again, for it may end within a character. */
    static void show(int[] points, int room) {
        CharsetEncoder encoder = @charset@.newEncoder()
                .onMalformedInput(CodingErrorAction.@action@).onUnmappableCharacter(CodingErrorAction.@action@);
        String text = new String(points, 0, points.length);
        CharBuffer in = CharBuffer.wrap(text);
        ByteBuffer out = ByteBuffer.allocate(room);
        StringBuilder octets = new StringBuilder();
        boolean encoded = false;
        CoderResult result;
        int before;
        do {
            before = in.position();
            result = encoded ? CoderResult.UNDERFLOW : encoder.encode(in, out, true);
            encoded = result.isUnderflow();
            if (encoded) {
                result = encoder.flush(out);
            }
            before = out.position() > 0 ? -1 : before;
            octets.append(HexFormat.of().formatHex(out.array(), 0, out.position()));
            out.clear();
        } while (result.isOverflow() && in.position() > before);
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
        System.out.println((result.isOverflow() ? "short " : "ok ") + touched + " " + octets);
    }

    public static void main(String[] arguments) {
        show(new int[] {@points@}, @room@);
    }
}
