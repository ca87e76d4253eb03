using System;
using System.Net;

static class Witness
{
    static void Show(byte[] octets)
    {
        string escaped = octets.Length == 0 ? "" : "%" + BitConverter.ToString(octets).Replace('-', '%');
        string text = @unescape@(escaped);
        Console.Write("ok");
        for (int i = 0; i < text.Length; i++)
            if (char.IsSurrogatePair(text, i))
                Console.Write(" {0:X}", char.ConvertToUtf32(text, i++));
            else
                Console.Write(" {0:X}", (int)text[i]);
        Console.WriteLine();
    }

    static void Main()
    {
        Show(new byte[] {@octets@});
    }
}
