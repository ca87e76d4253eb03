import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[] octets, int room) {
        CharsetDecoder decoder = @charset@.newDecoder()
                .onMalformedInput(CodingErrorAction.@action@).onUnmappableCharacter(CodingErrorAction.@action@);
        ByteBuffer in = ByteBuffer.wrap(octets);
        CharBuffer out = CharBuffer.allocate(room);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isUnderflow()) {
            result = decoder.flush(out);
        }
        if (result.isError()) {
            System.out.println("error at " + in.position() + ": " + result);
            return;
        }
        String text = out.flip().toString();
        System.out.println((result.isOverflow() ? "short " : "ok ") + in.position() + " "
                + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"), @room@);
    }
}
