// Under test: whatwg-encoding's decode, with the encoding as what it falls back to, and labelToName.
//
// It never reports an error. Its own work is the signature and the label: it decodes by an older iconv-lite.
import whatwg from "whatwg-encoding";
import * as fields from "../kit/js/fields.mjs";
import { decodeOffers, onView } from "./functions.mjs";

const ENCODINGS = ["UTF-8", "UTF-16LE", "UTF-16BE"];

export const whatwgEncoding = { "label - -": label };
for (const encoding of ENCODINGS) {
  const decode = onView((bytes) => whatwg.decode(bytes, encoding));
  Object.assign(whatwgEncoding, decodeOffers(encoding, "replace", decode));
}

function label(line) {
  const name = whatwg.labelToName(fields.readBytes(line).toString("latin1"));
  return `ok ${ENCODINGS.includes(name) ? name : "?"}`;
}
