// System.IO.StreamReader over a stream, with detectEncodingFromByteOrderMarks or without.
//
// In decode-chunks the stream gives one chunk to each read: a bar stands where the reader comes back for
// more. The reader has no way to tell an offset: DecoderFallbackException counts in its own buffer.
// What it returned before it threw is reported. An encoding is told by CurrentEncoding, and the
// length of its signature by GetPreamble.

using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

sealed class StreamReaderCodec : Codec
{
    const int AtOnce = 4096;

    public StreamReaderCodec(string name, string version, bool detects) : base(name, version)
    {
        foreach (string encoding in Encodings.Names)
            foreach (string mode in new[] {"strict", "replace", "skip"}) {
                Encoding by = Encodings.Of(encoding, mode);
                string what = " " + encoding + " " + mode;
                Add("decode" + what, (line, answer) =>
                    Read(new ChunkedStream(new List<byte[]> {line.LastBytes()}, false), by, detects, answer));
                Add("decode-chunks" + what, (line, answer) =>
                    Read(new ChunkedStream(line.Chunks(), true), by, detects, answer));
            }
        if (detects)
            Add("detect - -", Detect);
    }

    static void Read(ChunkedStream stream, Encoding by, bool detects, Answer answer)
    {
        var reader = new StreamReader(stream, by, detects, AtOnce);
        var units = new char[AtOnce];
        try {
            for (int count; (count = reader.Read(units, 0, units.Length)) > 0;)
                stream.Delivered[stream.Delivered.Count - 1].Append(units, 0, count);
            answer.Text("ok");
        } catch (DecoderFallbackException) {
            answer.Error(-1, -1);
        }
        for (int i = 0; i < stream.Delivered.Count; i++) {
            answer.Text(i > 0 ? " |" : "");
            answer.Units(stream.Delivered[i].ToString());
        }
    }

    /// ASCII is given as the encoding, so that it is seen where none was detected.
    static void Detect(Line line, Answer answer)
    {
        var reader = new StreamReader(new MemoryStream(line.LastBytes()), Encoding.ASCII, true);
        reader.Peek();
        Encoding found = reader.CurrentEncoding;
        string name = found.WebName.ToUpperInvariant();
        if (found is ASCIIEncoding)
            name = "?";
        else if (name == "UTF-16" || name == "UTF-32")
            name += "LE";
        answer.Text("ok ");
        answer.Text(name);
        answer.Text(" ");
        answer.Decimal(found.GetPreamble().Length);
    }

    /// Gives one chunk to each read, and opens a new place for what is made of it.
    sealed class ChunkedStream : Stream
    {
        public readonly List<StringBuilder> Delivered = new List<StringBuilder> {new StringBuilder()};
        readonly List<byte[]> chunks;
        readonly bool bars;
        int chunk;
        int at;

        public ChunkedStream(List<byte[]> chunks, bool bars)
        {
            this.chunks = chunks;
            this.bars = bars;
        }

        public override int Read(byte[] buffer, int offset, int count)
        {
            for (; chunk < chunks.Count && at == chunks[chunk].Length; chunk++, at = 0)
                if (bars)
                    Delivered.Add(new StringBuilder());
            if (chunk == chunks.Count)
                return 0;
            count = Math.Min(count, chunks[chunk].Length - at);
            Array.Copy(chunks[chunk], at, buffer, offset, count);
            at += count;
            return count;
        }

        public override bool CanRead { get { return true; } }
        public override bool CanSeek { get { return false; } }
        public override bool CanWrite { get { return false; } }
        public override long Length { get { throw new NotSupportedException(); } }
        public override long Position { get { throw new NotSupportedException(); } set { throw new NotSupportedException(); } }
        public override void Flush() {}
        public override long Seek(long offset, SeekOrigin origin) { throw new NotSupportedException(); }
        public override void SetLength(long value) { throw new NotSupportedException(); }
        public override void Write(byte[] buffer, int offset, int count) { throw new NotSupportedException(); }
    }
}
