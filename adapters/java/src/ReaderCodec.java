// Decoders that are a java.io.Reader over an InputStream.
//
// In decode-chunks the stream gives one chunk to each read: a bar stands where the reader comes
// back for more, and what it returns after that was delivered after it. A Reader has no way to
// tell an offset; what it returned before it refused is reported.

import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.List;

abstract class ReaderCodec extends FunctionCodec {
    private static final int AT_ONCE = 4096;

    interface Opening {
        Reader open(InputStream stream);
    }

    ReaderCodec(String name, String version) {
        super(name, version);
    }

    final void reads(String encoding, String mode, Opening opening) {
        offer("decode", encoding, mode, (line, answer) -> {
            byte[] bytes = line.bytes();
            line.finish();
            answer(opening, new ChunkedInput(List.of(bytes), false), answer);
        });
        offer("decode-chunks", encoding, mode, (line, answer) ->
                answer(opening, new ChunkedInput(chunks(line), true), answer));
        if (mode.equals("strict")) {
            sweeps(encoding, (bytes, from, to) ->
                    isRead(opening.open(new ChunkedInput(List.of(bytes), false)), new char[bytes.length + 1], null)
                            ? Sweep.WELL_FORMED
                            : Sweep.SOMEWHERE);
        }
    }

    private static void answer(Opening opening, ChunkedInput input, Answer answer) {
        if (isRead(opening.open(input), new char[AT_ONCE], input)) {
            answer.text("ok");
        } else {
            IllFormed.somewhere().place(answer);
        }
        answer.append(input.delivered());
    }

    /** Reads to the end, or to where the reader refuses. */
    private static boolean isRead(Reader reader, char[] units, ChunkedInput input) {
        try {
            for (int count = reader.read(units, 0, units.length); count >= 0; count = reader.read(units, 0, units.length)) {
                if (input != null) {
                    input.deliver(units, count);
                }
            }
            return true;
        } catch (CharacterCodingException | CharConversionException refusal) {
            return false;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
