// ICU4J's charsets (icu4j-charset): com.ibm.icu.charset.CharsetICU as a java.nio Charset.
//
// They are asked through the same CharsetDecoder and CharsetEncoder as those of the platform: an
// error is reported by the buffer's position and by CoderResult.length().
//
// A full buffer may end in half a pair, or in some bytes of a character, and the rest comes with the next one:
// decode-room and encode-room empty it and make the same call again, as CoderResult.OVERFLOW asks for, until all
// is out or nothing moves; decode-refill and encode-refill, which ask for whole characters in each, are not offered.

import com.ibm.icu.charset.CharsetICU;
import java.nio.charset.Charset;

final class Icu4jCodec extends CharsetCodec {
    Icu4jCodec() {
        super("icu4j", Jar.version("icu4j-charset"));
    }

    @Override
    Charset charset(String encoding) {
        return CharsetICU.forNameICU(encoding);
    }

    @Override
    boolean decoderParts(String encoding) {
        return true;
    }

    @Override
    boolean encoderParts(String encoding) {
        return true;
    }
}
