// The list of cases that fit the filter, what fails by the smallest input first.
let listed = [];
let listedFor = "";

const generated = ({ name }) => /^(families|properties)\//.test(name);
const smallest = (answers) => answers.reduce((one, other) => {
  const [grave, graver] = [rank(one.answer.verdict), rank(other.answer.verdict)];
  const shorter = other.answer.input.length < one.answer.input.length;
  return graver < grave || (graver === grave && shorter) ? other : one;
});

const ORDERS = {
  "": (one, other) => rank(one.best.answer.verdict) - rank(other.best.answer.verdict)
    || generated(one.question) - generated(other.question)
    || one.best.answer.input.length - other.best.answer.input.length
    || (one.question.name < other.question.name ? -1 : 1),
  codecs: (one, other) => other.who.size - one.who.size || ORDERS[""](one, other),
  name: (one, other) => (one.question.name < other.question.name ? -1 : 1),
};

function caseLine({ question, best: { answer }, who }) {
  const names = [...who];
  const told = names.length === 1 ? codecs[names[0]].name : many(names.length, "codec");
  return element("li", { class: "line" },
    badge(answer.verdict),
    element("span", { class: "what" },
      link(address_of("case", question.name, kept()), question.name),
      element("span", { class: "who" }, told, " ", question.flags.map((flag) => element("span", { class: "flag" }, flag)))),
    element("span", { class: "bytes" }, octets(answer, 16),
      element("span", { class: "versus" }, element("i", {}, "expected "), cut(answer.expected), element("i", {}, " got "),
        cut(answer.actual))));
}

const cut = (text, most = 60) => (text.length > most ? `${text.slice(0, most)}…` : text || "nothing");

const filterKey = () => address_of("cases", "", kept());

async function showCases() {
  const key = filterKey();
  const fitting = await found();
  listed = fitting.map(({ question, answers }) => (
    { question, best: smallest(answers), who: new Set(answers.flatMap(({ who }) => who)) }));
  listedFor = key;
  listed.sort(Object.hasOwn(ORDERS, state.sort) ? ORDERS[state.sort] : ORDERS[""]);
  const list = element("ol", { class: "lines" });
  byId("list").replaceChildren(...(listed.length ? lengthening(list, listed, caseLine)
    : [element("p", { class: "clean" }, active() ? "No case fits the filter." : "Every case that was asked passed.")]));
  return many(listed.length, "case");
}
