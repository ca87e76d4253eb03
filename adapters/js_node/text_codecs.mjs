// Under test: TextDecoder, TextDecoder with ignoreBOM, and TextEncoder with encode and encodeInto.
//
// A fatal TextDecoder does not tell where the error is, nor what it had decoded before it.
import * as fields from "../kit/js/fields.mjs";
import { sweep } from "../kit/js/sweep.mjs";

const LABELS = { "UTF-8": "utf-8", "UTF-16LE": "utf-16le", "UTF-16BE": "utf-16be" };
const ENCODINGS = Object.fromEntries(Object.entries(LABELS).map(([encoding, label]) => [label, encoding]));
const MODES = { strict: true, replace: false };

export const textDecoder = { ...decoderOffers(false), "label - -": label };
export const textDecoderIgnoreBOM = decoderOffers(true);

export const textEncoder = {
  "encode UTF-8 replace": encode,
  "encode-room UTF-8 replace": encodeRoom,
};

function decoderOffers(ignoreBOM) {
  const offers = {};
  for (const [encoding, label] of Object.entries(LABELS)) {
    for (const [mode, fatal] of Object.entries(MODES)) {
      const fresh = () => new TextDecoder(label, { fatal, ignoreBOM });
      offers[`decode ${encoding} ${mode}`] = (line) => decode(fresh(), fields.readBytes(line));
      offers[`decode-within ${encoding} ${mode}`] = (line) => decodeWithin(fresh(), line);
      offers[`decode-chunks ${encoding} ${mode}`] = (line) => decodeChunks(fresh(), line);
      offers[`decode-again ${encoding} ${mode}`] = (line) => decodeAgain(fresh(), line);
    }
    offers[`sweep ${encoding} strict`] = sweep(() => accepts(new TextDecoder(label, { fatal: true, ignoreBOM })));
  }
  return offers;
}

export function isRefusal(error) {
  return error instanceof TypeError && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

function decode(decoder, bytes) {
  try {
    return "ok" + fields.writePoints(decoder.decode(bytes));
  } catch (error) {
    if (isRefusal(error)) return "error ? ?";
    throw error;
  }
}

function decodeWithin(decoder, line) {
  const { whole, start, end } = fields.readMiddle(line);
  return decode(decoder, whole.subarray(start, end));
}

function decodeAgain(decoder, line) {
  return fields.readFields(line, 2).map((bytes) => decode(decoder, bytes)).join(" / ");
}

function decodeChunks(decoder, line) {
  let delivered = "";
  try {
    for (const chunk of fields.readFields(line)) {
      delivered += fields.writePoints(decoder.decode(chunk, { stream: true })) + " |";
    }
    return "ok" + delivered + fields.writePoints(decoder.decode());
  } catch (error) {
    if (isRefusal(error)) return "error ? ?" + delivered;
    throw error;
  }
}

// One decoder for a whole sweep: without stream, each call of decode begins anew.
function accepts(decoder) {
  return (bytes) => {
    try {
      decoder.decode(bytes);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  };
}

function label(line) {
  const name = fields.readBytes(line).toString("latin1");
  try {
    return `ok ${ENCODINGS[new TextDecoder(name).encoding] ?? "?"}`;
  } catch (error) {
    if (error instanceof RangeError) return "ok ?";
    throw error;
  }
}

function encode(line) {
  const text = fields.asString(fields.readPoints(line));
  if (text === null) return fields.IMPOSSIBLE;
  return `ok ${fields.writeBytes(new TextEncoder().encode(text))}`;
}

function encodeRoom(line) {
  const [room, rest] = fields.readRoom(line);
  const points = fields.readPoints(rest);
  const text = fields.asString(points);
  if (text === null) return fields.IMPOSSIBLE;
  const view = fields.poisonedRoom(room);
  const { read, written } = new TextEncoder().encodeInto(text, view);
  const outcome = read === text.length ? "ok" : "short";
  const answer = `${outcome} ${fields.pointsIn(points, read)} ${fields.writeBytes(view.subarray(0, written))}`;
  return fields.overrun(view) ?? answer;
}
