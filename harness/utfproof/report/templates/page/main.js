// Which view is shown: the address says it, so that each can be linked to.
const VIEWS = {
  matrix: showMatrix, cases: showCases, case: showCase, requirements: showRequirements, requirement: showRequirement,
  codecs: showCodecs, codec: showCodec, machines: () => "", campaign: () => "", legend: () => "", flag: showFlag,
};
const HOLDERS = { codec: "codecs", flag: "legend" };
const TABS = { case: "cases", requirement: "requirements", codec: "codecs", flag: "legend" };
const FILTERED = new Set(["matrix", "cases", "requirements", "codecs"]);
let filter = null;
let current = { view: "", name: "" };
let turn = 0;

function showFlag(name) {
  const target = byId(`flag/${name}`);
  document.querySelector(".target")?.classList.remove("target");
  target?.classList.add("target");
  target?.scrollIntoView({ block: "center" });
  return "";
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

function asked() {
  const [path, query = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const [view, ...rest] = path.split("/");
  if (!Object.hasOwn(VIEWS, view) || !byId(HOLDERS[view] ?? view)) return { view: "matrix", name: "", query };
  return { view, name: decoded(rest.join("/")), query };
}

async function follow() {
  const mine = ++turn;
  const { view, name, query } = asked();
  takeState(query);
  const tab = TABS[view] ?? view;
  for (const section of document.querySelectorAll(".view")) {
    section.classList.toggle("current", section.id === (HOLDERS[view] ?? view));
  }
  for (const item of document.querySelectorAll("nav.views a")) {
    item.href = address_of(item.dataset.view, "", kept());
    if (item.dataset.view === tab) item.setAttribute("aria-current", "page");
    else item.removeAttribute("aria-current");
  }
  filter.form.hidden = !FILTERED.has(view);
  filter.show();
  const told = await VIEWS[view](name);
  if (mine !== turn) return;
  filter.tell(told);
  const moved = current.view !== view || current.name !== name;
  if (moved && current.view) arrive(view);
  current = { view, name };
  document.documentElement.dataset.ready = location.hash || "#";
}

function arrive(view) {
  const section = byId(HOLDERS[view] ?? view);
  if (view !== "flag") scrollTo(0, view === "matrix" ? 0 : document.querySelector("nav.views").offsetTop);
  section.querySelector("h2")?.focus({ preventScroll: true });
}

function changed(wanted) {
  const view = FILTERED.has(current.view) ? current.view : "matrix";
  const address = address_of(view, "", wanted);
  if (address === location.hash) return;
  history.replaceState(null, "", address);
  follow();
}

function themed() {
  const group = document.querySelector(".theme");
  const stored = () => { try { return localStorage.getItem("utfproof-theme") ?? ""; } catch { return ""; } };
  const show = (theme) => {
    document.documentElement.dataset.theme = theme;
    for (const button of group.children) button.setAttribute("aria-pressed", String(button.value === theme));
  };
  group.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    try { localStorage.setItem("utfproof-theme", button.value); } catch { /* it holds until the page is left */ }
    show(button.value);
  });
  show(stored());
  group.hidden = false;
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Escape") {
    if (current.view === "case") location.hash = address_of("cases", "", kept());
    else if (current.view === "requirement") location.hash = address_of("requirements", "", kept());
    else if (current.view === "codec") location.hash = address_of("codecs", "", kept());
    else if (typing) event.target.blur();
  } else if (typing) {
    return;
  } else if (event.key === "/") {
    event.preventDefault();
    if (filter.form.hidden) location.hash = address_of("cases", "", kept());
    setTimeout(() => filter.box.focus());
  } else if (event.key === "j" || event.key === "k") {
    if (current.view === "case") document.querySelector(`.step[href][data-key=${event.key}]`)?.click();
    else if (current.view === "cases") nextLine(event.key === "j" ? 1 : -1);
  }
}

function nextLine(by) {
  const links = [...document.querySelectorAll("#list .what a")];
  links[Math.max(0, links.indexOf(document.activeElement) + by)]?.focus();
}

(async () => {
  document.documentElement.classList.add("scripted");
  themed();
  try {
    await start();
  } catch (error) {
    document.documentElement.classList.remove("scripted");
    byId("unreadable").hidden = false;
    throw error;
  }
  filter = new Filter(document.querySelector(".filter"), changed);
  addEventListener("hashchange", follow);
  addEventListener("keydown", pressed);
  byId("table").addEventListener("keydown", walk);
  for (const button of document.querySelectorAll(".command code")) {
    button.after(copyButton(button.textContent, "Copy the command"));
  }
  await follow();
  performance.mark("interactive");
})();
