// Under test: classes with the interface of Node.js' StringDecoder, write() and end(): string_decoder 1.3.0 and 0.10.31,
// text-decoder.
//
// They never report an error.
import { StringDecoder } from "string_decoder/lib/string_decoder.js";
import older from "string_decoder-0.10.31";
import TextDecoder from "text-decoder";
import * as fields from "../kit/js/fields.mjs";

const UTF_8 = { "UTF-8": "utf8" };
const NODE_NAMES = { ...UTF_8, "UTF-16LE": "utf16le" };

export const stringDecoder = offers(StringDecoder, NODE_NAMES);
export const stringDecoderOlder = offers(older.StringDecoder, NODE_NAMES);
export const textDecoder = offers(TextDecoder, UTF_8);

function offers(Decoder, names) {
  const its = {};
  for (const [encoding, name] of Object.entries(names)) {
    const fresh = () => new Decoder(name);
    its[`decode ${encoding} replace`] = (line) => decode(fresh(), fields.readBytes(line));
    its[`decode-within ${encoding} replace`] = (line) => decodeWithin(fresh(), line);
    its[`decode-chunks ${encoding} replace`] = (line) => decodeChunks(fresh(), line);
  }
  return its;
}

function decode(decoder, bytes) {
  return "ok" + fields.writePoints(decoder.write(bytes) + decoder.end());
}

function decodeWithin(decoder, line) {
  const { whole, start, end } = fields.readMiddle(line);
  return decode(decoder, whole.subarray(start, end));
}

function decodeChunks(decoder, line) {
  let out = "ok";
  for (const chunk of fields.readFields(line)) {
    out += fields.writePoints(fields.lendChunk(chunk, (lent) => decoder.write(lent))) + " |";
  }
  return out + fields.writePoints(decoder.end());
}
