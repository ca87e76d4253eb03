// Bouncy Castle: org.bouncycastle.util.Strings.fromUTF8ByteArray and toUTF8ByteArray.
//
// The exceptions have no offset. The class is loaded at the start, for its jar is signed, and to check
// that takes long.

import org.bouncycastle.util.Strings;

final class BouncyCastleCodec extends FunctionCodec {
    BouncyCastleCodec() {
        super("bouncycastle-Strings", Jar.version("bcprov-jdk18on"));
        Strings.lineSeparator();
        decodes("UTF-8", "strict", (bytes, from, to) -> {
            try {
                return Strings.fromUTF8ByteArray(bytes, from, to - from);
            } catch (IllegalArgumentException illFormed) {
                throw IllFormed.somewhere();
            }
        });
        encodes("UTF-8", "strict", string -> {
            try {
                return Strings.toUTF8ByteArray(string);
            } catch (IllegalStateException refusal) {
                throw IllFormed.somewhere();
            }
        });
    }
}
