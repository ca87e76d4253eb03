// Kotlin: ByteArray.decodeToString with throwOnInvalidSequence (strict) and without (replace),
// String.encodeToByteArray likewise.

import java.nio.charset.CharacterCodingException;
import kotlin.text.StringsKt;

final class KotlinCodec extends FunctionCodec {
    KotlinCodec() {
        super("kotlin-stdlib", Jar.version("kotlin-stdlib"));
        decodes("UTF-8", "strict", (bytes, from, to) -> decoded(bytes, from, to, true));
        decodes("UTF-8", "replace", (bytes, from, to) -> decoded(bytes, from, to, false));
        encodes("UTF-8", "strict", string -> encoded(string, true));
        encodes("UTF-8", "replace", string -> encoded(string, false));
    }

    private static String decoded(byte[] bytes, int from, int to, boolean strict) throws IllFormed {
        try {
            return StringsKt.decodeToString(bytes, from, to, strict);
        } catch (Exception refusal) {
            throw refused(refusal);
        }
    }

    private static byte[] encoded(String string, boolean strict) throws IllFormed {
        try {
            return StringsKt.encodeToByteArray(string, 0, string.length(), strict);
        } catch (Exception refusal) {
            throw refused(refusal);
        }
    }

    /** Kotlin declares no exceptions, so Java cannot catch the one that it documents by its name. */
    private static IllFormed refused(Exception refusal) {
        if (refusal instanceof CharacterCodingException) {
            return IllFormed.somewhere();
        }
        throw new IllegalStateException(refusal);
    }
}
