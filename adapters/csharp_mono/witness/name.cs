using System;
using System.Linq;
using System.Text;

static class Witness
{
    static void Show(byte[] label)
    {
        try {
            Encoding found = Encoding.GetEncoding(new string(label.Select(octet => (char)octet).ToArray()));
            // By the list of encodings 1200 and 12000 are little-endian.
            string name = found.CodePage == 1200 ? "UTF-16LE" : found.CodePage == 12000 ? "UTF-32LE" : found.WebName;
            Console.WriteLine("ok " + name);
        } catch (Exception error) when (error is ArgumentException || error is NotSupportedException) {
            Console.WriteLine("ok ?");
        }
    }

    static void Main()
    {
        Show(new byte[] {@octets@});
    }
}
