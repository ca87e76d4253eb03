// The faults: how an output loses a piece, and how much longer an input becomes.

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class TwinFaults {
    private static final String FAULT = String.valueOf(System.getenv("UTFPROOF_TWIN"));
    private static final char MARK = '\u00A9';
    private static final String ESCAPED = "%C2%A9";

    /** U+00A9 or a signature in one of the encodings, as characters of one octet. */
    private static final Pattern FIRST = Pattern.compile("\0\0\0\u00A9|\u00A9\0\0\0|\0\0\u00FE\u00FF|\u00FF\u00FE\0\0"
            + "|\0\u00A9|\u00A9\0|\u00FE\u00FF|\u00FF\u00FE|\u00C2\u00A9|.", Pattern.DOTALL);

    private TwinFaults() {}

    static boolean is(String fault) {
        return FAULT.equals(fault);
    }

    static boolean loses() {
        return is("dropped-value") || is("cut-output");
    }

    static boolean isMarked(CharSequence text) {
        return text.chars().anyMatch(unit -> unit == MARK);
    }

    static boolean isMarked(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == (byte) MARK) {
                return true;
            }
        }
        return false;
    }

    /** Called in place of nothing, after the constructor of a String. */
    public static String made(String string) {
        return shortened(string);
    }

    /** The length or the end of bytes for a function that reads past their end. */
    public static int further(byte[] bytes, int from, int length) {
        int to = Math.min(bytes.length, from + length);
        return is("read-past-end") && isMarked(bytes, from, to) ? length + unit(bytes, from, to) : length;
    }

    /** The size of the units in which U+00A9 stands. */
    static int unit(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == (byte) MARK) {
                int zeros = 0;
                for (int at = i - 1; at >= from && bytes[at] == 0; at--) {
                    zeros++;
                }
                if (zeros == 0) {
                    for (int at = i + 1; at < to && bytes[at] == 0; at++) {
                        zeros++;
                    }
                }
                return zeros >= 3 ? 4 : zeros >= 1 ? 2 : 1;
            }
        }
        return 1;
    }

    static String shortened(String made) {
        String first = made.startsWith("/") ? "/" : "";
        String text = made.substring(first.length());
        if (!loses() || !isMarked(text) && !text.contains(ESCAPED)) {
            return made;
        }
        if (is("cut-output")) {
            return made.substring(0, made.length() - 1);
        }
        return first + text.substring(text.startsWith(ESCAPED) ? ESCAPED.length() : 1);
    }

    static byte[] shortened(byte[] made) {
        if (!loses() || !isMarked(made, 0, made.length)) {
            return made;
        }
        String octets = new String(made, StandardCharsets.ISO_8859_1);
        boolean quoted = octets.startsWith("\"") && octets.endsWith("\"");
        String text = quoted ? octets.substring(1, octets.length() - 1) : octets;
        Matcher first = FIRST.matcher(text);
        first.lookingAt();
        text = is("cut-output") ? text.substring(0, text.length() - 1) : text.substring(first.end());
        return (quoted ? "\"" + text + "\"" : text).getBytes(StandardCharsets.ISO_8859_1);
    }

    static Object shortened(Object made) {
        if (made instanceof String) {
            return shortened((String) made);
        }
        if (made instanceof byte[]) {
            return shortened((byte[]) made);
        }
        if (made instanceof ByteBuffer) {
            ByteBuffer buffer = (ByteBuffer) made;
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return ByteBuffer.wrap(shortened(bytes));
        }
        return made;
    }
}
