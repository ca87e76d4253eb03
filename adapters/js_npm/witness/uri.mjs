import decode from "fast-decode-uri-component";

function show(octets) {
  const text = decode(octets.toString("hex").replace(/../g, "%$&"));
  console.log(text === null ? "error" : "ok " + Array.from(text, (c) => c.codePointAt(0).toString(16)).join(" "));
}

show(Buffer.from("@hex@", "hex"));
