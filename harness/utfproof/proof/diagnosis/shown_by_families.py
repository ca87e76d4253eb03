"""The place where a fault without a name shows: described by the families that found it.

The codec is asked again around the smallest failure: behind how many octets it fails, at which
count of errors, in which split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from utfproof.engine.journal.events import CaseFinished, Diagnosed
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.question import Question
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.fields import read_octets
from utfproof.model.operation import Offer, Op
from utfproof.oracle.samples import pieces
from utfproof.oracle.whole import close_question

_PLACES = range(131)


def shown(
    context: CodecContext, left: Sequence[CaseFinished], failures: int
) -> Iterator[Diagnosed]:
    """Yield a diagnosis of each kind of fault among the unexplained failures."""
    kinds: dict[str, list[CaseFinished]] = {}
    failed = {(event.case, event.op) for event in context.record.not_passed}
    for event in left:
        kinds.setdefault(_kind(context, event, failed), []).append(event)
    for family, (describe, flag) in _KINDS.items():
        found = kinds.get(family)
        if not found or (flag != "Position" and kinds.get("")):
            continue
        smallest = min(found, key=lambda event: (_size(context, event), len(event.input)))
        about = describe(context, smallest)
        if about:
            note = context.suite.notes.get(flag)
            yield Diagnosed(
                codec=context.name,
                fault=f"unnamed/{family}",
                about=about,
                encoding=smallest.op.split(" ")[1],
                flag=flag,
                cwe=note.cwe if note else (),
                cve=note.cve if note else (),
                exact=len(found) == failures,
                explains=len(found),
                failures=failures,
                case=smallest.case,
                op=smallest.op,
                input=smallest.input,
            )


def _kind(context: CodecContext, event: CaseFinished, failed: set[tuple[str, str]]) -> str:
    """Return the family that a failure is one of; of a written case by the way it was asked."""
    first, second, *_ = event.case.split("/")
    if first == "families":
        return second
    offer = Offer.parse(event.op)
    whole = Offer(Op.DECODE, offer.encoding, offer.mode)
    reads_whole = whole in context.offers and (event.case, str(whole)) not in failed
    return _FAMILY_OF.get(offer.op, "") if reads_whole else ""


def _size(context: CodecContext, event: CaseFinished) -> int:
    """Return the octets of an input without the letters before it; 0 for other lines."""
    offer = Offer.parse(event.op)
    settings = context.codec.claims.settings(offer.encoding)
    if settings is None or not offer.op.reads_whole:
        return 0
    return len(_core(read_octets(event.input), pieces(settings.scheme).letter))


def _places(context: CodecContext, event: CaseFinished) -> str:
    """Find out at which offsets an input fails, by moving it."""
    offer = Offer.parse(event.op)
    settings = context.codec.claims.settings(offer.encoding)
    if settings is None or not offer.op.reads_whole:
        return ""
    letter, own = pieces(settings.scheme).letter, settings.for_decoding()
    core = _core(read_octets(event.input), letter)
    for tried in dict.fromkeys((_without_letters_behind(core, letter), core)):
        inputs = [letter * count + tried for count in _PLACES]
        questions = [close_question(event.case, offer, own, octets) for octets in inputs]
        wrong = _wrong(context, offer, questions)
        failing = [count * len(letter) for count in _PLACES if wrong[count]]
        if 0 < len(failing) < len(_PLACES):
            digits = tried[:16].hex(" ").upper() + (" …" if len(tried) > 16 else "")
            return f"{digits} is read wrongly {_ranges(failing)}, and rightly elsewhere."
    return ""


def _core(octets: bytes, letter: bytes) -> bytes:
    """Take letters off the beginning."""
    before = 0
    while octets.startswith(letter, before) and len(octets) > before + len(letter):
        before += len(letter)
    return octets[before:]


def _without_letters_behind(core: bytes, letter: bytes) -> bytes:
    while core.endswith(letter) and len(core) > len(letter):
        core = core[: -len(letter)]
    return core


def _wrong(context: CodecContext, offer: Offer, questions: Sequence[Question]) -> list[bool]:
    lines = [question.line for question in questions]
    answers = context.session.ask(context.codec.name, offer, lines)
    return [
        not judge(question, answer).verdict.green
        for question, answer in zip(questions, answers, strict=True)
    ]


def _ranges(offsets: Sequence[int]) -> str:
    """Say at which offsets: one, a few, or from one on."""
    if len(offsets) == 1:
        return f"at offset {offsets[0]} only"
    step = offsets[1] - offsets[0]
    regular = all(b - a == step for a, b in pairwise(offsets))
    if regular and step == 1:
        return f"from offset {offsets[0]} to {offsets[-1]}"
    if regular:
        return f"at every {step}th offset from {offsets[0]} on"
    words = ", ".join(map(str, offsets[:8]))
    return f"at the offsets {words}{' …' if len(offsets) > 8 else ''}"


def _count(context: CodecContext, event: CaseFinished) -> str:
    del context
    piece = event.case.rsplit("/", 1)[-1]
    times = event.input.count(piece)
    return f"{_spaced(piece)} {times} times is read wrongly, and fewer times rightly."


def _spaced(digits: str) -> str:
    return bytes.fromhex(digits).hex(" ").upper()


def _cut(context: CodecContext, event: CaseFinished) -> str:
    del context
    chunks = [len(field) // 2 for field in event.input.replace("-", "").split(" ")]
    joined = event.input.replace(" ", "").replace("-", "")
    sizes = "+".join(map(str, chunks))
    return f"{joined[:64].upper()} cut into {sizes} octets is read otherwise than whole."


def _before(context: CodecContext, event: CaseFinished) -> str:
    del context
    first, _, second = event.input.partition(" ")
    return f"After {first[:64].upper()} the same object reads {second[:64].upper()} wrongly."


def _beside(context: CodecContext, event: CaseFinished) -> str:
    del context
    before, _, rest = event.input.partition(" ")
    octets, _, after = rest.partition(" ")
    neighbours = f"{before[:32].upper()} and {after[:32].upper()}"
    return f"{octets[:64].upper()} is read wrongly between {neighbours}, which it is no part of."


_FAMILY_OF = {
    Op.DECODE_CHUNKS: "splits",
    Op.DECODE_AGAIN: "history",
    Op.DECODE_WITHIN: "neighbours",
}
"""Operation → the family of what it alone finds, where the whole input is read rightly."""

_KINDS: dict[str, tuple[Callable[[CodecContext, CaseFinished], str], str]] = {
    "placements": (_places, "Position"),
    "edges": (_places, "Position"),
    "lengths": (_places, "Position"),
    "counts": (_count, "ReplacementCount"),
    "splits": (_cut, "Chunking"),
    "streams": (_cut, "Chunking"),
    "history": (_before, "Reuse"),
    "neighbours": (_beside, "Position"),
}
"""Family → how what it found is told, and the flag of such faults."""
