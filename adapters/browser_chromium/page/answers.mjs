// Answers blocks of lines in the page: globalThis.offers says for what, globalThis.answerLines does it.
import { BadLine } from "../../kit/js/bad_line.mjs";
import { blobText, responseText } from "./body_text.mjs";
import { textDecoder, textDecoderIgnoreBOM, textEncoder } from "./text_codecs.mjs";
import { textDecoderStream, textEncoderStream } from "./text_streams.mjs";
import { uriComponent } from "./uri_component.mjs";

// An ill-formed string costs an exception; without a stack trace it costs half of that.
Error.stackTraceLimit = 0;

const CODECS = {
  TextDecoder: textDecoder,
  "TextDecoder-ignoreBOM": textDecoderIgnoreBOM,
  TextEncoder: textEncoder,
  TextDecoderStream: textDecoderStream,
  TextEncoderStream: textEncoderStream,
  decodeURIComponent: uriComponent,
  "Blob.text": blobText,
  "Response.text": responseText,
};

globalThis.offers = Object.entries(CODECS).map(([codec, offers]) => [codec, Object.keys(offers)]);

const AT_ONCE = 256; // lines whose answers are waited for together

// Lines and answers are joined by LF: one string crosses to the page, one comes back.
globalThis.answerLines = async ([codec, offer, joined]) => {
  const answer = CODECS[codec][offer];
  const lines = joined.split("\n");
  const answers = [];
  for (let i = 0; i < lines.length; i += AT_ONCE) {
    const some = lines.slice(i, i + AT_ONCE).map((line) => answerOrFailure(answer, line));
    answers.push(...(await Promise.all(some)));
  }
  return answers.join("\n");
};

function answerOrFailure(answer, line) {
  try {
    return answer(line);
  } catch (error) {
    if (error instanceof BadLine) return `failed ${error.message}`;
    throw error;
  }
}
