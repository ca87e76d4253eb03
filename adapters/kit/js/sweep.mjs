// The sweep: every byte string that starts with a prefix, its label by the codec, in run lengths.
import { BadLine } from "./bad_line.mjs";
import { readBytes } from "./fields.mjs";

// Answers sweep lines with what `fresh()` gives: a function of the bytes that says whether they are well-formed. No API
// that this kit serves tells where the error is.
export function sweep(fresh) {
  return (line) => {
    const accepts = fresh();
    const [prefix, free, ...more] = line.split(" ");
    if (!/^[0-3]$/.test(free) || more.length > 0) throw new BadLine("wrong fields");
    const head = readBytes(prefix);
    const text = new Uint8Array(head.length + Number(free));
    text.set(head);
    let out = "ok";
    let current = accepts(text);
    let length = 1;
    while (countUp(text, head.length)) {
      const label = accepts(text);
      if (label === current) {
        length++;
      } else {
        out += run(length, current);
        current = label;
        length = 1;
      }
    }
    return out + run(length, current);
  };
}

function run(length, wellFormed) {
  return wellFormed ? ` ${length}v` : ` ${length}i`;
}

// Counts the bytes from `start` on up as one number, the last byte fastest, until it is zero again.
function countUp(text, start) {
  for (let i = text.length - 1; i >= start; i--) {
    text[i]++;
    if (text[i] !== 0) return true;
  }
  return false;
}
