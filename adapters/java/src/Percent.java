// Percent-encoding of the web: every byte is written %xx, whatever it is.

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

final class Percent {
    private static final byte[] DIGITS = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private Percent() {}

    static String encoded(byte[] bytes, int from, int to) {
        byte[] text = new byte[3 * (to - from)];
        for (int i = from, at = 0; i < to; i++) {
            text[at++] = '%';
            text[at++] = DIGITS[bytes[i] >> 4 & 0xF];
            text[at++] = DIGITS[bytes[i] & 0xF];
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** The bytes of what an encoder wrote: %xx is one byte, any other character is its own. */
    static byte[] decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%') {
                bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.write(text.charAt(i));
            }
        }
        return bytes.toByteArray();
    }
}
