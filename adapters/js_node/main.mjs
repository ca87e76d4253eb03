// The codecs of Node.js itself under the adapter protocol; no packages.
import { buffer, isUtf8 } from "./buffer.mjs";
import { run } from "../kit/js/protocol.mjs";
import { stringDecoder } from "./string_decoder.mjs";
import { textDecoder, textDecoderIgnoreBOM, textEncoder } from "./text_codecs.mjs";
import { textDecoderStream, textEncoderStream } from "./text_streams.mjs";
import { uriComponent } from "./uri_component.mjs";

// An ill-formed string costs an exception; without a stack trace it costs half of that.
Error.stackTraceLimit = 0;

await run("js_node", () => process.versions.node, {
  TextDecoder: textDecoder,
  "TextDecoder-ignoreBOM": textDecoderIgnoreBOM,
  TextEncoder: textEncoder,
  TextDecoderStream: textDecoderStream,
  TextEncoderStream: textEncoderStream,
  Buffer: buffer,
  StringDecoder: stringDecoder,
  isUtf8,
  decodeURIComponent: uriComponent,
});
