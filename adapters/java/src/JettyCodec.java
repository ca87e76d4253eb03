// Jetty: Utf8StringBuilder, whole with build (strict) and toCompleteString (replace), in chunks
// with takePartialString and takeCompleteString.
//
// The exception has no offset. The supplier that takes says what to throw at coding errors; null
// asks for the replaced text. When the text is complete, hasCodingErrors says whether there were any.

import java.nio.charset.CharacterCodingException;
import java.util.function.Supplier;
import org.eclipse.jetty.util.Utf8StringBuilder;

final class JettyCodec extends FunctionCodec {
    JettyCodec() {
        super("jetty-Utf8StringBuilder", Jar.version("jetty-util"));
        decodes("UTF-8", "strict", (bytes, from, to) -> strict(new Utf8StringBuilder(), bytes, from, to));
        decodes("UTF-8", "replace", (bytes, from, to) -> replaced(new Utf8StringBuilder(), bytes, from, to));
        tellsReplacements("UTF-8", "replace", (bytes, text) -> {
            Utf8StringBuilder builder = new Utf8StringBuilder();
            text.append(replaced(builder, bytes, 0, bytes.length));
            return builder.hasCodingErrors();
        });
        decodesAgain("UTF-8", "strict", () -> {
            Utf8StringBuilder builder = new Utf8StringBuilder();
            return (bytes, from, to) -> strict(builder, bytes, from, to);
        });
        decodesAgain("UTF-8", "replace", () -> {
            Utf8StringBuilder builder = new Utf8StringBuilder();
            return (bytes, from, to) -> replaced(builder, bytes, from, to);
        });
        decodesChunks("UTF-8", "strict", () -> new Chunks(IllFormed::somewhere));
        decodesChunks("UTF-8", "replace", () -> new Chunks(null));
    }

    private static String strict(Utf8StringBuilder builder, byte[] bytes, int from, int to) throws IllFormed {
        builder.reset();
        builder.append(bytes, from, to - from);
        try {
            return builder.build();
        } catch (CharacterCodingException illFormed) {
            throw IllFormed.somewhere();
        }
    }

    private static String replaced(Utf8StringBuilder builder, byte[] bytes, int from, int to) {
        builder.reset();
        builder.append(bytes, from, to - from);
        return builder.toCompleteString();
    }

    private static final class Chunks implements Stream {
        private final Utf8StringBuilder builder = new Utf8StringBuilder();
        private final Supplier<IllFormed> refusal;

        Chunks(Supplier<IllFormed> refusal) {
            this.refusal = refusal;
        }

        @Override
        public String feed(byte[] chunk) throws IllFormed {
            builder.append(chunk, 0, chunk.length);
            return builder.takePartialString(refusal);
        }

        @Override
        public String finish() throws IllFormed {
            return builder.takeCompleteString(refusal);
        }
    }
}
