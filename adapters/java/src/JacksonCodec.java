// Jackson (jackson-core): the parser of JSON over bytes, asked for one JSON string, and the
// generator's writeRaw.
//
// The adapter puts the quotation marks around the string. The parser tells where it stood when it
// gave up, not where the ill-formed sequence is. The exception of writeRaw has no index.

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

final class JacksonCodec extends FunctionCodec {
    private static final byte[] QUOTE = {'"'};

    JacksonCodec() {
        super("jackson", Jar.version("jackson-core"));
        decodesWhole("UTF-8", "strict", JacksonCodec::decoded);
        encodes("UTF-8", "strict", JacksonCodec::encoded);
    }

    private static String decoded(byte[] bytes, int from, int to) throws IllFormed {
        byte[] json = joined(QUOTE, Arrays.copyOfRange(bytes, from, to), QUOTE);
        try (JsonParser parser = Factory.JSON.createParser(json)) {
            parser.nextToken();
            return parser.getText();
        } catch (JsonProcessingException illFormed) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] encoded(String string) throws IllFormed {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try (JsonGenerator generator = Factory.JSON.createGenerator(json)) {
            generator.writeRaw(string);
        } catch (JsonProcessingException refusal) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return json.toByteArray();
    }

    /** Made when it is first asked for. */
    private static final class Factory {
        static final JsonFactory JSON = new JsonFactory();
    }
}
