// Faulty twins of decoders and encoders; what they hold back of the first chunk comes with the second one.

using System;
using System.Text;

sealed class TwinDecoder : Decoder
{
    readonly Decoder usual;
    bool hasMoved;
    byte[] held = new byte[0];

    public TwinDecoder(Decoder usual) { this.usual = usual; }

    public override void Reset() { usual.Reset(); }

    public override int GetCharCount(byte[] bytes, int from, int count)
    {
        return usual.GetCharCount(bytes, from, count);
    }

    public override int GetChars(byte[] bytes, int from, int count, char[] units, int at)
    {
        return GetChars(bytes, from, count, units, at, false);
    }

    public override int GetChars(byte[] bytes, int from, int count, char[] units, int at, bool flush)
    {
        bool marked = Faults.Marked(bytes, from, count);
        int begun = usual.GetChars(held, 0, held.Length, units, at, false);
        held = new byte[0];
        if (marked && !flush && !hasMoved && Faults.Is("moved-boundary")) {
            hasMoved = true;
            held = new[] {bytes[from + --count]};
        }
        try {
            int made = begun + usual.GetChars(bytes, from, count, units, at + begun, flush);
            return Faults.Shortened(units, at, made);
        } catch (DecoderFallbackException refusal) {
            Faults.Misplace(refusal, marked);
            throw;
        }
    }

    public override void Convert(byte[] bytes, int from, int count, char[] units, int at, int room, bool flush,
                                 out int taken, out int made, out bool completed)
    {
        try {
            usual.Convert(bytes, from, count, units, at, room, flush, out taken, out made, out completed);
            made = Faults.Shortened(units, at, made);
        } catch (DecoderFallbackException refusal) {
            Faults.Misplace(refusal, Faults.Marked(bytes, from, count));
            throw;
        }
    }
}

sealed class TwinEncoder : Encoder
{
    readonly Encoder usual;
    bool hasMoved;
    char[] held = new char[0];

    public TwinEncoder(Encoder usual) { this.usual = usual; }

    public override void Reset() { usual.Reset(); }

    public override int GetByteCount(char[] units, int from, int count, bool flush)
    {
        return usual.GetByteCount(units, from, count, flush);
    }

    public override int GetBytes(char[] units, int from, int count, byte[] bytes, int at, bool flush)
    {
        bool marked = Faults.Marked(units, from, count);
        int begun = usual.GetBytes(held, 0, held.Length, bytes, at, false);
        held = new char[0];
        if (marked && !flush && !hasMoved && Faults.Is("moved-boundary")) {
            hasMoved = true;
            held = new[] {units[from + --count]};
        }
        try {
            int made = begun + usual.GetBytes(units, from, count, bytes, at + begun, flush);
            return Faults.Shortened(bytes, at, made);
        } catch (EncoderFallbackException refusal) {
            Faults.Misplace(refusal, marked);
            throw;
        }
    }

    public override void Convert(char[] units, int from, int count, byte[] bytes, int at, int room, bool flush,
                                 out int taken, out int made, out bool completed)
    {
        try {
            usual.Convert(units, from, count, bytes, at, room, flush, out taken, out made, out completed);
            made = Faults.Shortened(bytes, at, made);
        } catch (EncoderFallbackException refusal) {
            Faults.Misplace(refusal, Faults.Marked(units, from, count));
            throw;
        }
    }
}
