// Bytes to hex and back, and a turn of the event loop, in a page: in the kit they are those of Node.js.
const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function fromHex(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(hex.substr(2 * i, 2), 16);
  return bytes;
}

export function toHex(bytes) {
  let hex = "";
  for (let i = 0; i < bytes.length; i++) hex += PAIRS[bytes[i]];
  return hex;
}

export function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const channel = new MessageChannel();
const turns = [];
channel.port1.onmessage = () => turns.shift()();

export function turn() {
  return new Promise((resolve) => {
    turns.push(resolve);
    channel.port2.postMessage(null);
  });
}
