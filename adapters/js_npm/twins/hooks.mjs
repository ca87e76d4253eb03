// A package that the adapter imports becomes a module which exports the twins of its exports.
const TWIN = "?twin";
const TWINS = new URL("./twins.mjs", import.meta.url).href;
const isOfPackage = (url) => url.includes("/node_modules/");

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const { parentURL } = context;
  const isForAdapter = parentURL && parentURL !== import.meta.url && !isOfPackage(parentURL);
  if (!isForAdapter || !isOfPackage(found.url)) return found;
  return { url: found.url + TWIN, format: "module", shortCircuit: true };
}

export async function load(url, context, next) {
  if (!url.endsWith(TWIN)) return next(url, context);
  const usual = url.slice(0, -TWIN.length);
  const names = Object.keys(await import(usual)).filter((name) => /^\w+$/.test(name));
  const exported = names.map((name, at) => `const own${at} = its.${name};\nexport { own${at} as ${name} };`);
  const source = `import * as usual from ${JSON.stringify(usual)};
    import { twinOf } from ${JSON.stringify(TWINS)};
    const its = twinOf(usual, ${JSON.stringify(usual)});
    ${exported.join("\n")}`;
  return { source, format: "module", shortCircuit: true };
}
