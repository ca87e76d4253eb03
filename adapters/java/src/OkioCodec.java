// Okio: Buffer.readUtf8, Buffer.writeUtf8 and Utf8.size.
//
// Both always replace: there is no strict mode.

import okio.Buffer;
import okio.Utf8;

final class OkioCodec extends FunctionCodec {
    OkioCodec() {
        super("okio", Jar.version("okio-jvm"));
        decodes("UTF-8", "replace", (bytes, from, to) ->
                new Buffer().write(bytes, from, to - from).readUtf8());
        encodes("UTF-8", "replace", string -> new Buffer().writeUtf8(string).readByteArray());
        measures("UTF-8", "replace", string -> (int) Utf8.size(string), string ->
                new Buffer().writeUtf8(string).readByteArray().length);
    }
}
