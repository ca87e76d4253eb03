// Percent-encoding of the web: every byte is written %xx, whatever it is.

using System.Globalization;
using System.IO;
using System.Text;

static class Percent
{
    public static string Encoded(byte[] bytes)
    {
        var text = new StringBuilder(3 * bytes.Length);
        foreach (byte b in bytes)
            text.Append('%').Append("0123456789ABCDEF"[b >> 4]).Append("0123456789ABCDEF"[b & 15]);
        return text.ToString();
    }

    /// The bytes of what an encoder wrote: %xx is one byte, any other character is its own.
    public static byte[] Decoded(string text)
    {
        var bytes = new MemoryStream(text.Length);
        for (int i = 0; i < text.Length; i++)
            if (text[i] == '%') {
                bytes.WriteByte(byte.Parse(text.Substring(i + 1, 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture));
                i += 2;
            } else {
                bytes.WriteByte((byte)text[i]);
            }
        return bytes.ToArray();
    }
}
