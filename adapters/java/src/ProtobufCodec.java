// Protocol Buffers: CodedInputStream.readStringRequireUtf8 (strict), ByteString.toStringUtf8
// (replace), ByteString.isValidUtf8, CodedOutputStream.writeStringNoTag.
//
// A string stands behind its length, a varint, which the adapter puts there and takes off. No call
// tells an offset. The encoder falls back to String.getBytes for a lone surrogate and logs it.

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;

final class ProtobufCodec extends FunctionCodec {
    /** The most bytes that the length of a string has. */
    private static final int PREFIX = 5;

    ProtobufCodec() {
        super("protobuf-java", Jar.version("protobuf-java"));
        validates("UTF-8", (bytes, from, to) ->
                UnsafeByteOperations.unsafeWrap(bytes, from, to - from).isValidUtf8()
                        ? Sweep.WELL_FORMED
                        : Sweep.SOMEWHERE);
        decodesCopiesUnswept("UTF-8", "strict", ProtobufCodec::decoded);
        decodes("UTF-8", "replace", (bytes, from, to) ->
                ByteString.copyFrom(bytes, from, to - from).toStringUtf8());
        encodes("UTF-8", "replace", string -> encoded(string, CodedOutputStream.computeStringSizeNoTag(string)));
        measures("UTF-8", "replace", ProtobufCodec::predicted, string ->
                encoded(string, 3 * string.length() + PREFIX).length);
    }

    private static String decoded(byte[] bytes, int from, int to) throws IllFormed {
        byte[] stream = new byte[CodedOutputStream.computeUInt32SizeNoTag(to - from) + to - from];
        try {
            CodedOutputStream out = CodedOutputStream.newInstance(stream);
            out.writeUInt32NoTag(to - from);
            out.writeRawBytes(bytes, from, to - from);
            return CodedInputStream.newInstance(stream).readStringRequireUtf8();
        } catch (InvalidProtocolBufferException illFormed) {
            throw IllFormed.somewhere();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** What computeStringSizeNoTag says, without the length that stands before the string. */
    private static int predicted(String string) {
        Silent.start();
        int size = CodedOutputStream.computeStringSizeNoTag(string);
        int prefix = 1;
        while (CodedOutputStream.computeUInt32SizeNoTag(size - prefix) > prefix) {
            prefix++;
        }
        return size - prefix;
    }

    private static byte[] encoded(String string, int room) {
        byte[] stream = new byte[room];
        try {
            Silent.start();
            CodedOutputStream out = CodedOutputStream.newInstance(stream);
            out.writeStringNoTag(string);
            int written = out.getTotalBytesWritten();
            CodedInputStream in = CodedInputStream.newInstance(stream, 0, written);
            in.readRawVarint32();
            return Arrays.copyOfRange(stream, in.getTotalBytesRead(), written);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** A warning for each lone surrogate would fill standard error. */
    private static final class Silent {
        private static final Logger LOGGER = Logger.getLogger(CodedOutputStream.class.getName());

        static void start() {
            LOGGER.setLevel(Level.OFF);
        }
    }
}
