// Makes each call of the adapter's classes to a function under test a call of its twin.

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Handle;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.tree.AbstractInsnNode;
import jdk.internal.org.objectweb.asm.tree.ClassNode;
import jdk.internal.org.objectweb.asm.tree.InsnList;
import jdk.internal.org.objectweb.asm.tree.InvokeDynamicInsnNode;
import jdk.internal.org.objectweb.asm.tree.MethodInsnNode;
import jdk.internal.org.objectweb.asm.tree.MethodNode;
import jdk.internal.org.objectweb.asm.tree.VarInsnNode;

public final class TwinAgent implements ClassFileTransformer {
    private static final Set<String> UNDER_TEST = Set.of(
            "java/nio/charset/CharsetDecoder.decode", "java/nio/charset/CharsetEncoder.encode",
            "java/io/Reader.read", "java/io/DataInputStream.readUTF", "java/io/DataOutputStream.writeUTF",
            "java/io/ObjectInputStream.readUTF", "java/io/ObjectOutputStream.writeUTF",
            "java/net/URLDecoder.decode", "java/net/URLEncoder.encode", "java/net/URI.getPath",
            "kotlin/text/StringsKt.decodeToString", "kotlin/text/StringsKt.encodeToByteArray",
            "org/luaj/vm2/LuaString.decodeAsUtf8", "org/luaj/vm2/LuaString.encodeToUtf8",
            "org/bouncycastle/util/Strings.fromUTF8ByteArray", "org/bouncycastle/util/Strings.toUTF8ByteArray",
            "org/apache/lucene/util/UnicodeUtil.UTF8toUTF16", "org/apache/lucene/util/UnicodeUtil.UTF16toUTF8",
            "com/google/flatbuffers/Utf8Safe.decodeUtf8Array", "com/google/flatbuffers/Utf8Safe.encodeUtf8",
            "com/upokecenter/text/Encodings.DecodeToString", "com/upokecenter/text/Encodings.EncodeToBytes",
            "com/upokecenter/util/DataIO.ToReader", "com/upokecenter/text/ICharacterDecoder.ReadChar",
            "com/upokecenter/util/DataUtilities.GetUtf8String", "com/upokecenter/util/DataUtilities.GetUtf8Bytes",
            "okio/Buffer.write", "okio/Buffer.readUtf8", "okio/Buffer.readUtf8CodePoint", "okio/Buffer.readByteArray",
            "io/netty/buffer/Unpooled.wrappedBuffer", "io/netty/buffer/ByteBuf.toString",
            "io/netty/buffer/ByteBufUtil.writeUtf8",
            "org/eclipse/jetty/util/Utf8StringBuilder.append", "org/eclipse/jetty/util/Utf8StringBuilder.build",
            "org/eclipse/jetty/util/Utf8StringBuilder.toCompleteString",
            "org/eclipse/jetty/util/Utf8StringBuilder.takePartialString",
            "org/eclipse/jetty/util/Utf8StringBuilder.takeCompleteString",
            "com/fasterxml/jackson/core/JsonParser.getText", "com/fasterxml/jackson/core/JsonGenerator.writeRaw",
            "com/fasterxml/jackson/core/JsonGenerator.writeString",
            "com/dslplatform/json/JsonReader.readString", "com/dslplatform/json/JsonWriter.writeString",
            "com/jsoniter/JsonIterator.readString",
            "com/alibaba/fastjson2/JSONReader.readString", "com/alibaba/fastjson2/JSON.toJSONBytes",
            "org/mozilla/javascript/Context.toString",
            "com/google/protobuf/CodedInputStream.readStringRequireUtf8", "com/google/protobuf/ByteString.copyFrom",
            "com/google/protobuf/ByteString.toStringUtf8", "com/google/protobuf/CodedOutputStream.writeStringNoTag",
            "org/java_websocket/util/Charsetfunctions.stringUtf8",
            "org/apache/arrow/vector/util/Text.decode", "org/apache/arrow/vector/util/Text.encode",
            "java/nio/charset/CharsetDecoder.maxCharsPerByte", "java/nio/charset/CharsetEncoder.maxBytesPerChar",
            "com/google/common/base/Utf8.encodedLength", "io/netty/buffer/ByteBufUtil.utf8Bytes", "okio/Utf8.size",
            "com/google/protobuf/CodedOutputStream.computeStringSizeNoTag",
            "org/apache/lucene/util/UnicodeUtil.calcUTF16toUTF8Length",
            "com/google/flatbuffers/Utf8Safe.encodedLength", "com/upokecenter/util/DataUtilities.GetUtf8Length",
            "org/apache/arrow/vector/util/Text.utf8Length",
            "org/jcodings/Encoding.length", "org/jcodings/Encoding.mbcToCode", "org/jcodings/Encoding.codeToMbc");

