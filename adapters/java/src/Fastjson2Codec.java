// fastjson2: JSONReader.readString over bytes and JSON.toJSONBytes, asked for one JSON string.
//
// The adapter puts the quotation marks around it. The exception has no offset. A sequence that the
// end cuts short makes the parser run out of its array: the caller gets that exception instead.
// toJSONBytes never refuses.

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONException;
import com.alibaba.fastjson2.JSONReader;
import java.util.Arrays;

final class Fastjson2Codec extends FunctionCodec {
    private static final byte[] QUOTE = {'"'};

    Fastjson2Codec() {
        super("fastjson2", Jar.version("fastjson2"));
        decodesWhole("UTF-8", "strict", Fastjson2Codec::decoded);
        encodes("UTF-8", "replace", string -> {
            byte[] quoted = JSON.toJSONBytes(string);
            return Arrays.copyOfRange(quoted, 1, quoted.length - 1);
        });
    }

    private static String decoded(byte[] bytes, int from, int to) throws IllFormed {
        try (JSONReader reader = JSONReader.of(joined(QUOTE, Arrays.copyOfRange(bytes, from, to), QUOTE))) {
            return reader.readString();
        } catch (JSONException | ArrayIndexOutOfBoundsException illFormed) {
            throw IllFormed.somewhere();
        }
    }
}
