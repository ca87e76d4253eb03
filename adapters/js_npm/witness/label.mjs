@import@

function show(label) {
  try {
    console.log("ok", @name@ ?? "?");
  } catch (error) {
    console.log("ok ?");
  }
}

show(Buffer.from("@hex@", "hex").toString("latin1"));
