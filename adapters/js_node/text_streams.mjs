// Under test: TextDecoderStream and TextEncoderStream.
//
// A fatal TextDecoderStream does not tell where the error is. What a stream yields belongs to the chunk after which
// it comes: each is awaited, and then a turn of the event loop, before the next is written.
import { setImmediate as turn } from "node:timers/promises";
import * as fields from "../kit/js/fields.mjs";
import { isRefusal } from "./text_codecs.mjs";

const LABELS = { "UTF-8": "utf-8", "UTF-16LE": "utf-16le", "UTF-16BE": "utf-16be" };
const MODES = { strict: true, replace: false };

export const textDecoderStream = {};
for (const [encoding, label] of Object.entries(LABELS)) {
  for (const [mode, fatal] of Object.entries(MODES)) {
    textDecoderStream[`decode-chunks ${encoding} ${mode}`] = (line) =>
      decodeChunks(new TextDecoderStream(label, { fatal }), fields.readFields(line));
  }
}

export const textEncoderStream = {
  "encode-chunks UTF-8 replace": (line) => encodeChunks(line.split(" | ").map(fields.readPoints)),
};

// Gives what came of each chunk and of the end, one list of pieces after the other; or throws the stream's error.
async function* through(stream, chunks) {
  let pieces = [];
  const reading = (async () => {
    for await (const piece of stream.readable) pieces.push(piece);
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
    yield await take();
  }
  await writer.close();
  yield await take();
}

async function decodeChunks(stream, chunks) {
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

async function encodeChunks(chunks) {
  const texts = chunks.map(fields.asString);
  if (texts.includes(null)) return fields.IMPOSSIBLE;
  const encoded = [];
  for await (const pieces of through(new TextEncoderStream(), texts)) {
    encoded.push(fields.writeBytes(Buffer.concat(pieces)));
  }
  return "ok " + encoded.join(" | ");
}
