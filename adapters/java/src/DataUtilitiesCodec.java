// com.upokecenter.util.DataUtilities: GetUtf8String and GetUtf8Bytes (strict, replace).
//
// The exceptions have no offset.

import com.upokecenter.util.DataUtilities;

final class DataUtilitiesCodec extends FunctionCodec {
    DataUtilitiesCodec() {
        super("DataUtilities", Jar.version("datautilities"));
        for (String mode : new String[] {"strict", "replace"}) {
            boolean replace = mode.equals("replace");
            decodes("UTF-8", mode, (bytes, from, to) -> {
                try {
                    return DataUtilities.GetUtf8String(bytes, from, to - from, replace);
                } catch (IllegalArgumentException illFormed) {
                    throw IllFormed.somewhere();
                }
            });
            encodes("UTF-8", mode, string -> {
                try {
                    return DataUtilities.GetUtf8Bytes(string, replace);
                } catch (IllegalArgumentException refusal) {
                    throw IllFormed.somewhere();
                }
            });
        }
    }
}
