// Answers the questions of utfproof about the codecs of the Java platform and of Java libraries.

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;

final class Adapter {
    private Adapter() {}

    public static void main(String[] arguments) throws IOException {
        // Two libraries log through SLF4J, which would say that it has no provider.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        List<Codec> codecs = List.of(
                new CharsetDecoderCodec(),
                new StringCodec(),
                new DataInputStreamCodec(),
                new InputStreamReaderCodec(),
                new ObjectInputStreamCodec(),
                new UrlDecoderCodec(),
                new UriCodec(),
                new Icu4jCodec(),
                new GuavaCodec(),
                new NettyCodec(),
                new JacksonCodec(),
                new JacksonAsyncCodec(),
                new JacksonCborCodec(),
                new JacksonUtf32Codec(),
                new WoodstoxCodec(),
                new XercesCodec(),
                new ProtobufCodec(),
                new KotlinCodec(),
                new OkioCodec(),
                new OkioCodePointCodec(),
                new JettyCodec(),
                new Fastjson2Codec(),
                new JsoniterCodec(),
                new DslJsonCodec(),
                new LuceneCodec(),
                new ArrowCodec(),
                new BouncyCastleCodec(),
                new JcodingsCodec(),
                new JavaWebSocketCodec(),
                new FlatBuffersCodec(),
                new DataUtilitiesCodec(),
                new UpokecenterEncodingCodec(),
                new RhinoCodec(),
                new LuajCodec(),
                new CommonsIoCodec());
        Input input = new Input(new FileInputStream(FileDescriptor.in));
        Answer answer = new Answer(new FileOutputStream(FileDescriptor.out));
        new Protocol("java", codecs).converse(input, answer);
    }
}
