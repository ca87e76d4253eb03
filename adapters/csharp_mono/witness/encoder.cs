using System;
using System.Text;

static class Witness
{
    static void Show(char[] text)
    {
        Encoding encoding = new @encoding@, @throws@);
        var octets = new byte[encoding.GetMaxByteCount(text.Length)];
        try {
            int count = encoding.GetEncoder().GetBytes(text, 0, text.Length, octets, 0, true);
            Console.WriteLine("ok " + BitConverter.ToString(octets, 0, count).Replace('-', ' '));
        } catch (EncoderFallbackException error) {
            Console.WriteLine("error: " + error.Message);
        }
    }

    static void Main()
    {
        Show(new char[] {@units@});
    }
}
