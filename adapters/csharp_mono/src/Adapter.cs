// Answers the questions of utfproof about the encodings of System.Text on Mono.

using System;
using System.Reflection;

static class Adapter
{
    static void Main()
    {
        string version = Version();
        var codecs = new Codec[] {
            new EncodingCodec("UTF8Encoding", version, "UTF-8"),
            new EncodingCodec("UnicodeEncoding", version, "UTF-16LE", "UTF-16BE"),
            new EncodingCodec("UTF32Encoding", version, "UTF-32LE", "UTF-32BE"),
            new DecoderCodec("Decoder", version),
            new StreamReaderCodec("StreamReader", version, false),
            new StreamReaderCodec("StreamReader-detect", version, true),
            new UriCodec("Uri", version),
            new WebUtilityCodec("WebUtility", version),
        };
        var answer = new Answer(Console.OpenStandardOutput());
        new Protocol("csharp_mono", codecs).Converse(new Input(Console.OpenStandardInput()), answer);
    }

    /// The runtime tells its version only here: "6.8.0.105 (Debian …)".
    static string Version()
    {
        MethodInfo name = Type.GetType("Mono.Runtime")
            .GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static);
        return ((string)name.Invoke(null, null)).Split(' ')[0];
    }
}
