// Jackson (jackson-core): com.fasterxml.jackson.core.io.UTF32Reader, by which it reads JSON in UTF-32.

import com.fasterxml.jackson.core.ErrorReportConfiguration;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.io.UTF32Reader;
import com.fasterxml.jackson.core.util.BufferRecycler;
import java.io.InputStream;
import java.io.Reader;

final class JacksonUtf32Codec extends ReaderCodec {
    JacksonUtf32Codec() {
        super("jackson-UTF32Reader", Jar.version("jackson-core"));
        reads("UTF-32BE", "strict", stream -> open(stream, true));
        reads("UTF-32LE", "strict", stream -> open(stream, false));
    }

    private static Reader open(InputStream stream, boolean bigEndian) {
        IOContext context = new IOContext(
                StreamReadConstraints.defaults(), StreamWriteConstraints.defaults(), ErrorReportConfiguration.defaults(),
                new BufferRecycler(), ContentReference.unknown(), true);
        return new UTF32Reader(context, stream, context.allocReadIOBuffer(), 0, 0, bigEndian);
    }
}
