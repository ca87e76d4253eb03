// Decoders that keep the memory of a chunk, and look there again at the end; and one that copies it.
const kit = process.argv[2];
const { decoderOffers } = await import(`${kit}/text_decoder.mjs`);
const { decoderStreamOffers } = await import(`${kit}/text_stream.mjs`);

const textOf = (bytes) => String.fromCharCode(...bytes);
const keep = { keeps: (bytes) => bytes, copies: (bytes) => Uint8Array.from(bytes) };

class LateDecoder {
  constructor(take) {
    this.take = take;
    this.chunks = [];
  }

  decode(bytes, options) {
    if (options?.stream) this.chunks.push(this.take(bytes));
    return options?.stream ? "" : this.chunks.map(textOf).join("");
  }
}

function lateStream(take) {
  const chunks = [];
  return new TransformStream({
    transform: (chunk) => void chunks.push(take(chunk)),
    flush: (controller) => chunks.forEach((chunk) => controller.enqueue(textOf(chunk))),
  });
}

for (const [name, take] of Object.entries(keep)) {
  const described = { encodings: ["UTF-8"], isRefusal: () => false };
  const fed = decoderOffers({ ...described, make: () => new LateDecoder(take) });
  const streamed = decoderStreamOffers({ ...described, make: () => lateStream(take) });
  for (const offers of [fed, streamed]) {
    console.log(name, await offers["decode-chunks UTF-8 replace"]("41 - 4243"));
  }
}
