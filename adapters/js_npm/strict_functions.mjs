// Under test: functions that decode or encode a whole text and throw (or give null) when they cannot:
// @stablelib/utf8, utf8, wtf-8, @webassemblyjs/utf8, fast-decode-uri-component, and @exodus/bytes with its Loose twins.
//
// None of them tells where an error is.
import { Buffer } from "node:buffer";
import * as exodusUtf16 from "@exodus/bytes/utf16.js";
import * as exodusUtf8 from "@exodus/bytes/utf8.js";
import * as stablelibNewest from "@stablelib/utf8";
import webassemblyjsUtf8 from "@webassemblyjs/utf8";
import fastDecode from "fast-decode-uri-component";
import * as stablelib200 from "stablelib-utf8-2.0.0";
import utf8js from "utf8";
import wtf8js from "wtf-8";
import { decodeOffers, encodeOffers, ofCopies, onView, saying } from "./functions.mjs";

export const stablelib = stablelibOffers(stablelibNewest);
export const stablelibOlder = stablelibOffers(stablelib200);

function stablelibOffers({ decode, encode }) {
  return {
    ...decodeOffers("UTF-8", "strict", onView(decode), saying("utf8: invalid source encoding")),
    ...encodeOffers("UTF-8", "strict", encode, saying("utf8: invalid string")),
  };
}

export const utf8 = byteStringOffers("UTF-8", utf8js);
export const wtf8 = byteStringOffers("WTF-8", wtf8js);

// These two know bytes as the characters U+0000 to U+00FF of a string, which has no neighbours.
function byteStringOffers(encoding, { decode, encode }) {
  const refused = saying("Invalid ", "Lone surrogate");
  const view = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);
  const ofBytes = onView((bytes) => decode(view(bytes).latin1Slice()));
  return {
    ...ofCopies(decodeOffers(encoding, "strict", ofBytes, refused)),
    ...encodeOffers(encoding, "strict", (text) => Buffer.from(encode(text), "latin1"), refused),
  };
}

export const webassemblyjs = decodeOffers(
  "UTF-8", "strict", onView(webassemblyjsUtf8.decode), saying("invalid UTF-8 encoding"),
);

const ESCAPES = Array.from({ length: 256 }, (_, byte) => "%" + byte.toString(16).padStart(2, "0"));

class GaveNull extends Error {}

// Every byte is given as %xx; an escape that is no UTF-8 gives null.
export const fastDecodeURIComponent = ofCopies(decodeOffers(
  "UTF-8",
  "strict",
  (bytes, start, end) => {
    let escaped = "";
    for (let i = start; i < end; i++) escaped += ESCAPES[bytes[i]];
    const text = fastDecode(escaped);
    if (text === null) throw new GaveNull();
    return text;
  },
  (error) => error instanceof GaveNull,
));

// The last is what Node.js says, whose decoder it takes for UTF-8. UTF-16 of an odd number of bytes is refused by the
// Loose functions too, as is documented.
export const notWellFormed = saying(
  "Input is not well-formed", "Expected even number of bytes", "The encoded data was not valid",
);
const notUnicode = saying("Input is not well-formed Unicode");

export const exodusBytes = {
  ...decodeOffers("UTF-8", "strict", onView(exodusUtf8.utf8toString), notWellFormed),
  ...decodeOffers("UTF-8", "replace", onView(exodusUtf8.utf8toStringLoose)),
  ...encodeOffers("UTF-8", "strict", exodusUtf8.utf8fromString, notUnicode),
  ...encodeOffers("UTF-8", "replace", exodusUtf8.utf8fromStringLoose),
  ...exodusUtf16Offers("UTF-16LE", "uint8-le"),
  ...exodusUtf16Offers("UTF-16BE", "uint8-be"),
};

function exodusUtf16Offers(encoding, form) {
  const { utf16toString, utf16toStringLoose, utf16fromString, utf16fromStringLoose } = exodusUtf16;
  return {
    ...decodeOffers(encoding, "strict", onView((bytes) => utf16toString(bytes, form)), notWellFormed),
    ...decodeOffers(encoding, "replace", onView((bytes) => utf16toStringLoose(bytes, form)), notWellFormed),
    ...encodeOffers(encoding, "strict", (text) => utf16fromString(text, form), notUnicode),
    ...encodeOffers(encoding, "replace", (text) => utf16fromStringLoose(text, form)),
  };
}

// The package shows this module to no one; its own utf8.js takes it on engines that have no TextDecoder.
const { decodeFast, encode: encodeFallback } = await import(
  new URL("node_modules/@exodus/bytes/fallback/utf8.js", import.meta.url)
);

export const exodusBytesFallback = {
  ...decodeOffers("UTF-8", "strict", onView((bytes) => decodeFast(bytes, false)), notWellFormed),
  ...decodeOffers("UTF-8", "replace", onView((bytes) => decodeFast(bytes, true))),
  ...encodeOffers("UTF-8", "strict", (text) => encodeFallback(text, false), notUnicode),
  ...encodeOffers("UTF-8", "replace", (text) => encodeFallback(text, true)),
};
