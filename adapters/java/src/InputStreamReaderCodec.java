// java.io.InputStreamReader: with a CharsetDecoder that reports (strict) and with a Charset (replace).

import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;

final class InputStreamReaderCodec extends ReaderCodec {
    InputStreamReaderCodec() {
        super("InputStreamReader", System.getProperty("java.version"));
        for (String encoding : CharsetCodec.ENCODINGS) {
            Charset charset = Charset.forName(encoding);
            reads(encoding, "strict", stream -> new InputStreamReader(stream, charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
            reads(encoding, "replace", stream -> new InputStreamReader(stream, charset));
        }
    }
}
