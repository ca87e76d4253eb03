// FlatBuffers: Utf8Safe.decodeUtf8Array and Utf8Safe.encodeUtf8.
//
// The exceptions have no offset.

import com.google.flatbuffers.Utf8Safe;
import java.nio.ByteBuffer;
import java.util.Arrays;

final class FlatBuffersCodec extends FunctionCodec {
    FlatBuffersCodec() {
        super("flatbuffers-Utf8Safe", Jar.version("flatbuffers-java"));
        decodes("UTF-8", "strict", (bytes, from, to) -> {
            try {
                return Utf8Safe.decodeUtf8Array(bytes, from, to - from);
            } catch (IllegalArgumentException illFormed) {
                throw IllFormed.somewhere();
            }
        });
        encodes("UTF-8", "strict", string -> {
            ByteBuffer bytes = ByteBuffer.allocate(3 * string.length());
            try {
                new Utf8Safe().encodeUtf8(string, bytes);
            } catch (IllegalArgumentException refusal) {
                throw IllFormed.somewhere();
            }
            return Arrays.copyOf(bytes.array(), bytes.position());
        });
    }
}
