using System;
using System.Text;

static class Witness
{
    static void Show(byte[] octets)
    {
        Encoding encoding = new @encoding@, @throws@);@skip@
        try {
            char[] text = Flushed(encoding, octets);
            Console.Write("ok");
            for (int i = 0; i < text.Length; i++)
                if (i + 1 < text.Length && char.IsSurrogatePair(text[i], text[i + 1]))
                    Console.Write(" {0:X}", char.ConvertToUtf32(text[i], text[++i]));
                else
                    Console.Write(" {0:X}", (int)text[i]);
            Console.WriteLine();
        } catch (DecoderFallbackException error) {
            Console.WriteLine("error at {0}: {1}", error.Index, error.Message);
        }
    }

    static char[] Flushed(Encoding encoding, byte[] octets)
    {
        var units = new char[encoding.GetMaxCharCount(octets.Length) + 1];
        Array.Resize(ref units, encoding.GetDecoder().GetChars(octets, 0, octets.Length, units, 0, true));
        return units;
    }

    static void Main()
    {
        Show(new byte[] {@octets@});
    }
}
