// All byte strings with one prefix, put to a codec and answered in run lengths.

final class Sweep {
    static final int WELL_FORMED = -1;
    static final int SOMEWHERE = -2;

    /** Asks a codec about the string that now stands in {@link #buffer}. */
    interface Check {
        /** The offset of the first error in the string, or WELL_FORMED, or SOMEWHERE. */
        int firstError();
    }

    final byte[] buffer;
    private final int firstCounted;

    /** Reads a line; the strings begin at {@code start} in the buffer, after what the API wants. */
    Sweep(Line line, int start) throws Unanswered {
        byte[] prefix = line.bytes();
        int counted = line.decimal(3);
        line.finish();
        firstCounted = start + prefix.length;
        buffer = new byte[firstCounted + counted];
        System.arraycopy(prefix, 0, buffer, start, prefix.length);
    }

    void run(Check check, Answer answer) {
        answer.text("ok");
        int label = check.firstError();
        int run = 1;
        while (count()) {
            int next = check.firstError();
            if (next == label) {
                run++;
            } else {
                report(run, label, answer);
                label = next;
                run = 1;
            }
        }
        report(run, label, answer);
    }

    /** Counts the string up; false after the last one. */
    private boolean count() {
        for (int at = buffer.length - 1; at >= firstCounted; at--) {
            if (++buffer[at] != 0) {
                return true;
            }
        }
        return false;
    }

    private static void report(int run, int label, Answer answer) {
        answer.text(" ");
        answer.decimal(run);
        answer.text(label == WELL_FORMED ? "v" : "i");
        if (label >= 0) {
            answer.decimal(label);
        }
    }
}
