@import@

function show(octets) {
  try {
    const text = @decode@;
    console.log("ok", Array.from(text, (c) => c.codePointAt(0).toString(16)).join(" "));
  } catch (error) {
    console.log("error", error.message);
  }
}

show(Buffer.from("@hex@", "hex"));
