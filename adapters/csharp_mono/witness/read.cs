using System;
using System.IO;
using System.Text;

static class Witness
{
    static void Show(byte[] octets)
    {
        Encoding encoding = new @encoding@, @throws@);@skip@
        try {
            string text = new StreamReader(new MemoryStream(octets), encoding, @detect@).ReadToEnd();
            Console.Write("ok");
            for (int i = 0; i < text.Length; i++)
                if (char.IsSurrogatePair(text, i))
                    Console.Write(" {0:X}", char.ConvertToUtf32(text, i++));
                else
                    Console.Write(" {0:X}", (int)text[i]);
            Console.WriteLine();
        } catch (DecoderFallbackException error) {
            Console.WriteLine("error: " + error.Message);
        }
    }

    static void Main()
    {
        Show(new byte[] {@octets@});
    }
}
