// The ways to call a java.nio.charset.CharsetDecoder.

import java.io.CharArrayWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class CharsetDecoding {
    private static final int MOST_ROOM = 1 << 24;
    private static final int GUARD = 64;
    private static final char POISON = '\uDEAD';

    private final Charset charset;
    private final CodingErrorAction action;

    CharsetDecoding(Charset charset, CodingErrorAction action) {
        this.charset = charset;
        this.action = action;
    }

    void decode(Line line, Answer answer) throws Unanswered {
        byte[] bytes = line.bytes();
        line.finish();
        decode(decoder(), ByteBuffer.wrap(bytes), answer);
    }

    void decodeWithin(Line line, Answer answer) throws Unanswered {
        byte[] before = line.bytes();
        byte[] bytes = line.bytes();
        byte[] after = line.bytes();
        line.finish();
        ByteBuffer all = ByteBuffer.allocate(before.length + bytes.length + after.length);
        all.put(before).put(bytes).put(after);
        all.position(before.length).limit(before.length + bytes.length);
        decode(decoder(), all.slice(), answer);
    }

    void decodeAgain(Line line, Answer answer) throws Unanswered {
        byte[] first = line.bytes();
        byte[] second = line.bytes();
        line.finish();
        CharsetDecoder decoder = decoder();
        decode(decoder, ByteBuffer.wrap(first), answer);
        decoder.reset();
        answer.text(" / ");
        decode(decoder, ByteBuffer.wrap(second), answer);
    }

    void decodeChunks(Line line, Answer answer) throws Unanswered {
        List<byte[]> chunks = new ArrayList<>();
        int size = 0;
        do {
            byte[] chunk = line.bytes();
            chunks.add(chunk);
            size += chunk.length;
        } while (line.more());
        CharsetDecoder decoder = decoder();
        ByteBuffer in = ByteBuffer.allocate(size);
        CharBuffer out = worstCase(decoder, size);
        Answer delivered = Answer.part();
        CoderResult result = CoderResult.UNDERFLOW;
        int compacted = 0;
        for (int i = 0; i < chunks.size() && !result.isError(); i++) {
            in.put(chunks.get(i)).flip();
            int from = out.position();
            result = enough(decoder.decode(in, out, false));
            delivered.units(out.array(), from, out.position());
            if (!result.isError()) {
                delivered.text(" |");
                compacted += in.position();
                int end = in.limit();
                in.compact();
                Arrays.fill(in.array(), in.position(), end, (byte) POISON); // what was taken is no more
            }
        }
        if (!result.isError()) {
            in.flip();
            int from = out.position();
            result = enough(finish(decoder, in, out));
            delivered.units(out.array(), from, out.position());
        }
        outcome(result, compacted + in.position(), answer);
        answer.append(delivered);
    }

    void decodeRoom(Line line, Answer answer) throws Unanswered {
        int room = line.decimal(MOST_ROOM);
        byte[] bytes = line.bytes();
        line.finish();
        char[] units = new char[room + GUARD];
        Arrays.fill(units, room, units.length, POISON);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.wrap(units, 0, room);
        CoderResult result = finish(decoder(), in, out);
        if (overran(units, room, answer)) {
            return;
        }
        answerRoom(result, in.position(), units, out.position(), answer);
    }

    private static void answerRoom(CoderResult result, int position, char[] units, int count, Answer answer) {
        if (result.isError()) {
            answer.error(position, result.length());
        } else {
            answer.text(result.isOverflow() ? "short " : "ok ");
            answer.decimal(position);
        }
        answer.units(units, 0, count);
    }

    /** One buffer after another: where one is full it is emptied, and the same call is made again. */
    void decodeRefill(Line line, Answer answer) throws Unanswered {
        int room = line.decimal(MOST_ROOM);
        byte[] bytes = line.bytes();
        line.finish();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Answer delivered = Answer.part();
        CoderResult result = refill(room, in, answer, (units, count, goesOn) -> {
            delivered.units(units, 0, count);
            delivered.text(goesOn ? " |" : "");
        });
        if (result == null) {
            return;
        }
        if (result.isOverflow()) {
            answer.text("short");
        } else {
            outcome(result, in.position(), answer);
        }
        answer.append(delivered);
    }

    /** What one buffer after another holds is one text: a full one may end in half a pair. */
    void decodeRoomByRoom(Line line, Answer answer) throws Unanswered {
        int room = line.decimal(MOST_ROOM);
        byte[] bytes = line.bytes();
        line.finish();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharArrayWriter delivered = new CharArrayWriter();
        CoderResult result = refill(room, in, answer, (units, count, goesOn) -> delivered.write(units, 0, count));
        if (result != null) {
            answerRoom(result, in.position(), delivered.toCharArray(), delivered.size(), answer);
        }
    }

    /** Takes what a buffer holds, and whether another one is needed. */
    private interface Filled {
        void take(char[] units, int count, boolean goesOn);
    }

    /** The last result; null where units beyond the room were touched, which the answer then tells. */
    private CoderResult refill(int room, ByteBuffer in, Answer answer, Filled filled) {
        char[] units = new char[room + GUARD];
        Arrays.fill(units, room, units.length, POISON);
        CharsetDecoder decoder = decoder();
        CharBuffer out = CharBuffer.wrap(units, 0, room);
        boolean decoded = false;
        boolean goesOn;
        CoderResult result;
        do {
            out.clear().limit(room);
            int from = in.position();
            result = decoded ? CoderResult.UNDERFLOW : decoder.decode(in, out, true);
            decoded = result.isUnderflow();
            if (decoded) {
                result = decoder.flush(out);
            }
            if (overran(units, room, answer)) {
                return null;
            }
            goesOn = result.isOverflow() && (out.position() > 0 || in.position() > from);
            filled.take(units, out.position(), goesOn);
        } while (goesOn);
        return result;
    }

    /** The bound that maxCharsPerByte gives, and how many units come out where there is room for any number. */
    void decodeSize(Line line, Answer answer) throws Unanswered {
        byte[] bytes = line.bytes();
        line.finish();
        CharsetDecoder decoder = decoder();
        int predicted = (int) Math.ceil(bytes.length * (double) decoder.maxCharsPerByte());
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(4 * bytes.length + 16);
        CoderResult result = finish(decoder, in, out);
        if (result.isError()) {
            answer.error(in.position(), result.length());
        } else {
            answer.sizes(predicted, out.position());
        }
    }

    void sweep(Line line, Answer answer) throws Unanswered {
        Sweep sweep = new Sweep(line, 0);
        sweep.run(new Strict(decoder(), sweep.buffer), answer);
    }

    private CharsetDecoder decoder() {
        return charset.newDecoder().onMalformedInput(action).onUnmappableCharacter(action);
    }

    private static void decode(CharsetDecoder decoder, ByteBuffer in, Answer answer) {
        CharBuffer out = worstCase(decoder, in.remaining());
        outcome(enough(finish(decoder, in, out)), in.position(), answer);
        answer.units(out.array(), 0, out.position());
    }

    private static CoderResult finish(CharsetDecoder decoder, ByteBuffer in, CharBuffer out) {
        CoderResult result = decoder.decode(in, out, true);
        return result.isUnderflow() ? decoder.flush(out) : result;
    }

    private static CharBuffer worstCase(CharsetDecoder decoder, int size) {
        return CharBuffer.allocate((int) Math.ceil(size * (double) decoder.maxCharsPerByte()));
    }

    private static CoderResult enough(CoderResult result) {
        if (result.isOverflow()) {
            throw new IllegalStateException("more characters than maxCharsPerByte promises");
        }
        return result;
    }

    /** Answers with the units beyond a room that were touched, if any were. */
    private static boolean overran(char[] units, int room, Answer answer) {
        int overrun = 0;
        for (int i = room; i < units.length; i++) {
            overrun += units[i] == POISON ? 0 : 1;
        }
        if (overrun > 0) {
            answer.text("overrun ");
            answer.decimal(overrun);
        }
        return overrun > 0;
    }

    private static void outcome(CoderResult result, int position, Answer answer) {
        if (result.isError()) {
            answer.error(position, result.length());
        } else {
            answer.text("ok");
        }
    }

    /** One decoder, reset before each string. */
    private static final class Strict implements Sweep.Check {
        private final CharsetDecoder decoder;
        private final ByteBuffer in;
        private final CharBuffer out;

        Strict(CharsetDecoder decoder, byte[] string) {
            this.decoder = decoder;
            in = ByteBuffer.wrap(string);
            out = worstCase(decoder, string.length);
        }

        @Override
        public int firstError() {
            in.clear();
            out.clear();
            decoder.reset();
            CoderResult result = enough(finish(decoder, in, out));
            return result.isError() ? in.position() : Sweep.WELL_FORMED;
        }
    }
}
