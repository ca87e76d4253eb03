// Under test: Buffer's toString, from, write and byteLength, for utf8 and utf16le; and buffer.isUtf8.
//
// None of them tells where an error is. Buffer.write tells how many bytes it wrote, not how much it took: what was
// taken are the leading characters whose Buffer.byteLength adds up to that.
import * as bufferModule from "node:buffer";
import * as fields from "../kit/js/fields.mjs";
import { sweep } from "../kit/js/sweep.mjs";

const NAMES = { "UTF-8": "utf8", "UTF-16LE": "utf16le" };

export const buffer = {};
for (const [encoding, name] of Object.entries(NAMES)) {
  buffer[`decode ${encoding} replace`] = (line) => "ok" + fields.writePoints(fields.readBytes(line).toString(name));
  buffer[`decode-within ${encoding} replace`] = (line) => decodeWithin(name, line);
  buffer[`encode ${encoding} replace`] = (line) => encode(name, line);
  buffer[`encode-size ${encoding} replace`] = (line) => encodeSize(name, line);
  buffer[`encode-room ${encoding} replace`] = (line) => encodeRoom(name, line);
}

export const isUtf8 = {
  "validate UTF-8 strict": (line) => (bufferModule.isUtf8(fields.readBytes(line)) ? "ok" : "error ? ?"),
  "sweep UTF-8 strict": sweep(() => bufferModule.isUtf8),
};

function decodeWithin(name, line) {
  const { whole, start, end } = fields.readMiddle(line);
  return "ok" + fields.writePoints(whole.toString(name, start, end));
}

function encode(name, line) {
  const text = fields.asString(fields.readPoints(line));
  if (text === null) return fields.IMPOSSIBLE;
  return `ok ${fields.writeBytes(Buffer.from(text, name))}`;
}

function encodeSize(name, line) {
  const text = fields.asString(fields.readPoints(line));
  if (text === null) return fields.IMPOSSIBLE;
  return `ok ${Buffer.byteLength(text, name)} ${Buffer.from(text, name).length}`;
}

function encodeRoom(name, line) {
  const [room, rest] = fields.readRoom(line);
  const points = fields.readPoints(rest);
  const text = fields.asString(points);
  if (text === null) return fields.IMPOSSIBLE;
  const view = fields.poisonedRoom(room);
  const written = Buffer.from(view.buffer, 0, room).write(text, name);
  const outcome = written === Buffer.byteLength(text, name) ? "ok" : "short";
  const taken = fields.pointsIn(points, unitsIn(text, written, name));
  return fields.overrun(view) ?? `${outcome} ${taken} ${fields.writeBytes(view.subarray(0, written))}`;
}

function unitsIn(text, written, name) {
  let units = 0;
  let left = written;
  for (const character of text) {
    left -= Buffer.byteLength(character, name);
    if (left < 0) break;
    units += character.length;
  }
  return units;
}
