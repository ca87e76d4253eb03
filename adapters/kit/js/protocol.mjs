// The adapter protocol, version 1: blocks of lines in, a block of answers out.
//
// Codecs are given as {name: {offer: answer}}: an offer as in "decode UTF-8 strict", an answer a function of the
// data line that returns the answer line or a promise of it. What it throws ends the process, but for BadLine. Where a
// question is dear and many at once are cheap, an answer is `inBlocks` of a function: lines in, answers out, by an
// iterator that may be asynchronous.
// `versionOf` gives the version of the library that a codec belongs to.
import { readSync, writeSync } from "node:fs";
import { answerOrFailure } from "./bad_line.mjs";

export { BadLine } from "./bad_line.mjs";

const INPUT_SIZE = 1 << 18;
const OUTPUT_SIZE = 1 << 16;

class BlockAnswer {
  constructor(answerAll) {
    this.answerAll = answerAll;
  }
}

export function inBlocks(answerAll) {
  return new BlockAnswer(answerAll);
}

export async function run(adapter, versionOf, codecs) {
  const hello = greeting(adapter, versionOf, codecs);
  const answers = byHeader(codecs);
  const output = new Output();
  let answer = null; // of the current block; null between blocks
  let greeted = false;
  let waiting = []; // data lines of a block that is answered as a whole
  const answerWaiting = async () => {
    for await (const answered of answer.answerAll(waiting)) output.line(answered);
    waiting = [];
  };
  for (const line of inputLines()) {
    if (line === "") {
      if (waiting.length > 0) await answerWaiting();
      if (answer !== null) output.endBlock();
      answer = null;
    } else if (answer === null) {
      answer = answers.get(line) ?? unknownHeader;
      greeted = line.startsWith("hello ");
      if (greeted) output.line(hello);
    } else if (answer instanceof BlockAnswer) {
      waiting.push(line);
    } else if (!greeted) {
      const answered = answerOrFailure(answer, line);
      output.line(typeof answered === "string" ? answered : await answered);
    }
  }
  if (waiting.length > 0) await answerWaiting();
  if (answer !== null) output.endBlock();
}

function greeting(adapter, versionOf, codecs) {
  const named = Object.entries(codecs).map(([name, offers]) => ({
    name,
    version: versionOf(name),
    offers: Object.keys(offers),
  }));
  return JSON.stringify({ protocol: 1, adapter, codecs: named });
}

function byHeader(codecs) {
  const answers = new Map();
  for (const [codec, offers] of Object.entries(codecs)) {
    for (const [offer, answer] of Object.entries(offers)) {
      const [op, encoding, mode] = offer.split(" ");
      answers.set(`${op} ${codec} ${encoding} ${mode}`, answer);
    }
  }
  return answers;
}

function unknownHeader() {
  return "failed unknown header";
}

// Lines without LF or CR LF; the last may lack one.
function* inputLines() {
  const buffer = Buffer.allocUnsafe(INPUT_SIZE);
  let rest = "";
  for (let size; (size = patiently(() => readSync(0, buffer))) > 0; ) {
    const lines = buffer.latin1Slice(0, size).split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop();
    for (const line of lines) yield withoutCR(line);
  }
  if (rest !== "") yield withoutCR(rest);
}

function withoutCR(line) {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

const clock = new Int32Array(new SharedArrayBuffer(4));

// Whatever touches process.stdout or process.stdin, as a package may, has pipes that are full or empty say so.
function patiently(io) {
  for (;;) {
    try {
      return io();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(clock, 0, 0, 1);
    }
  }
}

class Output {
  #lines = [];
  #size = 0;

  line(text) {
    this.#lines.push(text);
    this.#size += text.length + 1;
    if (this.#size >= OUTPUT_SIZE) this.#flush();
  }

  endBlock() {
    this.line("");
    this.#flush();
  }

  #flush() {
    if (this.#lines.length === 0) return;
    const bytes = Buffer.from(this.#lines.join("\n") + "\n", "latin1");
    for (let written = 0; written < bytes.length; ) {
      written += patiently(() => writeSync(1, bytes, written));
    }
    this.#lines = [];
    this.#size = 0;
  }
}
