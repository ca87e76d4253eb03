// System.Text.Decoder and Encoder, of all encodings: GetChars and GetBytes with and without flush, Reset,
// Convert into a buffer of the caller's size; Encoding.GetEncoding for labels.
//
// DecoderFallbackException.Index counts from the start of the call's input, so that it may be negative
// after the first chunk; what lies before the whole input is given as not told. GetChars does not tell
// what it wrote before it threw. Convert throws ArgumentException when there is no room for the first
// character: nothing was taken then. An Encoder's Convert counts a character as used whose replacement it
// still owes, so that encode-room cannot be told in mode replace.

using System;
using System.Collections.Generic;
using System.Text;

sealed class DecoderCodec : Codec
{
    const int MostRoom = 1 << 24;
    const int Guard = 64;
    const char PoisonUnit = '\uDEAD';
    const byte PoisonByte = 0xA5;

    public DecoderCodec(string name, string version) : base(name, version)
    {
        foreach (string encoding in Encodings.Names) {
            foreach (string mode in new[] {"strict", "replace", "skip"}) {
                Encoding by = Encodings.Of(encoding, mode);
                string what = " " + encoding + " " + mode;
                Add("decode" + what, (line, answer) => DecodeWhole(by.GetDecoder(), by, line.LastBytes(), answer));
                Add("decode-chunks" + what, (line, answer) => DecodeChunks(by, line.Chunks(), answer));
                Add("decode-again" + what, (line, answer) => DecodeAgain(by, line, answer));
                Add("decode-room" + what, (line, answer) => DecodeRoom(by, line, answer));
            }
            foreach (string mode in new[] {"strict", "replace"}) {
                Encoding by = Encodings.Of(encoding, mode);
                string what = " " + encoding + " " + mode;
                Add("encode-chunks" + what, (line, answer) => EncodeChunks(by, line, answer));
                if (mode == "strict")
                    Add("encode-room" + what, (line, answer) => EncodeRoom(by, line, answer));
            }
        }
        Add("label - -", Label);
    }

    static void DecodeWhole(Decoder decoder, Encoding by, byte[] bytes, Answer answer)
    {
        try {
            string text = GetChars(decoder, by, bytes, true);
            answer.Text("ok");
            answer.Units(text);
        } catch (DecoderFallbackException refusal) {
            answer.Error(refusal.Index, refusal.BytesUnknown.Length);
        }
    }

    static void DecodeAgain(Encoding by, Line line, Answer answer)
    {
        byte[] first = line.Bytes(), second = line.LastBytes();
        Decoder decoder = by.GetDecoder();
        DecodeWhole(decoder, by, first, answer);
        decoder.Reset();
        answer.Text(" / ");
        DecodeWhole(decoder, by, second, answer);
    }

    static void DecodeChunks(Encoding by, List<byte[]> chunks, Answer answer)
    {
        Decoder decoder = by.GetDecoder();
        var delivered = new List<string>();
        int start = 0;
        try {
            foreach (byte[] chunk in chunks) {
                delivered.Add(GetChars(decoder, by, chunk, false));
                start += chunk.Length;
                // The caller may use the memory for something else now.
                for (int i = 0; i < chunk.Length; i++)
                    chunk[i] = 0xA5;
            }
            delivered.Add(GetChars(decoder, by, new byte[0], true));
            answer.Text("ok");
        } catch (DecoderFallbackException refusal) {
            answer.Error(start + refusal.Index, refusal.BytesUnknown.Length);
        }
        for (int i = 0; i < delivered.Count; i++) {
            answer.Units(delivered[i]);
            if (i < chunks.Count)
                answer.Text(" |");
        }
    }

    /// GetMaxCharCount of nothing is one unit, and a decoder of UTF-16 may owe two: U+FFFD for a high
    /// surrogate and for half a unit behind it. GetCharCount would throw for itself.
    static string GetChars(Decoder decoder, Encoding by, byte[] chunk, bool flush)
    {
        var units = new char[by.GetMaxCharCount(chunk.Length) + 1];
        return new string(units, 0, decoder.GetChars(chunk, 0, chunk.Length, units, 0, flush));
    }

