// The matrix: codecs by topics, families, properties, encodings or operations.
const MODES = ["topics", "families", "properties", "encodings", "operations"];
const GROUPED = { topics: /^(properties|families)\//, families: /^(?!families\/)/, properties: /^(?!properties\/)/ };
const SHOWN = 60;

function columnKey(mode, column, op, topic) {
  if (mode === "encodings") return column;
  if (mode === "operations") return op.split(" ").filter((word) => word && word !== "-").join(" ") || "properties";
  if (mode === "topics") return GROUPED.topics.test(topic) ? topic.split("/")[0] : topic;
  return GROUPED[mode].test(topic) ? "" : topic;
}

// Counts by codec, column and verdict: of all that was asked, or of what fits the filter.
async function counted(mode) {
  const cells = new Map();
  const add = (number, column, verdict, much) => {
    if (!column) return;
    const row = cells.get(number) ?? cells.set(number, new Map()).get(number);
    const cell = row.get(column) ?? row.set(column, {}).get(column);
    cell[verdict] = (cell[verdict] ?? 0) + much;
  };
  const named = (codec) => !inCases() && fitsCodec(codec, state.words);
  for (const codec of codecs) if (named(codec)) tally(codec, mode, add);
  if (inCases() || state.words.length) {
    for (const { question, answers } of await found()) {
      for (const { answer, who } of answers) {
        const { op } = answer.asked;
        const column = columnKey(mode, columnOf(question.name, op), op, question.topic);
        for (const number of who) if (!named(codecs[number])) add(number, column, answer.verdict, 1);
      }
    }
  }
  return cells;
}

function tally({ number, tallies }, mode, add) {
  const { columns, ops, topics, verdicts } = shared.tables;
  for (let at = 0; at < tallies.length; at += 5) {
    const [column, op, topic, verdict, much] = tallies.slice(at, at + 5);
    add(number, columnKey(mode, columns[column], ops[op], topics[topic]), verdicts[verdict], much);
  }
}

function ordered(mode, cells) {
  const names = new Set([...cells.values()].flatMap((row) => [...row.keys()]));
  const known = shared.tables.order.map((name) => name.toLowerCase());
  const place = (name) => {
    const at = known.indexOf((mode === "operations" ? name.split(" ")[1] ?? "" : name.split("/")[0]).toLowerCase());
    return at < 0 ? known.length : at;
  };
  return [...names].sort((one, other) => place(one) - place(other) || (one < other ? -1 : 1));
}

function cellLink(mode, codec, column) {
  const key = { encodings: "encoding", operations: "op" }[mode] ?? "topic";
  const value = mode === "operations" && column.split(" ").length === 1 && column !== "properties"
    ? `${column} - -` : column;
  const change = mode === "operations" && column === "properties" ? { topic: column } : { [key]: value };
  return address_of("cases", "", kept({ codec: codec.name, ...change }));
}

function cell(mode, codec, column, counts) {
  if (!counts) return element("td", { class: "nothing" }, element("span", { class: "aloud" }, "nothing asked"));
  const verdict = gravest(Object.keys(counts));
  const ranked = Object.keys(counts).sort((one, other) => rank(one) - rank(other));
  const title = `${codec.name}, ${column}: ${ranked.map((name) => `${count(counts[name])} ${name}`).join(", ")}`;
  const total = ranked.filter((name) => name !== "unsupported" && name !== "outside").reduce((sum, name) => sum + counts[name], 0);
  const quiet = UNLISTED.has(verdict);
  const words = [sign(verdict), element("span", { class: "aloud" }, verdict), ` ${count(quiet ? total : counts[verdict])}`];
  const shown = quiet ? words : [link(cellLink(mode, codec, column), words, { tabindex: "-1" })];
  return element("td", { class: `cell v-${verdict}${quiet ? " quiet" : ""}`, title }, shown);
}

function line(mode, codec, columns, row) {
  const slash = codec.name.indexOf("/") + 1;
  const name = [element("span", {}, codec.name.slice(0, slash)), element("wbr"), codec.name.slice(slash)];
  const head = element("th", { scope: "row" }, link(address_of("codec", codec.name, kept({ codec: "" })), name));
  const cells = row?.size ? columns.map((column) => cell(mode, codec, column, row.get(column)))
    : [element("td", { class: "absent", colspan: columns.length || 1 }, codec.why || "nothing asked")];
  return element("tr", {}, head, element("td", {}, badge(codec.verdict)), cells);
}

function heads(columns, mode) {
  if (mode === "encodings") {
    const names = columns.map((name) => element("th", { scope: "col" }, name));
    return [element("tr", {}, element("th", { scope: "col" }, "Codec"), element("th", { scope: "col" }, "Verdict"), names)];
  }
  const cut = mode === "operations" ? ([op, encoding = "", kind = ""]) => [encoding, `${op} ${kind}`.trim()]
    : ([first, ...rest]) => [first, rest.join("/")];
  const parts = columns.map((name) => cut(name.split(mode === "operations" ? " " : "/")));
  const groups = [];
  for (const [group] of parts) {
    if (groups.at(-1)?.[0] === group) groups.at(-1)[1] += 1;
    else groups.push([group, 1]);
  }
  return [
    element("tr", { class: "groups" }, element("th", { scope: "col", rowspan: 2 }, "Codec"),
      element("th", { scope: "col", rowspan: 2 }, "Verdict"),
      groups.map(([group, span]) => element("th", { scope: "colgroup", colspan: span }, group))),
    element("tr", {}, parts.map(([, name]) => element("th", { scope: "col" }, name))),
  ];
}

async function showMatrix() {
  const mode = MODES.find((name) => name === state.columns) ?? "topics";
  const cells = await counted(mode);
  const shown = codecs.filter((codec) => cells.has(codec.number)
    || (!inCases() && fitsCodec(codec, state.words))).sort((one, other) => (one.name < other.name ? -1 : 1));
  const columns = ordered(mode, cells);
  const body = element("tbody");
  const table = element("table", { class: "matrix" }, element("thead", {}, heads(columns, mode)), body);
  const lines = shown.map((codec) => () => line(mode, codec, columns, cells.get(codec.number)));
  body.append(...lines.slice(0, SHOWN).map((make) => make()));
  byId("table").replaceChildren(table);
  if (lines.length > SHOWN) setTimeout(() => body.append(...lines.slice(SHOWN).map((make) => make())));
  const first = table.querySelector("td a");
  if (first) first.tabIndex = 0;
  byId("first")?.toggleAttribute("hidden", active());
  return `${shown.length} of ${many(codecs.length, "codec")}`;
}

// Arrow keys walk over the squares that lead somewhere.
function walk(event) {
  const here = event.target.closest("td.cell");
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!here || !step) return;
  event.preventDefault();
  const rows = [...here.closest("tbody").rows];
  let [row, column] = [rows.indexOf(here.parentElement), here.cellIndex];
  for (;;) {
    row += step[0];
    column += step[1];
    const next = rows[row]?.cells[column];
    if (!rows[row] || column < 0 || column >= rows[row].cells.length && step[1]) return;
    const target = next?.querySelector("td.cell a");
    if (!target) continue;
    event.target.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
    return;
  }
}
