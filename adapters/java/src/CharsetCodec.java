// All UTF charsets of one provider, with the actions REPORT (strict), REPLACE (replace), IGNORE (skip).

import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.List;

abstract class CharsetCodec extends Codec {
    static final List<String> ENCODINGS = List.of(
            "UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE", "CESU-8");
    private static final List<String> MODES = List.of("strict", "replace", "skip");
    private static final List<String> OPS = List.of(
            "decode", "decode-chunks", "decode-within", "decode-again", "decode-room",
            "encode", "encode-chunks", "encode-room", "decode-size", "encode-size");

    CharsetCodec(String name, String version) {
        super(name, version);
        for (String encoding : ENCODINGS) {
            for (String mode : MODES) {
                for (String op : OPS) {
                    declare(op, encoding, mode);
                }
                // Each buffer is asked for whole characters.
                if (!decoderParts(encoding)) {
                    declare("decode-refill", encoding, mode);
                }
                if (!encoderParts(encoding)) {
                    declare("encode-refill", encoding, mode);
                }
            }
            declare("sweep", encoding, "strict");
        }
    }

    abstract Charset charset(String encoding);

    /** Whether a full buffer of text may end in half a pair, whose other half comes with the next one. */
    boolean decoderParts(String encoding) {
        return false;
    }

    /** Whether a full buffer of bytes may end within a character, whose rest comes with the next one. */
    boolean encoderParts(String encoding) {
        return false;
    }

    @Override
    Offer open(String op, String encoding, String mode) {
        CharsetDecoding decoder = new CharsetDecoding(charset(encoding), action(mode));
        CharsetEncoding encoder = new CharsetEncoding(charset(encoding), action(mode));
        switch (op) {
            case "decode": return decoder::decode;
            case "decode-chunks": return decoder::decodeChunks;
            case "decode-within": return decoder::decodeWithin;
            case "decode-again": return decoder::decodeAgain;
            case "decode-room": return decoderParts(encoding) ? decoder::decodeRoomByRoom : decoder::decodeRoom;
            case "decode-refill": return decoder::decodeRefill;
            case "decode-size": return decoder::decodeSize;
            case "sweep": return decoder::sweep;
            case "encode": return encoder::encode;
            case "encode-chunks": return encoder::encodeChunks;
            case "encode-room": return encoderParts(encoding) ? encoder::encodeRoomByRoom : encoder::encodeRoom;
            case "encode-refill": return encoder::encodeRefill;
            case "encode-size": return encoder::encodeSize;
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
}
