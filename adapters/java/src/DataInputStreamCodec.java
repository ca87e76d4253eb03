// java.io.DataInputStream.readUTF and DataOutputStream.writeUTF: modified UTF-8.
//
// A string stands in the stream behind its length in two bytes, which the adapter puts there: at
// most 65,535 bytes can be read, and writeUTF refuses what would be longer. The exceptions have
// no offset and no length (the message has an approximate one, for people), and nothing of an
// ill-formed string is delivered. In decode-within the length is the string's left neighbour.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;

final class DataInputStreamCodec extends Codec {
    private static final int MOST = 0xFFFF;

    DataInputStreamCodec() {
        super("DataInputStream", System.getProperty("java.version"));
        declare("decode", "MUTF-8", "strict");
        declare("decode-within", "MUTF-8", "strict");
        declare("decode-again", "MUTF-8", "strict");
        declare("encode", "MUTF-8", "strict");
        declare("sweep", "MUTF-8", "strict");
    }

    @Override
    Offer open(String op, String encoding, String mode) {
        switch (op) {
            case "decode": return DataInputStreamCodec::decode;
            case "decode-within": return DataInputStreamCodec::decodeWithin;
            case "decode-again": return DataInputStreamCodec::decodeAgain;
            case "encode": return DataInputStreamCodec::encode;
            case "sweep": return DataInputStreamCodec::sweep;
            default: throw new IllegalArgumentException(op);
        }
    }

    private static void decode(Line line, Answer answer) throws Unanswered {
        byte[] stream = prefixed(line.bytes());
        line.finish();
        read(new DataInputStream(new ByteArrayInputStream(stream)), answer);
    }

    private static void decodeWithin(Line line, Answer answer) throws Unanswered {
        byte[] before = line.bytes();
        byte[] bytes = prefixed(line.bytes());
        byte[] after = line.bytes();
        line.finish();
        ByteArrayInputStream stream = new ByteArrayInputStream(joined(before, bytes, after));
        stream.skip(before.length);
        read(new DataInputStream(stream), answer);
    }

    /** One object reads one string after the other; it keeps its buffers between them. */
    private static void decodeAgain(Line line, Answer answer) throws Unanswered {
        byte[] both = joined(prefixed(line.bytes()), prefixed(line.bytes()), new byte[0]);
        line.finish();
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(both));
        read(in, answer);
        answer.text(" / ");
        read(in, answer);
    }

    private static void read(DataInputStream in, Answer answer) {
        try {
            String string = in.readUTF();
            answer.text("ok");
            answer.units(string.toCharArray(), 0, string.length());
        } catch (UTFDataFormatException illFormed) {
            answer.text("error ? ?");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static void encode(Line line, Answer answer) throws Unanswered {
        CodePoints points = CodePoints.read(line);
        ByteArrayOutputStream stream = new ByteArrayOutputStream(2 + 3 * points.length);
        try {
            new DataOutputStream(stream).writeUTF(new String(points.units, 0, points.length));
            byte[] written = stream.toByteArray();
            answer.text("ok ");
            answer.bytes(written, 2, written.length);
        } catch (UTFDataFormatException tooLong) {
            answer.text("error ?");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static void sweep(Line line, Answer answer) throws Unanswered {
        Sweep sweep = new Sweep(line, 2);
        int length = sweep.buffer.length - 2;
        if (length > MOST) {
            throw tooLong();
        }
        sweep.buffer[0] = (byte) (length >> 8);
        sweep.buffer[1] = (byte) length;
        sweep.run(new Reading(sweep.buffer), answer);
    }

    private static byte[] prefixed(byte[] bytes) throws Unanswered {
        if (bytes.length > MOST) {
            throw tooLong();
        }
        byte[] length = {(byte) (bytes.length >> 8), (byte) bytes.length};
        return joined(length, bytes, new byte[0]);
    }

    private static Unanswered tooLong() {
        return Unanswered.failed("readUTF cannot be given more than 65535 bytes");
    }

    private static byte[] joined(byte[] first, byte[] second, byte[] third) {
        byte[] all = new byte[first.length + second.length + third.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        System.arraycopy(third, 0, all, first.length + second.length, third.length);
        return all;
    }

    /** One stream, set back to its start before each string. */
    private static final class Reading implements Sweep.Check {
        private final DataInputStream in;

        Reading(byte[] stream) {
            in = new DataInputStream(new ByteArrayInputStream(stream));
        }

        @Override
        public int firstError() {
            try {
                in.reset();
                in.readUTF();
                return Sweep.WELL_FORMED;
            } catch (UTFDataFormatException illFormed) {
                return Sweep.SOMEWHERE;
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }
    }
}
