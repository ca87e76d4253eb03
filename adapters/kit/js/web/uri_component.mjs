// Under test: decodeURIComponent and encodeURIComponent, in which UTF-8 is read and written as %xx.
//
// Every byte is given as %xx. They throw a URIError, which does not tell where the error is.
import * as fields from "../fields.mjs";
import { sweep } from "../sweep.mjs";

export const uriComponent = {
  "decode UTF-8 strict": decode,
  "encode UTF-8 strict": encode,
  "sweep UTF-8 strict": sweep(() => accepts),
};

const ESCAPES = Array.from({ length: 256 }, (_, byte) => "%" + byte.toString(16).padStart(2, "0"));

function escape(bytes) {
  let out = "";
  for (let i = 0; i < bytes.length; i++) out += ESCAPES[bytes[i]];
  return out;
}

function decode(line) {
  const escaped = escape(fields.readBytes(line));
  try {
    return "ok" + fields.writePoints(decodeURIComponent(escaped));
  } catch (error) {
    if (error instanceof URIError) return "error ? ?";
    throw error;
  }
}

function accepts(bytes) {
  try {
    decodeURIComponent(escape(bytes));
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

// In what encodeURIComponent returns, a byte is %XX or the ASCII character itself.
function encode(line) {
  const text = fields.asString(fields.readPoints(line));
  if (text === null) return fields.IMPOSSIBLE;
  try {
    const parts = encodeURIComponent(text).match(/%..|[^%]/g) ?? [];
    const bytes = parts.map((part) => (part.length === 3 ? parseInt(part.slice(1), 16) : part.charCodeAt(0)));
    return `ok ${fields.writeBytes(Uint8Array.from(bytes))}`;
  } catch (error) {
    if (error instanceof URIError) return "error ?";
    throw error;
  }
}
