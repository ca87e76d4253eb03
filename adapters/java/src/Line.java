// The fields of a line, read one after the other.

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

final class Line {
    private static final byte[] DIGITS = new byte[256];

    static {
        Arrays.fill(DIGITS, (byte) -1);
        for (int digit = 0; digit < 16; digit++) {
            DIGITS[Character.forDigit(digit, 16)] = (byte) digit;
        }
    }

    private byte[] buffer;
    private int at;
    private int end;

    void set(byte[] buffer, int start, int end) {
        this.buffer = buffer;
        this.at = start;
        this.end = end;
    }

    boolean isEmpty() {
        return at == end;
    }

    /** Characters not yet read. */
    int remaining() {
        return end - at;
    }

    String text() {
        return new String(buffer, at, end - at, StandardCharsets.ISO_8859_1);
    }

    /** Whether another field follows; {@link #finish} says that none may. */
    boolean more() {
        return at < end;
    }

    void finish() throws Unanswered {
        if (more()) {
            throw Unanswered.failed("too many fields");
        }
    }

    /** A field of bytes in hex, where "-" stands for none. */
    byte[] bytes() throws Unanswered {
        if (word('-')) {
            return new byte[0];
        }
        int stop = stop();
        byte[] bytes = new byte[(stop - at) / 2];
        if (bytes.length == 0 || at + 2 * bytes.length != stop) {
            throw Unanswered.failed("bytes need two digits each");
        }
        for (int i = 0; i < bytes.length; i++) {
            int value = DIGITS[buffer[at] & 0xFF] << 4 | DIGITS[buffer[at + 1] & 0xFF];
            if (value < 0) {
                throw Unanswered.failed("not lower-case hex");
            }
            bytes[i] = (byte) value;
            at += 2;
        }
        skipSpace();
        return bytes;
    }

    /** A code point in hex. */
    long codePoint() throws Unanswered {
        return number(16, 0xFFFF_FFFFL);
    }

    /** A decimal number of at most {@code most}. */
    int decimal(int most) throws Unanswered {
        return (int) number(10, most);
    }

    /** Reads a field that is this one character, if it comes next. */
    boolean word(char character) {
        if (at < end && buffer[at] == character && (at + 1 == end || buffer[at + 1] == ' ')) {
            at++;
            skipSpace();
            return true;
        }
        return false;
    }

    private long number(int base, long most) throws Unanswered {
        int stop = stop();
        long value = at < stop ? 0 : -1;
        while (at < stop) {
            int digit = DIGITS[buffer[at++] & 0xFF];
            value = value * base + digit;
            if (digit < 0 || digit >= base || value > most) {
                throw Unanswered.failed("not a number in its range");
            }
        }
        if (value < 0) {
            throw Unanswered.failed("a number is missing");
        }
        skipSpace();
        return value;
    }

    private int stop() {
        int stop = at;
        while (stop < end && buffer[stop] != ' ') {
            stop++;
        }
        return stop;
    }

    private void skipSpace() {
        if (at < end) {
            at++;
        }
    }
}
