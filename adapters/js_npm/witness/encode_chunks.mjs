@import@

function show(...chunks) {
  try {
    const encoder = iconv.getEncoder("@encoding@");
    const pieces = chunks.map((chunk) => encoder.write(chunk));
    pieces.push(encoder.end() || Buffer.alloc(0));
    console.log("ok", Buffer.concat(pieces).toString("hex"));
  } catch (error) {
    console.log("error", error.message);
  }
}

show(@chunks@);
