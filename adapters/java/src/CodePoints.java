// Code points as a codec of Java takes them: in UTF-16 units, surrogates as themselves.

import java.util.Arrays;

final class CodePoints {
    final char[] units;
    int length;
    private final int[] values;
    private int count;

    /** Room for all that the rest of the line can hold: each has a digit and a space. */
    CodePoints(Line line) {
        units = new char[line.remaining() / 2 + 1];
        values = new int[units.length];
    }

    /** The whole line. */
    static CodePoints read(Line line) throws Unanswered {
        CodePoints points = new CodePoints(line);
        if (points.readChunk(line)) {
            throw Unanswered.failed("no chunks here");
        }
        return points;
    }

    /** Adds the code points up to a bar or the end of the line; whether a bar was met. */
    boolean readChunk(Line line) throws Unanswered {
        if (!line.more()) {
            throw Unanswered.failed("a chunk is missing");
        }
        if (line.word('-')) {
            boolean more = line.more();
            if (more && !line.word('|')) {
                throw Unanswered.failed("- is a chunk of its own");
            }
            return more;
        }
        while (line.more()) {
            if (line.word('|')) {
                return true;
            }
            add(line.codePoint());
        }
        return false;
    }

    /** The code points themselves, for a codec that takes them one by one. */
    int[] values() {
        return Arrays.copyOf(values, count);
    }

    /** How many code points lie wholly before this unit. */
    int before(int unit) {
        int index = 0;
        for (int at = 0; index < count; index++) {
            at += Character.charCount(values[index]);
            if (at > unit) {
                break;
            }
        }
        return index;
    }

    /** How many code points so many units touch: one of which half was taken is taken. */
    int touchedBy(int units) {
        return units == 0 ? 0 : before(units - 1) + 1;
    }

    private void add(long value) throws Unanswered {
        if (value > Character.MAX_CODE_POINT) {
            throw Unanswered.impossible("above 10ffff");
        }
        values[count++] = (int) value;
        length += Character.toChars((int) value, units, length);
    }
}
