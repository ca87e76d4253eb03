// The codecs of packages from npm under the adapter protocol.
import { dirname, join } from "node:path";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "../kit/js/protocol.mjs";
import * as decoderClasses from "./decoder_classes.mjs";
import * as iconvLite from "./iconv_lite.mjs";
import * as lenient from "./lenient_functions.mjs";
import * as stringDecoders from "./string_decoders.mjs";
import * as strict from "./strict_functions.mjs";
import * as validators from "./validators.mjs";
import { whatwgEncoding } from "./whatwg_encoding.mjs";

// An ill-formed string costs an exception; without a stack trace it costs half of that.
Error.stackTraceLimit = 0;

// Each codec: the folder of its package, and its offers.
const CODECS = {
  "iconv-lite": ["iconv-lite", iconvLite.newest],
  "iconv-lite-0.7.2": ["iconv-lite-0.7.2", iconvLite.older],
  "stablelib-utf8": ["@stablelib/utf8", strict.stablelib],
  "stablelib-utf8-2.0.0": ["stablelib-utf8-2.0.0", strict.stablelibOlder],
  "utf-8-validate": ["utf-8-validate", validators.utf8Validate],
  "utf-8-validate-fallback": ["utf-8-validate", validators.utf8ValidateFallback],
  "is-utf8": ["is-utf8", validators.isUtf8],
  isutf8: ["isutf8", validators.isutf8],
  utf8: ["utf8", strict.utf8],
  "webassemblyjs-utf8": ["@webassemblyjs/utf8", strict.webassemblyjs],
  "fast-decode-uri-component": ["fast-decode-uri-component", strict.fastDecodeURIComponent],
  "exodus-bytes": ["@exodus/bytes", strict.exodusBytes],
  "exodus-bytes-fallback": ["@exodus/bytes", strict.exodusBytesFallback],
  "exodus-bytes-TextDecoder": ["@exodus/bytes", decoderClasses.exodusBytes],
  "text-encoding": ["text-encoding", decoderClasses.textEncoding],
  "text-encoding-utf-8": ["text-encoding-utf-8", decoderClasses.textEncodingUtf8],
  "fast-text-encoding": ["fast-text-encoding", decoderClasses.fastTextEncoding],
  "whatwg-encoding": ["whatwg-encoding", whatwgEncoding],
  string_decoder: ["string_decoder", stringDecoders.stringDecoder],
  "string_decoder-0.10.31": ["string_decoder-0.10.31", stringDecoders.stringDecoderOlder],
  "text-decoder": ["text-decoder", stringDecoders.textDecoder],
  buffer: ["buffer", lenient.buffer],
  "protobufjs-utf8": ["@protobufjs/utf8", lenient.protobufjs],
  msgpack: ["@msgpack/msgpack", lenient.msgpack],
  "utf8-codec": ["utf8-codec", lenient.utf8Codec],
  "encode-utf8": ["encode-utf8", lenient.encodeUtf8],
  "wtf-8": ["wtf-8", strict.wtf8],
  "cto.af-wtf8": ["@cto.af/wtf8", decoderClasses.ctoAfWtf8],
  "mutf-8": ["mutf-8", decoderClasses.mutf8],
};

const packages = join(dirname(fileURLToPath(import.meta.url)), "node_modules");

function versionOf(codec) {
  const [folder] = CODECS[codec];
  return JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8")).version;
}

// A codec without offers is not there on this machine.
const there = Object.entries(CODECS).filter(([, [, its]]) => its !== null);
const offers = Object.fromEntries(there.map(([codec, [, its]]) => [codec, its]));
await run("js_npm", versionOf, offers);
