// Under test: the codecs of a real Chromium: TextDecoder (with ignoreBOM too), TextEncoder, TextDecoderStream,
// TextEncoderStream, decodeURIComponent and encodeURIComponent, Blob.text, Response.text, String's toWellFormed and
// isWellFormed, and the values of URLSearchParams. Each block is answered by its page in few calls.
//
// None of them tells where an error is, nor a fatal TextDecoder what it had decoded before it. Blob.text and
// Response.text report no error at all.
import { inBlocks, run } from "../kit/js/protocol.mjs";
import { launched, opened } from "./browser.mjs";

// What goes to the page at once: characters, and lines, for nothing that it leaves is collected before it has answered.
const CALL_SIZE = 1 << 20;
const CALL_LINES = 4096;
// On a busy machine what is left behind grows faster than Chromium collects it; to collect takes as long as to answer.
const CALLS_PER_COLLECTION = 4;

let calls = 0;

const browser = await launched();
const page = await opened(browser);

const codecs = {};
for (const [codec, offers] of await page.evaluate("offers")) {
  codecs[codec] = Object.fromEntries(offers.map((offer) => [offer, inBlocks((lines) => answers(codec, offer, lines))]));
}

await run("browser_chromium", () => browser.version(), codecs);
await browser.close();

async function* answers(codec, offer, lines) {
  for (const some of portions(lines)) {
    const answered = await page.evaluate((asked) => globalThis.answerLines(asked), [codec, offer, some.join("\n")]);
    yield* answered.split("\n");
    calls += 1;
    if (calls % CALLS_PER_COLLECTION === 0) await page.requestGC();
  }
}

function* portions(lines) {
  let some = [];
  let size = 0;
  for (const line of lines) {
    some.push(line);
    size += line.length + 1;
    if (size >= CALL_SIZE || some.length >= CALL_LINES) {
      yield some;
      some = [];
      size = 0;
    }
  }
  if (some.length > 0) yield some;
}
