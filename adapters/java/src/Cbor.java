// A CBOR text string, whose head is taken off: of one length, or in chunks of their own lengths.

import java.io.ByteArrayOutputStream;

final class Cbor {
    private static final int INDEFINITE = 31;
    private static final int BREAK = 0xFF;

    private final byte[] item;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private int at;

    private Cbor(byte[] item) {
        this.item = item;
    }

    static byte[] text(byte[] item) {
        Cbor cbor = new Cbor(item);
        if ((item[0] & 0x1F) == INDEFINITE) {
            cbor.at = 1;
            while ((item[cbor.at] & 0xFF) != BREAK) {
                cbor.chunk();
            }
        } else {
            cbor.chunk();
        }
        return cbor.text.toByteArray();
    }

    private void chunk() {
        int length = item[at++] & 0x1F;
        if (length >= 24) {
            int octets = 1 << length - 24;
            length = 0;
            for (; octets > 0; octets--) {
                length = length << 8 | item[at++] & 0xFF;
            }
        }
        text.write(item, at, length);
        at += length;
    }
}
