// A codec that is given as functions, each of them one way to call the API under test.

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

abstract class FunctionCodec extends Codec {
    private static final byte POISON = (byte) 0xA5;

    private final Map<String, Offer> offers = new HashMap<>();

    interface Decoding {
        String decode(byte[] bytes, int from, int to) throws IllFormed;
    }

    /** Of an API that gives code points, which may be none. */
    interface ValueDecoding {
        int[] decode(byte[] bytes, int from, int to) throws IllFormed;
    }

    /** Of an API that tells beside the text whether it replaced something. */
    interface Telling {
        boolean decode(byte[] bytes, StringBuilder text);
    }

    interface Validation {
        /** The offset of the first error, counted from {@code from}, or a label of Sweep. */
        int firstError(byte[] bytes, int from, int to);
    }

    interface StringEncoding {
        byte[] encode(String string) throws IllFormed;
    }

    interface ValueEncoding {
        byte[] encode(int[] values) throws IllFormed;
    }

    /** How many bytes a string has, by a function that tells it or by one that writes them. */
    interface Size {
        int of(String string) throws IllFormed;
    }

    /** How an answer is put together from a slice. */
    private interface Answering {
        void answer(byte[] bytes, int from, int to, Answer answer) throws IllFormed;
    }

    /** An incremental decoder. */
    interface Stream {
        String feed(byte[] chunk) throws IllFormed;

        String finish() throws IllFormed;
    }

    FunctionCodec(String name, String version) {
        super(name, version);
    }

    @Override
    final Offer open(String op, String encoding, String mode) {
        return offers.get(String.join(" ", op, encoding, mode));
    }

    final void offer(String op, String encoding, String mode, Offer offer) {
        declare(op, encoding, mode);
        offers.put(String.join(" ", op, encoding, mode), offer);
    }

    /** A function of a whole array: decode, and sweep where it is strict. */
    final void decodesWhole(String encoding, String mode, Decoding decoding) {
        decodesArray(encoding, mode, answering(decoding));
        if (mode.equals("strict")) {
            sweeps(encoding, refusals(decoding));
        }
    }

    /** A function of a slice of an array: decode-within as well. */
    final void decodes(String encoding, String mode, Decoding decoding) {
        decodesWhole(encoding, mode, decoding);
        decodesSlice(encoding, mode, answering(decoding));
    }

    /** The same where {@link #validates} answers the sweep. */
    final void decodesUnswept(String encoding, String mode, Decoding decoding) {
        decodesArray(encoding, mode, answering(decoding));
        decodesSlice(encoding, mode, answering(decoding));
    }

    /** The same for an API that is given a copy, which has no neighbours: no decode-within. */
    final void decodesCopiesUnswept(String encoding, String mode, Decoding decoding) {
        decodesArray(encoding, mode, answering(decoding));
    }

    final void decodesValues(String encoding, String mode, ValueDecoding decoding) {
        Answering answering = (bytes, from, to, answer) -> {
            int[] values = decoding.decode(bytes, from, to);
            answer.text("ok");
            for (int value : values) {
                answer.value(value);
            }
        };
        decodesArray(encoding, mode, answering);
        decodesSlice(encoding, mode, answering);
        if (mode.equals("strict")) {
            sweeps(encoding, refusals((bytes, from, to) -> {
                decoding.decode(bytes, from, to);
                return null;
            }));
        }
    }

    private void decodesArray(String encoding, String mode, Answering decoding) {
        offer("decode", encoding, mode, (line, answer) -> {
            byte[] bytes = line.bytes();
            line.finish();
            decode(decoding, bytes, 0, bytes.length, answer);
        });
    }

    private void decodesSlice(String encoding, String mode, Answering decoding) {
        offer("decode-within", encoding, mode, (line, answer) -> {
            byte[] before = line.bytes();
            byte[] bytes = line.bytes();
            byte[] after = line.bytes();
            line.finish();
            byte[] all = joined(before, bytes, after);
            decode(decoding, all, before.length, before.length + bytes.length, answer);
        });
    }

    final void tellsReplacements(String encoding, String mode, Telling telling) {
        offer("decode-replaced", encoding, mode, (line, answer) -> {
            byte[] bytes = line.bytes();
            line.finish();
            StringBuilder text = new StringBuilder();
            answer.text(telling.decode(bytes, text) ? "ok yes" : "ok no");
            units(text.toString(), answer);
        });
    }

