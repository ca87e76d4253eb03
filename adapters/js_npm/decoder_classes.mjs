// Under test: classes with the interface of TextDecoder and TextEncoder: those of @exodus/bytes, text-encoding,
// text-encoding-utf-8, fast-text-encoding, @cto.af/wtf8, mutf-8.
//
// A fatal decoder does not tell where the error is, nor what it had decoded before it. fast-text-encoding has neither
// fatal nor stream.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as cto from "@cto.af/wtf8";
import * as exodus from "@exodus/bytes/encoding.js";
import { MUtf8Decoder, MUtf8Encoder } from "mutf-8";
import textEncodingModule from "text-encoding";
import textEncodingUtf8Module from "text-encoding-utf-8";
import * as fields from "../kit/js/fields.mjs";
import { decoderOffers } from "../kit/js/text_decoder.mjs";
import { encoderOffers } from "../kit/js/text_encoder.mjs";
import { saying } from "./functions.mjs";
import { notWellFormed } from "./strict_functions.mjs";

const WEB_ENCODINGS = ["UTF-8", "UTF-16LE", "UTF-16BE"];

export const exodusBytes = {
  ...decoderOffers({
    encodings: WEB_ENCODINGS,
    make: (encoding, fatal) => new exodus.TextDecoder(encoding, { fatal }),
    isRefusal: notWellFormed,
  }),
  ...encoderOffers({ encoding: "UTF-8", make: () => new exodus.TextEncoder() }),
  "label - -": labelOf((label) => new exodus.TextDecoder(label)),
};

export const textEncoding = {
  ...decoderOffers({
    encodings: WEB_ENCODINGS,
    make: (encoding, fatal) => new textEncodingModule.TextDecoder(encoding, { fatal }),
    isRefusal: saying("Decoder error"),
  }),
  ...encoderOffers({ encoding: "UTF-8", make: () => new textEncodingModule.TextEncoder(), into: false }),
  "label - -": labelOf((label) => new textEncodingModule.TextDecoder(label)),
};

export const textEncodingUtf8 = {
  ...decoderOffers({
    encodings: ["UTF-8"],
    make: (_, fatal) => new textEncodingUtf8Module.TextDecoder("utf-8", { fatal }),
    isRefusal: saying("Decoder error"),
  }),
  ...encoderOffers({ encoding: "UTF-8", make: () => new textEncodingUtf8Module.TextEncoder(), into: false }),
};

const fast = loadedFastTextEncoding();

export const fastTextEncoding = {
  ...decoderOffers({ encodings: ["UTF-8"], modes: ["replace"], make: () => new fast.TextDecoder(), stream: false }),
  ...encoderOffers({ encoding: "UTF-8", make: () => new fast.TextEncoder(), into: false }),
};

// It adds its classes to a window that has none, and its own decoder is for a window without Buffer and Blob.
function loadedFastTextEncoding() {
  const window = {};
  const source = readFileSync(createRequire(import.meta.url).resolve("fast-text-encoding"), "utf8");
  new Function("window", "Buffer", "Blob", source)(window, undefined, undefined);
  return window;
}

export const ctoAfWtf8 = {
  ...decoderOffers({
    encodings: ["WTF-8"],
    make: (_, fatal) => new cto.Wtf8Decoder("wtf-8", { fatal }),
    isRefusal: (error) => error instanceof cto.DecodeError,
  }),
  ...encoderOffers({ encoding: "WTF-8", make: () => new cto.Wtf8Encoder() }),
};

export const mutf8 = {
  ...decoderOffers({
    encodings: ["MUTF-8"],
    make: (_, fatal) => new MUtf8Decoder("mutf-8", { fatal }),
    isRefusal: saying("MUtf8Decoder.decode: Decoding failed"),
    flush: (decoder) => decoder.decode(new Uint8Array(0)), // its input cannot be left out
  }),
  ...encoderOffers({ encoding: "MUTF-8", make: () => new MUtf8Encoder() }),
};

function labelOf(make) {
  const names = Object.fromEntries(WEB_ENCODINGS.map((encoding) => [encoding.toLowerCase(), encoding]));
  return (line) => {
    try {
      return `ok ${names[make(fields.readBytes(line).toString("latin1")).encoding] ?? "?"}`;
    } catch (error) {
      if (error instanceof RangeError) return "ok ?";
      throw error;
    }
  };
}
