// The offers of a class with the interface of TextDecoder: decode(bytes, {stream}), and decode() to flush.
//
// Such a class does not tell where an error is, nor, when it is fatal, what it had decoded before it.
import * as fields from "./fields.mjs";
import { sweep } from "./sweep.mjs";

const MODES = { strict: true, replace: false };

// `make(encoding, fatal)` gives a fresh decoder, `isRefusal(error)` tells its refusal from any other error, `modes` are
// those that it has. With `reset`, a decoder begins anew with each call without `stream`, as the Encoding Standard says;
// it is asked again then, and one decoder serves a whole sweep.
export function decoderOffers(described) {
  const { encodings, modes = Object.keys(MODES), make, isRefusal, stream = true, reset = true } = described;
  const flush = described.flush ?? ((decoder) => decoder.decode());
  const offers = {};
  for (const encoding of encodings) {
    for (const mode of modes) {
      const fresh = () => make(encoding, MODES[mode]);
      offers[`decode ${encoding} ${mode}`] = (line) => decode(fresh(), fields.readBytes(line), isRefusal);
      offers[`decode-within ${encoding} ${mode}`] = (line) => decodeWithin(fresh(), line, isRefusal);
      if (stream) offers[`decode-chunks ${encoding} ${mode}`] = (line) => decodeChunks(fresh(), line, isRefusal, flush);
      if (reset) offers[`decode-again ${encoding} ${mode}`] = (line) => decodeAgain(fresh(), line, isRefusal);
      if (mode === "strict") offers[`sweep ${encoding} strict`] = sweepOf(fresh, isRefusal, reset);
    }
  }
  return offers;
}

function decode(decoder, bytes, isRefusal) {
  try {
    return "ok" + fields.writePoints(decoder.decode(bytes));
  } catch (error) {
    if (isRefusal(error)) return "error ? ?";
    throw error;
  }
}

function decodeWithin(decoder, line, isRefusal) {
  const { whole, start, end } = fields.readMiddle(line);
  return decode(decoder, whole.subarray(start, end), isRefusal);
}

function decodeAgain(decoder, line, isRefusal) {
  return fields.readFields(line, 2).map((bytes) => decode(decoder, bytes, isRefusal)).join(" / ");
}

function decodeChunks(decoder, line, isRefusal, flush) {
  let delivered = "";
  const feed = (chunk) => decoder.decode(chunk, { stream: true });
  try {
    for (const chunk of fields.readFields(line)) {
      delivered += fields.writePoints(fields.lendChunk(chunk, feed)) + " |";
    }
    return "ok" + delivered + fields.writePoints(flush(decoder));
  } catch (error) {
    if (isRefusal(error)) return "error ? ?" + delivered;
    throw error;
  }
}

function sweepOf(fresh, isRefusal, reset) {
  return sweep(() => {
    const decoder = reset ? fresh() : null;
    return (bytes) => accepts(decoder ?? fresh(), bytes, isRefusal);
  });
}

function accepts(decoder, bytes, isRefusal) {
  try {
    decoder.decode(bytes);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
