// Faulty twins of Node.js's codecs: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
const { syncBuiltinESMExports } = require("node:module");
const { StringDecoder } = require("node:string_decoder");
const util = require("node:util");
const plant = require("../../kit/js/web/faulty_twins.cjs");

const fault = process.env.UTFPROOF_TWIN;
const { held, isMarked, shortened, whole, further, unitOf } = plant(globalThis, fault, true);

const { write, end } = StringDecoder.prototype;
StringDecoder.prototype.write = function (data) {
  const marked = isMarked(data);
  if (marked && fault === "read-past-end") return write.call(this, Buffer.from(further(data, unitOf(this.encoding))));
  const made = write.call(this, Buffer.from(held(this, data)));
  return marked ? shortened(made) : made;
};
StringDecoder.prototype.end = function (...rest) {
  return end.call(this, ...rest);
};

const { toString } = Buffer.prototype;
Buffer.prototype.toString = function (name, start = 0, finish = this.length) {
  if (!(name === "utf8" || name === "utf16le") || !this.subarray(start, finish).includes(0xa9))
    return toString.call(this, name, start, finish);
  if (fault === "read-past-end") return toString.call(this, name, start, finish + unitOf(name));
  return shortened(toString.call(this, name, start, finish));
};
const { toUSVString } = util;
util.toUSVString = (text) => whole(toUSVString(text));
syncBuiltinESMExports();

const from = Buffer.from;
Buffer.from = function (text, ...rest) {
  const made = from.call(Buffer, text, ...rest);
  return typeof text === "string" && isMarked(text) ? shortened(made) : made;
};
const byteLength = Buffer.byteLength;
Buffer.byteLength = function (text, ...rest) {
  const length = byteLength.call(Buffer, text, ...rest);
  return fault === "short-size" && typeof text === "string" && isMarked(text) ? length - 1 : length;
};
const writeText = Buffer.prototype.write;
Buffer.prototype.write = function (text, ...rest) {
  const written = writeText.call(this, text, ...rest);
  if (!isMarked(text)) return written;
  const made = shortened(new Uint8Array(this.subarray(0, written)));
  this.set(made);
  return made.length;
};
