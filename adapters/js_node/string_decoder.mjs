// Under test: string_decoder.StringDecoder for utf8 and utf16le.
//
// It never reports an error.
import { StringDecoder } from "node:string_decoder";
import * as fields from "../kit/js/fields.mjs";

const NAMES = { "UTF-8": "utf8", "UTF-16LE": "utf16le" };

export const stringDecoder = {};
for (const [encoding, name] of Object.entries(NAMES)) {
  const fresh = () => new StringDecoder(name);
  stringDecoder[`decode ${encoding} replace`] = (line) => decode(fresh(), fields.readBytes(line));
  stringDecoder[`decode-within ${encoding} replace`] = (line) => decodeWithin(fresh(), line);
  stringDecoder[`decode-chunks ${encoding} replace`] = (line) => decodeChunks(fresh(), line);
  stringDecoder[`decode-again ${encoding} replace`] = (line) => decodeAgain(fresh(), line);
}

function decode(decoder, bytes) {
  return "ok" + fields.writePoints(decoder.write(bytes) + decoder.end());
}

function decodeWithin(decoder, line) {
  const { whole, start, end } = fields.readMiddle(line);
  return decode(decoder, whole.subarray(start, end));
}

// After end() the decoder "can be reused for new input".
function decodeAgain(decoder, line) {
  return fields.readFields(line, 2).map((bytes) => decode(decoder, bytes)).join(" / ");
}

function decodeChunks(decoder, line) {
  let out = "ok";
  for (const chunk of fields.readFields(line)) {
    out += fields.writePoints(fields.lendChunk(chunk, (lent) => decoder.write(lent))) + " |";
  }
  return out + fields.writePoints(decoder.end());
}
