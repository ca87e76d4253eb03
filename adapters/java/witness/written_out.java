import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.apache.commons.io.output.WriterOutputStream;

class Witness {
    static void show(byte[] octets) {
        try {
            StringWriter writer = new StringWriter();
            try (OutputStream stream = WriterOutputStream.builder()
                    .setWriter(writer).setCharset(StandardCharsets.UTF_8).get()) {
                stream.write(octets);
            }
            String text = writer.toString();
            System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
