"""Questions that every codec answers alike, asked of each offer that hello makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from utfproof.adapters.check import transcript
from utfproof.adapters.check.check_results import CheckResult, broken, shown
from utfproof.adapters.check.transcript import Conversation
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.process import Process
from utfproof.adapters.session.restarting_process import HELLO
from utfproof.adapters.session.wire import Broken, Died, Late, RenderedBlock, Wire
from utfproof.confinement.command import Command
from utfproof.model.fields import read_octets
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import Claims

_SECONDS = 15.0
_NUMBERS = 2_000
_LONG = 65_000  # MUTF-8 in its own frame holds 65,535 octets; a line of these has twice as many
_MALFORMED = (b"zz", b"4", b"41 41 41 41 41", b"g 41", b"41 | | 41", b"-1", b" 41", b"41 ")
_ILL_FORMED = ("ff", "c3", "eda080", "dcdc", "ffffffff")  # each is so in some encoding
_SURROGATES = (b"d800", b"41 dfff")


@dataclass(frozen=True, slots=True)
class _CheckQuestion:
    """A line that is sent, and the answer that it must have, in the notation of the transcript."""

    line: str
    answer: str
    offer: Offer
    bars_stand: bool = False

    def is_answered_by(self, answer: str) -> bool:
        return transcript.right(self.answer, answer, self.offer, bars_stand=self.bars_stand)

    def expected(self) -> str:
        """List the allowed answers."""
        if self.offer.op is Op.SWEEP or transcript.has_many_answers(self.answer):
            return self.answer
        return " or ".join(sorted(transcript.readings(self.answer, self.offer.encoding)))


@dataclass(slots=True)
class _CheckedProcess:
    """An adapter that is started again after each break."""

    command: Command
    seconds: float
    wire: Wire | None = field(default=None)

    def exchange(self, block: RenderedBlock) -> list[str]:
        if self.wire is None:
            self.wire = Wire(Process(self.command))
            self.wire.exchange(HELLO, _SECONDS)
        text = self.wire.exchange(block, self.seconds).decode("ascii")
        return text.split("\n") if block.lines else []

    def end(self) -> str:
        """Kill the process and return its stderr."""
        if self.wire is None:
            return ""
        output = self.wire.process.stderr_text()
        self.wire.process.kill()
        self.wire = None
        return output


def findings(
    item: Manifest, command: Command, codecs: Sequence[CodecOffers]
) -> Iterator[CheckResult]:
    """Check each offer of each codec; after a hang nothing more is asked."""
    conversations = transcript.conversations()
    # The manifest's own deadline counts where it is longer: the author knows the codec.
    adapter = _CheckedProcess(command, max(_SECONDS, item.seconds))
    try:
        for codec in codecs:
            for offer in codec.offers:
                claims = item.codecs[codec.name].claims
                asks = [one for one in conversations if one.is_about(offer, claims)]
                found = _checked(adapter, codec.name, offer, asks, claims)
                if not found.problem:
                    found = _refusals(adapter, found.title, offer, claims)
                yield found
                if found.last:
                    return
    finally:
        adapter.end()


def _checked(
    adapter: _CheckedProcess,
    codec: str,
    offer: Offer,
    asks: Sequence[Conversation],
    claims: Claims,
) -> CheckResult:
    header = f"{offer.op} {codec} {offer.encoding} {offer.mode}"
    known = _askable([one for each in asks for one in _written(each, offer)], claims)
    few = known[:2]  # without the sweep of 65,536 strings
    try:
        many, long = (_askable(block, claims) for block in (_many(offer), _long(offer)))
        for block, end in ((known, ""), (few, "\r"), (many, ""), (long, "")):
            found = _asked(adapter, header, block, end)
            if found.problem:
                return found
        return _malformed(adapter, header, few)
    except Broken as error:
        return broken(header, error, adapter.end())


def _asked(
    adapter: _CheckedProcess, header: str, questions: Sequence[_CheckQuestion], end: str
) -> CheckResult:
    """Ask a block whose lines end in `end` and LF, and give the first answer that is wrong."""
    lines = [f"{question.line}{end}".encode("ascii") for question in questions]
    octets = b"\n".join([f"{header}{end}".encode("ascii"), *lines, end.encode("ascii"), b""])
    answers = adapter.exchange(RenderedBlock(octets, len(lines)))
    for number, (question, answer) in enumerate(zip(questions, answers, strict=True), start=1):
        if not question.is_answered_by(answer):
            return _wrong(header, question, answer, number, end)
    return CheckResult(header)


def _wrong(
    header: str,
    question: _CheckQuestion,
    answer: str,
    number: int,
    end: str,
) -> CheckResult:
    ends = ", lines ending in CR LF" if end else ""
    if answer.startswith("failed"):
        problem = "it offers this and says that it failed"
        hint = "answer it, or do not offer it"
    else:
        problem = "a wrong answer to text of ASCII, which every codec reads alike"
        hint = "give the codec the bytes of each line, and answer with what it makes of them"
    return CheckResult(
        header,
        f"{problem} (line {number} of its block{ends})",
        sent=shown(f"{header}\n{question.line}"),
        came=shown(answer),
        expected=shown(question.expected()),
        hint=hint,
    )


def _written(asks: Conversation, offer: Offer) -> list[_CheckQuestion]:
    """Return the questions of the transcript."""
    return [
        _CheckQuestion(
            transcript.question(line, "", offer.encoding), answer, offer, bool(asks.promise)
        )
        for line, answer in zip(asks.sent[1:-1], asks.answered[:-1], strict=True)
    ]


def _askable(questions: Sequence[_CheckQuestion], claims: Claims) -> list[_CheckQuestion]:
    """Leave out the questions whose octets the manifest says that the codec cannot be given."""
    return [
        question
        for question in questions
        if question.offer.op.encodes or _admitted(question.line, question.offer, claims)
    ]


def _admitted(line: str, offer: Offer, claims: Claims) -> bool:
    return _fits(line, claims.longest) and makes_units(line, offer, claims)


def _fits(line: str, longest: int | None) -> bool:
    digits = sum(len(field) for field in line.split(" ") if field != "-")
    return longest is None or digits <= 2 * longest


def makes_units(line: str, offer: Offer, claims: Claims) -> bool:
    """Return whether the octets of a line are whole code units, where the codec demands these."""
    if offer.op not in (Op.DECODE, Op.VALIDATE, Op.VALIDATE_CAUSE, Op.SWEEP):
        return True  # the others are asked about whole text alone
    octets, _, free = line.partition(" ")
    settings = claims.settings(offer.encoding)
    return settings is None or not settings.excludes_length(
        len(read_octets(octets)) + int(free or 0)
    )


def _many(offer: Offer) -> list[_CheckQuestion]:
    """Ask the numbers in their order: an answer that is not its line's own shows."""
    return [known for number in range(_NUMBERS) for known in _known(offer, f"{number}")]


