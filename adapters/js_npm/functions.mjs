// The offers of a function that decodes a whole text, and of one that encodes a whole text.
import * as fields from "../kit/js/fields.mjs";
import { sweep } from "../kit/js/sweep.mjs";

const never = () => false;

// `decode(bytes, start, end)` gives the string of that slice; `isRefusal(error)` tells a refusal from any other error.
export function decodeOffers(encoding, mode, decode, isRefusal = never) {
  const answer = (bytes, start, end) => {
    try {
      return "ok" + fields.writePoints(decode(bytes, start, end));
    } catch (error) {
      if (isRefusal(error)) return "error ? ?";
      throw error;
    }
  };
  const offers = {
    [`decode ${encoding} ${mode}`]: (line) => {
      const bytes = fields.readBytes(line);
      return answer(bytes, 0, bytes.length);
    },
    [`decode-within ${encoding} ${mode}`]: (line) => {
      const { whole, start, end } = fields.readMiddle(line);
      return answer(whole, start, end);
    },
  };
  if (mode === "strict") offers[`sweep ${encoding} strict`] = sweep(() => acceptance(decode, isRefusal));
  return offers;
}

function acceptance(decode, isRefusal) {
  return (bytes) => {
    try {
      decode(bytes, 0, bytes.length);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  };
}

// For a function that has to be given a copy of its own, which has no neighbours: decode-within would say nothing.
export function ofCopies(offers) {
  return Object.fromEntries(Object.entries(offers).filter(([offer]) => !offer.startsWith("decode-within ")));
}

// For a function that takes a whole array only: a slice is a view of the larger one.
export function onView(decode) {
  return (bytes, start, end) => decode(bytes.subarray(start, end));
}

export function encodeOffers(encoding, mode, encode, isRefusal = never) {
  return {
    [`encode ${encoding} ${mode}`]: (line) => {
      const text = fields.asString(fields.readPoints(line));
      if (text === null) return fields.IMPOSSIBLE;
      try {
        return `ok ${fields.writeBytes(encode(text))}`;
      } catch (error) {
        if (isRefusal(error)) return "error ?";
        throw error;
      }
    },
  };
}

// Tells a refusal by its message, where the package throws nothing more than an Error.
export function saying(...messages) {
  return (error) => error instanceof Error && messages.some((message) => error.message.startsWith(message));
}
