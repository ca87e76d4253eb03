// The code points of a line as UTF-16 units, which is what the API takes.

using System.Collections.Generic;

sealed class CodePoints
{
    readonly List<char> units = new List<char>();
    readonly List<int> indices = new List<int>();
    int points;

    /// The units of the whole line.
    public static CodePoints Read(Line line)
    {
        var read = new CodePoints();
        read.Chunk(line);
        line.Finish();
        return read;
    }

    /// The units up to the next bar or the end; `more` says that there was a bar.
    public char[] Chunk(Line line, out bool more)
    {
        int from = units.Count;
        more = false;
        if (!line.Word('-'))
            while (line.More && !(more = line.Word('|')))
                Add(line.CodePoint());
        else if (line.More && !(more = line.Word('|')))
            throw new Unanswered("failed a bar is missing");
        return units.GetRange(from, units.Count - from).ToArray();
    }

    public char[] Units { get { return units.ToArray(); } }

    /// The index of the code point that this unit belongs to; a negative one stays as it is.
    public int Index(int unit)
    {
        return unit < 0 ? unit : unit < indices.Count ? indices[unit] : points;
    }

    void Chunk(Line line)
    {
        bool more;
        Chunk(line, out more);
        if (more)
            throw new Unanswered("failed a bar");
    }

    void Add(long point)
    {
        if (point > 0x10FFFF)
            throw new Unanswered("impossible above 10ffff");
        string pair = point > 0xFFFF ? char.ConvertFromUtf32((int)point) : ((char)point).ToString();
        foreach (char unit in pair) {
            units.Add(unit);
            indices.Add(points);
        }
        points++;
    }
}
