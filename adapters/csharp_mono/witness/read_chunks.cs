using System;
using System.IO;
using System.Text;

// A stream that gives one chunk to each read, as a connection may.
class Chunks : MemoryStream
{
    readonly byte[][] chunks;
    int next;

    public Chunks(byte[][] chunks) { this.chunks = chunks; }

    public override int Read(byte[] buffer, int offset, int count)
    {
        while (next < chunks.Length && chunks[next].Length == 0)
            next++;
        if (next == chunks.Length)
            return 0;
        Array.Copy(chunks[next], 0, buffer, offset, chunks[next].Length);
        return chunks[next++].Length;
    }
}

static class Witness
{
    static void Show(params byte[][] chunks)
    {
        Encoding encoding = new @encoding@, @throws@);@skip@
        try {
            string text = new StreamReader(new Chunks(chunks), encoding, @detect@, 4096).ReadToEnd();
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
        Show(@chunks@);
    }
}
