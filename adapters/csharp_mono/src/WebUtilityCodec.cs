// System.Net.WebUtility: UrlDecode of a string in which every byte is percent-encoded, UrlEncode.
//
// Both always replace. UrlEncode writes a space as "+", which is given back as a space here.

using System.Net;

sealed class WebUtilityCodec : Codec
{
    public WebUtilityCodec(string name, string version) : base(name, version)
    {
        Add("decode UTF-8 replace", (line, answer) => {
            string text = WebUtility.UrlDecode(Percent.Encoded(line.LastBytes()));
            answer.Text("ok");
            answer.Units(text);
        });
        Add("encode UTF-8 replace", (line, answer) => {
            string text = WebUtility.UrlEncode(new string(CodePoints.Read(line).Units));
            byte[] bytes = Percent.Decoded(text.Replace('+', ' '));
            answer.Text("ok ");
            answer.Bytes(bytes, bytes.Length);
        });
    }
}
