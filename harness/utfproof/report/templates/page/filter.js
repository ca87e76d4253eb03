// What is shown: the words, choices and lists of the filter, which are in the address too.
const KEYS = ["q", "of", "verdict", "flag", "clause", "codec", "topic", "encoding", "op", "new", "columns", "sort"];
const SETS = new Set(["of", "verdict"]);
const CHOSEN = ["codec", "topic", "encoding", "op"];
let state = {};

function address_of(view, name = "", change = {}) {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(change)) {
    const text = value instanceof Set ? [...value].join(",") : value;
    if (text) query.set(key, text);
  }
  const path = name ? `${view}/${encodeURIComponent(name).replaceAll("%2F", "/")}` : view;
  const asked = query.toString();
  return asked ? `#${path}?${asked}` : `#${path}`;
}

function kept(change = {}) {
  const wanted = Object.fromEntries(KEYS.map((key) => [key, state[key]]));
  return { ...wanted, ...change };
}

function takeState(query) {
  const asked = new URLSearchParams(query);
  state = {};
  for (const key of KEYS) {
    const text = asked.get(key) ?? "";
    state[key] = SETS.has(key) ? new Set(text.split(",").filter(Boolean)) : text;
  }
  state.words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
}

const inCases = () => Boolean(state.verdict.size || state.flag || state.clause || state.topic || state.encoding
  || state.op || state.new);
const active = () => Boolean(inCases() || state.words.length || state.of.size || state.codec);

function fitsCodec(codec, words = []) {
  return (!state.codec || codec.name === state.codec) && (!state.of.size || state.of.has(codec.verdict))
    && words.every((word) => codec.lower.includes(word));
}

const inTopic = (topic) => !state.topic || topic === state.topic || topic.startsWith(`${state.topic}/`);

function fitsQuestion(question) {
  return inTopic(question.topic) && (!state.flag || question.flags.includes(state.flag))
    && (!state.clause || question.clauses.includes(state.clause));
}

// The codecs of an answer that fit the filter; of a case that does not fit there are none.
function matched(answer) {
  const { asked } = answer;
  if (UNLISTED.has(answer.verdict) || (state.verdict.size && !state.verdict.has(answer.verdict))) return [];
  if ((state.new && answer.known >= 0) || (state.op && asked.op !== state.op)) return [];
  if (state.encoding && columnOf(asked.question.name, asked.op) !== state.encoding) return [];
  const left = state.words.filter((word) => !answer.text.includes(word));
  if (!left.length && !state.codec && !state.of.size) return answer.codecs;
  return answer.codecs.filter((number) => fitsCodec(codecs[number], left));
}

// The cases that fit, each with the answers that do.
async function found() {
  const topics = shared.blocks.filter(inTopic);
  const all = topics.length === shared.blocks.length ? await allQuestions()
    : (await Promise.all(topics.map(ofTopic))).flat();
  const fitting = [];
  for (const question of all) {
    if (!fitsQuestion(question)) continue;
    const answers = [];
    for (const asked of question.asked) {
      for (const answer of asked.answers) {
        const who = matched(answer);
        if (who.length) answers.push({ answer, who });
      }
    }
    if (answers.length) fitting.push({ question, answers });
  }
  return fitting;
}

class Filter {
  constructor(form, changed) {
    this.form = form;
    this.box = form.querySelector("[type=search]");
    this.lists = [...form.elements].filter((item) => item.matches("select"));
    this.choices = [...form.querySelectorAll(".choice")];
    this.fresh = form.querySelector("[name=new]");
    this.changed = changed;
    this.timer = 0;
    this.fill("flag", shared.flags);
    this.fill("clause", shared.cited);
    this.box.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => changed(this.wanted()), 120);
    });
    for (const input of [...this.lists, this.fresh]) input?.addEventListener("change", () => changed(this.wanted()));
    form.addEventListener("click", ({ target }) => {
      const choice = target.closest(".choice");
      if (!choice) return;
      choice.setAttribute("aria-pressed", String(choice.getAttribute("aria-pressed") !== "true"));
      changed(this.wanted());
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(this.timer);
      changed(this.wanted());
    });
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      changed({});
      this.box.focus();
    });
    form.hidden = false;
  }

  fill(name, words) {
    const list = this.form.querySelector(`[name=${name}]`);
    list.append(...words.map((word) => element("option", { value: word }, word)));
    list.closest("label").hidden = words.length === 0;
  }

  wanted() {
    const pressed = (kind) => new Set(this.choices
      .filter((choice) => choice.dataset[kind] && choice.getAttribute("aria-pressed") === "true")
      .map((choice) => choice.dataset[kind]));
    const change = { q: this.box.value.trim(), of: pressed("of"), verdict: pressed("verdict") };
    for (const list of this.lists) change[list.name] = list.value;
    return kept({ ...change, new: this.fresh?.checked ? "1" : "" });
  }

  // Shows the state in the form, as after a step back in the history.
  show() {
    if (document.activeElement !== this.box) this.box.value = state.q;
    for (const list of this.lists) list.value = state[list.name];
    for (const choice of this.choices) {
      const [[kind, name]] = Object.entries(choice.dataset);
      choice.setAttribute("aria-pressed", String(state[kind].has(name)));
    }
    if (this.fresh) this.fresh.checked = Boolean(state.new);
    const chosen = CHOSEN.filter((key) => state[key]).map((key) => {
      const button = element("button", { type: "button", class: "chosen", "aria-label": `Remove ${key} ${state[key]}` },
        element("i", {}, key), ` ${state[key]} ×`);
      button.addEventListener("click", () => this.changed(kept({ [key]: "" })));
      return button;
    });
    this.form.querySelector(".removable").replaceChildren(...chosen);
    this.form.querySelector("[type=reset]").hidden = !active();
  }

  tell(words) { this.form.querySelector(".found").textContent = words; }
}
