// Under test: the CharsetDecoder and the CharsetEncoder of UTF-8, with REPORT.
//
// A decoder tells where an error begins; how long it is depends on what follows, and is not reported here.

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

final class Adapter {
    private static final String VERSION = System.getProperty("java.version"); // of the library that the codec belongs to

    private Adapter() {}

    // ---- YOUR CODEC: call it in these two methods ----

    /** Appends the text before the first error; gives the offset of the error, or -1 if there is none. */
    private static int decode(byte[] input, StringBuilder text) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(input);
        CharBuffer out = CharBuffer.allocate(input.length + 1);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isUnderflow()) {
            result = decoder.flush(out);
        }
        text.append(out.flip());
        return result.isError() ? in.position() : -1;
    }

    /** The bytes, or null when the text is refused. */
    private static byte[] encode(String text) {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        try {
            ByteBuffer output = encoder.encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[output.remaining()];
            output.get(bytes);
            return bytes;
        } catch (CharacterCodingException refused) {
            return null;
        }
    }

    // ---- what it offers; `?` stands for an offset, length or index that the codec does not tell ----

    public static void main(String[] arguments) throws IOException {
        Protocol protocol = new Protocol("NAME", "NAME", VERSION);
        protocol.offer("decode UTF-8 strict", Adapter::answerDecode);
        protocol.offer("validate UTF-8 strict", Adapter::answerValidate);
        protocol.offer("encode UTF-8 strict", Adapter::answerEncode);
        protocol.offer("sweep UTF-8 strict", Protocol.sweep(input -> decode(input, new StringBuilder())));
        protocol.serve();
    }

    private static String answerDecode(String line) {
        StringBuilder text = new StringBuilder();
        int offset = decode(Protocol.readBytes(line), text);
        return (offset < 0 ? "ok" : "error " + offset + " ?") + Protocol.writePoints(text);
    }

    private static String answerValidate(String line) {
        int offset = decode(Protocol.readBytes(line), new StringBuilder());
        return offset < 0 ? "ok" : "error " + offset + " ?";
    }

    private static String answerEncode(String line) {
        String text = Protocol.readPoints(line);
        if (text == null) {
            return "impossible above 10ffff";
        }
        byte[] bytes = encode(text);
        return bytes == null ? "error ?" : "ok " + Protocol.writeBytes(bytes);
    }
}
