// Java-WebSocket: Charsetfunctions.isValidUTF8 and Charsetfunctions.stringUtf8.
//
// Neither tells an offset. stringUtf8 calls the platform's charset.

import java.nio.ByteBuffer;
import org.java_websocket.exceptions.InvalidDataException;
import org.java_websocket.util.Charsetfunctions;

final class JavaWebSocketCodec extends FunctionCodec {
    JavaWebSocketCodec() {
        super("Java-WebSocket", Jar.version("Java-WebSocket"));
        validates("UTF-8", (bytes, from, to) ->
                Charsetfunctions.isValidUTF8(ByteBuffer.wrap(bytes, from, to - from))
                        ? Sweep.WELL_FORMED
                        : Sweep.SOMEWHERE);
        decodesUnswept("UTF-8", "strict", (bytes, from, to) -> {
            try {
                return Charsetfunctions.stringUtf8(ByteBuffer.wrap(bytes, from, to - from));
            } catch (InvalidDataException illFormed) {
                throw IllFormed.somewhere();
            }
        });
    }
}