def _long(offer: Offer) -> list[_CheckQuestion]:
    """Ask a text of more than 64 KiB, and a short one after it."""
    return [known for text in ("x" * _LONG, "OK") for known in _known(offer, text)]


def _known(offer: Offer, text: str) -> Iterator[_CheckQuestion]:
    """Return the question about a text, for the ops in which every codec answers it alike."""
    octets = next(transcript.forms(text, offer.encoding)).hex()
    points = " ".join(f"{ord(letter):x}" for letter in text)
    match offer.op:
        case Op.DECODE:
            yield _CheckQuestion(octets, f"ok{{kept}} {points}", offer)
        case Op.VALIDATE | Op.VALIDATE_CAUSE:
            yield _CheckQuestion(octets, "ok", offer)
        case Op.ENCODE:
            yield _CheckQuestion(points, f"ok {{bytes {text}}}", offer)
        case _:
            return


def _malformed(
    adapter: _CheckedProcess, header: str, known: Sequence[_CheckQuestion]
) -> CheckResult:
    """Send lines that no op has, then good ones: each has one answer, and the good ones theirs."""
    lines = [*_MALFORMED, *(question.line.encode("ascii") for question in known)]
    block = RenderedBlock.of(header.encode("ascii"), lines)
    try:
        answers = adapter.exchange(block)
    except Broken as error:
        found = broken(header, error, adapter.end())
        return replace(
            found,
            problem=f"malformed lines: {found.problem}",
            sent=shown(block.octets.decode("ascii")),
            hint="answer a line that cannot be read with `failed WHY`, and go on",
        )
    for number, question in enumerate(known, start=len(_MALFORMED)):
        if not question.is_answered_by(answers[number]):
            return _wrong(header, question, answers[number], number + 1, "")
    return CheckResult(header)


def _refusals(adapter: _CheckedProcess, header: str, offer: Offer, claims: Claims) -> CheckResult:
    """Send ill-formed input: how it is answered is the codec's matter, but it is answered."""
    lines = _refusable(offer, claims)
    if not lines:
        return CheckResult(header)
    block = RenderedBlock.of(header.encode("ascii"), lines)
    try:
        answers = adapter.exchange(block)
    except (Died, Late):  # a crash and a hang are the codec's
        adapter.end()
        return CheckResult(header)
    except Broken as error:
        found = broken(header, error, adapter.end())
        return replace(found, sent=shown(block.octets.decode("ascii")))
    for line, answer in zip(lines, answers, strict=True):
        if answer.startswith("failed"):
            return CheckResult(
                header,
                "ill-formed input is answered with a failure of the adapter",
                sent=f"{header}\n{line.decode('ascii')}",
                came=shown(answer),
                expected="ok … or error …",
                hint="report what the codec says of its input with `ok` or `error`",
            )
    return CheckResult(header)


def _refusable(offer: Offer, claims: Claims) -> list[bytes]:
    """List data lines that a strict codec of one encoding or another refuses."""
    match offer.op:
        case Op.DECODE | Op.VALIDATE | Op.VALIDATE_CAUSE:
            inputs = (bytes.fromhex(octets) for octets in _ILL_FORMED)
            return [
                one.hex().encode("ascii")
                for one in inputs
                if claims.excludes.isdisjoint(one) and _admitted(one.hex(), offer, claims)
            ]
        case Op.ENCODE:
            return [*_SURROGATES]
        case _:
            return []
