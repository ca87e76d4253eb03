// One case: its input, what was expected and why, every codec's answer, and the commands.
const LEGEND = [["bad", "ill-formed"], ["character", "character"], ["ascii", "ASCII"], ["signature", "signature"],
  ["around", "not part of it"]];
const FEW_CODECS = 12;
const WAYS = 3;

function named(numbers) {
  const links = numbers.map((number) => codecs[number]).sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name }) => element("li", {}, link(address_of("codec", name, kept({ codec: "" })), name)));
  const list = element("ul", { class: "names" }, links);
  if (links.length <= FEW_CODECS) return list;
  return element("details", { class: "fold" }, element("summary", {}, many(links.length, "codec")), list);
}

function rolesTable(pieces, open) {
  const told = pieces.filter(({ look, digits }) => look !== "border" && digits);
  const rows = told.map(({ offset, digits, look, role, clause }) => element("tr", {},
    element("td", {}, look === "around" ? "" : String(offset)), element("td", {}, element("code", { class: `o-${look}` }, digits)),
    element("td", {}, role),
    element("td", {}, clause ? link(address_of("requirement", clause), clause) : "")));
  const head = ["Offset", "Octets", "Role", "Clause"].map((name) => element("th", { scope: "col" }, name));
  return element("details", { class: "fold", open: open && told.length <= 8 }, element("summary", {}, "What each octet is"),
    element("div", { class: "scroll" }, element("table", { class: "roles" }, element("thead", {}, element("tr", {}, head)),
      element("tbody", {}, rows))));
}

function input(answer, explained) {
  const { pieces } = answer;
  const looks = new Set(pieces.map(({ look }) => look));
  const key = LEGEND.filter(([look]) => looks.has(look)).map(([look, name]) => element("span", {},
    element("span", { class: `octets o-${look}` }, "\u00a0\u00a0"), ` ${name}`));
  const asSent = element("p", { class: "sent" }, "as it was sent: ", element("code", { tabindex: "0" }, answer.input || "an empty line"));
  return [octets(answer), element("p", { class: "key" }, key), pieces.length ? rolesTable(pieces, explained) : null,
    answer.input.length > 400 ? element("details", { class: "fold" }, element("summary", {}, "As it was sent"), asSent) : asSent];
}

function expectedRow(words) {
  return element("tr", { class: "expected" }, element("td", {}, "expected"),
    element("td", { class: "said" }, words || "nothing"), element("td", {}, "by the clauses above"));
}

function answerRow(answer) {
  return element("tr", { class: `v-${answer.verdict}` },
    element("td", {}, badge(answer.verdict)), element("td", { class: "said" }, answer.actual || "nothing"),
    element("td", {}, named(answer.codecs),
      answer.known < 0 ? null : element("span", { class: "known" }, `known: ${shared.known[answer.known]}`)));
}

function passedRow(numbers) {
  return element("tr", { class: "v-pass" }, element("td", {}, badge("pass")),
    element("td", { class: "said" }, "as expected, in every way it was asked"), element("td", {}, named(numbers)));
}

// What is expected may depend on what a codec claims: the answers stand below what was expected.
function answersTable(answers, passed) {
  const rows = [...grouped(answers, ({ expected }) => expected)]
    .flatMap(([expected, own]) => [expectedRow(expected), ...own.map(answerRow)]);
  if (passed.length) rows.push(passedRow(passed));
  const head = ["Verdict", "Answer", "Codecs"].map((name) => element("th", { scope: "col" }, name));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Answers" },
    element("table", { class: "answers" }, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)));
}

function commands(answers) {
  const failing = answers.filter(({ verdict }) => !UNLISTED.has(verdict));
  const all = failing.flatMap((answer) => answer.codecs.map((number) => ({ answer, number })));
  all.sort((one, other) => (codecs[other.number].name === state.codec) - (codecs[one.number].name === state.codec));
  const made = all.map(({ answer, number }) => command(answer.commandOf(number)));
  if (made.length <= 2) return made;
  return [made[0], element("details", { class: "fold" },
    element("summary", {}, `The command for ${many(made.length - 1, "other codec")}`), made.slice(1))];
}

