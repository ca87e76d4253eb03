// Writes a line of encode-room with an encoder that takes one half of a pair and leaves the other.

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

public final class TakesHalf extends Charset {
    private TakesHalf() {
        super("X-Takes-Half", new String[0]);
    }

    public static void main(String[] lines) throws Exception {
        Answer answer = new Answer(System.out);
        for (String text : lines) {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            Line line = new Line();
            line.set(bytes, 0, bytes.length);
            new CharsetEncoding(new TakesHalf(), CodingErrorAction.REPORT).encodeRoom(line, answer);
            answer.endLine();
        }
        answer.flush();
    }

    @Override
    public boolean contains(Charset other) {
        return false;
    }

    @Override
    public CharsetDecoder newDecoder() {
        return StandardCharsets.UTF_16BE.newDecoder();
    }

    @Override
    public CharsetEncoder newEncoder() {
        return new CharsetEncoder(this, 2, 2, new byte[] {0, 0x3F}) {
            @Override
            protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
                while (in.hasRemaining()) {
                    if (out.remaining() < 2) {
                        return CoderResult.OVERFLOW;
                    }
                    out.putChar(in.get());
                }
                return CoderResult.UNDERFLOW;
            }
        };
    }
}
