import com.fasterxml.jackson.core.*;
import com.fasterxml.jackson.core.io.*;
import com.fasterxml.jackson.core.util.BufferRecycler;
import java.io.ByteArrayInputStream;
import java.util.HexFormat;
import java.util.stream.Collectors;

class Witness {
    static void show(byte[] octets) {
        try {
            IOContext context = new IOContext(StreamReadConstraints.defaults(), StreamWriteConstraints.defaults(),
                    ErrorReportConfiguration.defaults(), new BufferRecycler(), ContentReference.unknown(), true);
            UTF32Reader reader = new UTF32Reader(context, new ByteArrayInputStream(octets),
                    context.allocReadIOBuffer(), 0, 0, @big@);
            StringBuilder text = new StringBuilder();
            for (int unit; (unit = reader.read()) >= 0; ) {
                text.append((char) unit);
            }
            System.out.println("ok " + text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
        } catch (Exception error) {
            System.out.println("error " + error);
        }
    }

    public static void main(String[] arguments) {
        show(HexFormat.of().parseHex("@hex@"));
    }
}
