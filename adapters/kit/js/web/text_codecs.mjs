// Under test: the classes of the Encoding Standard, which a browser and Node.js both have as globals: TextDecoder,
// TextDecoder with ignoreBOM, TextEncoder with encode and encodeInto, TextDecoderStream, TextEncoderStream.
//
// A fatal decoder does not tell where the error is, nor what it had decoded before it.
import * as fields from "../fields.mjs";
import { decoderOffers } from "../text_decoder.mjs";
import { encoderOffers } from "../text_encoder.mjs";
import { decoderStreamOffers, encoderStreamOffers } from "../text_stream.mjs";

const LABELS = { "UTF-8": "utf-8", "UTF-16LE": "utf-16le", "UTF-16BE": "utf-16be" };
const ENCODINGS = Object.fromEntries(Object.entries(LABELS).map(([encoding, label]) => [label, encoding]));

// `isRefusal(error)` tells the refusal of a fatal decoder, or of a stream of one, from any other error.
export function textCodecs(isRefusal) {
  const encodings = Object.keys(LABELS);
  const decoder = (ignoreBOM) => (encoding, fatal) => new TextDecoder(LABELS[encoding], { fatal, ignoreBOM });
  const decoderStream = (encoding, fatal) => new TextDecoderStream(LABELS[encoding], { fatal });
  return {
    TextDecoder: { ...decoderOffers({ encodings, make: decoder(false), isRefusal }), "label - -": label },
    "TextDecoder-ignoreBOM": decoderOffers({ encodings, make: decoder(true), isRefusal }),
    TextEncoder: encoderOffers({ encoding: "UTF-8", make: () => new TextEncoder() }),
    TextDecoderStream: decoderStreamOffers({ encodings, make: decoderStream, isRefusal }),
    TextEncoderStream: encoderStreamOffers({ encoding: "UTF-8", make: () => new TextEncoderStream() }),
  };
}

function label(line) {
  const name = Array.from(fields.readBytes(line), (byte) => String.fromCharCode(byte)).join("");
  try {
    return `ok ${ENCODINGS[new TextDecoder(name).encoding] ?? "?"}`;
  } catch (error) {
    if (error instanceof RangeError) return "ok ?";
    throw error;
  }
}
