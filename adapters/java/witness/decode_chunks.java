import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[]... chunks) {
        CharsetDecoder decoder = @charset@.newDecoder()
                .onMalformedInput(CodingErrorAction.@action@).onUnmappableCharacter(CodingErrorAction.@action@);
        ByteBuffer in = ByteBuffer.allocate(16384);
        CharBuffer out = CharBuffer.allocate(16384);
        CoderResult result = CoderResult.UNDERFLOW;
        int taken = 0;
        for (byte[] chunk : chunks) {
            in.put(chunk).flip();
            result = decoder.decode(in, out, false);
            taken += in.position();
            if (result.isError()) {
                break;
            }
            in.compact();
        }
        if (!result.isError()) {
            in.flip();
            result = decoder.decode(in, out, true);
            taken += in.position();
        }
        if (result.isUnderflow()) {
            result = decoder.flush(out);
        }
        if (result.isError()) {
            System.out.println("error at " + taken + ": " + result);
            return;
        }
        String text = out.flip().toString();
        System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
    }

    static byte[] parse(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    public static void main(String[] arguments) {
        show(@chunks@);
    }
}
