// Under test: the codecs of Node.js itself; no packages. They are TextDecoder (with ignoreBOM too), TextEncoder,
// TextDecoderStream, TextEncoderStream, decodeURIComponent and encodeURIComponent, Buffer, StringDecoder, isUtf8, and
// String's toWellFormed, isWellFormed and util.toUSVString.
//
// None of them tells where an error is, nor a fatal TextDecoder what it had decoded before it. Buffer and StringDecoder
// report no error at all.
import { toUSVString } from "node:util";
import { buffer, isUtf8 } from "./buffer.mjs";
import { run } from "../kit/js/protocol.mjs";
import { textCodecs } from "../kit/js/web/text_codecs.mjs";
import { uriComponent } from "../kit/js/web/uri_component.mjs";
import { repairOffers, stringWellFormed } from "../kit/js/web/well_formed.mjs";
import { stringDecoder } from "./string_decoder.mjs";

// An ill-formed string costs an exception; without a stack trace it costs half of that.
Error.stackTraceLimit = 0;

function isRefusal(error) {
  return error instanceof TypeError && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

await run("js_node", () => process.versions.node, {
  ...textCodecs(isRefusal),
  Buffer: buffer,
  StringDecoder: stringDecoder,
  isUtf8,
  decodeURIComponent: uriComponent,
  "String.toWellFormed": stringWellFormed,
  "util.toUSVString": repairOffers(toUSVString),
});
