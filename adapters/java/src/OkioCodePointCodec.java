// Okio: Buffer.readUtf8CodePoint, until the buffer is empty, and Buffer.writeUtf8CodePoint.
//
// It replaces what is ill-formed and refuses a sequence that the end cuts short: it takes none of
// it, so that the offset is known.

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import okio.Buffer;

final class OkioCodePointCodec extends FunctionCodec {
    OkioCodePointCodec() {
        super("okio-readUtf8CodePoint", Jar.version("okio-jvm"));
        decodesValues("UTF-8", "replace", OkioCodePointCodec::decoded);
        encodesValues("UTF-8", "replace", OkioCodePointCodec::encoded);
    }

    private static int[] decoded(byte[] bytes, int from, int to) throws IllFormed {
        Buffer buffer = new Buffer().write(bytes, from, to - from);
        int[] points = new int[to - from];
        int count = 0;
        try {
            while (!buffer.exhausted()) {
                points[count++] = buffer.readUtf8CodePoint();
            }
        } catch (EOFException cutShort) {
            throw IllFormed.at(to - from - (int) buffer.size());
        }
        return Arrays.copyOf(points, count);
    }

    private static byte[] encoded(int[] values) {
        Buffer buffer = new Buffer();
        for (int value : values) {
            buffer.writeUtf8CodePoint(value);
        }
        return buffer.readByteArray();
    }
}