    static void DecodeRoom(Encoding by, Line line, Answer answer)
    {
        int room = line.Decimal(MostRoom);
        byte[] bytes = line.LastBytes();
        var units = new char[room + Guard];
        for (int i = room; i < units.Length; i++)
            units[i] = PoisonUnit;
        int taken = 0, count = 0;
        bool completed = false;
        DecoderFallbackException refused = null;
        try {
            by.GetDecoder().Convert(bytes, 0, bytes.Length, units, 0, room, true, out taken, out count, out completed);
        } catch (DecoderFallbackException refusal) {
            refused = refusal;
        } catch (ArgumentException) {
            completed = false;
        }
        int overrun = 0;
        for (int i = room; i < units.Length; i++)
            overrun += units[i] == PoisonUnit ? 0 : 1;
        if (overrun > 0) {
            answer.Text("overrun ");
            answer.Decimal(overrun);
        } else if (refused != null) {
            answer.Error(refused.Index, refused.BytesUnknown.Length);
        } else {
            answer.Text(completed ? "ok " : "short ");
            answer.Decimal(taken);
            answer.Units(units, count);
        }
    }

    static void EncodeChunks(Encoding by, Line line, Answer answer)
    {
        var points = new CodePoints();
        var chunks = new List<char[]>();
        bool more = true;
        while (more)
            chunks.Add(points.Chunk(line, out more));
        Encoder encoder = by.GetEncoder();
        int start = 0;
        try {
            answer.Text("ok ");
            foreach (char[] chunk in chunks) {
                GetBytes(encoder, by, chunk, false, answer);
                answer.Text(" | ");
                start += chunk.Length;
            }
            GetBytes(encoder, by, new char[0], true, answer);
        } catch (EncoderFallbackException refusal) {
            answer.RestartLine();
            answer.Text("error ");
            answer.Place(points.Index(start + refusal.Index));
        }
    }

    static void GetBytes(Encoder encoder, Encoding by, char[] units, bool flush, Answer answer)
    {
        var bytes = new byte[by.GetMaxByteCount(units.Length)];
        answer.Bytes(bytes, encoder.GetBytes(units, 0, units.Length, bytes, 0, flush));
    }

    static void EncodeRoom(Encoding by, Line line, Answer answer)
    {
        int room = line.Decimal(MostRoom);
        CodePoints points = CodePoints.Read(line);
        char[] units = points.Units;
        var bytes = new byte[room + Guard];
        for (int i = room; i < bytes.Length; i++)
            bytes[i] = PoisonByte;
        int taken = 0, count = 0;
        bool completed = false;
        EncoderFallbackException refused = null;
        try {
            by.GetEncoder().Convert(units, 0, units.Length, bytes, 0, room, true, out taken, out count, out completed);
        } catch (EncoderFallbackException refusal) {
            refused = refusal;
        } catch (ArgumentException) {
            completed = false;
        }
        int overrun = 0;
        for (int i = room; i < bytes.Length; i++)
            overrun += bytes[i] == PoisonByte ? 0 : 1;
        if (overrun > 0) {
            answer.Text("overrun ");
            answer.Decimal(overrun);
        } else if (refused != null) {
            answer.Text("error ");
            answer.Place(points.Index(refused.Index));
        } else {
            answer.Text(completed ? "ok " : "short ");
            answer.Decimal(points.Index(taken));
            answer.Text(" ");
            answer.Bytes(bytes, count);
        }
    }

    /// An encoding is told by its WebName, but for the two whose order is in the list of encodings
    /// (Encoding, Remarks): 1200 and 12000 are little-endian. One that is not Unicode's is as
    /// unknown as none.
    static void Label(Line line, Answer answer)
    {
        byte[] label = line.LastBytes();
        string name = "?";
        try {
            Encoding encoding = Encoding.GetEncoding(string.Concat(Array.ConvertAll(label, b => (char)b)));
            string found = encoding.WebName.ToUpperInvariant();
            if (encoding.CodePage == 1200 || encoding.CodePage == 12000)
                found = encoding.CodePage == 1200 ? "UTF-16LE" : "UTF-32LE";
            name = Array.IndexOf(Encodings.Names, found) >= 0 ? found : "?";
        } catch (ArgumentException) {
            name = "?";
        } catch (NotSupportedException) {
            name = "?";
        }
        answer.Text("ok ");
        answer.Text(name);
    }
}
