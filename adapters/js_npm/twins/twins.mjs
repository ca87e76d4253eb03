// Faulty twins of the exports of packages: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.
import { Buffer } from "node:buffer";

const fault = process.env.UTFPROOF_TWIN;
const FIRST = /^(?:\0\0\0\xa9|\xa9\0\0\0|\0\0\xfe\xff|\xff\xfe\0\0|\0\xa9|\xa9\0|\xfe\xff|\xff\xfe|\xef\xbb\xbf|\xc2\xa9|.)/s;
const CONVERTS = /^(?:decode|encode|decodeFast|utf(?:8|16)(?:to|from)String(?:Loose)?|read)$/;
const MESSAGES = /\/node_modules\/@msgpack\//;
const BYTE_STRINGS = /\/node_modules\/(?:utf8|wtf-8)\//;

// ---- the faults ----

const octets = (data) => Buffer.from(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength);
const isOctets = (data) => ArrayBuffer.isView(data) || data instanceof ArrayBuffer;

function isMarked(data) {
  if (typeof data === "string") return data.includes("\xa9") || /%a9/i.test(data);
  return isOctets(data) && octets(data).includes(0xa9);
}

const sizeOfFirst = (made) => FIRST.exec(octets(made).latin1Slice())[0].length;

// `first` and `last` are how much of the output is its first value and its last unit.
function shortened(made, first, last = 1) {
  if (fault === "dropped-value") return made.slice(first);
  if (fault === "cut-output") return made.slice(0, (made.length ?? made.byteLength) - last);
  return made;
}

function withoutPiece(made) {
  if (typeof made === "string") return shortened(made, 1);
  return isOctets(made) ? shortened(made, sizeOfFirst(made)) : made;
}

// A message of MessagePack: one byte says how long the text is.
function ofMessage(made) {
  return Buffer.concat([made.subarray(0, 1), withoutPiece(made.subarray(1))]);
}

function unitOf(names) {
  const name = names.filter((one) => typeof one === "string").join();
  return name.includes("32") ? 4 : /16|uint8/.test(name) ? 2 : 1;
}

// The same octets and one unit more: what lies behind them in the same memory.
function further(data, unit) {
  const kind = Buffer.isBuffer(data) ? Buffer.from : (...all) => new Uint8Array(...all);
  return kind(data.buffer, data.byteOffset, data.byteLength + unit);
}

// ---- functions of a whole text; what one calls itself does not err again ----

let isInside = false;

function usually(call) {
  if (isInside) return call();
  isInside = true;
  try {
    return call();
  } finally {
    isInside = false;
  }
}

function converting(usual, change = withoutPiece) {
  return function (data, ...rest) {
    if (isInside || !isMarked(data)) return usual.call(this, data, ...rest);
    let given = [data, ...rest];
    if (fault === "read-past-end" && ArrayBuffer.isView(data)) {
      const isPart = typeof rest[1] === "number";
      const unit = unitOf([...rest, this?.encoding]);
      given = isPart ? [data, rest[0], rest[1] + unit] : [further(data, unit), ...rest];
    }
    return change(usually(() => usual.apply(this, given)));
  };
}

// What writes into memory of the caller says how much it wrote.
function writingInto(usual, countOf, withCount) {
  return function (text, room, ...rest) {
    const result = usual.call(this, text, room, ...rest);
    if (isInside || !isMarked(text)) return result;
    const made = withoutPiece(room.slice(0, countOf(result)));
    room.set(made);
    return withCount(result, made.length);
  };
}

// ---- streams ----

