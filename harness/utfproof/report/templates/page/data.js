// The data of the page: blocks of JSON, deflated, in base64, opened when they are looked at.
const opened = new Map();

async function inflated(name) {
  const text = atob(byId(`data-${name}`).textContent);
  const octets = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) octets[at] = text.charCodeAt(at);
  const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

function read(name, take = (data) => data) {
  if (!opened.has(name)) opened.set(name, inflated(name).then(take));
  return opened.get(name);
}

let shared = null;
let codecs = [];

async function start() {
  shared = await read("shared");
  codecs = shared.codecs.map(([name, version, verdict, why, command, tallies], number) => (
    { number, name, lower: name.toLowerCase(), version, verdict, why, command, tallies }));
}

// One answer of some codecs to a case of one offer.
class Answer {
  constructor(asked, told, roles) {
    [this.verdict, this.way, this.input, this.expected, this.actual, this.known, this.codecs, this.flat] = told;
    this.asked = asked;
    this.roles = roles;
    this.told = null;
  }

  get text() {
    const { question: { name, clauses, flags }, op } = this.asked;
    const told = [name, op, this.way, this.verdict, this.input, this.expected, this.actual, ...clauses, ...flags];
    this.told ??= told.join(" ").toLowerCase();
    return this.told;
  }

  get left() { return this.flat.length ? this.flat.at(-1) : 0; }

  get pieces() {
    const found = [];
    let offset = 0;
    for (let at = 0; at + 2 < this.flat.length; at += 3) {
      const [digits, look, number] = this.flat.slice(at, at + 3);
      const [role, clause] = this.roles[number];
      found.push({ digits, look, role, clause, offset });
      if (look !== "around" && look !== "border") offset += digits.startsWith("U+") ? 1 : digits.length / 2;
    }
    return found;
  }

  commandOf(codec) {
    return codecs[codec].command + this.asked.question.options + this.asked.opOption;
  }
}

function questions(topic) {
  return ({ masks, roles, cases }) => cases.map(([name, why, clauses, flags, options, offers]) => {
    const question = { name, topic, why, clauses, flags, options, asked: [] };
    question.asked = offers.map(([op, opOption, mask, answers]) => {
      const asked = { question, op, opOption, mask: masks[mask], answers: [] };
      asked.answers = answers.map((answer) => new Answer(asked, answer, roles));
      return asked;
    });
    return question;
  });
}

function ofTopic(topic) {
  const at = shared.blocks.indexOf(topic);
  return at < 0 ? Promise.resolve([]) : read(`topic-${at}`, questions(topic));
}

let every = null;
async function allQuestions() {
  every ??= (await Promise.all(shared.blocks.map(ofTopic))).flat();
  return every;
}

// The numbers of the codecs in a mask of hexadecimal digits, the last of which has the first four.
function codecsIn(mask) {
  const found = [];
  for (let at = mask.length - 1, first = 0; at >= 0; at -= 1, first += 4) {
    const digit = parseInt(mask[at], 16);
    for (let bit = 0; bit < 4; bit += 1) if (digit >> bit & 1) found.push(first + bit);
  }
  return found;
}

const RANKS = ["broken", "overrun", "crash", "hang", "fail", "not-run", "by-design", "non-strict", "alternative", "pass",
  "impossible", "outside", "unsupported"];
const rank = (verdict) => RANKS.indexOf(verdict);
const gravest = (verdicts) => verdicts.reduce((one, other) => (rank(other) < rank(one) ? other : one));
const UNLISTED = new Set(["pass", "impossible", "outside", "unsupported"]);

function columnOf(name, op) {
  if (name.startsWith("properties/")) return name.slice(name.lastIndexOf("/") + 1).toUpperCase();
  const [word, encoding] = op.split(" ");
  return encoding === "-" ? word : encoding;
}
