// Under test: TextDecoder, TextDecoder with ignoreBOM, and TextEncoder with encode and encodeInto, of the browser.
//
// A fatal TextDecoder does not tell where the error is, nor what it had decoded before it.
import * as fields from "../../kit/js/fields.mjs";
import { decoderOffers } from "../../kit/js/text_decoder.mjs";
import { encoderOffers } from "../../kit/js/text_encoder.mjs";

export const LABELS = { "UTF-8": "utf-8", "UTF-16LE": "utf-16le", "UTF-16BE": "utf-16be" };
const ENCODINGS = Object.fromEntries(Object.entries(LABELS).map(([encoding, label]) => [label, encoding]));

export const textDecoder = { ...offers(false), "label - -": label };
export const textDecoderIgnoreBOM = offers(true);
export const textEncoder = encoderOffers({ encoding: "UTF-8", make: () => new TextEncoder() });

// A TextDecoder says "was not valid" here, a TextDecoderStream "is not valid".
export function isRefusal(error) {
  return error instanceof TypeError && /encoded data (was|is) not valid/.test(error.message);
}

function offers(ignoreBOM) {
  return decoderOffers({
    encodings: Object.keys(LABELS),
    make: (encoding, fatal) => new TextDecoder(LABELS[encoding], { fatal, ignoreBOM }),
    isRefusal,
  });
}

function label(line) {
  const name = String.fromCharCode(...fields.readBytes(line));
  try {
    return `ok ${ENCODINGS[new TextDecoder(name).encoding] ?? "?"}`;
  } catch (error) {
    if (error instanceof RangeError) return "ok ?";
    throw error;
  }
}
