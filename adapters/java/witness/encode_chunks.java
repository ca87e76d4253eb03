import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;

class Witness {
    static void show(int[]... chunks) {
        CharsetEncoder encoder = @charset@.newEncoder()
                .onMalformedInput(CodingErrorAction.@action@).onUnmappableCharacter(CodingErrorAction.@action@);
        CharBuffer in = CharBuffer.allocate(16384);
        ByteBuffer out = ByteBuffer.allocate(65536);
        CoderResult result = CoderResult.UNDERFLOW;
        for (int[] chunk : chunks) {
            in.put(new String(chunk, 0, chunk.length)).flip();
            result = encoder.encode(in, out, false);
            if (result.isError()) {
                break;
            }
            in.compact();
        }
        if (!result.isError()) {
            in.flip();
            result = encoder.encode(in, out, true);
        }
        if (result.isUnderflow()) {
            result = encoder.flush(out);
        }
        System.out.println(result.isError() ? "error " + result
                : "ok " + HexFormat.of().formatHex(out.array(), 0, out.position()));
    }

    public static void main(String[] arguments) {
        show(@chunks@);
    }
}
