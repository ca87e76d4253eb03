// java.io.ObjectInputStream.readUTF and ObjectOutputStream.writeUTF: modified UTF-8.
//
// The string stands in a stream of the serialization protocol, behind its header, in one block of
// data that begins with the string's length in two bytes: at most 65,535 bytes can be read. The
// exceptions have no offset, and nothing of an ill-formed string is delivered.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamConstants;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.util.Arrays;

final class ObjectInputStreamCodec extends FunctionCodec {
    private static final int HEADER = 4;
    private static final int MOST = 0xFFFF;
    private static final int SHORT_BLOCK = 0xFF;

    ObjectInputStreamCodec() {
        super("ObjectInputStream", System.getProperty("java.version"));
        decodesWhole("MUTF-8", "strict", ObjectInputStreamCodec::decoded);
        encodes("MUTF-8", "strict", ObjectInputStreamCodec::encoded);
    }

    private static String decoded(byte[] bytes, int from, int to) throws IllFormed {
        try {
            return new ObjectInputStream(new ByteArrayInputStream(stream(bytes, from, to))).readUTF();
        } catch (UTFDataFormatException illFormed) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static byte[] stream(byte[] bytes, int from, int to) throws IOException {
        if (to - from > MOST) {
            throw new IllegalArgumentException("readUTF cannot be given more than 65535 bytes");
        }
        ByteArrayOutputStream stream = new ByteArrayOutputStream(to - from + 16);
        DataOutputStream data = new DataOutputStream(stream);
        data.writeShort(ObjectStreamConstants.STREAM_MAGIC);
        data.writeShort(ObjectStreamConstants.STREAM_VERSION);
        if (to - from + 2 <= SHORT_BLOCK) {
            data.writeByte(ObjectStreamConstants.TC_BLOCKDATA);
            data.writeByte(to - from + 2);
        } else {
            data.writeByte(ObjectStreamConstants.TC_BLOCKDATALONG);
            data.writeInt(to - from + 2);
        }
        data.writeShort(to - from);
        data.write(bytes, from, to - from);
        return stream.toByteArray();
    }

    /** Takes the header and the head of each block of data away, and the string's length. */
    private static byte[] encoded(String string) throws IllFormed {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(stream)) {
            out.writeUTF(string);
        } catch (UTFDataFormatException tooLong) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        byte[] written = stream.toByteArray();
        ByteArrayOutputStream data = new ByteArrayOutputStream(written.length);
        int at = HEADER;
        while (at < written.length) {
            boolean small = written[at++] == ObjectStreamConstants.TC_BLOCKDATA;
            int length = 0;
            for (int octets = small ? 1 : 4; octets > 0; octets--) {
                length = length << 8 | written[at++] & 0xFF;
            }
            data.write(written, at, length);
            at += length;
        }
        byte[] block = data.toByteArray();
        return Arrays.copyOfRange(block, 2, block.length);
    }
}
