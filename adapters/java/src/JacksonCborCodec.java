// Jackson (jackson-dataformat-cbor): the parser and the generator of CBOR, asked for one text string.
//
// The adapter puts the head of a CBOR text string with four bytes of length before it. The parser
// tells where it stood when it gave up, not where the ill-formed sequence is.

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

final class JacksonCborCodec extends FunctionCodec {
    private static final byte TEXT_WITH_LONG_LENGTH = 0x7A;

    JacksonCborCodec() {
        super("jackson-cbor", Jar.version("jackson-dataformat-cbor"));
        decodesWhole("UTF-8", "strict", JacksonCborCodec::decoded);
        encodes("UTF-8", "strict", JacksonCborCodec::encoded);
    }

    private static String decoded(byte[] bytes, int from, int to) throws IllFormed {
        byte[] cbor = new byte[5 + to - from];
        ByteBuffer.wrap(cbor).put(TEXT_WITH_LONG_LENGTH).putInt(to - from).put(bytes, from, to - from);
        try (JsonParser parser = Factory.CBOR.createParser(cbor)) {
            parser.nextToken();
            return parser.getText();
        } catch (JsonProcessingException illFormed) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] encoded(String string) throws IllFormed {
        ByteArrayOutputStream cbor = new ByteArrayOutputStream();
        try (JsonGenerator generator = Factory.CBOR.createGenerator(cbor)) {
            generator.writeString(string);
        } catch (JsonProcessingException refusal) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Cbor.text(cbor.toByteArray());
    }

    /** Made when it is first asked for. */
    private static final class Factory {
        static final CBORFactory CBOR = new CBORFactory();
    }
}
