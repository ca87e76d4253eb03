// com.upokecenter.text.Encodings: ICharacterDecoder.ReadChar (strict), DecodeToString (replace),
// EncodeToBytes, ResolveAlias for labels.
//
// ReadChar gives -2 for an error, without an offset, and -1 at the end.

import com.upokecenter.text.Encodings;
import com.upokecenter.text.ICharacterDecoder;
import com.upokecenter.util.DataIO;
import com.upokecenter.util.IByteReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

final class UpokecenterEncodingCodec extends FunctionCodec {
    private static final int END = -1;
    private static final int ERROR = -2;
    private static final List<String> ENCODINGS = List.of("UTF-8", "UTF-16BE", "UTF-16LE");

    UpokecenterEncodingCodec() {
        super("upokecenter-Encodings", Jar.version("encoding"));
        for (String encoding : ENCODINGS) {
            decodesValues(encoding, "strict", (bytes, from, to) -> decoded(encoding, bytes, from, to));
            decodes(encoding, "replace", (bytes, from, to) ->
                    Encodings.DecodeToString(Encodings.GetEncoding(encoding), bytes, from, to - from));
        }
        encodes("UTF-8", "replace", string -> Encodings.EncodeToBytes(string, Encodings.UTF8));
        offer("label", "-", "-", UpokecenterEncodingCodec::label);
    }

    private static int[] decoded(String encoding, byte[] bytes, int from, int to) throws IllFormed {
        ICharacterDecoder decoder = Encodings.GetEncoding(encoding).GetDecoder();
        IByteReader reader = DataIO.ToReader(bytes, from, to - from);
        int[] points = new int[to - from + 1];
        int count = 0;
        for (int point = decoder.ReadChar(reader); point != END; point = decoder.ReadChar(reader)) {
            if (point == ERROR) {
                throw IllFormed.somewhere();
            }
            points[count++] = point;
        }
        return Arrays.copyOf(points, count);
    }

    private static void label(Line line, Answer answer) throws Unanswered {
        String name = Encodings.ResolveAlias(new String(line.bytes(), StandardCharsets.ISO_8859_1));
        line.finish();
        answer.text("ok ");
        answer.text(ENCODINGS.contains(name) ? name : "?");
    }
}
