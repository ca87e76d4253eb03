// Under test: what makes a string well-formed, which has U+FFFD for each surrogate without a partner.
//
// The units of a string are given as UTF-16LE, and read back as its code points. A part of a larger text is a part of a
// larger string, as substring makes it. isWellFormed says yes or no.
import { BadLine } from "../bad_line.mjs";
import * as fields from "../fields.mjs";

export function repairOffers(repair) {
  return {
    "decode UTF-16LE replace": (line) => answer(repair, asText(fields.readBytes(line))),
    "decode-within UTF-16LE replace": (line) => answer(repair, part(fields.readMiddle(line))),
  };
}

export const stringWellFormed = {
  ...repairOffers((text) => text.toWellFormed()),
  "validate UTF-16LE strict": (line) => (asText(fields.readBytes(line)).isWellFormed() ? "ok" : "error ? ?"),
};

function answer(repair, text) {
  return "ok" + fields.writePoints(repair(text));
}

const AT_ONCE = 4096; // units that are the arguments of one call

function asText(bytes) {
  if (bytes.length % 2 !== 0) throw new BadLine("a string has whole units");
  const units = new Array(bytes.length / 2);
  for (let i = 0; i < units.length; i++) units[i] = bytes[2 * i] | (bytes[2 * i + 1] << 8);
  let text = "";
  for (let i = 0; i < units.length; i += AT_ONCE) text += String.fromCharCode(...units.slice(i, i + AT_ONCE));
  return text;
}

// What lies around the part and is no whole unit is not in the string.
function part({ whole, start, end }) {
  const first = start % 2;
  const last = whole.length - ((whole.length - end) % 2);
  const middle = end - start;
  if (middle % 2 !== 0) throw new BadLine("a string has whole units");
  return asText(whole.subarray(first, last)).substring((start - first) / 2, (end - first) / 2);
}
