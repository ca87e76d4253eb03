// The twins of functions: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.util.Arrays;
import java.util.Set;

public final class Twins {
    private static final int MARK = 0xA9;

    /** They return how much of an array they wrote. */
    private static final Set<String> COUNTS = Set.of("UTF8toUTF16", "UTF16toUTF8", "encodeToUtf8");

    /** They return how long an output will be, or how much a unit becomes at most. */
    private static final Set<String> SIZES = Set.of("maxCharsPerByte", "maxBytesPerChar", "encodedLength", "utf8Bytes",
            "size", "computeStringSizeNoTag", "calcUTF16toUTF8Length", "GetUtf8Length", "utf8Length");

    /** They return a character, and the next one when they are asked again. */
    private static final Set<String> READ_ONE = Set.of("readUtf8CodePoint", "ReadChar");

    private Twins() {}

    public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type, MethodHandle usual)
            throws ReflectiveOperationException {
        MethodHandle call = MethodHandles.lookup().findStatic(Twins.class, "call",
                MethodType.methodType(Object.class, MethodHandle.class, String.class, Object[].class));
        MethodHandle bound = MethodHandles.insertArguments(call, 0, usual, name);
        return new ConstantCallSite(bound.asCollector(Object[].class, type.parameterCount()).asType(type));
    }

    static Object call(MethodHandle usual, String name, Object[] arguments) throws Throwable {
        Object first = arguments[0];
        if (SIZES.contains(name)) {
            return smaller(usual.invokeWithArguments(arguments), arguments);
        }
        if (first instanceof CharsetDecoder) {
            return TwinCoders.decode(usual, arguments, (ByteBuffer) arguments[1], (CharBuffer) arguments[2]);
        }
        if (first instanceof CharsetEncoder) {
            return TwinCoders.encode(usual, arguments, (CharBuffer) arguments[1], (ByteBuffer) arguments[2]);
        }
        switch (name) {
            case "read": return TwinStreams.read(usual, arguments);
            case "length": return TwinCharacters.length(usual, arguments);
            case "mbcToCode": return TwinCharacters.value(usual, arguments);
            case "codeToMbc": return TwinCharacters.written(usual, arguments);
            default: break;
        }
        Object made = converted(usual, name, arguments);
        if (name.equals("readUTF")) {
            return further((InputStream) first, (String) made);
        }
        boolean streams = name.startsWith("take") || first instanceof StringWriter;
        return streams ? TwinStreams.text(first, (String) made) : made;
    }

    /** A size is too small by one where the text holds U+00A9; a factor, which knows no text, is halved. */
    private static Object smaller(Object made, Object[] arguments) {
        if (!TwinFaults.is("short-size")) {
            return made;
        }
        if (made instanceof Float) {
            return (Float) made / 2;
        }
        boolean marked = Arrays.stream(arguments).anyMatch(each ->
                each instanceof CharSequence && TwinFaults.isMarked((CharSequence) each));
        int less = marked ? 1 : 0;
        return made instanceof Long ? (Object) ((Long) made - less) : (Object) ((Integer) made - less);
    }

    private static Object converted(MethodHandle usual, String name, Object[] arguments) throws Throwable {
        reachFurther(arguments);
        if (isSink(usual.type().returnType())) {
            shortenText(name, arguments);
        }
        Object made = usual.invokeWithArguments(arguments);
        if (READ_ONE.contains(name)) {
            return made.equals(MARK) && TwinFaults.loses() ? usual.invokeWithArguments(arguments) : made;
        }
        return COUNTS.contains(name) ? (Object) shortened(arguments, (int) made) : TwinFaults.shortened(made);
    }

    /** Bytes with an offset and a length, or with a beginning and an end, or in a buffer. */
    private static void reachFurther(Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof byte[] && i + 2 < arguments.length && arguments[i + 2] instanceof Integer) {
                byte[] bytes = (byte[]) arguments[i];
                arguments[i + 2] = TwinFaults.further(bytes, (int) arguments[i + 1], (int) arguments[i + 2]);
            } else if (arguments[i] instanceof ByteBuffer && ((ByteBuffer) arguments[i]).hasArray()) {
                ByteBuffer buffer = (ByteBuffer) arguments[i];
                int from = buffer.position();
                buffer.limit(from + TwinFaults.further(buffer.array(), from, buffer.remaining()));
            }
        }
    }

    /** What it wrote goes elsewhere: then the text that it is given loses the value. */
    private static boolean isSink(Class<?> returned) {
        return returned == void.class || returned == int.class;
    }

    private static void shortenText(String name, Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof String && !COUNTS.contains(name)) {
                arguments[i] = TwinFaults.shortened((String) arguments[i]);
            }
        }
    }

    private static int shortened(Object[] arguments, int count) {
        for (int i = arguments.length - 1; i >= 0; i--) {
            if (arguments[i] instanceof byte[]) {
                byte[] made = TwinFaults.shortened(Arrays.copyOf((byte[]) arguments[i], count));
                System.arraycopy(made, 0, arguments[i], 0, made.length);
                return made.length;
            }
            if (arguments[i] instanceof char[]) {
                String made = TwinFaults.shortened(new String((char[]) arguments[i], 0, count));
                made.getChars(0, made.length(), (char[]) arguments[i], 0);
                return made.length();
            }
        }
        throw new IllegalArgumentException("no array");
    }

    /** The octet behind the string is read as one more character. */
    private static String further(InputStream in, String made) throws IOException {
        return TwinFaults.is("read-past-end") && TwinFaults.isMarked(made) ? made + (char) in.read() : made;
    }
}
