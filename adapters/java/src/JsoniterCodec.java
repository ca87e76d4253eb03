// jsoniter: JsonIterator.readString over bytes, asked for one JSON string.
//
// The adapter puts the quotation marks around it. The exception has no offset.

import com.jsoniter.JsonIterator;
import com.jsoniter.spi.JsonException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

final class JsoniterCodec extends FunctionCodec {
    private static final byte[] QUOTE = {'"'};

    JsoniterCodec() {
        super("jsoniter", Jar.version("jsoniter"));
        decodesWhole("UTF-8", "strict", JsoniterCodec::decoded);
    }

    private static String decoded(byte[] bytes, int from, int to) throws IllFormed {
        try {
            return JsonIterator.parse(joined(QUOTE, Arrays.copyOfRange(bytes, from, to), QUOTE)).readString();
        } catch (JsonException illFormed) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
