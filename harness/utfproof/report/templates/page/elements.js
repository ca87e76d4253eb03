"use strict";
// Makes elements. Text only ever becomes text: nothing that a codec said is read as HTML.
const byId = (id) => document.getElementById(id);
const count = new Intl.NumberFormat("en").format;
const many = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function grouped(things, key) {
  const groups = new Map();
  for (const thing of things) {
    const name = key(thing);
    if (groups.has(name)) groups.get(name).push(thing);
    else groups.set(name, [thing]);
  }
  return groups;
}

const link = (href, text, attributes = {}) => element("a", { href, ...attributes }, text);

function sign(verdict) {
  return element("b", { "aria-hidden": "true" }, shared.signs[verdict] ?? "");
}

function badge(verdict, text = verdict) {
  return element("span", { class: `badge v-${verdict}` }, sign(verdict), ` ${text}`);
}

function flagLink(name) {
  const known = byId(`flag/${name.replace(/\s/g, "-")}`);
  return element("a", { class: "flag", href: known ? `#flag/${encodeURIComponent(name)}` : undefined }, name);
}

function clauseItem(id) {
  const [where, level, states, address] = shared.clauses[id] ?? ["", "", "", ""];
  const outside = address ? { href: address, rel: "noopener noreferrer" } : {};
  const name = element("code", {}, id);
  return element("li", {}, byId("requirement") ? link(address_of("requirement", id), name) : name, " ", element("strong", {}, level), " ",
    states, " ", element("a", outside, where));
}

// Octets in the colours of their roles; without roles just the digits, two by two.
function octets(answer, most = Infinity) {
  const list = element("ol", { class: "octets", "aria-label": "Input" });
  const pieces = answer.pieces.slice(0, most);
  for (const { digits, look, role, offset } of pieces) {
    if (digits) list.append(element("li", { class: `o-${look}`, title: `${offset}: ${role}` }, digits));
  }
  if (answer.pieces.length) {
    const hidden = answer.left || answer.pieces.length > most;
    if (hidden) list.append(element("li", { class: "o-left" }, answer.left ? `… ${count(answer.left)} more` : "…"));
  } else {
    const digits = answer.input.length > 3 * most ? `${answer.input.slice(0, 3 * most)}…` : answer.input;
    list.append(element("li", { class: "o-plain" }, digits || "nothing"));
  }
  return list;
}

function copyButton(text, label) {
  const button = element("button", { type: "button", class: "copy", "aria-label": label }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      const code = button.previousElementSibling;
      if (code) getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  return button;
}

function command(text) {
  return element("p", { class: "command" }, element("code", { tabindex: "0" }, text), copyButton(text, "Copy the command"));
}

// Shows the first of many things, and the others when they are asked for.
function lengthening(list, things, make, step = 100) {
  const more = element("button", { type: "button", class: "more" });
  let shown = 0;
  function lengthen(focus) {
    const next = things.slice(shown, shown + step).map(make);
    list.append(...next);
    shown += next.length;
    const left = things.length - shown;
    more.hidden = left === 0;
    more.textContent = `Show ${Math.min(step, left)} more of ${count(left)}`;
    if (focus) next[0]?.querySelector("a, button")?.focus();
  }
  more.addEventListener("click", () => lengthen(true));
  lengthen(false);
  return [list, more];
}
