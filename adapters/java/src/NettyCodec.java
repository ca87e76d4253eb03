// Netty: ByteBufUtil.isText, ByteBuf.toString(UTF_8), ByteBufUtil.writeUtf8 and utf8Bytes, over heap buffers.
//
// isText tells nothing but true or false; the other two always replace.

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

final class NettyCodec extends FunctionCodec {
    NettyCodec() {
        super("netty-ByteBufUtil", Jar.version("netty-buffer"));
        validates("UTF-8", (bytes, from, to) ->
                ByteBufUtil.isText(Unpooled.wrappedBuffer(bytes, from, to - from), StandardCharsets.UTF_8)
                        ? Sweep.WELL_FORMED
                        : Sweep.SOMEWHERE);
        decodes("UTF-8", "replace", (bytes, from, to) ->
                Unpooled.wrappedBuffer(bytes, from, to - from).toString(StandardCharsets.UTF_8));
        encodes("UTF-8", "replace", string -> {
            ByteBuf buffer = Unpooled.buffer();
            ByteBufUtil.writeUtf8(buffer, string);
            return ByteBufUtil.getBytes(buffer);
        });
        measures("UTF-8", "replace", string -> ByteBufUtil.utf8Bytes(string), string ->
                ByteBufUtil.writeUtf8(Unpooled.buffer(), string));
    }
}