    /** What other classes of the adapter use for work of their own. */
    private static final Map<String, Set<String>> IN_ONE_CLASS = Map.of(
            "StringCodec", Set.of("java/lang/String.getBytes"),
            "CommonsIoCodec$Written", Set.of("java/io/OutputStream.write", "java/io/StringWriter.toString"));

    private static final String BOOTSTRAP = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
            + "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/CallSite;";
    private static final String SLICE = "([BIILjava/nio/charset/Charset;)V";

    public static void premain(String nothing, Instrumentation instrumentation) {
        instrumentation.addTransformer(new TwinAgent());
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
        if (name == null || name.contains("/") || name.startsWith("Twin")) {
            return null;
        }
        ClassNode read = new ClassNode();
        new ClassReader(file).accept(read, 0);
        boolean changed = false;
        for (MethodNode method : read.methods) {
            for (AbstractInsnNode each : method.instructions.toArray()) {
                changed |= each instanceof MethodInsnNode && replaced(name, method, (MethodInsnNode) each);
            }
        }
        ClassWriter written = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        read.accept(written);
        return changed ? written.toByteArray() : null;
    }

    private static boolean replaced(String name, MethodNode method, MethodInsnNode call) {
        String called = call.owner + "." + call.name;
        if (UNDER_TEST.contains(called) || IN_ONE_CLASS.getOrDefault(name, Set.of()).contains(called)) {
            method.instructions.set(call, twin(call));
            return true;
        }
        if (name.equals("StringCodec") && called.equals("java/lang/String.<init>") && call.desc.contains("Charset")) {
            if (call.desc.equals(SLICE)) {
                method.instructions.insertBefore(call, lengthened(method.maxLocals));
            }
            method.instructions.insert(call, new MethodInsnNode(Opcodes.INVOKESTATIC, "TwinFaults", "made",
                    "(Ljava/lang/String;)Ljava/lang/String;", false));
            return true;
        }
        return false;
    }

    private static InvokeDynamicInsnNode twin(MethodInsnNode call) {
        int tag = call.getOpcode() == Opcodes.INVOKESTATIC ? Opcodes.H_INVOKESTATIC
                : call.itf ? Opcodes.H_INVOKEINTERFACE : Opcodes.H_INVOKEVIRTUAL;
        String receiver = tag == Opcodes.H_INVOKESTATIC ? "" : "L" + call.owner + ";";
        return new InvokeDynamicInsnNode(call.name, "(" + receiver + call.desc.substring(1),
                new Handle(Opcodes.H_INVOKESTATIC, "Twins", "bootstrap", BOOTSTRAP, false),
                new Handle(tag, call.owner, call.name, call.desc, call.itf));
    }

    /** Of bytes, offset, length and charset on the stack the length grows. */
    private static InsnList lengthened(int local) {
        InsnList list = new InsnList();
        int[] stores = {Opcodes.ASTORE, Opcodes.ISTORE, Opcodes.ISTORE, Opcodes.ASTORE};
        for (int i = 0; i < 4; i++) {
            list.add(new VarInsnNode(stores[i], local + i));
        }
        list.add(new VarInsnNode(Opcodes.ALOAD, local + 3));
        list.add(new VarInsnNode(Opcodes.ILOAD, local + 2));
        for (int i = 3; i > 0; i--) {
            list.add(new VarInsnNode(i == 3 ? Opcodes.ALOAD : Opcodes.ILOAD, local + i));
        }
        list.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "TwinFaults", "further", "([BII)I", false));
        list.add(new VarInsnNode(Opcodes.ALOAD, local));
        return list;
    }
}
