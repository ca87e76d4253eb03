// Answers the questions of utfproof about the codecs of the Java platform.

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;

final class Adapter {
    private Adapter() {}

    public static void main(String[] arguments) throws IOException {
        List<Codec> codecs = List.of(
                new CharsetDecoderCodec(),
                new StringCodec(),
                new DataInputStreamCodec());
        Input input = new Input(new FileInputStream(FileDescriptor.in));
        Answer answer = new Answer(new FileOutputStream(FileDescriptor.out));
        new Protocol("java", codecs).converse(input, answer);
    }
}
