@import@

function show(octets, start, length) {
  const end = start + length;
  const text = @decode@;
  console.log("ok", Array.from(text, (c) => c.codePointAt(0).toString(16)).join(" "));
}

show(Buffer.from("@before@@hex@@after@", "hex"), @before_count@, @count@);
