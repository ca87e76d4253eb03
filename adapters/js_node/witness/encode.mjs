@import@

function show(text) {
  try {
    console.log("ok", Buffer.from(@encode@).toString("hex"));
  } catch (error) {
    console.log("error", error.message);
  }
}

show("@units@");
