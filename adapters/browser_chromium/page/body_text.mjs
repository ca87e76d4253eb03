// Under test: Blob.text() and Response.text(), which decode UTF-8, each from a body of the bytes.
//
// They never report an error.
import * as fields from "../../kit/js/fields.mjs";

export const blobText = offers((bytes) => new Blob([bytes]).text());
export const responseText = offers((bytes) => new Response(bytes).text());

function offers(text) {
  const answer = async (bytes) => "ok" + fields.writePoints(await text(bytes));
  return {
    "decode UTF-8 replace": (line) => answer(fields.readBytes(line)),
    "decode-within UTF-8 replace": (line) => {
      const { whole, start, end } = fields.readMiddle(line);
      return answer(whole.subarray(start, end));
    },
  };
}
