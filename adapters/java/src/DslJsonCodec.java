// DSL-JSON: JsonReader.readString over bytes and JsonWriter.writeString, asked for one JSON string.
//
// The adapter puts the quotation marks around it. The exceptions have no offset of the sequence. A
// sequence that the end cuts short makes the parser run out of its array: the caller gets that
// exception instead.

import com.dslplatform.json.DslJson;
import com.dslplatform.json.JsonReader;
import com.dslplatform.json.JsonWriter;
import com.dslplatform.json.ParsingException;
import com.dslplatform.json.SerializationException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

final class DslJsonCodec extends FunctionCodec {
    private static final byte[] QUOTE = {'"'};

    DslJsonCodec() {
        super("dsl-json", Jar.version("dsl-json"));
        decodesWhole("UTF-8", "strict", DslJsonCodec::decoded);
        encodes("UTF-8", "strict", string -> {
            JsonWriter writer = Library.JSON.newWriter();
            try {
                writer.writeString(string);
            } catch (SerializationException refusal) {
                throw IllFormed.somewhere();
            }
            byte[] quoted = writer.toByteArray();
            return Arrays.copyOfRange(quoted, 1, quoted.length - 1);
        });
    }

    private static String decoded(byte[] bytes, int from, int to) throws IllFormed {
        try {
            JsonReader<Object> reader = Library.JSON.newReader(joined(QUOTE, Arrays.copyOfRange(bytes, from, to), QUOTE));
            reader.getNextToken();
            return reader.readString();
        } catch (ParsingException | ArrayIndexOutOfBoundsException illFormed) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Made when it is first asked for. */
    private static final class Library {
        static final DslJson<Object> JSON = new DslJson<>();
    }
}
