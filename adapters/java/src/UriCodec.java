// java.net.URI.getPath of a path in which every byte is percent-encoded.
//
// It always replaces. The path begins with the "/" that a path needs, which is taken off again.

import java.net.URI;

final class UriCodec extends FunctionCodec {
    UriCodec() {
        super("URI", System.getProperty("java.version"));
        decodesWhole("UTF-8", "replace", (bytes, from, to) ->
                URI.create("/".concat(Percent.encoded(bytes, from, to))).getPath().substring(1));
    }
}
