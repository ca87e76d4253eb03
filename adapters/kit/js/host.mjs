// What the kit needs of Node.js: bytes to hex and back, and a turn of the event loop. A page of a browser has a module of
// its own in the place of this one.
import { setImmediate } from "node:timers/promises";

export const fromHex = (hex) => Buffer.from(hex, "hex");
export const toHex = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
export const joined = (pieces) => Buffer.concat(pieces);
export const turn = () => setImmediate();
