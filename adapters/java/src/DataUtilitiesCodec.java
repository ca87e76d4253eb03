// com.upokecenter.util.DataUtilities: GetUtf8String, GetUtf8Bytes and GetUtf8Length (strict, replace).
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
            encodes("UTF-8", mode, string -> encoded(string, replace));
            measures("UTF-8", mode, string -> (int) DataUtilities.GetUtf8Length(string, replace), string ->
                    encoded(string, replace).length);
        }
    }

    private static byte[] encoded(String string, boolean replace) throws IllFormed {
        try {
            return DataUtilities.GetUtf8Bytes(string, replace);
        } catch (IllegalArgumentException refusal) {
            throw IllFormed.somewhere();
        }
    }
}