    /** One object, made once, decodes two strings. */
    final void decodesAgain(String encoding, String mode, Supplier<Decoding> decodings) {
        offer("decode-again", encoding, mode, (line, answer) -> {
            byte[] first = line.bytes();
            byte[] second = line.bytes();
            line.finish();
            Decoding decoding = decodings.get();
            decode(answering(decoding), first, 0, first.length, answer);
            answer.text(" / ");
            decode(answering(decoding), second, 0, second.length, answer);
        });
    }

    final void decodesChunks(String encoding, String mode, Supplier<Stream> streams) {
        offer("decode-chunks", encoding, mode, (line, answer) -> {
            List<byte[]> chunks = chunks(line);
            Stream stream = streams.get();
            Answer delivered = Answer.part();
            try {
                for (byte[] chunk : chunks) {
                    units(stream.feed(chunk), delivered);
                    delivered.text(" |");
                    Arrays.fill(chunk, POISON); // the caller may use the memory for something else now
                }
                units(stream.finish(), delivered);
                answer.text("ok");
            } catch (IllFormed illFormed) {
                illFormed.place(answer);
            }
            answer.append(delivered);
        });
    }

    /** A validator, which answers the sweep too. */
    final void validates(String encoding, Validation validation) {
        offer("validate", encoding, "strict", (line, answer) -> {
            byte[] bytes = line.bytes();
            line.finish();
            int offset = validation.firstError(bytes, 0, bytes.length);
            if (offset == Sweep.WELL_FORMED) {
                answer.text("ok");
            } else if (offset == Sweep.SOMEWHERE) {
                IllFormed.somewhere().place(answer);
            } else {
                IllFormed.at(offset).place(answer);
            }
        });
        sweeps(encoding, validation);
    }

    final void sweeps(String encoding, Validation validation) {
        offer("sweep", encoding, "strict", (line, answer) -> {
            Sweep sweep = new Sweep(line, 0);
            byte[] string = sweep.buffer;
            sweep.run(() -> validation.firstError(string, 0, string.length), answer);
        });
    }

    final void encodes(String encoding, String mode, StringEncoding function) {
        offer("encode", encoding, mode, (line, answer) -> {
            CodePoints points = CodePoints.read(line);
            try {
                encoded(function.encode(new String(points.units, 0, points.length)), answer);
            } catch (IllFormed illFormed) {
                (illFormed.isPlaced() ? IllFormed.at(points.before(illFormed.offset)) : illFormed).index(answer);
            }
        });
    }

    final void encodesValues(String encoding, String mode, ValueEncoding function) {
        offer("encode", encoding, mode, (line, answer) -> {
            CodePoints points = CodePoints.read(line);
            try {
                encoded(function.encode(points.values()), answer);
            } catch (IllFormed illFormed) {
                illFormed.index(answer);
            }
        });
    }

    final void measures(String encoding, String mode, Size predicted, Size written) {
        offer("encode-size", encoding, mode, (line, answer) -> {
            CodePoints points = CodePoints.read(line);
            String string = new String(points.units, 0, points.length);
            try {
                int size = written.of(string);
                answer.sizes(predicted.of(string), size);
            } catch (IllFormed illFormed) {
                (illFormed.isPlaced() ? IllFormed.at(points.before(illFormed.offset)) : illFormed).index(answer);
            }
        });
    }

    static Validation refusals(Decoding decoding) {
        return (bytes, from, to) -> {
            try {
                decoding.decode(bytes, from, to);
                return Sweep.WELL_FORMED;
            } catch (IllFormed illFormed) {
                return illFormed.isPlaced() ? illFormed.offset : Sweep.SOMEWHERE;
            }
        };
    }

    static List<byte[]> chunks(Line line) throws Unanswered {
        List<byte[]> chunks = new ArrayList<>();
        do {
            chunks.add(line.bytes());
        } while (line.more());
        return chunks;
    }

    static void units(String string, Answer answer) {
        answer.units(string.toCharArray(), 0, string.length());
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part, 0, part.length);
        }
        return all.toByteArray();
    }

    private static Answering answering(Decoding decoding) {
        return (bytes, from, to, answer) -> {
            String string = decoding.decode(bytes, from, to);
            answer.text("ok");
            units(string, answer);
        };
    }

    private static void decode(Answering decoding, byte[] bytes, int from, int to, Answer answer) {
        try {
            decoding.answer(bytes, from, to, answer);
        } catch (IllFormed illFormed) {
            illFormed.place(answer);
        }
    }

    private static void encoded(byte[] bytes, Answer answer) {
        answer.text("ok ");
        answer.bytes(bytes, 0, bytes.length);
    }
}
