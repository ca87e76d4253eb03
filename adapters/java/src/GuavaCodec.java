// Guava: com.google.common.base.Utf8.isWellFormed and encodedLength.
//
// The first tells nothing but true or false. The other is documented to be what String.getBytes has for a well-formed
// string, and to throw for others.

import com.google.common.base.Utf8;
import java.nio.charset.StandardCharsets;

final class GuavaCodec extends FunctionCodec {
    GuavaCodec() {
        super("guava-Utf8", Jar.version("guava"));
        validates("UTF-8", (bytes, from, to) ->
                Utf8.isWellFormed(bytes, from, to - from) ? Sweep.WELL_FORMED : Sweep.SOMEWHERE);
        measures("UTF-8", "strict", GuavaCodec::length, string -> {
            length(string); // it refuses what getBytes would replace
            return string.getBytes(StandardCharsets.UTF_8).length;
        });
    }

    private static int length(String string) throws IllFormed {
        try {
            return Utf8.encodedLength(string);
        } catch (IllegalArgumentException unpaired) {
            throw IllFormed.somewhere();
        }
    }
}
