import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;

class Witness {
    static void show(byte[]... chunks) {
        CharsetDecoder decoder = @charset@.newDecoder()
                .onMalformedInput(CodingErrorAction.@action@).onUnmappableCharacter(CodingErrorAction.@action@);
        ByteBuffer in = ByteBuffer.allocate(16384);
        CharBuffer out = CharBuffer.allocate(16384);
        StringBuilder pieces = new StringBuilder("ok");
        int taken = 0;
        for (int i = 0; i <= chunks.length; i++) {
            boolean last = i == chunks.length;
            in.put(last ? new byte[0] : chunks[i]).flip();
            CoderResult result = decoder.decode(in, out, last);
            taken += in.position();
            if (last && result.isUnderflow()) {
                result = decoder.flush(out);
            }
            if (result.isError()) {
                System.out.println("error at " + taken + ": " + result);
                return;
            }
            in.compact();
            out.flip().codePoints().forEach(point -> pieces.append(" " + Integer.toHexString(point)));
            out.clear();
            pieces.append(last ? "" : " |");
        }
        System.out.println(pieces);
    }

    static byte[] parse(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    public static void main(String[] arguments) {
        show(@chunks@);
    }
}
