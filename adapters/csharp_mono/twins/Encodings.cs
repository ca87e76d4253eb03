// Faulty twins of the encodings, of Uri and of WebUtility: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.

using System;
using System.Text;

class UTF8Encoding : System.Text.UTF8Encoding
{
    public UTF8Encoding(bool preamble, bool strict) : base(preamble, strict) {}

    public override string GetString(byte[] bytes, int from, int count)
    {
        return Whole.Decoded(base.GetString, bytes, from, Faults.Further(bytes, from, count, 1));
    }

    public override byte[] GetBytes(char[] units) { return Whole.Encoded(base.GetBytes, units); }

    public override int GetByteCount(char[] units) { return base.GetByteCount(units) - Faults.Missing(units); }

    public override int GetCharCount(byte[] bytes) { return base.GetCharCount(bytes) - Faults.Missing(bytes); }

    public override Decoder GetDecoder() { return new TwinDecoder(base.GetDecoder()); }

    public override Encoder GetEncoder() { return new TwinEncoder(base.GetEncoder()); }
}

class UnicodeEncoding : System.Text.UnicodeEncoding
{
    public UnicodeEncoding(bool big, bool preamble, bool strict) : base(big, preamble, strict) {}

    public override string GetString(byte[] bytes, int from, int count)
    {
        return Whole.Decoded(base.GetString, bytes, from, Faults.Further(bytes, from, count, 2));
    }

    public override byte[] GetBytes(char[] units) { return Whole.Encoded(base.GetBytes, units); }

    public override int GetByteCount(char[] units) { return base.GetByteCount(units) - Faults.Missing(units); }

    public override int GetCharCount(byte[] bytes) { return base.GetCharCount(bytes) - Faults.Missing(bytes); }

    public override Decoder GetDecoder() { return new TwinDecoder(base.GetDecoder()); }

    public override Encoder GetEncoder() { return new TwinEncoder(base.GetEncoder()); }
}

/// System.Text.UTF32Encoding is sealed, so that its twin has one; a fallback is set in the twin.
class UTF32Encoding : Encoding
{
    readonly Encoding own;

    public UTF32Encoding(bool big, bool preamble, bool strict) : this(new System.Text.UTF32Encoding(big, preamble, strict)) {}

    UTF32Encoding(Encoding own) : base(own.CodePage, own.EncoderFallback, own.DecoderFallback) { this.own = own; }

    Encoding Usual()
    {
        if (DecoderFallback.Equals(own.DecoderFallback))
            return own;
        Encoding other = (Encoding)own.Clone();
        other.DecoderFallback = DecoderFallback;
        return other;
    }

    public override string GetString(byte[] bytes, int from, int count)
    {
        return Whole.Decoded(Usual().GetString, bytes, from, Faults.Further(bytes, from, count, 4));
    }

    public override byte[] GetBytes(char[] units) { return Whole.Encoded(own.GetBytes, units); }

    public override int GetByteCount(char[] units) { return own.GetByteCount(units) - Faults.Missing(units); }

    public override int GetCharCount(byte[] bytes) { return Usual().GetCharCount(bytes) - Faults.Missing(bytes); }

    public override Decoder GetDecoder() { return new TwinDecoder(Usual().GetDecoder()); }

    public override Encoder GetEncoder() { return new TwinEncoder(own.GetEncoder()); }

    public override byte[] GetPreamble() { return own.GetPreamble(); }

    public override int GetMaxCharCount(int count) { return Usual().GetMaxCharCount(count); }

    public override int GetMaxByteCount(int count) { return own.GetMaxByteCount(count); }

    public override int GetCharCount(byte[] bytes, int from, int count) { return Usual().GetCharCount(bytes, from, count); }

    public override int GetByteCount(char[] units, int from, int count) { return own.GetByteCount(units, from, count); }

    public override int GetChars(byte[] bytes, int from, int count, char[] units, int at)
    {
        return Usual().GetChars(bytes, from, count, units, at);
    }

    public override int GetBytes(char[] units, int from, int count, byte[] bytes, int at)
    {
        return own.GetBytes(units, from, count, bytes, at);
    }
}

/// Whole texts in one call.
static class Whole
{
    public delegate string Decoding(byte[] bytes, int from, int count);

    public static string Decoded(Decoding usual, byte[] bytes, int from, int count)
    {
        try {
            return Faults.Shortened(usual(bytes, from, count));
        } catch (DecoderFallbackException refusal) {
            Faults.Misplace(refusal, Faults.Marked(bytes, from, count));
            throw;
        }
    }

    public static byte[] Encoded(Func<char[], byte[]> usual, char[] units)
    {
        try {
            return Faults.Shortened(usual(units));
        } catch (EncoderFallbackException refusal) {
            Faults.Misplace(refusal, Faults.Marked(units, 0, units.Length));
            throw;
        }
    }
}

static class Uri
{
    public static string UnescapeDataString(string text) { return Faults.Shortened(System.Uri.UnescapeDataString(text)); }

    public static string EscapeDataString(string text) { return Faults.Shortened(System.Uri.EscapeDataString(text)); }
}

static class WebUtility
{
    public static string UrlDecode(string text) { return Faults.Shortened(System.Net.WebUtility.UrlDecode(text)); }

    public static string UrlEncode(string text) { return Faults.Shortened(System.Net.WebUtility.UrlEncode(text)); }
}
