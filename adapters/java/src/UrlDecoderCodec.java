// java.net.URLDecoder.decode of a string in which every byte is percent-encoded, URLEncoder.encode.
//
// Both always replace. URLEncoder writes a space as "+", which is given back as a space here.

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

final class UrlDecoderCodec extends FunctionCodec {
    UrlDecoderCodec() {
        super("URLDecoder", System.getProperty("java.version"));
        decodesWhole("UTF-8", "replace", (bytes, from, to) ->
                URLDecoder.decode(Percent.encoded(bytes, from, to), StandardCharsets.UTF_8));
        encodes("UTF-8", "replace", string ->
                Percent.decoded(URLEncoder.encode(string, StandardCharsets.UTF_8).replace('+', ' ')));
    }
}
