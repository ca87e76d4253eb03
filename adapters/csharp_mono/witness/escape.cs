using System;
using System.Net;

static class Witness
{
    static void Show(char[] text)
    {
        try {
            string escaped = @escape@;
            Console.Write("ok");
            for (int i = 0; i < escaped.Length; i++)
                if (escaped[i] == '%')
                    Console.Write(" {0}{1}", escaped[++i], escaped[++i]);
                else
                    Console.Write(" {0:X2}", (int)escaped[i]);
            Console.WriteLine();
        } catch (UriFormatException error) {
            Console.WriteLine("error: " + error.Message);
        }
    }

    static void Main()
    {
        Show(new char[] {@units@});
    }
}
