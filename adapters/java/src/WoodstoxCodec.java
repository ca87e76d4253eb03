// Woodstox: com.ctc.wstx.io.UTF8Reader and UTF32Reader, by which it reads XML.

import com.ctc.wstx.api.ReaderConfig;
import com.ctc.wstx.io.UTF32Reader;
import com.ctc.wstx.io.UTF8Reader;
import java.io.InputStream;
import java.io.Reader;

final class WoodstoxCodec extends ReaderCodec {
    private static final int BUFFER = 4000;

    /** The readers may move what is left in the buffer to its beginning, as where they read XML. */
    private static final boolean OWN = true;

    WoodstoxCodec() {
        super("woodstox", Jar.version("woodstox-core"));
        reads("UTF-8", "strict", stream ->
                new UTF8Reader(Config.FULL, stream, new byte[BUFFER], 0, 0, OWN));
        reads("UTF-32BE", "strict", stream -> utf32(stream, true));
        reads("UTF-32LE", "strict", stream -> utf32(stream, false));
    }

    private static Reader utf32(InputStream stream, boolean bigEndian) {
        return new UTF32Reader(Config.FULL, stream, new byte[BUFFER], 0, 0, OWN, bigEndian);
    }

    /** Made when it is first asked for. */
    private static final class Config {
        static final ReaderConfig FULL = ReaderConfig.createFullDefaults();
    }
}
