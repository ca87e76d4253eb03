// Standard input as lines of any length.

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

final class Input {
    private final InputStream stream;
    private byte[] buffer = new byte[1 << 16];
    private int start;
    private int end;

    Input(InputStream stream) {
        this.stream = stream;
    }

    /** The next line without its LF or CR LF, valid until the one after; false at the end. */
    boolean next(Line line) throws IOException {
        int scanned = start;
        while (true) {
            for (int at = scanned; at < end; at++) {
                if (buffer[at] == '\n') {
                    take(line, at);
                    start = at + 1;
                    return true;
                }
            }
            scanned = end - start;
            if (!fill()) {
                take(line, end);
                boolean unfinished = start < end;
                start = end;
                return unfinished;
            }
        }
    }

    private void take(Line line, int to) {
        line.set(buffer, start, to > start && buffer[to - 1] == '\r' ? to - 1 : to);
    }

    /** Moves what is left to the front of the buffer and reads on. */
    private boolean fill() throws IOException {
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        if (end == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * end);
        }
        int count = stream.read(buffer, end, buffer.length - end);
        end += Math.max(count, 0);
        return count > 0;
    }
}