// The answers to one input of one offer; a codec's gravest answer may be to another way to ask.
function exchange(answers, passed, explained) {
  const [first] = answers;
  const plain = !first.way || first.way === "whole";
  return element("div", { class: "exchange" }, plain ? null : element("p", { class: "way" }, `asked ${first.way}`),
    input(first, explained), answersTable(answers, passed), commands(answers));
}

const graveness = (answers) => Math.min(...answers.map(({ verdict }) => rank(verdict)));
const isListed = ({ verdict }) => !UNLISTED.has(verdict);

function offer(asked, first) {
  const groups = [...grouped(asked.answers, ({ way, input: line }) => `${way}\n${line}`).values()];
  const shown = groups.some((answers) => answers.some(isListed)) ? groups.filter((answers) => answers.some(isListed)) : groups;
  shown.sort((one, other) => graveness(one) - graveness(other) || one[0].input.length - other[0].input.length);
  const passed = codecsIn(asked.mask);
  const make = (answers, at) => exchange(answers, at === 0 ? passed : [], first && at === 0);
  const folded = shown.slice(WAYS);
  return element("section", { class: "offer" }, element("h3", {}, asked.op || "a relation between answers"),
    shown.slice(0, WAYS).map(make), folded.length ? element("details", { class: "fold" },
      element("summary", {}, `${many(folded.length, "other input")}`), folded.map((answers) => exchange(answers, [], false))) : null);
}

async function unlistedCase(name) {
  const cited = (await read("requirements")).filter(([, , , , cases]) => cases.includes(name)).map(([id]) => id);
  return [element("p", {}, "No codec of this run answered this case wrongly, or in a way that is listed."),
    cited.length ? element("ul", { class: "clauses" }, cited.map(clauseItem)) : null];
}

function steps(name) {
  const at = listed.findIndex(({ question }) => question.name === name);
  const step = (by, text, key) => {
    const target = at < 0 ? undefined : listed[at + by]?.question.name;
    return element("a", { class: "step", href: target && address_of("case", target, kept()), "data-key": key }, text);
  };
  return element("nav", { class: "steps", "aria-label": "Cases" },
    link(address_of("cases", "", kept()), "‹ All cases", { class: "step" }), step(-1, "Previous", "k"), step(1, "Next", "j"),
    at < 0 ? null : element("span", { class: "place" }, `${count(at + 1)} of ${count(listed.length)}`));
}

// Where the case stands among those that fit the filter is known when all of them were read.
async function showSteps(name) {
  await showCases();
  if (current.view === "case" && current.name === name) byId("case").querySelector(".steps").replaceWith(steps(name));
}

async function showCase(name) {
  const fresh = listedFor === filterKey();
  if (!fresh) listed = [];
  const topic = name.split("/").slice(0, 2).join("/");
  const question = (await ofTopic(topic)).find((item) => item.name === name);
  const sorted = [...(question?.asked ?? [])].sort((one, other) => (other.op === state.op) - (one.op === state.op)
    || graveness(one.answers) - graveness(other.answers));
  const parts = question ? [
    element("p", { class: "flags" }, question.flags.flatMap((flag) => [flagLink(flag), " "])),
    question.why ? element("p", { class: "why" }, question.why) : null,
    element("ul", { class: "clauses" }, question.clauses.map(clauseItem)),
    sorted.map((asked, at) => offer(asked, at === 0)),
  ] : await unlistedCase(name);
  byId("case").replaceChildren(steps(name), element("h2", { tabindex: "-1" }, name), ...parts.flat().filter(Boolean));
  if (!fresh) setTimeout(() => showSteps(name));
  return "";
}
