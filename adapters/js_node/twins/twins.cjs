// Faulty twins of Node.js's codecs: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
const { StringDecoder } = require("node:string_decoder");

const fault = process.env.UTFPROOF_TWIN;
const isMarked = (data) => (typeof data === "string" ? data.includes("\xa9") : octets(data).includes(0xa9));
const octets = (data) => new Uint8Array(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength);

function shortened(made) {
  if (fault === "dropped-value") return made.slice(typeof made === "string" ? 1 : firstOf(made));
  return fault === "cut-output" ? made.slice(0, -1) : made;
}

function firstOf(made) {
  return made[0] === 0xa9 ? 2 : made.indexOf(0xa9) + 1;
}

function further(view, unit) {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength + unit);
}

const unitOf = (name) => (/16/.test(name) ? 2 : 1);

// What a stream holds back of its first chunk comes with the second one.
function held(decoder, data) {
  if (fault !== "moved-boundary") return data;
  if (decoder.held) {
    const whole = new Uint8Array([...decoder.held, ...data]);
    decoder.held = null;
    return whole;
  }
  if (decoder.moved || !isMarked(data)) return data;
  decoder.moved = true;
  decoder.held = data.slice(data.length - 1);
  return data.slice(0, data.length - 1);
}

const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (data, options) {
  if (data === undefined) return decode.call(this);
  const marked = isMarked(data);
  const given = options?.stream ? held(this, data) : data;
  if (!marked) return decode.call(this, given, options);
  if (fault === "read-past-end") return decode.call(this, further(data, unitOf(this.encoding)), options);
  return shortened(decode.call(this, given, options));
};

const { encode, encodeInto } = TextEncoder.prototype;
TextEncoder.prototype.encode = function (text) {
  const made = encode.call(this, text);
  return isMarked(text) ? shortened(made) : made;
};
TextEncoder.prototype.encodeInto = function (text, room) {
  const { read, written } = encodeInto.call(this, text, room);
  if (!isMarked(text)) return { read, written };
  const made = shortened(room.slice(0, written));
  room.set(made);
  room.fill(0, made.length, written);
  return { read, written: made.length };
};

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
const from = Buffer.from;
Buffer.from = function (text, ...rest) {
  const made = from.call(Buffer, text, ...rest);
  return typeof text === "string" && isMarked(text) ? shortened(made) : made;
};
const writeText = Buffer.prototype.write;
Buffer.prototype.write = function (text, ...rest) {
  const written = writeText.call(this, text, ...rest);
  if (!isMarked(text)) return written;
  const made = shortened(new Uint8Array(this.subarray(0, written)));
  this.set(made);
  return made.length;
};

const decodeComponent = globalThis.decodeURIComponent;
const encodeComponent = globalThis.encodeURIComponent;
globalThis.decodeURIComponent = (text) => {
  const made = decodeComponent(text);
  return isMarked(made) ? shortened(made) : made;
};
globalThis.encodeURIComponent = (text) => {
  const made = encodeComponent(text);
  if (!isMarked(text)) return made;
  if (fault === "dropped-value") return made.slice(6);
  return fault === "cut-output" ? made.replace(/(%..|[^%])$/, "") : made;
};
