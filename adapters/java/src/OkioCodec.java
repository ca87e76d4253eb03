// Okio: Buffer.readUtf8 and Buffer.writeUtf8.
//
// Both always replace: there is no strict mode.

import okio.Buffer;

final class OkioCodec extends FunctionCodec {
    OkioCodec() {
        super("okio", Jar.version("okio-jvm"));
        decodes("UTF-8", "replace", (bytes, from, to) ->
                new Buffer().write(bytes, from, to - from).readUtf8());
        encodes("UTF-8", "replace", string -> new Buffer().writeUtf8(string).readByteArray());
    }
}
