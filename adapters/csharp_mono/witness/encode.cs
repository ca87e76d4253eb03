using System;
using System.Text;

static class Witness
{
    static void Show(char[] text)
    {
        Encoding encoding = new @encoding@, @throws@);
        try {
            byte[] octets = encoding.GetBytes(text);
            Console.WriteLine("ok " + BitConverter.ToString(octets).Replace('-', ' '));
        } catch (EncoderFallbackException error) {
            Console.WriteLine("error: " + error.Message);
        }
    }

    static void Main()
    {
        Show(new char[] {@units@});
    }
}
