// Jackson (jackson-core): the parser that is fed, asked for one JSON string chunk by chunk.
//
// The quotation marks are chunks of their own. A string is delivered when it is complete: all of
// it stands behind the last bar. The parser tells where it stood when it gave up, not where the
// ill-formed sequence is.

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

final class JacksonAsyncCodec extends FunctionCodec {
    private static final byte[] QUOTE = {'"'};

    JacksonAsyncCodec() {
        super("jackson-async", Jar.version("jackson-core"));
        decodesWhole("UTF-8", "strict", (bytes, from, to) -> {
            Fed fed = new Fed();
            fed.feed(Arrays.copyOfRange(bytes, from, to));
            return fed.finish();
        });
        decodesChunks("UTF-8", "strict", Fed::new);
    }

    private static final class Fed implements Stream {
        private static final JsonFactory FACTORY = new JsonFactory();
        private final JsonParser parser;

        Fed() {
            try {
                parser = FACTORY.createNonBlockingByteArrayParser();
                give(QUOTE);
            } catch (IllFormed | IOException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public String feed(byte[] chunk) throws IllFormed {
            give(chunk);
            return "";
        }

        @Override
        public String finish() throws IllFormed {
            give(QUOTE);
            try {
                return parser.getText();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        private void give(byte[] bytes) throws IllFormed {
            try {
                ((ByteArrayFeeder) parser.getNonBlockingInputFeeder()).feedInput(bytes, 0, bytes.length);
                parser.nextToken();
            } catch (JsonProcessingException illFormed) {
                throw IllFormed.somewhere();
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }
    }
}
