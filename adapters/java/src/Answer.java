// Answer lines on their way to standard output.

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

final class Answer {
    private static final int DRAIN = 1 << 16;
    private static final byte[] DIGITS = "0123456789abcdef".getBytes();

    private final OutputStream stream;
    private byte[] buffer;
    private int length;
    private int lineStart;

    Answer(OutputStream stream) {
        this(stream, 2 * DRAIN);
    }

    private Answer(OutputStream stream, int room) {
        this.stream = stream;
        this.buffer = new byte[room];
    }

    /** A part that is put together before it is known what goes before it. */
    static Answer part() {
        return new Answer(OutputStream.nullOutputStream(), 256);
    }

    void text(String ascii) {
        reserve(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            buffer[length++] = (byte) ascii.charAt(i);
        }
    }

    void decimal(int value) {
        text(Integer.toString(value));
    }

    /** What was said of the size of an output, and what that was. */
    void sizes(int predicted, int written) {
        text("ok ");
        decimal(predicted);
        text(" ");
        decimal(written);
    }

    /** An ill-formed subsequence, as the codec placed it. */
    void error(int offset, int size) {
        text("error ");
        decimal(offset);
        text(" ");
        decimal(size);
    }

    void bytes(byte[] bytes, int from, int to) {
        reserve(2 * (to - from) + 1);
        if (from == to) {
            buffer[length++] = '-';
        }
        for (int i = from; i < to; i++) {
            buffer[length++] = DIGITS[bytes[i] >> 4 & 0xF];
            buffer[length++] = DIGITS[bytes[i] & 0xF];
        }
    }

    /** UTF-16 units as values, a space before each: a pair is joined, a lone unit is itself. */
    void units(char[] units, int from, int to) {
        reserve(7 * (to - from));
        for (int i = from; i < to; i++) {
            int value = units[i];
            if (Character.isHighSurrogate(units[i]) && i + 1 < to && Character.isLowSurrogate(units[i + 1])) {
                value = Character.toCodePoint(units[i], units[++i]);
            }
            put(value);
        }
    }

    /** A code point, or what an API gives for one, with a space before it. */
    void value(int value) {
        reserve(9);
        put(value);
    }

    void append(Answer part) {
        reserve(part.length);
        System.arraycopy(part.buffer, 0, buffer, length, part.length);
        length += part.length;
    }

    void restartLine() {
        length = lineStart;
    }

    void endLine() throws IOException {
        reserve(1);
        buffer[length++] = '\n';
        lineStart = length;
        if (length >= DRAIN) {
            flush();
        }
    }

    void flush() throws IOException {
        stream.write(buffer, 0, length);
        length = 0;
        lineStart = 0;
    }

    private void put(int value) {
        buffer[length++] = ' ';
        for (int shift = (31 - Integer.numberOfLeadingZeros(value | 1)) & ~3; shift >= 0; shift -= 4) {
            buffer[length++] = DIGITS[value >> shift & 0xF];
        }
    }

    private void reserve(int count) {
        if (buffer.length - length < count) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + count));
        }
    }
}
