// Under test: TextDecoder and TextEncoder of Node.js.
//
// A TextDecoder does not tell where an error is, nor what it had decoded before it.
import * as fields from "./protocol/fields.mjs";
import { run } from "./protocol/protocol.mjs";
import { sweep } from "./protocol/sweep.mjs";

const version = process.versions.node; // of the library that the codec belongs to

// ---- YOUR CODEC: call it in these two functions ----

// Bytes in a Uint8Array → a string, or null when the codec refuses them.
function decode(bytes, mode) {
  try {
    return new TextDecoder("utf-8", { fatal: mode === "strict", ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error.code === "ERR_ENCODING_INVALID_ENCODED_DATA") return null;
    throw error;
  }
}

// A string → bytes in a Uint8Array, or null when the codec refuses it.
function encode(text) {
  return new TextEncoder().encode(text);
}

// ---- what it offers; an offset that the codec tells stands in the place of `?` ----

function answerDecode(line, mode) {
  const text = decode(fields.readBytes(line), mode);
  return text === null ? "error ? ?" : "ok" + fields.writePoints(text);
}

function answerValidate(line) {
  return decode(fields.readBytes(line), "strict") === null ? "error ? ?" : "ok";
}

function answerEncode(line) {
  const text = fields.asString(fields.readPoints(line));
  if (text === null) return fields.IMPOSSIBLE;
  const bytes = encode(text);
  return bytes === null ? "error ?" : `ok ${fields.writeBytes(bytes)}`;
}

// An ill-formed string of a sweep costs an exception; without a stack trace it costs half of that.
Error.stackTraceLimit = 0;

await run("NAME", () => version, {
  "NAME": {
    "decode UTF-8 strict": (line) => answerDecode(line, "strict"),
    "decode UTF-8 replace": (line) => answerDecode(line, "replace"),
    "validate UTF-8 strict": answerValidate,
    "encode UTF-8 replace": answerEncode,
    "sweep UTF-8 strict": sweep(() => (bytes) => decode(bytes, "strict") !== null),
  },
});
