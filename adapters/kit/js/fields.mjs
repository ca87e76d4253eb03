// The fields of data lines and answers: bytes in hex, code points, the text that stands for them.
import { BadLine } from "./bad_line.mjs";
import { fromHex, joined, toHex } from "./host.mjs";

const POISON = 0xa5;
const HEX = /^(?:[0-9a-f]{2})+$/;
const POINT = /^[0-9a-f]{1,8}$/;

export function readBytes(field) {
  if (field === "-") return fromHex("");
  if (!HEX.test(field)) throw new BadLine("bytes are pairs of lower-case hex digits");
  return fromHex(field);
}

export function readFields(line, count) {
  const fields = line.split(" ");
  if (count !== undefined && fields.length !== count) throw new BadLine("wrong number of fields");
  return fields.map(readBytes);
}

// A chunk is the caller's, who may use the memory for something else once the call is over.
export function lendChunk(chunk, call) {
  const given = call(chunk);
  chunk.fill(POISON);
  return given;
}

// The middle of three fields as a view into one buffer that holds them all.
export function readMiddle(line) {
  const [before, middle, after] = readFields(line, 3);
  const whole = joined([before, middle, after]);
  return { whole, start: before.length, end: before.length + middle.length };
}

export function readPoints(field) {
  if (field === "-") return [];
  return field.split(" ").map((point) => {
    if (!POINT.test(point)) throw new BadLine("a code point is up to eight lower-case hex digits");
    return parseInt(point, 16);
  });
}

export function readRoom(line) {
  const space = line.indexOf(" ");
  const room = line.slice(0, space);
  if (space < 0 || !/^[0-9]+$/.test(room)) throw new BadLine("the room is a decimal number");
  return [Number(room), line.slice(space + 1)];
}

export const IMPOSSIBLE = "impossible above 10ffff";

// The string of these code points, or null when one is above 10FFFF; surrogates are units like any other.
export function asString(points) {
  let text = "";
  for (const point of points) {
    if (point > 0x10ffff) return null;
    text += String.fromCodePoint(point);
  }
  return text;
}

const pointFields = new Array(0x10000);

// The code points of a string, each after a space; a lone unit is itself.
export function writePoints(text) {
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i);
    if (point > 0xffff) {
      out += " " + point.toString(16);
      i++;
    } else {
      out += pointFields[point] ??= " " + point.toString(16);
    }
  }
  return out;
}

export function writeBytes(bytes) {
  if (bytes.length === 0) return "-";
  return toHex(bytes);
}

// How many of these code points the first `units` UTF-16 units touch: one of which half was taken is taken.
export function pointsIn(points, units) {
  let count = 0;
  for (let left = units; left > 0 && count < points.length; count++) left -= points[count] > 0xffff ? 2 : 1;
  return count;
}

const BEYOND = 64;

// A view of `room` bytes, with poison beyond it in the same memory.
export function poisonedRoom(room) {
  return new Uint8Array(room + BEYOND).fill(POISON).subarray(0, room);
}

// The overrun answer for such a view, or null when nothing beyond it was touched.
export function overrun(view) {
  const touched = new Uint8Array(view.buffer, view.length).filter((byte) => byte !== POISON).length;
  return touched === 0 ? null : `overrun ${touched}`;
}
