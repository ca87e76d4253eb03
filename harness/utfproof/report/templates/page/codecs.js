// The codecs one by one; what was executed of generated inputs is shown when it is opened.
function showCodecs() {
  const shown = codecs.filter((codec) => fitsCodec(codec, state.words)).map(({ name }) => name);
  for (const item of document.querySelectorAll("details.codec")) item.hidden = !shown.includes(item.dataset.codec);
  return `${shown.length} of ${many(codecs.length, "codec")}`;
}

function showCodec(name) {
  const items = [...document.querySelectorAll("details.codec")];
  const item = items.find((one) => one.dataset.codec === name);
  for (const one of items) one.hidden = item !== undefined && one !== item;
  if (item) item.open = true;
  return "";
}

async function fillExecuted(holder) {
  const rows = (await read("executed"))[Number(holder.dataset.number)];
  const head = ["Family", "Offer", "Questions", "Groups", "Seconds", "SHA-256 of the answers"]
    .map((name) => element("th", { scope: "col" }, name));
  const lines = rows.map(([family, op, asked, groups, seconds, digest, note]) => element("tr", {},
    element("th", { scope: "row" }, family), element("td", {}, op), element("td", {}, count(asked)),
    element("td", {}, count(groups)), element("td", {}, seconds.toFixed(1)),
    element("td", {}, element("code", {}, digest), note ? ` ${note}` : "")));
  holder.querySelector(".rows").replaceChildren(element("table", {},
    element("thead", {}, element("tr", {}, head)), element("tbody", {}, lines)));
}

document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches("details.executed")) fillExecuted(target);
}, true);
