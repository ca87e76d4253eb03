// java.nio.charset: CharsetDecoder and CharsetEncoder of every UTF charset of the platform, with
// the actions REPORT (strict), REPLACE (replace) and IGNORE (skip); Charset.forName for labels.
//
// An error is reported by the buffer's position and by CoderResult.length(). There is no API that
// only validates: a sweep decodes each string and throws the characters away.

import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;

final class CharsetDecoderCodec extends Codec {
    static final List<String> ENCODINGS = List.of(
            "UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE", "CESU-8");
    private static final List<String> MODES = List.of("strict", "replace", "skip");
    private static final List<String> OPS = List.of(
            "decode", "decode-chunks", "decode-within", "decode-again", "decode-room",
            "encode", "encode-chunks", "encode-room");

    CharsetDecoderCodec() {
        super("CharsetDecoder", System.getProperty("java.version"));
        for (String encoding : ENCODINGS) {
            for (String mode : MODES) {
                for (String op : OPS) {
                    declare(op, encoding, mode);
                }
            }
            declare("sweep", encoding, "strict");
        }
        declare("label", "-", "-");
    }

    @Override
    Offer open(String op, String encoding, String mode) {
        if (op.equals("label")) {
            return CharsetDecoderCodec::label;
        }
        Charset charset = Charset.forName(encoding);
        CharsetDecoding decoder = new CharsetDecoding(charset, action(mode));
        CharsetEncoding encoder = new CharsetEncoding(charset, action(mode));
        switch (op) {
            case "decode": return decoder::decode;
            case "decode-chunks": return decoder::decodeChunks;
            case "decode-within": return decoder::decodeWithin;
            case "decode-again": return decoder::decodeAgain;
            case "decode-room": return decoder::decodeRoom;
            case "sweep": return decoder::sweep;
            case "encode": return encoder::encode;
            case "encode-chunks": return encoder::encodeChunks;
            case "encode-room": return encoder::encodeRoom;
            default: throw new IllegalArgumentException(op);
        }
    }

    private static CodingErrorAction action(String mode) {
        switch (mode) {
            case "strict": return CodingErrorAction.REPORT;
            case "replace": return CodingErrorAction.REPLACE;
            case "skip": return CodingErrorAction.IGNORE;
            default: throw new IllegalArgumentException(mode);
        }
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
