@import@

const points = (text) => Array.from(text, (c) => c.codePointAt(0).toString(16)).join(" ");

function show(...chunks) {
  const decoder = @new@;
  try {
    const pieces = chunks.map((chunk) => @write@);
    pieces.push(@end@);
    console.log("ok", pieces.map(points).join(" | "));
  } catch (error) {
    console.log("error", error.message);
  }
}

show(@chunks@);
