// System.Uri: UnescapeDataString of a string in which every byte is percent-encoded, EscapeDataString.
//
// UnescapeDataString never throws for what is not UTF-8: it is offered as mode replace, and what it puts
// there is reported. EscapeDataString throws UriFormatException, which tells no place.

using System;

sealed class UriCodec : Codec
{
    public UriCodec(string name, string version) : base(name, version)
    {
        Add("decode UTF-8 replace", (line, answer) => {
            string text = Uri.UnescapeDataString(Percent.Encoded(line.LastBytes()));
            answer.Text("ok");
            answer.Units(text);
        });
        Add("encode UTF-8 strict", (line, answer) => {
            CodePoints points = CodePoints.Read(line);
            try {
                byte[] bytes = Percent.Decoded(Uri.EscapeDataString(new string(points.Units)));
                answer.Text("ok ");
                answer.Bytes(bytes, bytes.Length);
            } catch (UriFormatException) {
                answer.Text("error ?");
            }
        });
    }
}
