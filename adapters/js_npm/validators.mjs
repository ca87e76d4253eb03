// Under test: functions that say whether bytes are UTF-8: utf-8-validate (the addon, and what it falls back to),
// is-utf8, isutf8.
//
// None of them tells where an error is.
import { createRequire } from "node:module";
import isUtf8Function from "is-utf8";
import isutf8Function from "isutf8";
import fallback from "utf-8-validate/fallback.js";
import * as fields from "../kit/js/fields.mjs";
import { sweep } from "../kit/js/sweep.mjs";

const require = createRequire(import.meta.url);
const packageFolder = require.resolve("utf-8-validate/package.json").replace(/package\.json$/, "");

// As its index.js loads it, but without its silent turn to the fallback where there is no addon for this machine.
function loadedAddon() {
  try {
    return require("node-gyp-build")(packageFolder);
  } catch {
    return null;
  }
}

const addon = loadedAddon();

export const utf8Validate = addon && offers(addon);
export const utf8ValidateFallback = offers(fallback);
export const isUtf8 = offers(isUtf8Function);
export const isutf8 = offers(isutf8Function);

function offers(isValid) {
  return {
    "validate UTF-8 strict": (line) => (isValid(fields.readBytes(line)) ? "ok" : "error ? ?"),
    "sweep UTF-8 strict": sweep(() => isValid),
  };
}
