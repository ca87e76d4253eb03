// JRuby's jcodings: Encoding.length and mbcToCode, from one character to the next, and codeToMbc.
//
// length gives no more than "invalid" or how much is missing, at the offset that it was asked
// about; it has no length of the ill-formed sequence. A character longer than what is left is cut
// short: that is the caller's to see, as in JRuby.

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jcodings.Encoding;
import org.jcodings.exception.EncodingException;
import org.jcodings.specific.UTF16BEEncoding;
import org.jcodings.specific.UTF16LEEncoding;
import org.jcodings.specific.UTF32BEEncoding;
import org.jcodings.specific.UTF32LEEncoding;
import org.jcodings.specific.UTF8Encoding;

final class JcodingsCodec extends FunctionCodec {
    private interface Named {
        Encoding encoding();
    }

    JcodingsCodec() {
        super("jcodings", Jar.version("jcodings"));
        walks("UTF-8", () -> UTF8Encoding.INSTANCE);
        walks("UTF-16BE", () -> UTF16BEEncoding.INSTANCE);
        walks("UTF-16LE", () -> UTF16LEEncoding.INSTANCE);
        walks("UTF-32BE", () -> UTF32BEEncoding.INSTANCE);
        walks("UTF-32LE", () -> UTF32LEEncoding.INSTANCE);
    }

    private void walks(String name, Named named) {
        decodesValues(name, "strict", (bytes, from, to) -> decoded(named.encoding(), bytes, from, to));
        encodesValues(name, "strict", values -> encoded(named.encoding(), values));
    }

    private static int[] decoded(Encoding encoding, byte[] bytes, int from, int to) throws IllFormed {
        int[] points = new int[to - from];
        int count = 0;
        int at = from;
        while (at < to) {
            int length = encoding.length(bytes, at, to);
            if (length <= 0 || length > to - at) {
                throw IllFormed.at(at - from);
            }
            points[count++] = encoding.mbcToCode(bytes, at, to);
            at += length;
        }
        return Arrays.copyOf(points, count);
    }

    private static byte[] encoded(Encoding encoding, int[] values) throws IllFormed {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] bytes = new byte[encoding.maxLength()];
        for (int i = 0; i < values.length; i++) {
            try {
                int length = encoding.codeToMbcLength(values[i]);
                if (length <= 0) {
                    throw IllFormed.at(i);
                }
                all.write(bytes, 0, encoding.codeToMbc(values[i], bytes, 0));
            } catch (EncodingException refusal) {
                throw IllFormed.at(i);
            }
        }
        return all.toByteArray();
    }
}