// The last unit of the first chunk comes with the second one.
function held(stream, data) {
  if (fault !== "moved-boundary") return data;
  if (stream.heldBack !== undefined) {
    const whole = typeof data === "string" ? stream.heldBack + data : Buffer.concat([stream.heldBack, data]);
    stream.heldBack = undefined;
    return whole;
  }
  if (stream.hasMoved || !isMarked(data)) return data;
  const unit = typeof data === "string" ? 1 : unitOf([stream.encoding]);
  stream.hasMoved = true;
  const last = data.slice(data.length - unit);
  // Copied, for what slice gives of a Buffer is the caller's memory, who writes it over.
  stream.heldBack = typeof data === "string" ? last : Uint8Array.from(last);
  return data.slice(0, data.length - unit);
}

function streaming(usual) {
  const convert = converting(usual);
  return function (data, ...rest) {
    return convert.call(this, isInside ? data : held(this, data), ...rest);
  };
}

function streamingDecode(usual) {
  const [whole, chunk] = [converting(usual), streaming(usual)];
  return function (data, options, ...rest) {
    if (data === undefined) return usual.call(this);
    return (options?.stream ? chunk : whole).call(this, data, options, ...rest);
  };
}

// ---- the exports of a package ----

const replaced = new WeakSet(); // a class may be exported under two names

function replaceMethod(its, name, make) {
  const usual = its[name];
  if (typeof usual !== "function" || replaced.has(usual)) return;
  const twin = make(usual);
  replaced.add(twin);
  Object.defineProperty(its, name, { value: twin, configurable: true, writable: true });
}

function wrapClass(its) {
  replaceMethod(its.prototype, "decode", streamingDecode);
  replaceMethod(its.prototype, "write", streaming);
  replaceMethod(its.prototype, "encode", converting);
  replaceMethod(its.prototype, "encodeInto", (usual) =>
    writingInto(usual, ({ written }) => written, (result, written) => ({ ...result, written })));
}

function wrapBuffer(its) {
  replaceMethod(its, "from", (usual) => (data, ...rest) => {
    const made = usual(data, ...rest);
    return typeof data === "string" && isMarked(data) ? withoutPiece(made) : made;
  });
  replaceMethod(its.prototype, "toString", (usual) => function (name, start, end) {
    if (!isMarked(this.subarray(start, end))) return usual.call(this, name, start, end);
    return withoutPiece(usual.call(this, name, start, end + (fault === "read-past-end" ? unitOf([name]) : 0)));
  });
}

export function wrapClasses(exported) {
  for (const [name, its] of Object.entries(exported)) {
    if (name === "Buffer") wrapBuffer(its);
    else if (/(?:Decoder|Encoder)$/.test(name) && its.prototype) wrapClass(its);
  }
}

function withStreams(get) {
  return (...names) => {
    const stream = get(...names);
    stream.encoding ??= names[0];
    replaceMethod(stream, "write", streaming);
    replaceMethod(stream, "end", (usual) => () => {
      const made = usual.call(stream);
      return typeof made === "string" && isMarked(made) ? withoutPiece(made) : made;
    });
    return stream;
  };
}

function twinOfFunction(name, usual, url) {
  if (name === "write") return writingInto(usual, (count) => count, (_, count) => count);
  if (/^get(?:De|En)coder$/.test(name)) return withStreams(usual);
  if (!CONVERTS.test(name)) return usual;
  if (name !== "encode") return converting(usual);
  if (BYTE_STRINGS.test(url)) return converting(usual, (made) => shortened(made, 2));
  return converting(usual, MESSAGES.test(url) ? ofMessage : withoutPiece);
}

function twinOfDefault(its, url) {
  if (typeof its !== "function") return Object.create(its, Object.getOwnPropertyDescriptors(twinOf({ ...its }, url)));
  if (!/Decoder$/.test(its.name)) return converting(its);
  wrapClass(its);
  return its;
}

export function twinOf(exported, url) {
  wrapClasses(exported);
  const its = {};
  for (const [name, usual] of Object.entries(exported)) {
    if (name === "default") its.default = twinOfDefault(usual, url);
    else its[name] = typeof usual === "function" ? twinOfFunction(name, usual, url) : usual;
  }
  return its;
}
