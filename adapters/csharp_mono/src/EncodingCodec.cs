// System.Text: GetString, GetBytes, GetCharCount and GetByteCount of UTF8Encoding, UnicodeEncoding and UTF32Encoding, strict (errors
// throw), replace (U+FFFD) and skip (a DecoderReplacementFallback of nothing).
//
// A decoder's error is reported by DecoderFallbackException: Index, documented as "the index position
// in the input buffer of the byte that caused the exception", is taken for the offset of the first byte of
// BytesUnknown, whose length is given as the length. Where Index is negative it is no place in the
// input, and the offset is given as not told. Nothing is delivered before an error. An encoder's
// Index counts UTF-16 units. There is no API that only validates: a sweep decodes each string.

using System.Text;

sealed class EncodingCodec : Codec
{
    public EncodingCodec(string name, string version, params string[] encodings) : base(name, version)
    {
        foreach (string encoding in encodings) {
            foreach (string mode in new[] {"strict", "replace", "skip"})
                AddDecoding(encoding, mode, Encodings.Of(encoding, mode));
            foreach (string mode in new[] {"strict", "replace"}) {
                Encoding encoder = Encodings.Of(encoding, mode);
                Add("encode " + encoding + " " + mode, (line, answer) => Encode(encoder, line, answer));
                Add("encode-size " + encoding + " " + mode, (line, answer) => MeasureBytes(encoder, line, answer));
            }
        }
    }

    void AddDecoding(string encoding, string mode, Encoding decoder)
    {
        Add("decode " + encoding + " " + mode, (line, answer) => {
            byte[] bytes = line.LastBytes();
            Decode(decoder, bytes, 0, bytes.Length, answer);
        });
        Add("decode-size " + encoding + " " + mode, (line, answer) => MeasureChars(decoder, line.LastBytes(), answer));
        Add("decode-within " + encoding + " " + mode, (line, answer) => {
            byte[] before = line.Bytes(), bytes = line.Bytes(), after = line.LastBytes();
            var all = new byte[before.Length + bytes.Length + after.Length];
            before.CopyTo(all, 0);
            bytes.CopyTo(all, before.Length);
            after.CopyTo(all, before.Length + bytes.Length);
            Decode(decoder, all, before.Length, bytes.Length, answer);
        });
        if (mode == "strict")
            Add("sweep " + encoding + " strict", (line, answer) => Sweep.Run(line, answer, bytes => FirstError(decoder, bytes)));
    }

    /// Index counts from the start of the part that is decoded.
    static void Decode(Encoding decoder, byte[] bytes, int from, int count, Answer answer)
    {
        try {
            string text = decoder.GetString(bytes, from, count);
            answer.Text("ok");
            answer.Units(text);
        } catch (DecoderFallbackException refusal) {
            answer.Error(refusal.Index, refusal.BytesUnknown.Length);
        }
    }

    static void MeasureChars(Encoding decoder, byte[] bytes, Answer answer)
    {
        try {
            int written = decoder.GetString(bytes, 0, bytes.Length).Length;
            answer.Sizes(decoder.GetCharCount(bytes), written);
        } catch (DecoderFallbackException refusal) {
            answer.Error(refusal.Index, refusal.BytesUnknown.Length);
        }
    }

    static void MeasureBytes(Encoding encoder, Line line, Answer answer)
    {
        CodePoints points = CodePoints.Read(line);
        try {
            int written = encoder.GetBytes(points.Units).Length;
            answer.Sizes(encoder.GetByteCount(points.Units), written);
        } catch (EncoderFallbackException refusal) {
            answer.Text("error ");
            answer.Place(points.Index(refusal.Index));
        }
    }

    static int FirstError(Encoding decoder, byte[] bytes)
    {
        try {
            decoder.GetString(bytes);
            return Sweep.WellFormed;
        } catch (DecoderFallbackException refusal) {
            return refusal.Index < 0 ? Sweep.Somewhere : refusal.Index;
        }
    }

    static void Encode(Encoding encoder, Line line, Answer answer)
    {
        CodePoints points = CodePoints.Read(line);
        try {
            byte[] bytes = encoder.GetBytes(points.Units);
            answer.Text("ok ");
            answer.Bytes(bytes, bytes.Length);
        } catch (EncoderFallbackException refusal) {
            answer.Text("error ");
            answer.Place(points.Index(refusal.Index));
        }
    }
}
