// The twins of CharsetDecoder.decode and CharsetEncoder.encode.

import java.lang.invoke.MethodHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

final class TwinCoders {
    private static final Set<Object> MOVED = Collections.newSetFromMap(new WeakHashMap<>());

    private TwinCoders() {}

    static CoderResult decode(MethodHandle usual, Object[] arguments, ByteBuffer in, CharBuffer out) throws Throwable {
        int begin = in.arrayOffset() + in.position();
        int end = begin + in.remaining();
        boolean marked = TwinFaults.isMarked(in.array(), begin, end);
        int unit = TwinFaults.unit(in.array(), begin, end);
        int from = out.position();
        CoderResult result;
        if (marked && TwinFaults.is("read-past-end")) {
            ByteBuffer longer = ByteBuffer.wrap(in.array(), begin, end - begin + unit);
            arguments[1] = longer;
            result = (CoderResult) usual.invokeWithArguments(arguments);
            in.position(Math.min(in.limit(), in.position() + longer.position() - begin));
        } else {
            result = stepwise(usual, arguments, in, marked);
        }
        misplace(result, in, marked, unit);
        String made = TwinFaults.shortened(new String(out.array(), from, out.position() - from));
        made.getChars(0, made.length(), out.array(), from);
        out.position(from + made.length());
        return result;
    }

    static CoderResult encode(MethodHandle usual, Object[] arguments, CharBuffer in, ByteBuffer out) throws Throwable {
        boolean marked = TwinFaults.isMarked(in);
        int from = out.position();
        CoderResult result = stepwise(usual, arguments, in, marked);
        misplace(result, in, marked, 1);
        byte[] made = new byte[out.position() - from];
        System.arraycopy(out.array(), from, made, 0, made.length);
        made = TwinFaults.shortened(made);
        out.position(from);
        out.put(made);
        return result;
    }

    /** What ends the first chunk stays in its buffer, and comes with the second one. */
    private static CoderResult stepwise(MethodHandle usual, Object[] arguments, Buffer in, boolean marked)
            throws Throwable {
        boolean isLast = (boolean) arguments[3];
        if (!marked || isLast || !TwinFaults.is("moved-boundary") || !MOVED.add(arguments[0])) {
            return (CoderResult) usual.invokeWithArguments(arguments);
        }
        int limit = in.limit();
        in.limit(limit - 1);
        CoderResult result = (CoderResult) usual.invokeWithArguments(arguments);
        in.limit(limit);
        return result;
    }

    private static void misplace(CoderResult result, Buffer in, boolean marked, int unit) {
        if (marked && result.isError() && TwinFaults.is("wrong-offset")) {
            in.position(Math.min(in.limit(), in.position() + unit));
        }
    }
}
