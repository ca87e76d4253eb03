function show(hex, room) {
  const characters = hex.split(", ").filter(Boolean).map((point) => String.fromCodePoint(parseInt(point, 16)));
  const text = characters.join("");
  const buffer = Buffer.alloc(room);
  const written = buffer.write(text, "@name@");

  let units = 0;
  let left = written;
  for (const character of text) {
    left -= Buffer.byteLength(character, "@name@");
    if (left < 0) break;
    units += character.length;
  }
  let taken = 0;
  for (const character of characters) {
    units -= character.length;
    if (units < 0) break;
    taken += 1;
  }
  const all = written === Buffer.byteLength(text, "@name@");
  console.log(all ? "ok" : "short", taken, buffer.toString("hex", 0, written));
}

show("@points@", @room@);
