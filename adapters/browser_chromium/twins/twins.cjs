// Faulty twins of a page's codecs: they are in the page before its own modules are.
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { join } = require("node:path");

const source = fs.readFileSync(join(__dirname, "../../kit/js/web/faulty_twins.cjs"), "utf8");
const fault = JSON.stringify(process.env.UTFPROOF_TWIN);
const script = `<script>{ const module = {};\n${source}\nmodule.exports(globalThis, ${fault}); }</script>`;

const { readFileSync } = fs;
fs.readFileSync = (path, ...rest) => {
  const content = readFileSync(path, ...rest);
  const isPage = /page[/\\]index\.html$/.test(String(path));
  return isPage ? Buffer.from(content.toString().replace("<script", () => `${script}\n<script`)) : content;
};
syncBuiltinESMExports();
