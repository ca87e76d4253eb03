// The conversation: blocks of a header, data lines and an empty line.

using System.Collections.Generic;
using System.Text;

sealed class Protocol
{
    readonly string hello;
    readonly Dictionary<string, Offer> offers = new Dictionary<string, Offer>();

    public Protocol(string adapter, Codec[] codecs)
    {
        var json = new StringBuilder("{\"protocol\":1,\"adapter\":\"").Append(adapter).Append("\",\"codecs\":[");
        string separator = "";
        foreach (Codec codec in codecs) {
            json.Append(separator).Append("{\"name\":\"").Append(codec.Name);
            json.Append("\",\"version\":\"").Append(codec.Version).Append("\",\"offers\":[");
            separator = "";
            foreach (KeyValuePair<string, Offer> offer in codec.Offers) {
                string[] words = offer.Key.Split(new[] {' '}, 2);
                offers.Add(words[0] + " " + codec.Name + " " + words[1], offer.Value);
                json.Append(separator).Append('"').Append(offer.Key).Append('"');
                separator = ",";
            }
            json.Append("]}");
        }
        hello = json.Append("]}").ToString();
    }

    public void Converse(Input input, Answer answer)
    {
        var line = new Line();
        while (input.Next(line)) {
            if (line.IsEmpty)
                continue;
            string header = line.Text();
            bool ended = header.StartsWith("hello ", System.StringComparison.Ordinal)
                ? Greet(input, line, answer)
                : Ask(Find(header), input, line, answer);
            if (ended)
                answer.EndLine();
            answer.Flush();
        }
    }

    Offer Find(string header)
    {
        Offer offer;
        return offers.TryGetValue(header, out offer) ? offer : (line, answer) => answer.Text("failed unknown header");
    }

    /// Whether an empty line ended the block, and not the end of the input.
    static bool Ask(Offer offer, Input input, Line line, Answer answer)
    {
        while (input.Next(line)) {
            if (line.IsEmpty)
                return true;
            try {
                offer(line, answer);
            } catch (Unanswered unanswered) {
                answer.RestartLine();
                answer.Text(unanswered.Message);
            }
            answer.EndLine();
        }
        return false;
    }

    bool Greet(Input input, Line line, Answer answer)
    {
        answer.Text(hello);
        answer.EndLine();
        while (input.Next(line))
            if (line.IsEmpty)
                return true;
        return false;
    }
}
