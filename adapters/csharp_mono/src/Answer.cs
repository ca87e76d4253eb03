// Answer lines on their way to standard output.

using System;
using System.Globalization;
using System.IO;

sealed class Answer
{
    const int Drain = 1 << 16;
    const string Digits = "0123456789abcdef";

    readonly Stream stream;
    byte[] buffer = new byte[2 * Drain];
    int length;
    int lineStart;

    public Answer(Stream stream)
    {
        this.stream = stream;
    }

    public void Text(string ascii)
    {
        Reserve(ascii.Length);
        for (int i = 0; i < ascii.Length; i++)
            buffer[length++] = (byte)ascii[i];
    }

    public void Decimal(int value)
    {
        Text(value.ToString(CultureInfo.InvariantCulture));
    }

    /// The place of an error; a negative one is none in the input, and counts as not told.
    public void Place(int value)
    {
        if (value < 0)
            Text("?");
        else
            Decimal(value);
    }

    /// What was said of the size of an output, and what that was.
    public void Sizes(int predicted, int written)
    {
        Text("ok ");
        Decimal(predicted);
        Text(" ");
        Decimal(written);
    }

    public void Error(int offset, int size)
    {
        Text("error ");
        Place(offset);
        Text(" ");
        Place(size);
    }

    public void Bytes(byte[] bytes, int count)
    {
        Reserve(2 * count + 1);
        if (count == 0)
            buffer[length++] = (byte)'-';
        for (int i = 0; i < count; i++) {
            buffer[length++] = (byte)Digits[bytes[i] >> 4];
            buffer[length++] = (byte)Digits[bytes[i] & 15];
        }
    }

    /// UTF-16 units as code points, each after a space: a pair is one, a lone unit its own value.
    public void Units(char[] units, int count)
    {
        for (int i = 0; i < count; i++) {
            int point = units[i];
            if (i + 1 < count && char.IsSurrogatePair(units[i], units[i + 1]))
                point = char.ConvertToUtf32(units[i], units[++i]);
            Point(point);
        }
    }

    public void Units(string units)
    {
        Units(units.ToCharArray(), units.Length);
    }

    public void EndLine()
    {
        Reserve(1);
        buffer[length++] = (byte)'\n';
        if (length >= Drain)
            Flush();
        lineStart = length;
    }

    public void RestartLine()
    {
        length = lineStart;
    }

    public void Flush()
    {
        stream.Write(buffer, 0, length);
        stream.Flush();
        length = lineStart = 0;
    }

    void Point(int point)
    {
        Reserve(7);
        buffer[length++] = (byte)' ';
        int shift = 0;
        while (point >> shift > 15)
            shift += 4;
        for (; shift >= 0; shift -= 4)
            buffer[length++] = (byte)Digits[point >> shift & 15];
    }

    void Reserve(int count)
    {
        if (length + count > buffer.Length)
            Array.Resize(ref buffer, Math.Max(2 * buffer.Length, length + count));
    }
}
