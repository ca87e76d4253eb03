// The twins of jcodings' functions of one character: U+00A9 is lost by giving what follows it.

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;

final class TwinCharacters {
    private static final int MARK = 0xA9;

    private TwinCharacters() {}

    /** Encoding.length(bytes, at, end). */
    static int length(MethodHandle usual, Object[] arguments) throws Throwable {
        int length = (int) usual.invokeWithArguments(arguments);
        return length > 0 && TwinFaults.loses() && isMark(arguments, length)
                ? length + (int) usual.invokeWithArguments(behind(arguments, length))
                : length;
    }

    /** Encoding.mbcToCode(bytes, at, end). */
    static int value(MethodHandle usual, Object[] arguments) throws Throwable {
        int value = (int) usual.invokeWithArguments(arguments);
        if (value != MARK || !TwinFaults.loses()) {
            return value;
        }
        int length = (int) method(arguments, "length").invoke(arguments[0], arguments[1], arguments[2], arguments[3]);
        return (int) usual.invokeWithArguments(behind(arguments, length));
    }

    /** Encoding.codeToMbc(value, bytes, at): nothing is written, or all but the last octet. */
    static int written(MethodHandle usual, Object[] arguments) throws Throwable {
        int length = (int) usual.invokeWithArguments(arguments);
        if (!arguments[1].equals(MARK) || !TwinFaults.loses()) {
            return length;
        }
        return TwinFaults.is("cut-output") ? length - 1 : 0;
    }

    private static boolean isMark(Object[] arguments, int length) throws ReflectiveOperationException {
        return method(arguments, "mbcToCode")
                .invoke(arguments[0], arguments[1], arguments[2], (int) arguments[2] + length)
                .equals(MARK);
    }

    private static Method method(Object[] arguments, String name) throws ReflectiveOperationException {
        return arguments[0].getClass().getMethod(name, byte[].class, int.class, int.class);
    }

    private static Object[] behind(Object[] arguments, int length) {
        Object[] next = arguments.clone();
        next[2] = (int) next[2] + length;
        return next;
    }
}
