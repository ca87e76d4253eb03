import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    /** A full buffer is emptied and the same call made again, for it may end in half a pair. */
    static void show(byte[] octets, int room) {
        CharsetDecoder decoder = @charset@.newDecoder()
                .onMalformedInput(CodingErrorAction.@action@).onUnmappableCharacter(CodingErrorAction.@action@);
        ByteBuffer in = ByteBuffer.wrap(octets);
        CharBuffer out = CharBuffer.allocate(room);
        StringBuilder text = new StringBuilder();
        boolean decoded = false;
        CoderResult result;
        int before;
        do {
            before = in.position();
            result = decoded ? CoderResult.UNDERFLOW : decoder.decode(in, out, true);
            decoded = result.isUnderflow();
            if (decoded) {
                result = decoder.flush(out);
            }
            before = out.position() > 0 ? -1 : before;
            text.append(out.flip());
            out.clear();
        } while (result.isOverflow() && in.position() > before);
        if (result.isError()) {
            System.out.println("error at " + in.position() + ": " + result);
            return;
        }
        System.out.println((result.isOverflow() ? "short " : "ok ") + in.position() + " "
                + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"), @room@);
    }
}
