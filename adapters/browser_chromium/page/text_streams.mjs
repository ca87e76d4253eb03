// Under test: TextDecoderStream and TextEncoderStream of the browser.
//
// A fatal TextDecoderStream does not tell where the error is.
import { decoderStreamOffers, encoderStreamOffers } from "../../kit/js/text_stream.mjs";
import { isRefusal, LABELS } from "./text_codecs.mjs";

export const textDecoderStream = decoderStreamOffers({
  encodings: Object.keys(LABELS),
  make: (encoding, fatal) => new TextDecoderStream(LABELS[encoding], { fatal }),
  isRefusal,
});

export const textEncoderStream = encoderStreamOffers({ encoding: "UTF-8", make: () => new TextEncoderStream() });
