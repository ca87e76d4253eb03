// An input stream that gives one chunk to each read, and notes what was made of it meanwhile.

import java.io.InputStream;
import java.util.List;

final class ChunkedInput extends InputStream {
    private final List<byte[]> chunks;
    private final boolean bars;
    private final Answer delivered = Answer.part();
    private final StringBuilder characters = new StringBuilder();
    private int chunk;
    private int at;

    /** With {@code bars} one is noted when more is asked for than a chunk has. */
    ChunkedInput(List<byte[]> chunks, boolean bars) {
        this.chunks = chunks;
        this.bars = bars;
    }

    void deliver(char[] units, int count) {
        characters.append(units, 0, count);
    }

    Answer delivered() {
        flush(characters.length());
        return delivered;
    }

    /** A reader may give the halves of a pair one by one: the character is there with the second. */
    private void bar() {
        int last = characters.length() - 1;
        flush(last >= 0 && Character.isHighSurrogate(characters.charAt(last)) ? last : last + 1);
        delivered.text(" |");
    }

    private void flush(int count) {
        FunctionCodec.units(characters.substring(0, count), delivered);
        characters.delete(0, count);
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
        while (chunk < chunks.size() && at == chunks.get(chunk).length) {
            chunk++;
            at = 0;
            if (bars) {
                bar();
            }
        }
        if (chunk == chunks.size()) {
            return -1;
        }
        int count = Math.min(length, chunks.get(chunk).length - at);
        System.arraycopy(chunks.get(chunk), at, buffer, offset, count);
        at += count;
        return count;
    }

    @Override
    public int available() {
        return chunk < chunks.size() ? chunks.get(chunk).length - at : 0;
    }
}
