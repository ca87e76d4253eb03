// java.lang.String: new String(bytes, charset) and String.getBytes(charset).
//
// Both always replace and never report: there is no strict mode, so no offset and no sweep.

import java.nio.charset.Charset;

final class StringCodec extends Codec {
    StringCodec() {
        super("String", System.getProperty("java.version"));
        for (String encoding : CharsetCodec.ENCODINGS) {
            declare("decode", encoding, "replace");
            declare("decode-within", encoding, "replace");
            declare("encode", encoding, "replace");
        }
    }

    @Override
    Offer open(String op, String encoding, String mode) {
        Charset charset = Charset.forName(encoding);
        switch (op) {
            case "decode": return (line, answer) -> decode(charset, line, answer);
            case "decode-within": return (line, answer) -> decodeWithin(charset, line, answer);
            case "encode": return (line, answer) -> encode(charset, line, answer);
            default: throw new IllegalArgumentException(op);
        }
    }

    private static void decode(Charset charset, Line line, Answer answer) throws Unanswered {
        byte[] bytes = line.bytes();
        line.finish();
        decoded(new String(bytes, charset), answer);
    }

    private static void decodeWithin(Charset charset, Line line, Answer answer) throws Unanswered {
        byte[] before = line.bytes();
        byte[] bytes = line.bytes();
        byte[] after = line.bytes();
        line.finish();
        byte[] all = new byte[before.length + bytes.length + after.length];
        System.arraycopy(before, 0, all, 0, before.length);
        System.arraycopy(bytes, 0, all, before.length, bytes.length);
        System.arraycopy(after, 0, all, before.length + bytes.length, after.length);
        decoded(new String(all, before.length, bytes.length, charset), answer);
    }

    private static void decoded(String string, Answer answer) {
        answer.text("ok");
        answer.units(string.toCharArray(), 0, string.length());
    }

    private static void encode(Charset charset, Line line, Answer answer) throws Unanswered {
        CodePoints points = CodePoints.read(line);
        byte[] bytes = new String(points.units, 0, points.length).getBytes(charset);
        answer.text("ok ");
        answer.bytes(bytes, 0, bytes.length);
    }
}
