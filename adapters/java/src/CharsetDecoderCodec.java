// java.nio.charset: CharsetDecoder and CharsetEncoder of every UTF charset of the platform, with
// the actions REPORT (strict), REPLACE (replace) and IGNORE (skip); Charset.forName for labels.
//
// An error is reported by the buffer's position and by CoderResult.length(). There is no API that
// only validates: a sweep decodes each string and throws the characters away.
//
// The decoder of CESU-8 may end a full buffer in half a pair, which no page of the platform forbids. It is asked
// room by room, as ICU4J is.

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;

final class CharsetDecoderCodec extends CharsetCodec {
    CharsetDecoderCodec() {
        super("CharsetDecoder", System.getProperty("java.version"));
        declare("label", "-", "-");
    }

    @Override
    Charset charset(String encoding) {
        return Charset.forName(encoding);
    }

    @Override
    boolean decoderParts(String encoding) {
        return encoding.equals("CESU-8");
    }

    @Override
    Offer open(String op, String encoding, String mode) {
        return op.equals("label") ? CharsetDecoderCodec::label : super.open(op, encoding, mode);
    }

    /** A charset that is none of the encodings is as unknown as a name that is none. */
    private static void label(Line line, Answer answer) throws Unanswered {
        String label = new String(line.bytes(), StandardCharsets.ISO_8859_1);
        line.finish();
        String name = "?";
        try {
            String canonical = Charset.forName(label).name();
            if (ENCODINGS.contains(canonical)) {
                name = canonical;
            }
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            name = "?";
        }
        answer.text("ok ");
        answer.text(name);
    }
}
