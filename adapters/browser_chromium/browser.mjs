// A headless Chromium with one page, whose modules come from the folder of the adapter; it has no network at all.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ORIGIN = "https://utfproof.example"; // secure, as some interfaces want it; no request leaves the browser
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TYPES = { ".mjs": "text/javascript", ".html": "text/html" };

const ARGUMENTS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND",
];

// Playwright drives Chromium through a pipe: when this process ends, in whatever way, Chromium ends too.
export async function launched() {
  process.env.TMPDIR = await folder();
  const env = { ...process.env, HOME: process.env.TMPDIR };
  return chromium.launch({ executablePath: found("chromium"), args: ARGUMENTS, env });
}

async function folder() {
  const script = fileURLToPath(new URL("folder.sh", import.meta.url));
  const keeper = spawn("sh", [script], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
  const [name] = await once(keeper.stdout, "data");
  for (const handle of [keeper, keeper.stdin, keeper.stdout]) handle.unref(); // it waits for us, not we for it
  return name.toString().trim();
}

function found(program) {
  const places = process.env.PATH.split(delimiter).map((folder) => join(folder, program));
  return places.find((place) => existsSync(place));
}

export async function opened(browser) {
  const page = await browser.newPage();
  await page.route("**/*", serve);
  await page.goto(`${ORIGIN}/browser_chromium/page/index.html`);
  await page.waitForFunction("globalThis.answerLines !== undefined");
  return page;
}

// What the kit has of Node.js' own is the page's own here.
const INSTEAD = { "/kit/js/host.mjs": "/browser_chromium/page/host.mjs" };

function serve(route) {
  const { origin, pathname } = new URL(route.request().url());
  if (origin !== ORIGIN) return route.abort();
  const path = INSTEAD[pathname] ?? pathname;
  try {
    const body = readFileSync(join(ROOT, path));
    return route.fulfill({ body, contentType: TYPES[extname(path)] });
  } catch {
    return route.abort();
  }
}
