// Lucene: UnicodeUtil.UTF8toUTF16, UTF16toUTF8 and calcUTF16toUTF8Length.
//
// UTF8toUTF16 is documented to check nothing and to read on past the end of a cut sequence, which
// ends in an ArrayIndexOutOfBoundsException where the array ends too: that is all it can refuse by.

import java.util.Arrays;
import org.apache.lucene.util.UnicodeUtil;

final class LuceneCodec extends FunctionCodec {
    LuceneCodec() {
        super("lucene-UnicodeUtil", Jar.version("lucene-core"));
        decodes("UTF-8", "strict", LuceneCodec::decoded);
        encodes("UTF-8", "replace", string -> {
            byte[] bytes = new byte[UnicodeUtil.maxUTF8Length(string.length())];
            return Arrays.copyOf(bytes, UnicodeUtil.UTF16toUTF8(string, 0, string.length(), bytes));
        });
        measures("UTF-8", "replace", string -> UnicodeUtil.calcUTF16toUTF8Length(string, 0, string.length()), string -> {
            byte[] bytes = new byte[UnicodeUtil.maxUTF8Length(string.length())];
            return UnicodeUtil.UTF16toUTF8(string, 0, string.length(), bytes);
        });
    }

    private static String decoded(byte[] bytes, int from, int to) throws IllFormed {
        char[] units = new char[to - from];
        try {
            return new String(units, 0, UnicodeUtil.UTF8toUTF16(bytes, from, to - from, units));
        } catch (ArrayIndexOutOfBoundsException pastTheEnd) {
            throw IllFormed.somewhere();
        }
    }
}
