// Standard input as lines of any length.

using System;
using System.IO;

sealed class Input
{
    readonly Stream stream;
    byte[] buffer = new byte[1 << 16];
    int start;
    int end;

    public Input(Stream stream)
    {
        this.stream = stream;
    }

    /// The next line without its LF or CR LF, valid until the one after; false at the end.
    public bool Next(Line line)
    {
        int scanned = start;
        while (true) {
            int at = Array.IndexOf(buffer, (byte)'\n', scanned, end - scanned);
            if (at >= 0) {
                Take(line, at);
                start = at + 1;
                return true;
            }
            scanned = end - start;
            if (!Fill()) {
                Take(line, end);
                bool unfinished = start < end;
                start = end;
                return unfinished;
            }
        }
    }

    void Take(Line line, int to)
    {
        line.Set(buffer, start, to > start && buffer[to - 1] == '\r' ? to - 1 : to);
    }

    /// Moves what is left to the front of the buffer and reads on.
    bool Fill()
    {
        Buffer.BlockCopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        if (end == buffer.Length)
            Array.Resize(ref buffer, 2 * end);
        int count = stream.Read(buffer, end, buffer.Length - end);
        end += count;
        return count > 0;
    }
}
