// Under test: iconv-lite's decode and encode, and getDecoder and getEncoder, which its streams are made of.
//
// It never reports an error; where the encoder of 0.7.2 throws by mistake, that is answered as one. What Node.js
// decodes and encodes itself (UTF-8, UTF-16LE) it leaves to Node.js.
import iconv from "iconv-lite";
import iconvOlder from "iconv-lite-0.7.2";
import * as fields from "../kit/js/fields.mjs";
import { decodeOffers, encodeOffers, onView } from "./functions.mjs";

const ENCODINGS = ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE", "CESU-8"];

export const newest = offers(iconv);
export const older = offers(iconvOlder);

function offers(its) {
  const all = {};
  for (const encoding of ENCODINGS) {
    Object.assign(all, decodeOffers(encoding, "replace", onView((bytes) => its.decode(bytes, encoding))));
    Object.assign(all, encodeOffers(encoding, "replace", (text) => its.encode(text, encoding)));
    all[`decode-chunks ${encoding} replace`] = (line) => decodeChunks(its.getDecoder(encoding), line);
    all[`encode-chunks ${encoding} replace`] = (line) => encodeChunks(its.getEncoder(encoding), line);
  }
  return all;
}

// The memory of a chunk is left alone: the decoders of UTF-16 and UTF-32 keep the first buffers until they know the byte
// order, and nothing that is documented forbids it.
//
// What end() gives counts when it is true, as in its own streams.
function decodeChunks(decoder, line) {
  let out = "ok";
  for (const chunk of fields.readFields(line)) out += fields.writePoints(decoder.write(chunk)) + " |";
  return out + fields.writePoints(decoder.end() || "");
}

function encodeChunks(encoder, line) {
  const texts = line.split(" | ").map((field) => fields.asString(fields.readPoints(field)));
  if (texts.includes(null)) return fields.IMPOSSIBLE;
  try {
    const pieces = texts.map((text) => fields.writeBytes(encoder.write(text)));
    return "ok " + [...pieces, fields.writeBytes(encoder.end() || Buffer.alloc(0))].join(" | ");
  } catch (error) {
    if (error instanceof RangeError) return "error ?";
    throw error;
  }
}
