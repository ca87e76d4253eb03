async function show(...chunks) {
  const stream = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const pieces = [];
  for await (const piece of stream.pipeThrough(new TextEncoderStream())) pieces.push(piece);
  console.log("ok", Buffer.concat(pieces).toString("hex"));
}

await show(@chunks@);
