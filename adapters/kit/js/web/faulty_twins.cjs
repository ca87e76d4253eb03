// Faulty twins of what the web gives a page for text: each errs, as `fault` says, on texts that hold U+00A9.
//
// For `adapter audit`; `host` is the global object, and `streamsUseClasses` tells that its streams call TextDecoder and
// TextEncoder as everybody does. This may be the text of a script, so that nothing is required here.
module.exports = (host, fault, streamsUseClasses = false) => {
  const octets = (data) => new Uint8Array(data.buffer ?? data, data.byteOffset ?? 0, data.byteLength);
  const isMarked = (data) => (typeof data === "string" ? data.includes("\xa9") : octets(data).includes(0xa9));
  const unitOf = (name) => (/16/.test(name) ? 2 : 1);
  const firstOf = (made) => (made[0] === 0xa9 ? 2 : made.indexOf(0xa9) + 1);

  function shortened(made) {
    if (fault === "dropped-value") return made.slice(typeof made === "string" ? 1 : firstOf(made));
    return fault === "cut-output" ? made.slice(0, -1) : made;
  }

  const whole = (made) => (isMarked(made) ? shortened(made) : made);
  const further = (view, unit) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength + unit);
  const read = (view) => (fault === "read-past-end" && isMarked(view) ? further(view, 1) : view);

  // What is held back of the first chunk comes with the second one.
  function held(keeper, data) {
    if (fault !== "moved-boundary") return data;
    if (keeper.held) {
      const both = typeof data === "string" ? keeper.held + data : new Uint8Array([...keeper.held, ...data]);
      keeper.held = null;
      return both;
    }
    if (keeper.moved || !isMarked(data)) return data;
    keeper.moved = true;
    // Copied, for what slice gives of a Buffer is the caller's memory, who writes it over.
    keeper.held = typeof data === "string" ? data.slice(-1) : Uint8Array.from(data.slice(-1));
    return data.slice(0, -1);
  }

  const { decode } = host.TextDecoder.prototype;
  host.TextDecoder.prototype.decode = function (data, options) {
    if (data === undefined) return decode.call(this);
    const marked = isMarked(data);
    const given = options?.stream ? held(this, data) : data;
    if (!marked) return decode.call(this, given, options);
    if (fault === "read-past-end") return decode.call(this, further(data, unitOf(this.encoding)), options);
    return shortened(decode.call(this, given, options));
  };

  const { encode, encodeInto } = host.TextEncoder.prototype;
  host.TextEncoder.prototype.encode = function (text) {
    return whole(encode.call(this, text));
  };
  host.TextEncoder.prototype.encodeInto = function (text, room) {
    const { read, written } = encodeInto.call(this, text, room);
    if (!isMarked(text)) return { read, written };
    const made = shortened(room.slice(0, written));
    room.set(made);
    room.fill(0, made.length, written);
    return { read, written: made.length };
  };

  // A stream errs where a chunk is written and where a piece is read, if its class does not err for it.
  function streamOf(usual, { holds = true, shortens = true } = {}) {
    return function (...options) {
      const stream = new usual(...options);
      const { readable, writable } = stream;
      const getWriter = writable.getWriter.bind(writable);
      const getReader = readable.getReader.bind(readable);
      writable.getWriter = () => {
        const writer = getWriter();
        const write = writer.write.bind(writer);
        if (holds) writer.write = (data) => write(held(stream, data));
        return writer;
      };
      readable.getReader = () => {
        const reader = getReader();
        const next = reader.read.bind(reader);
        if (!shortens) return reader;
        reader.read = async () => {
          const { value, done } = await next();
          return { value: done ? value : whole(value), done };
        };
        return reader;
      };
      return stream;
    };
  }
  const own = !streamsUseClasses;
  host.TextDecoderStream = streamOf(host.TextDecoderStream, { holds: own, shortens: own });
  host.TextEncoderStream = streamOf(host.TextEncoderStream, { shortens: own });

  const { decodeURIComponent, encodeURIComponent } = host;
  host.decodeURIComponent = (text) => whole(decodeURIComponent(text));
  host.encodeURIComponent = (text) => {
    const made = encodeURIComponent(text);
    if (!isMarked(text)) return made;
    if (fault === "dropped-value") return made.slice(6);
    return fault === "cut-output" ? made.replace(/(%..|[^%])$/, "") : made;
  };

  const { toWellFormed } = host.String.prototype;
  host.String.prototype.toWellFormed = function () {
    return whole(toWellFormed.call(this));
  };
  host.URLSearchParams = class extends host.URLSearchParams {
    get(name) {
      return whole(super.get(name));
    }
  };

  host.Blob = class extends host.Blob {
    constructor(parts, ...options) {
      super(ArrayBuffer.isView(parts?.[0]) ? parts.map(read) : parts, ...options);
    }
    async text() {
      return whole(await super.text());
    }
  };
  host.Response = class extends host.Response {
    constructor(body, ...options) {
      super(ArrayBuffer.isView(body) ? read(body) : body, ...options);
    }
    async text() {
      return whole(await super.text());
    }
  };
  return { held, isMarked, shortened, whole, further, unitOf };
};
