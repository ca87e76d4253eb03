// FlatBuffers: Utf8Safe.decodeUtf8Array, Utf8Safe.encodeUtf8 and Utf8Safe.encodedLength.
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
        encodes("UTF-8", "strict", FlatBuffersCodec::encoded);
        measures("UTF-8", "strict", FlatBuffersCodec::length, string -> encoded(string).length);
    }

    private static byte[] encoded(String string) throws IllFormed {
        ByteBuffer bytes = ByteBuffer.allocate(3 * string.length());
        try {
            new Utf8Safe().encodeUtf8(string, bytes);
        } catch (IllegalArgumentException refusal) {
            throw IllFormed.somewhere();
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static int length(String string) throws IllFormed {
        try {
            return new Utf8Safe().encodedLength(string);
        } catch (IllegalArgumentException refusal) {
            throw IllFormed.somewhere();
        }
    }
}
