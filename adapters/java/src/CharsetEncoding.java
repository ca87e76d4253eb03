// The ways to call a java.nio.charset.CharsetEncoder.

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class CharsetEncoding {
    private static final int MOST_ROOM = 1 << 24;
    private static final int GUARD = 64;
    private static final byte POISON = (byte) 0xA5;
    private static final int SIGNATURE = 4;

    private final Charset charset;
    private final CodingErrorAction action;

    CharsetEncoding(Charset charset, CodingErrorAction action) {
        this.charset = charset;
        this.action = action;
    }

    void encode(Line line, Answer answer) throws Unanswered {
        CodePoints points = CodePoints.read(line);
        CharsetEncoder encoder = encoder();
        CharBuffer in = CharBuffer.wrap(points.units, 0, points.length);
        ByteBuffer out = worstCase(encoder, points.length);
        CoderResult result = enough(finish(encoder, in, out));
        if (result.isError()) {
            refuse(points.before(in.position()), answer);
        } else {
            answer.text("ok ");
            answer.bytes(out.array(), 0, out.position());
        }
    }

    void encodeChunks(Line line, Answer answer) throws Unanswered {
        CodePoints points = new CodePoints(line);
        List<Integer> ends = new ArrayList<>();
        boolean more;
        do {
            more = points.readChunk(line);
            ends.add(points.length);
        } while (more);
        CharsetEncoder encoder = encoder();
        CharBuffer in = CharBuffer.allocate(points.length);
        ByteBuffer out = worstCase(encoder, points.length);
        int given = 0;
        int compacted = 0;
        answer.text("ok ");
        for (int end : ends) {
            in.put(points.units, given, end - given).flip();
            given = end;
            int from = out.position();
            CoderResult result = enough(encoder.encode(in, out, false));
            if (result.isError()) {
                refuse(points.before(compacted + in.position()), answer);
                return;
            }
            answer.bytes(out.array(), from, out.position());
            answer.text(" | ");
            compacted += in.position();
            in.compact();
        }
        in.flip();
        int from = out.position();
        CoderResult result = enough(finish(encoder, in, out));
        if (result.isError()) {
            refuse(points.before(compacted + in.position()), answer);
        } else {
            answer.bytes(out.array(), from, out.position());
        }
    }

    void encodeRoom(Line line, Answer answer) throws Unanswered {
        int room = line.decimal(MOST_ROOM);
        CodePoints points = CodePoints.read(line);
        byte[] bytes = new byte[room + GUARD];
        Arrays.fill(bytes, room, bytes.length, POISON);
        CharBuffer in = CharBuffer.wrap(points.units, 0, points.length);
        ByteBuffer out = ByteBuffer.wrap(bytes, 0, room);
        CoderResult result = finish(encoder(), in, out);
        if (overran(bytes, room, answer)) {
            return;
        }
        answerRoom(result, points, in.position(), bytes, out.position(), answer);
    }

    private static void answerRoom(
            CoderResult result, CodePoints points, int position, byte[] bytes, int count, Answer answer) {
        if (result.isError()) {
            refuse(points.before(position), answer);
        } else {
            answer.text(result.isOverflow() ? "short " : "ok ");
            answer.decimal(points.touchedBy(position));
            answer.text(" ");
            answer.bytes(bytes, 0, count);
        }
    }

    /** One buffer after another: where one is full it is emptied, and the same call is made again. */
    void encodeRefill(Line line, Answer answer) throws Unanswered {
        int room = line.decimal(MOST_ROOM);
        CodePoints points = CodePoints.read(line);
        CharBuffer in = CharBuffer.wrap(points.units, 0, points.length);
        Answer written = Answer.part();
        CoderResult result = refill(room, in, answer, (bytes, count, goesOn) -> {
            written.bytes(bytes, 0, count);
            written.text(goesOn ? " | " : "");
        });
        if (result == null) {
            return;
        }
        if (result.isError()) {
            refuse(points.before(in.position()), answer);
        } else {
            answer.text(result.isOverflow() ? "short " : "ok ");
            answer.append(written);
        }
    }

    /** What one buffer after another holds is one text: a full one may end in some bytes of a character. */
    void encodeRoomByRoom(Line line, Answer answer) throws Unanswered {
        int room = line.decimal(MOST_ROOM);
        CodePoints points = CodePoints.read(line);
        CharBuffer in = CharBuffer.wrap(points.units, 0, points.length);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        CoderResult result = refill(room, in, answer, (bytes, count, goesOn) -> written.write(bytes, 0, count));
        if (result != null) {
            answerRoom(result, points, in.position(), written.toByteArray(), written.size(), answer);
        }
    }

    /** Takes what a buffer holds, and whether another one is needed. */
    private interface Filled {
        void take(byte[] bytes, int count, boolean goesOn);
    }

    /** The last result; null where bytes beyond the room were touched, which the answer then tells. */
    private CoderResult refill(int room, CharBuffer in, Answer answer, Filled filled) {
        byte[] bytes = new byte[room + GUARD];
        Arrays.fill(bytes, room, bytes.length, POISON);
        CharsetEncoder encoder = encoder();
        ByteBuffer out = ByteBuffer.wrap(bytes, 0, room);
        boolean encoded = false;
        boolean goesOn;
        CoderResult result;
        do {
            out.clear().limit(room);
            int from = in.position();
            result = encoded ? CoderResult.UNDERFLOW : encoder.encode(in, out, true);
            encoded = result.isUnderflow();
            if (encoded) {
                result = encoder.flush(out);
            }
            if (overran(bytes, room, answer)) {
                return null;
            }
            goesOn = result.isOverflow() && (out.position() > 0 || in.position() > from);
            filled.take(bytes, out.position(), goesOn);
        } while (goesOn);
        return result;
    }

    /** The bound that maxBytesPerChar gives, and how many bytes come out where there is room for any number. */
    void encodeSize(Line line, Answer answer) throws Unanswered {
        CodePoints points = CodePoints.read(line);
        CharsetEncoder encoder = encoder();
        int predicted = (int) Math.ceil(points.length * (double) encoder.maxBytesPerChar());
        CharBuffer in = CharBuffer.wrap(points.units, 0, points.length);
        ByteBuffer out = ByteBuffer.allocate(8 * points.length + 16);
        CoderResult result = finish(encoder, in, out);
        if (result.isError()) {
            refuse(points.before(in.position()), answer);
        } else {
            answer.sizes(predicted, out.position());
        }
    }

    /** Answers with the bytes beyond a room that were touched, if any were. */
    private static boolean overran(byte[] bytes, int room, Answer answer) {
        int overrun = 0;
        for (int i = room; i < bytes.length; i++) {
            overrun += bytes[i] == POISON ? 0 : 1;
        }
        if (overrun > 0) {
            answer.text("overrun ");
            answer.decimal(overrun);
        }
        return overrun > 0;
    }

    private CharsetEncoder encoder() {
        return charset.newEncoder().onMalformedInput(action).onUnmappableCharacter(action);
    }

    private static CoderResult finish(CharsetEncoder encoder, CharBuffer in, ByteBuffer out) {
        CoderResult result = encoder.encode(in, out, true);
        return result.isUnderflow() ? encoder.flush(out) : result;
    }

    /** maxBytesPerChar of ICU4J does not count the signature. */
    private static ByteBuffer worstCase(CharsetEncoder encoder, int size) {
        return ByteBuffer.allocate(SIGNATURE + (int) Math.ceil(size * (double) encoder.maxBytesPerChar()));
    }

    private static CoderResult enough(CoderResult result) {
        if (result.isOverflow()) {
            throw new IllegalStateException("more bytes than maxBytesPerChar promises");
        }
        return result;
    }

    private static void refuse(int index, Answer answer) {
        answer.restartLine();
        answer.text("error ");
        answer.decimal(index);
    }
}
