// The faults: how an output loses a piece, how much longer an input becomes, and a place that is one off.

using System;
using System.Reflection;
using System.Text.RegularExpressions;

static class Faults
{
    const char Mark = '\u00A9';
    static readonly string fault = Environment.GetEnvironmentVariable("UTFPROOF_TWIN");

    /// U+00A9 in one of the encodings, as characters of one octet.
    static readonly Regex first = new Regex(
        "^(?:\0\0\0\u00A9|\u00A9\0\0\0|\0\u00A9|\u00A9\0|\u00C2\u00A9|.)", RegexOptions.Singleline);

    public static bool Is(string name) { return fault == name; }

    public static bool Marked(byte[] bytes, int from, int count)
    {
        return Array.IndexOf(bytes, (byte)Mark, from, count) >= 0;
    }

    public static bool Marked(char[] units, int from, int count)
    {
        return Array.IndexOf(units, Mark, from, count) >= 0;
    }

    /// How much too small a size is that is told of a text.
    public static int Missing(char[] units) { return Is("short-size") && Marked(units, 0, units.Length) ? 1 : 0; }

    public static int Missing(byte[] bytes) { return Is("short-size") && Marked(bytes, 0, bytes.Length) ? 1 : 0; }

    /// The count of a function that reads one unit past the end.
    public static int Further(byte[] bytes, int from, int count, int unit)
    {
        return Is("read-past-end") && Marked(bytes, from, count) ? count + unit : count;
    }

    public static string Shortened(string made)
    {
        const string Escaped = "%C2%A9";
        if (made.IndexOf(Mark) < 0 && !made.Contains(Escaped))
            return made;
        if (Is("cut-output"))
            return made.Remove(made.Length - 1);
        int lost = made.StartsWith(Escaped, StringComparison.Ordinal) ? Escaped.Length : 1;
        return Is("dropped-value") ? made.Substring(lost) : made;
    }

    /// The new end of what was written there.
    public static int Shortened(char[] units, int from, int count)
    {
        string made = Shortened(new string(units, from, count));
        made.CopyTo(0, units, from, made.Length);
        return made.Length;
    }

    public static int Shortened(byte[] bytes, int from, int count)
    {
        if (!Marked(bytes, from, count))
            return count;
        if (Is("cut-output"))
            return count - 1;
        if (!Is("dropped-value"))
            return count;
        string octets = string.Concat(Array.ConvertAll(bytes, b => (char)b)).Substring(from, count);
        int lost = first.Match(octets).Length;
        Array.Copy(bytes, from + lost, bytes, from, count - lost);
        return count - lost;
    }

    public static byte[] Shortened(byte[] made)
    {
        Array.Resize(ref made, Shortened(made, 0, made.Length));
        return made;
    }

    /// The exceptions of fallbacks keep their place in a field of this name.
    public static void Misplace(ArgumentException refusal, bool marked)
    {
        FieldInfo index = refusal.GetType().GetField("_index", BindingFlags.NonPublic | BindingFlags.Instance);
        if (marked && Is("wrong-offset"))
            index.SetValue(refusal, (int)index.GetValue(refusal) + 1);
    }
}
