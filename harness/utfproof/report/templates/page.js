"use strict";
(() => {
  const PAGE = 100;
  const FEW = 20;
  const byId = (id) => document.getElementById(id);
  const read = (id) => JSON.parse(byId(id).textContent);
  const shared = read("shared");
  const notes = new Set(shared.notes);
  const number = new Intl.NumberFormat("en");
  const anchor = (...parts) => parts.filter(Boolean).join("/").replace(/\s/g, "-");
  const copyOf = (id) => byId(id).content.cloneNode(true).firstElementChild;
  const holds = (text, words) => words.every((word) => text.includes(word));

  function row(codec, [reason, op, way, verdict, input, expected, actual, command]) {
    const [name, why, clauses, flags] = shared.reasons[reason];
    const told = [codec, name, op, way, verdict, input, expected, actual, ...clauses, ...flags];
    const text = told.join(" ").toLowerCase();
    const id = anchor(codec, name, op);
    return { case: name, why, clauses, flags, op, way, verdict, input, expected, actual, command, text, id };
  }

  function fill(element, values) {
    for (const slot of element.querySelectorAll("[data-slot]")) {
      const value = values[slot.dataset.slot];
      if (slot.dataset.slot === "verdict") {
        slot.className = `badge v-${value}`;
        slot.firstElementChild.textContent = shared.signs[value];
        slot.lastChild.textContent = ` ${value}`;
      } else {
        slot.textContent = value;
      }
    }
    return element;
  }

  function clauseElement(id) {
    const [where, level, states, address] = shared.clauses[id];
    const element = fill(copyOf("clause"), { id, where, level, states });
    if (address) {
      Object.assign(element.querySelector("a"), { href: address, rel: "noopener noreferrer" });
    }
    return element;
  }

  function flagElement(name) {
    const element = copyOf("flag");
    element.textContent = name;
    if (notes.has(name)) element.href = `#flag/${anchor(name)}`;
    return element;
  }

  function caseElement(item) {
    const element = fill(copyOf(item.command ? "case" : "listed"), item);
    element.id = item.id;
    element.querySelector(".self").href = `#${item.id}`;
    if (!item.command) {
      element.querySelector(".cites").textContent = item.clauses.join(" ");
      return element;
    }
    element.querySelector(".clauses").append(...item.clauses.map(clauseElement));
    element.querySelector(".flags").append(...item.flags.flatMap((name) => [flagElement(name), " "]));
    addCopy(element);
    return element;
  }

  function addCopy(element) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy the command");
    element.querySelector(".command").append(button);
  }

  async function copy(button) {
    const code = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  }

  class Topic {
    constructor(element, codec, index) {
      this.element = element;
      this.codec = codec;
      this.index = index;
      this.list = element.querySelector(".cases");
      this.matching = null;
      this.shown = 0;
      element.querySelector(".rest")?.remove();
      this.more = document.createElement("button");
      Object.assign(this.more, { type: "button", className: "more", hidden: true });
      this.more.addEventListener("click", () => this.show(this.shown + PAGE, true));
      element.append(this.more);
      element.addEventListener("toggle", () => {
        if (element.open && !this.shown) this.show(PAGE);
      });
    }

    get rows() { return this.matching ?? this.codec.rows[this.index]; }

    narrow(test) {
      this.matching = test ? this.codec.rows[this.index].filter(test) : null;
      this.element.hidden = this.matching?.length === 0;
      const note = this.matching ? `${number.format(this.matching.length)} shown` : "";
      this.element.querySelector(".matching").textContent = note;
      this.shown = 0;
      if (this.element.open) this.show(PAGE);
      return this.matching?.length ?? 0;
    }

    show(most, focus = false) {
      const first = this.shown;
      const wanted = this.rows.slice(first, most).map(caseElement);
      if (first) this.list.append(...wanted);
      else this.list.replaceChildren(...wanted);
      this.shown = first + wanted.length;
      const left = this.rows.length - this.shown;
      this.more.hidden = left === 0;
      this.more.textContent = `Show ${Math.min(PAGE, left)} more of ${number.format(left)}`;
      if (focus) wanted[0]?.querySelector("a").focus();
    }

    reveal(id) {
      const at = this.rows.findIndex((item) => item.id === id);
      if (at < 0) return false;
      if (at >= this.shown) this.show(at + PAGE);
      this.element.open = true;
      return true;
    }
  }

  class Codec {
    constructor(element) {
      this.element = element;
      this.name = element.querySelector(".name").textContent;
      this.text = element.querySelector("summary").textContent.toLowerCase();
      this.line = document.querySelector(`tr[data-number="${element.dataset.number}"]`);
      const topics = [...element.querySelectorAll(".topic")];
      this.topics = topics.map((topic, index) => new Topic(topic, this, index));
    }

    unfold() {
      const found = this.topics.filter((topic) => topic.matching?.length);
      if (this.element.hidden || !found.length) return;
      for (const { element } of [this, ...found]) element.open = true;
    }

    ready() {
      for (const topic of this.topics) if (topic.element.open) topic.show(PAGE);
    }

    get rows() {
      const data = () => read(`data-${this.element.dataset.number}`);
      this.parsed ??= data().map((topic) => topic.map((values) => row(this.name, values)));
      return this.parsed;
    }

    narrow({ words, verdicts, cases }) {
      const fits = verdicts.size === 0 || verdicts.has(this.element.dataset.verdict);
      const active = words.length > 0 || cases.size > 0;
      const test = (item) => (!cases.size || cases.has(item.verdict)) && holds(item.text, words);
      let found = 0;
      if (fits) for (const topic of this.topics) found += topic.narrow(active ? test : null);
      const named = cases.size === 0 && holds(this.text, words);
      const shown = fits && (!active || named || found > 0);
      this.element.hidden = !shown;
      if (this.line) this.line.hidden = !shown;
      for (const title of this.element.querySelectorAll("h3")) title.hidden = !follows(title);
      return [shown, shown ? found : 0];
    }
  }

  function follows(title) {
    let next = title.nextElementSibling;
    while (next?.matches(".topic") && next.hidden) next = next.nextElementSibling;
    return Boolean(next?.matches(".topic"));
  }

  const codecs = [...document.querySelectorAll("details.codec")].map((item) => new Codec(item));
  const form = document.querySelector(".filter");
  const box = form.querySelector("input");
  const reset = form.querySelector("[type=reset]");
  const choices = [...form.querySelectorAll(".choice")];
  const isPressed = (choice) => choice.getAttribute("aria-pressed") === "true";
  const press = (choice, on) => choice.setAttribute("aria-pressed", String(on));
  const pressed = (kind) =>
    new Set(choices.filter(isPressed).map((choice) => choice.dataset[kind]).filter(Boolean));

  function narrow() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = { words, verdicts: pressed("codec"), cases: pressed("case") };
    const results = codecs.map((codec) => codec.narrow(wanted));
    const shown = results.filter(([seen]) => seen).length;
    const found = results.reduce((sum, [, count]) => sum + count, 0);
    const inCases = words.length > 0 || wanted.cases.size > 0;
    const active = inCases || wanted.verdicts.size > 0;
    const told = [`${shown} of ${codecs.length} codecs`];
    if (inCases) told.push(`${number.format(found)} listed cases`);
    form.querySelector(".found").textContent = active ? told.join(", ") : "";
    reset.hidden = !active;
    if (inCases && found <= FEW) for (const codec of codecs) codec.unfold();
  }

  function clear() {
    box.value = "";
    for (const choice of choices) press(choice, false);
    narrow();
  }

  function open(id) {
    for (const codec of codecs) {
      const within = id.startsWith(`${codec.element.id}/`);
      if (within && codec.topics.some((topic) => topic.reveal(id))) break;
    }
    const target = byId(id);
    if (!target || target.closest("[hidden]")) return false;
    for (let up = target.closest("details"); up; up = up.parentElement.closest("details")) {
      up.open = true;
    }
    document.querySelector(".target")?.classList.remove("target");
    target.classList.add("target");
    target.scrollIntoView();
    target.querySelector("summary, a")?.focus({ preventScroll: true });
    return true;
  }

  function follow() {
    const raw = location.hash.slice(1);
    if (!raw) return;
    let id = raw;
    try { id = decodeURIComponent(raw); } catch { /* a stray % stands for itself */ }
    if (open(raw) || open(id)) return;
    clear();
    if (!open(raw)) open(id);
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    const choice = target.closest(".choice");
    const line = target.closest("tr[data-number]");
    if (choice) {
      press(choice, !isPressed(choice));
      narrow();
    } else if (target.closest(".command button")) {
      copy(target);
    } else if (target.closest("a[href^='#']")) {
      setTimeout(follow);
    } else if (line && getSelection().isCollapsed) {
      line.querySelector("a").click();
    }
  });
  let timer = 0;
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(narrow, 120);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    clear();
    box.focus();
  });
  addEventListener("hashchange", follow);
  form.hidden = false;
  for (const codec of codecs) codec.ready();
  follow();
})();
