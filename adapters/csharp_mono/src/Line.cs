// The fields of a line, read one after the other.

using System;
using System.Collections.Generic;

sealed class Line
{
    static readonly int[] Digits = new int[256];

    byte[] buffer;
    int at;
    int end;

    static Line()
    {
        for (int i = 0; i < Digits.Length; i++)
            Digits[i] = "0123456789abcdef".IndexOf((char)i);
    }

    public void Set(byte[] buffer, int start, int end)
    {
        this.buffer = buffer;
        this.at = start;
        this.end = end;
    }

    public bool IsEmpty { get { return at == end; } }

    public bool More { get { return at < end; } }

    public int Remaining { get { return end - at; } }

    public string Text()
    {
        var text = new char[end - at];
        for (int i = 0; i < text.Length; i++)
            text[i] = (char)buffer[at + i];
        return new string(text);
    }

    public void Finish()
    {
        if (More)
            throw new Unanswered("failed too many fields");
    }

    /// A field of bytes in hex, where "-" stands for none.
    public byte[] Bytes()
    {
        if (Word('-'))
            return new byte[0];
        int stop = Stop();
        var bytes = new byte[(stop - at) / 2];
        if (bytes.Length == 0 || at + 2 * bytes.Length != stop)
            throw new Unanswered("failed bytes need two digits each");
        for (int i = 0; i < bytes.Length; i++, at += 2) {
            int value = Digits[buffer[at]] << 4 | Digits[buffer[at + 1]];
            if (value < 0)
                throw new Unanswered("failed not lower-case hex");
            bytes[i] = (byte)value;
        }
        SkipSpace();
        return bytes;
    }

    /// The only field that is left, of bytes.
    public byte[] LastBytes()
    {
        byte[] bytes = Bytes();
        Finish();
        return bytes;
    }

    /// All fields that are left, of bytes.
    public List<byte[]> Chunks()
    {
        var chunks = new List<byte[]>();
        do
            chunks.Add(Bytes());
        while (More);
        return chunks;
    }

    public long CodePoint()
    {
        return Number(16, 0xFFFFFFFF);
    }

    public int Decimal(int most)
    {
        return (int)Number(10, most);
    }

    /// Reads a field that is this one character, if it comes next.
    public bool Word(char character)
    {
        if (at == end || buffer[at] != character || at + 1 < end && buffer[at + 1] != ' ')
            return false;
        at++;
        SkipSpace();
        return true;
    }

    long Number(int radix, long most)
    {
        int stop = Stop();
        long value = at < stop ? 0 : -1;
        for (; at < stop; at++) {
            int digit = Digits[buffer[at]];
            value = value * radix + digit;
            if (digit < 0 || digit >= radix || value > most)
                throw new Unanswered("failed not a number in its range");
        }
        if (value < 0)
            throw new Unanswered("failed a number is missing");
        SkipSpace();
        return value;
    }

    int Stop()
    {
        int stop = Array.IndexOf(buffer, (byte)' ', at, end - at);
        return stop < 0 ? end : stop;
    }

    void SkipSpace()
    {
        if (at < end)
            at++;
    }
}
