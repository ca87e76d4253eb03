"use strict";
// Hides the rows and defects that do not have all words of the filter.
const form = document.querySelector(".filter");
const search = form.querySelector("input[type=search]");
const red = form.querySelector("input[name=red]");
const rows = [...document.querySelectorAll("table.published tbody tr, .known li")].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
  red: element.dataset.red !== "false",
}));

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { element, text, red: fails } of rows) {
    const fits = words.every((word) => text.includes(word)) && (fails || !red.checked);
    element.hidden = !fits;
    shown += fits;
  }
  for (const section of document.querySelectorAll("main section")) {
    section.hidden = !section.querySelector("tbody tr:not([hidden]), li:not([hidden])");
  }
  form.querySelector(".found").textContent = words.length || red.checked ? `${shown} of ${rows.length} rows` : "";
}

form.hidden = false;
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
