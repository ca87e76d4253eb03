// Guava: com.google.common.base.Utf8.isWellFormed.
//
// It tells nothing but true or false.

import com.google.common.base.Utf8;

final class GuavaCodec extends FunctionCodec {
    GuavaCodec() {
        super("guava-Utf8", Jar.version("guava"));
        validates("UTF-8", (bytes, from, to) ->
                Utf8.isWellFormed(bytes, from, to - from) ? Sweep.WELL_FORMED : Sweep.SOMEWHERE);
    }
}
