// Apache Arrow: org.apache.arrow.vector.util.Text.validateUTF8, Text.decode and Text.encode (strict,
// replace), and Text.utf8Length, beside what Text.encode writes in mode strict.
//
// The exceptions have no offset. Text.decode and Text.encode call the platform's charset.

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import org.apache.arrow.vector.util.Text;

final class ArrowCodec extends FunctionCodec {
    ArrowCodec() {
        super("arrow-Text", Jar.version("arrow-vector"));
        validates("UTF-8", ArrowCodec::firstError);
        decodesUnswept("UTF-8", "strict", (bytes, from, to) -> decoded(bytes, from, to, false));
        decodes("UTF-8", "replace", (bytes, from, to) -> decoded(bytes, from, to, true));
        encodes("UTF-8", "strict", string -> encoded(string, false));
        encodes("UTF-8", "replace", string -> encoded(string, true));
        measures("UTF-8", "strict", string -> Text.utf8Length(string), string -> encoded(string, false).length);
    }

    private static int firstError(byte[] bytes, int from, int to) {
        try {
            Text.validateUTF8(bytes, from, to - from);
            return Sweep.WELL_FORMED;
        } catch (MalformedInputException illFormed) {
            return Sweep.SOMEWHERE;
        }
    }

    private static String decoded(byte[] bytes, int from, int to, boolean replace) throws IllFormed {
        try {
            return Text.decode(bytes, from, to - from, replace);
        } catch (CharacterCodingException illFormed) {
            throw IllFormed.somewhere();
        }
    }

    private static byte[] encoded(String string, boolean replace) throws IllFormed {
        try {
            ByteBuffer buffer = Text.encode(string, replace);
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            return bytes;
        } catch (CharacterCodingException illFormed) {
            throw IllFormed.somewhere();
        }
    }
}
