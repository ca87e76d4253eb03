// The encodings under test, as their constructors make them: without a preamble, strict or not.

using System;
using System.Text;

static class Encodings
{
    public static readonly string[] Names = {"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"};

    /// Mode skip is the mode replace whose replacement is nothing.
    public static Encoding Of(string name, string mode)
    {
        Encoding encoding = Of(name, mode == "strict");
        if (mode == "skip") {
            encoding = (Encoding)encoding.Clone();
            encoding.DecoderFallback = new DecoderReplacementFallback("");
        }
        return encoding;
    }

    static Encoding Of(string name, bool strict)
    {
        bool big = name.EndsWith("BE", StringComparison.Ordinal);
        if (name.StartsWith("UTF-16", StringComparison.Ordinal))
            return new UnicodeEncoding(big, false, strict);
        if (name.StartsWith("UTF-32", StringComparison.Ordinal))
            return new UTF32Encoding(big, false, strict);
        return new UTF8Encoding(false, strict);
    }
}
