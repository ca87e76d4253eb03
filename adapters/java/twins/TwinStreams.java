// The twins of what is read bit by bit: the end of the first piece comes with the second one.

import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.WeakHashMap;

final class TwinStreams {
    private static final String NONE = "";

    /** What was held back of a stream, and whether anything was. */
    private static final Map<Object, String> HELD = new WeakHashMap<>();

    private TwinStreams() {}

    static String text(Object stream, String made) {
        String held = HELD.get(stream);
        if (held != null) {
            HELD.put(stream, NONE);
            return held.concat(made);
        }
        if (!TwinFaults.is("moved-boundary") || !TwinFaults.isMarked(made)) {
            return made;
        }
        HELD.put(stream, made.substring(made.length() - 1));
        return made.substring(0, made.length() - 1);
    }

    /** Reader.read(units, offset, length). */
    static int read(MethodHandle usual, Object[] arguments) throws Throwable {
        char[] units = (char[]) arguments[1];
        int offset = (int) arguments[2];
        arguments[3] = (int) arguments[3] - 1;
        int count = (int) usual.invokeWithArguments(arguments);
        String held = HELD.getOrDefault(arguments[0], NONE);
        if (count < 0 && held.isEmpty()) {
            return count;
        }
        String made = text(arguments[0], new String(units, offset, Math.max(count, 0)));
        made = TwinFaults.shortened(made);
        made.getChars(0, made.length(), units, offset);
        return made.length();
    }
}
