// A codec: its name, its version, and what it offers.

using System;
using System.Collections.Generic;

/// Writes the answer to the fields of a line, without the end of line.
delegate void Offer(Line line, Answer answer);

abstract class Codec
{
    public readonly string Name;
    public readonly string Version;
    public readonly List<KeyValuePair<string, Offer>> Offers = new List<KeyValuePair<string, Offer>>();

    protected Codec(string name, string version)
    {
        Name = name;
        Version = version;
    }

    /// What is offered in words, as in "decode UTF-8 strict".
    protected void Add(string what, Offer offer)
    {
        Offers.Add(new KeyValuePair<string, Offer>(what, offer));
    }
}

/// A data line that was not put to the codec; the message is the answer.
sealed class Unanswered : Exception
{
    public Unanswered(string answer) : base(answer) {}
}
