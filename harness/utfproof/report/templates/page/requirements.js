// The requirements of the documents: which cases test each, and how each codec stands.
const STANDS = [["fail", "not met"], ["alternative", "met otherwise"], ["pass", "met"]];

const requirements = () => read("requirements", (rows) => rows.map(
  ([id, document, section, untestable, cases, ...masks]) => {
    const [where, level, states, address] = shared.clauses[id];
    const text = [id, document, states, level].join(" ").toLowerCase();
    return { id, document, section, untestable, cases, where, level, states, address, text, masks };
  }));

// The codecs that fit the filter and do not meet a requirement, meet it otherwise, or meet it.
function standing({ masks }) {
  return masks.map((mask) => codecsIn(mask).filter((number) => fitsCodec(codecs[number])));
}

function requirementRow(item) {
  const stands = standing(item);
  const told = STANDS.map(([verdict, words], at) => (stands[at].length
    ? element("span", { class: `count v-${verdict}`, title: words }, sign(verdict), ` ${count(stands[at].length)}`,
      element("span", { class: "aloud" }, ` ${words}`)) : null));
  const tested = item.untestable ? "not testable" : many(item.cases.length, "case");
  return element("tr", {},
    element("th", { scope: "row" }, link(address_of("requirement", item.id, kept()), item.id)),
    element("td", {}, item.level === "" ? "" : element("strong", {}, item.level)), element("td", { class: "states" }, item.states),
    element("td", {}, tested),
    element("td", { class: "counts" }, told.some(Boolean) ? told : element("span", { class: "soft" }, "not assessed")));
}

function fitsRequirement(item) {
  const [failed, lesser] = standing(item);
  const wanted = { fail: failed.length, "non-strict": lesser.length, alternative: lesser.length };
  return (!state.clause || item.id === state.clause) && state.words.every((word) => item.text.includes(word))
    && (!state.verdict.size || [...state.verdict].some((verdict) => wanted[verdict] ?? failed.length));
}

async function showRequirements() {
  const all = await requirements();
  const fitting = all.filter(fitsRequirement);
  const head = ["Requirement", "Level", "States", "Tested by", "Codecs"].map((name) => element("th", { scope: "col" }, name));
  const parts = [...grouped(fitting, (item) => item.document)].map(([name, items]) => element("section", {}, element("h3", {}, name),
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
      element("table", { class: "requirements" }, element("thead", {}, element("tr", {}, head.map((one) => one.cloneNode(true)))),
        element("tbody", {}, items.map(requirementRow))))));
  const none = element("p", { class: "clean" }, all.length ? "No requirement fits the filter." : "The vectors were not at hand.");
  byId("documents").replaceChildren(...(parts.length ? parts : [none]));
  return `${fitting.length} of ${many(all.length, "requirement")}`;
}

function standingList(item) {
  return standing(item).map((numbers, at) => {
    if (!numbers.length) return null;
    const [verdict, words] = STANDS[at];
    const links = numbers.map((number) => codecs[number]).sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ name }) => element("li", {}, verdict === "pass" ? name
        : link(address_of("cases", "", { clause: item.id, codec: name }), name)));
    return element("section", {}, element("h3", {}, badge(verdict, words), ` ${many(numbers.length, "codec")}`),
      element("ul", { class: "names" }, links));
  });
}

async function showRequirement(id) {
  const item = (await requirements()).find((one) => one.id === id);
  const back = element("nav", { class: "steps", "aria-label": "Requirements" },
    link(address_of("requirements", "", kept()), "‹ All requirements", { class: "step" }));
  if (!item) {
    byId("requirement").replaceChildren(back, element("h2", { tabindex: "-1" }, id), element("p", {}, "The vectors do not know it."));
    return "";
  }
  const stands = standingList(item).filter(Boolean);
  const cases = element("ul", { class: "names cases" });
  const line = (name) => element("li", {}, link(address_of("case", name), name));
  byId("requirement").replaceChildren(back, element("h2", { tabindex: "-1" }, id),
    element("p", { class: "why" }, element("strong", {}, item.level), " ", item.states),
    element("p", {}, element("a", item.address ? { href: item.address, rel: "noopener noreferrer" } : {}, item.where)),
    item.untestable ? element("p", { class: "note" }, `No codec can show it: ${item.untestable}`) : "",
    ...(stands.length ? stands : [element("p", { class: "note" }, "Not assessed: nothing that tests it was asked of a codec.")]),
    element("h3", {}, `Tested by ${many(item.cases.length, "case")}`), ...lengthening(cases, item.cases, line, 200));
  return "";
}
