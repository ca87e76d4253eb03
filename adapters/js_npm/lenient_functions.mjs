// Under test: functions that decode or encode a whole text and never refuse one: the Buffer of the package buffer,
// @protobufjs/utf8, @msgpack/msgpack, utf8-codec, encode-utf8.
//
// They report nothing at all; what is wrong can only show in what they give.
import * as msgpackModule from "@msgpack/msgpack";
import protobufjsUtf8 from "@protobufjs/utf8";
import bufferModule from "buffer/index.js";
import encodeUtf8Function from "encode-utf8";
import * as utf8CodecModule from "utf8-codec";
import { decodeOffers, encodeOffers, ofCopies, onView } from "./functions.mjs";

const PackagedBuffer = bufferModule.Buffer;

export const buffer = { ...bufferOffers("UTF-8", "utf8"), ...bufferOffers("UTF-16LE", "utf16le") };

function bufferOffers(encoding, name) {
  const decode = (bytes, start, end) => PackagedBuffer.from(bytes).toString(name, start, end);
  return {
    ...decodeOffers(encoding, "replace", decode),
    ...encodeOffers(encoding, "replace", (text) => PackagedBuffer.from(text, name)),
  };
}

export const protobufjs = {
  ...decodeOffers("UTF-8", "replace", protobufjsUtf8.read),
  ...encodeOffers("UTF-8", "replace", (text) => {
    const bytes = new Uint8Array(protobufjsUtf8.length(text));
    return bytes.subarray(0, protobufjsUtf8.write(text, bytes, 0));
  }),
};

export const utf8Codec = {
  ...decodeOffers("UTF-8", "replace", utf8CodecModule.decode),
  ...encodeOffers("UTF-8", "replace", (text) => utf8CodecModule.encode(text)),
};

export const encodeUtf8 = encodeOffers("UTF-8", "replace", (text) => new Uint8Array(encodeUtf8Function(text)));

const STR_32 = 0xdb;
const HEADER_SIZES = { 0xd9: 2, 0xda: 3, 0xdb: 5 }; // that of a short text is one byte

// A text is a message of its own here: the header "str 32", its length, its bytes.
export const msgpack = {
  ...ofCopies(decodeOffers("UTF-8", "replace", onView((bytes) => {
    const message = new Uint8Array(5 + bytes.length);
    message[0] = STR_32;
    new DataView(message.buffer).setUint32(1, bytes.length);
    message.set(bytes, 5);
    return msgpackModule.decode(message);
  }))),
  ...encodeOffers("UTF-8", "replace", (text) => {
    const message = msgpackModule.encode(text);
    return message.subarray(HEADER_SIZES[message[0]] ?? 1);
  }),
};
