@import@

function show(octets) {
  console.log(@valid@ ? "valid" : "invalid");
}

show(Buffer.from("@hex@", "hex"));
