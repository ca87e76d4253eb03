// Answers blocks of lines in the page: globalThis.offers says for what, globalThis.answerLines does it.
import { answerOrFailure } from "../../kit/js/bad_line.mjs";
import { textCodecs } from "../../kit/js/web/text_codecs.mjs";
import { uriComponent } from "../../kit/js/web/uri_component.mjs";
import { repairOffers, stringWellFormed } from "../../kit/js/web/well_formed.mjs";
import { blobText, responseText } from "./body_text.mjs";

// An ill-formed string costs an exception; without a stack trace it costs half of that.
Error.stackTraceLimit = 0;

// A TextDecoder says "was not valid" here, a TextDecoderStream "is not valid".
function isRefusal(error) {
  return error instanceof TypeError && /encoded data (was|is) not valid/.test(error.message);
}

// Web IDL makes a USVString of each name and value.
const usvString = (text) => new URLSearchParams([["", text]]).get("");

const CODECS = {
  ...textCodecs(isRefusal),
  decodeURIComponent: uriComponent,
  "String.toWellFormed": stringWellFormed,
  URLSearchParams: repairOffers(usvString),
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
