// The adapter protocol, version 1: blocks of lines in, a block of answers out.

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

final class Protocol {
    private static final HexFormat HEX = HexFormat.of();

    private final String adapter;
    private final String codec;
    private final String version;
    private final Map<String, UnaryOperator<String>> offers = new LinkedHashMap<>();

    Protocol(String adapter, String codec, String version) {
        this.adapter = adapter;
        this.codec = codec;
        this.version = version;
    }

    /** The answer to a data line; an IllegalArgumentException says that the line cannot be read. */
    void offer(String offer, UnaryOperator<String> answer) {
        offers.put(offer, answer);
    }

    /** Answers blocks until the end of the input, which may fall anywhere in one. */
    void serve() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(
                new FileInputStream(FileDescriptor.in), StandardCharsets.ISO_8859_1), 1 << 18);
        Writer out = new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.US_ASCII);
        StringBuilder answers = new StringBuilder();
        UnaryOperator<String> block = null;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty()) {
                if (block != null) {
                    answers.append('\n');
                    write(answers, out);
                }
                block = null;
            } else if (block != null) {
                answers.append(answered(block, line)).append('\n');
                if (answers.length() > 1 << 18) {
                    write(answers, out);
                }
            } else {
                block = opened(line);
                if (line.startsWith("hello ")) {
                    answers.append(hello()).append('\n');
                }
            }
        }
        write(answers, out);
    }

    private static void write(StringBuilder answers, Writer out) throws IOException {
        out.append(answers).flush();
        answers.setLength(0);
    }

    private static String answered(UnaryOperator<String> block, String line) {
        try {
            return block.apply(line);
        } catch (IllegalArgumentException unreadable) {
            return "failed " + unreadable.getMessage().replaceAll("[^ -~]", "?");
        }
    }

    private UnaryOperator<String> opened(String header) {
        String[] words = header.split(" ", -1);
        if (words.length == 4 && words[1].equals(codec)) {
            UnaryOperator<String> found = offers.get(words[0] + " " + words[2] + " " + words[3]);
            if (found != null) {
                return found;
            }
        }
        return line -> "failed unknown header";
    }

    private String hello() {
        return "{\"protocol\":1,\"adapter\":\"" + adapter + "\",\"codecs\":[{\"name\":\"" + codec + "\",\"version\":\""
                + version + "\",\"offers\":[\"" + String.join("\",\"", offers.keySet()) + "\"]}]}";
    }

    /** The bytes of a field in hex; "-" stands for none. */
    static byte[] readBytes(String field) {
        return field.equals("-") ? new byte[0] : HEX.parseHex(field);
    }

    /** The text of these code points, or null when one is above 10FFFF; surrogates are units like any other. */
    static String readPoints(String line) {
        StringBuilder text = new StringBuilder();
        if (line.equals("-")) {
            return "";
        }
        for (String field : line.split(" ", -1)) {
            long point = Long.parseLong(field, 16);
            if (point > Character.MAX_CODE_POINT) {
                return null;
            }
            text.appendCodePoint((int) point);
        }
        return text.toString();
    }

    static String writeBytes(byte[] bytes) {
        return bytes.length == 0 ? "-" : HEX.formatHex(bytes);
    }

    /** Each code point after a space; pairs are joined, a lone unit is its own value. */
    static String writePoints(CharSequence text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(point -> out.append(' ').append(Integer.toHexString(point)));
        return out.toString();
    }

    /** Asks about all strings that start with a prefix; firstError gives an offset, or -1 if there is none. */
    static UnaryOperator<String> sweep(ToIntFunction<byte[]> firstError) {
        return line -> {
            String[] fields = line.split(" ", -1);
            if (fields.length != 2 || !fields[1].matches("[0-3]")) {
                throw new IllegalArgumentException("a sweep is a prefix and 0 to 3");
            }
            byte[] prefix = readBytes(fields[0]);
            byte[] text = Arrays.copyOf(prefix, prefix.length + Integer.parseInt(fields[1]));
            StringBuilder out = new StringBuilder("ok");
            int label = firstError.applyAsInt(text);
            int run = 1;
            while (countUp(text, prefix.length)) {
                int next = firstError.applyAsInt(text);
                if (next != label) {
                    out.append(' ').append(run).append(label < 0 ? "v" : "i" + label);
                    label = next;
                    run = 0;
                }
                run++;
            }
            return out.append(' ').append(run).append(label < 0 ? "v" : "i" + label).toString();
        };
    }

    /** Counts the bytes from start on up as one number, until it is zero again. */
    private static boolean countUp(byte[] text, int start) {
        for (int i = text.length - 1; i >= start; i--) {
            if (++text[i] != 0) {
                return true;
            }
        }
        return false;
    }
}
