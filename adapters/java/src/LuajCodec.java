// LuaJ: LuaString.isValidUtf8, decodeAsUtf8 and encodeToUtf8.
//
// isValidUtf8 tells nothing but true or false. decodeAsUtf8 has no way to refuse but to run out of
// the array.

import java.util.Arrays;
import org.luaj.vm2.LuaString;

final class LuajCodec extends FunctionCodec {
    LuajCodec() {
        super("luaj", Jar.version("luaj-jse"));
        validates("UTF-8", (bytes, from, to) ->
                LuaString.valueUsing(bytes, from, to - from).isValidUtf8() ? Sweep.WELL_FORMED : Sweep.SOMEWHERE);
        decodesUnswept("UTF-8", "strict", (bytes, from, to) -> {
            try {
                return LuaString.decodeAsUtf8(bytes, from, to - from);
            } catch (ArrayIndexOutOfBoundsException pastTheEnd) {
                throw IllFormed.somewhere();
            }
        });
        encodes("UTF-8", "strict", string -> {
            char[] units = string.toCharArray();
            byte[] bytes = new byte[LuaString.lengthAsUtf8(units)];
            return Arrays.copyOf(bytes, LuaString.encodeToUtf8(units, units.length, bytes, 0));
        });
    }
}
