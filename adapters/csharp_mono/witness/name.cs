using System;
using System.Linq;
using System.Text;

static class Witness
{
    static void Show(byte[] label)
    {
        try {
            string name = Encoding.GetEncoding(new string(label.Select(octet => (char)octet).ToArray())).WebName;
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
