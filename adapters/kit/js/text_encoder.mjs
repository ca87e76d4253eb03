// The offers of a class with the interface of TextEncoder: encode(string), and encodeInto(string, bytes) if it has it.
import * as fields from "./fields.mjs";

export function encoderOffers({ encoding, make, into = true }) {
  const offers = { [`encode ${encoding} replace`]: (line) => encode(make(), line) };
  if (into) {
    offers[`encode-room ${encoding} replace`] = (line) => encodeRoom(make(), line);
    offers[`encode-refill ${encoding} replace`] = (line) => encodeRefill(make(), line);
  }
  return offers;
}

function encode(encoder, line) {
  const text = fields.asString(fields.readPoints(line));
  if (text === null) return fields.IMPOSSIBLE;
  return `ok ${fields.writeBytes(encoder.encode(text))}`;
}

function encodeRoom(encoder, line) {
  const [room, rest] = fields.readRoom(line);
  const points = fields.readPoints(rest);
  const text = fields.asString(points);
  if (text === null) return fields.IMPOSSIBLE;
  const view = fields.poisonedRoom(room);
  const { read, written } = encoder.encodeInto(text, view);
  const outcome = read === text.length ? "ok" : "short";
  const answer = `${outcome} ${fields.pointsIn(points, read)} ${fields.writeBytes(view.subarray(0, written))}`;
  return fields.overrun(view) ?? answer;
}

// One view after another, the rest of the text in each.
function encodeRefill(encoder, line) {
  const [room, rest] = fields.readRoom(line);
  const text = fields.asString(fields.readPoints(rest));
  if (text === null) return fields.IMPOSSIBLE;
  const rooms = [];
  for (let at = 0; ; ) {
    const view = fields.poisonedRoom(room);
    const { read, written } = encoder.encodeInto(text.slice(at), view);
    const overrun = fields.overrun(view);
    if (overrun) return overrun;
    rooms.push(fields.writeBytes(view.subarray(0, written)));
    at += read;
    if (at === text.length || (read === 0 && written === 0)) {
      return `${at === text.length ? "ok" : "short"} ${rooms.join(" | ")}`;
    }
  }
}
