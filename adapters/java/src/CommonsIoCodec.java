// Commons IO: WriterOutputStream, and BOMInputStream with the byte order marks of all five schemes.
//
// A WriterOutputStream made from a Charset always replaces; what it passes on with each write is
// what it has decoded.

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.commons.io.ByteOrderMark;
import org.apache.commons.io.input.BOMInputStream;
import org.apache.commons.io.output.WriterOutputStream;

final class CommonsIoCodec extends FunctionCodec {
    CommonsIoCodec() {
        super("commons-io", Jar.version("commons-io"));
        decodesChunks("UTF-8", "replace", Written::new);
        decodes("UTF-8", "replace", (bytes, from, to) -> {
            Written written = new Written();
            return written.write(bytes, from, to).concat(written.finish());
        });
        offer("detect", "-", "-", (line, answer) -> {
            byte[] bytes = line.bytes();
            line.finish();
            ByteOrderMark mark = mark(bytes);
            answer.text("ok ");
            answer.text(mark == null ? "?" : mark.getCharsetName());
            answer.text(" ");
            answer.decimal(mark == null ? 0 : mark.length());
        });
    }

    private static ByteOrderMark mark(byte[] bytes) {
        try (BOMInputStream stream = BOMInputStream.builder()
                .setInputStream(new ByteArrayInputStream(bytes))
                .setByteOrderMarks(ByteOrderMark.UTF_8, ByteOrderMark.UTF_16BE, ByteOrderMark.UTF_16LE,
                        ByteOrderMark.UTF_32BE, ByteOrderMark.UTF_32LE)
                .get()) {
            return stream.getBOM();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static final class Written implements Stream {
        private final StringWriter writer = new StringWriter();
        private final OutputStream stream;

        Written() {
            try {
                stream = WriterOutputStream.builder()
                        .setWriter(writer)
                        .setCharset(StandardCharsets.UTF_8)
                        .setWriteImmediately(true)
                        .get();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        @Override
        public String feed(byte[] chunk) {
            return write(chunk, 0, chunk.length);
        }

        @Override
        public String finish() {
            try {
                stream.close();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            return taken();
        }

        String write(byte[] bytes, int from, int to) {
            try {
                stream.write(bytes, from, to - from);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
            return taken();
        }

        private String taken() {
            String string = writer.toString();
            writer.getBuffer().setLength(0);
            return string;
        }
    }
}
