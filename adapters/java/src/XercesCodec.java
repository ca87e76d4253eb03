// Apache Xerces: org.apache.xerces.impl.io.UTF8Reader and UCSReader, by which it reads XML.
//
// UCSReader has no way to refuse what it is given. All are asked by read(char[], int, int), as the
// parser asks them.

import java.io.InputStream;
import java.io.Reader;
import org.apache.xerces.impl.io.UCSReader;
import org.apache.xerces.impl.io.UTF8Reader;

final class XercesCodec extends ReaderCodec {
    XercesCodec() {
        super("xerces", Jar.version("xercesImpl"));
        reads("UTF-8", "strict", UTF8Reader::new);
        reads("UCS-4", "strict", stream -> new UCSReader(stream, UCSReader.UCS4BE));
    }
}
