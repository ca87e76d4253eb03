async function show(...chunks) {
  try {
    const stream = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    let text = "";
    for await (const piece of stream.pipeThrough(new TextDecoderStream("@encoding@", { fatal: @fatal@ }))) text += piece;
    console.log("ok", Array.from(text, (c) => c.codePointAt(0).toString(16)).join(" "));
  } catch (error) {
    console.log("error", error.message);
  }
}

await show(@chunks@);
