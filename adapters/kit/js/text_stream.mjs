// The offers of classes with the interface of TextDecoderStream and TextEncoderStream.
//
// A fatal decoder stream does not tell where the error is. What a stream yields belongs to the chunk after which it comes:
// each is awaited, and then a turn of the event loop, before the next is written.
import * as fields from "./fields.mjs";
import { joined, turn } from "./host.mjs";

const MODES = { strict: true, replace: false };

// `make(encoding, fatal)` gives a fresh stream, `isRefusal(error)` tells its refusal from any other error.
export function decoderStreamOffers({ encodings, make, isRefusal }) {
  const offers = {};
  for (const encoding of encodings) {
    for (const [mode, fatal] of Object.entries(MODES)) {
      offers[`decode-chunks ${encoding} ${mode}`] = (line) =>
        decodeChunks(make(encoding, fatal), fields.readFields(line), isRefusal);
    }
  }
  return offers;
}

export function encoderStreamOffers({ encoding, make }) {
  return {
    [`encode-chunks ${encoding} replace`]: (line) => encodeChunks(make, line.split(" | ").map(fields.readPoints)),
  };
}

// Gives what came of each chunk and of the end, one list of pieces after the other; or throws the stream's error.
async function* through(stream, chunks) {
  let pieces = [];
  const reader = stream.readable.getReader();
  const reading = (async () => {
    for (let read; !(read = await reader.read()).done; ) pieces.push(read.value);
  })();
  reading.catch(() => {}); // the writer throws the same error
  const writer = stream.writable.getWriter();
  writer.closed.catch(() => {});
  const take = async () => {
    await turn();
    const taken = pieces;
    pieces = [];
    return taken;
  };
  for (const chunk of chunks) {
    await writer.write(chunk);
    const taken = await take();
    if (typeof chunk !== "string") fields.lendChunk(chunk, () => {}); // its turn is over
    yield taken;
  }
  await writer.close();
  yield await take();
}

async function decodeChunks(stream, chunks, isRefusal) {
  let delivered = "";
  let bars = 0;
  try {
    for await (const pieces of through(stream, chunks)) {
      delivered += fields.writePoints(pieces.join(""));
      if (bars++ < chunks.length) delivered += " |";
    }
    return "ok" + delivered;
  } catch (error) {
    if (isRefusal(error)) return "error ? ?" + delivered;
    throw error;
  }
}

async function encodeChunks(make, chunks) {
  const texts = chunks.map(fields.asString);
  if (texts.includes(null)) return fields.IMPOSSIBLE;
  const encoded = [];
  for await (const pieces of through(make(), texts)) encoded.push(fields.writeBytes(joined(pieces)));
  return "ok " + encoded.join(" | ");
}
