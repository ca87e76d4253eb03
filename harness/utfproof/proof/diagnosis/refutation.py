"""Attempts to refute a diagnosis: questions whose answers the named faults foretell.

A codec has the faults that are supposed of it only if it answers each question as one of them
does, and rightly where none of them shows. The questions are made from the line that exposes a
fault and from the smallest failure that it explains: other octets in each place, the same behind
0 to 130 letters, several times, in other splits; and the written cases that the codec passed
although the fault changes their answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import TypeVar

from utfproof.adapters.session.answer_lines import parse
from utfproof.adapters.session.blocks import Answer
from utfproof.model.encoding import Scheme, facts
from utfproof.model.fields import points, read_octets, read_points, render
from utfproof.model.operation import CUT_OPS, WHOLE_OPS, Mode, Offer, Op
from utfproof.model.outcome import Impossible, NotRun, Outcome
from utfproof.model.profile import Claims, Policy
from utfproof.mutants import Mutant
from utfproof.oracle.samples import pieces
from utfproof.proof.diagnosis.agreement import as_foretold, same
from utfproof.proof.diagnosis.inquiry import CodecInquiry
from utfproof.proof.diagnosis.random_lines import random_lines
from utfproof.simulation.codec import SimulatedCodec

_MOST_LINES = 400
_MOST_WRITTEN = 60
_MOST_OFFERS = 4
_LONGEST_LINE = 20_000
_MOST_VARIED = 8
_DRAWN = 25
_OFFSETS = range(131)
_COUNTS = (2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 20)
_ENDS = bytes.fromhex("00 41 7F 80 8F 90 9F A0 BF C0 C1 C2 DF E0 E1 EC ED EE EF F0 F1 F3 F4 F5 FF")
_VALUE_ENDS = (
    *(0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFEFF),
    *(0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x10FFFF),
)
_ROOMS = tuple(str(room) for room in range(24))

T = TypeVar("T")
Asked = tuple[Offer, str]
"""An offer and a data line."""


class Refuted(Enum):
    """How a supposed fault was refuted."""

    BY_ANSWER = auto()
    """The codec does not answer as the fault does where it alone shows."""
    BY_FAILURE = auto()
    """The codec fails where no supposed fault shows: the fault is less than the codec's own."""


@dataclass(frozen=True, slots=True)
class SupposedFault:
    """A named fault that a codec may have, simulated under the codec's own claims."""

    mutant: Mutant
    wrong: SimulatedCodec
    right: SimulatedCodec

    @classmethod
    def of(cls, mutant: Mutant, claims: Claims) -> SupposedFault:
        """Simulate a fault; under its own claims where the codec's cannot be simulated."""
        try:
            right = SimulatedCodec.right(claims, mutant.encoding)
        except ValueError:
            right = mutant.right()
        return cls(mutant, mutant.fault(right), right)

    def may_show(self, offer: Offer, line: str) -> bool:
        """Tell whether the fault could show in a line; never in one of an offer it is not for."""
        return offer in self.mutant.offers and self.mutant.may_differ(offer, line)

    def foretells(self, offer: Offer, line: str) -> str | None:
        """Return the wrong answer of the fault to a line; None where it does not show."""
        if not self.may_show(offer, line):
            return None
        answer = self.wrong.answer(offer, line)
        return None if answer == self.right.answer(offer, line) else answer

    def answers_so(self, offer: Offer, line: str, answer: Answer) -> bool:
        """Tell whether the fault gives this answer; at this time, where it changes that alone."""
        if not isinstance(answer, bytes):
            return False
        wrong, right = (
            _parsed(offer.op, codec.answer(offer, line).encode("ascii"))
            for codec in (self.wrong, self.right)
        )
        return as_foretold(wrong, right, _parsed(offer.op, answer))


def refuted(
    inquiry: CodecInquiry,
    fault: SupposedFault,
    supposed: Sequence[SupposedFault],
    asked: Iterable[Asked],
) -> Refuted | None:
    """Tell how the codec's answers refute one of the faults that are supposed of it together.

    A fault that explains no answer which another one does not explain as well is refuted too.
    """
    by_offer: dict[Offer, list[str]] = {}
    for offer, line in asked:
        by_offer.setdefault(offer, []).append(line)
    result: Refuted | None = None
    shown = False
    for offer, lines in by_offer.items():
        for line, answer in zip(lines, inquiry.ask(offer, lines), strict=True):
            if _tells_nothing(offer.op, answer):
                continue
            told = {
                one.mutant.id: foretold
                for one in supposed
                if (foretold := one.foretells(offer, line)) is not None
            }
            matching = [
                one.mutant.id
                for one in supposed
                if one.mutant.id in told and one.answers_so(offer, line, answer)
            ]
            if matching:
                shown |= matching == [fault.mutant.id]
            elif sum(one.may_show(offer, line) for one in supposed) > 1:
                # How two faults work together in one text, nothing tells; but hardly rightly.
                if fault.mutant.id in told and alike(
                    offer.op, fault.right.answer(offer, line), answer
                ):
                    return Refuted.BY_ANSWER
            elif fault.mutant.id in told:
                return Refuted.BY_ANSWER
            elif not told and not _right(inquiry, fault, offer, line, answer):
                result = Refuted.BY_FAILURE
    return result if shown else Refuted.BY_ANSWER


def _tells_nothing(op: Op, answer: Answer) -> bool:
    """Tell whether a line was not answered, or cannot be expressed in the codec's language."""
    if isinstance(answer, bytes):
        return isinstance(_parsed(op, answer), Impossible)
    return isinstance(answer, NotRun)


def _right(
    inquiry: CodecInquiry, fault: SupposedFault, offer: Offer, line: str, answer: Answer
) -> bool:
    """Tell whether an answer is right; one whose form the codec's claims leave open is."""
    if offer.op in WHOLE_OPS:
        [judgement] = inquiry.judged(offer, [read_octets(line)])
        return not judgement.verdict.red
    settings = inquiry.context.codec.claims.settings(offer.encoding)
    open_form = settings is None or settings.replacement not in _SIMULATED
    if offer.mode is not Mode.STRICT and open_form:
        return True
    return alike(offer.op, fault.right.answer(offer, line), answer)


_SIMULATED = (Policy.WHATWG.value, "maximal-subpart")


def alike(op: Op, told: str, answer: Answer) -> bool:
    """Return whether two answers agree; a fact that one omits contradicts nothing."""
    if not isinstance(answer, bytes):
        return False
    return same(_parsed(op, told.encode("ascii")), _parsed(op, answer))


@lru_cache(1 << 12)
def _parsed(op: Op, answer: bytes) -> Outcome:
    return parse(op, answer)


def questions(
    inquiry: CodecInquiry,
    fault: SupposedFault,
    explained: Sequence[Asked],
    others: Sequence[Asked],
    written: Sequence[Asked],
) -> list[Asked]:
    """Make the questions that may refute a fault, about 600.

    `explained` are failures that the fault explains, the smallest first, `others` those that it
    does not; `written` are lines that the codec passed.
    """
    failed = [one for one in others if fault.foretells(*one) is not None]
    passed = [one for one in written if fault.foretells(*one) is not None]
    found = dict.fromkeys((*_spread(passed, _MOST_WRITTEN), *_spread(failed, _MOST_WRITTEN)))
    smallest: dict[Offer, str] = {}
    for offer, line in explained:
        smallest.setdefault(offer, line)
    exposing, exposed = fault.mutant.exposed_by
    offers = sorted(smallest, key=lambda one: (one.mode is not Mode.STRICT, one != exposing, one))
    share = (_MOST_LINES - len(found)) // min(_MOST_OFFERS, len(offers) or 1)
    for offer in offers[:_MOST_OFFERS]:
        bases = [smallest[offer]]
        if offer.op is exposing.op or {offer.op, exposing.op} <= set(WHOLE_OPS):
            bases.insert(0, exposed)
        made = dict.fromkeys(line for base in bases for line in _varied(offer, base))
        lines = [line for line in made if _asks(inquiry, offer, line)]
        found.update(dict.fromkeys((offer, line) for line in bases))
        drawn = (line for base in bases for line in random_lines(offer, base, _DRAWN))
        found.update(dict.fromkeys((offer, line) for line in drawn if _asks(inquiry, offer, line)))
        found.update(dict.fromkeys((offer, line) for line in _spread(lines, share)))
    return list(found)


def _asks(inquiry: CodecInquiry, offer: Offer, line: str) -> bool:
    """Tell whether a line can be asked of the codec."""
    return len(line) <= _LONGEST_LINE and inquiry.may_ask(offer, line)


def _spread(found: Sequence[T], most: int) -> list[T]:
    """Keep so many of a list, evenly."""
    if len(found) <= most:
        return list(found)
    return [found[number * len(found) // most] for number in range(most)]


def _varied(offer: Offer, line: str) -> Iterator[str]:
    """Yield lines near one: other octets, other offsets, counts, splits and rooms."""
    if offer.op.encodes:
        yield from _varied_values(offer.op, line)
        return
    if not (offer.op.decodes or offer.op.validates):
        return
    head, _, rest = line.partition(" ") if offer.op.bounded else ("", "", line)
    fields = [read_octets(word) for word in rest.split(" ")]
    made = (
        *_usual(offer, fields),
        *_neighbours(offer, fields),
        *_placed(offer, fields),
        *_repeated(fields),
        *_cut(offer, fields),
    )
    for one in made:
        text = " ".join(map(render, one))
        yield f"{head} {text}" if head else text
    for room in _ROOMS[offer.op.refills :] if head else ():
        yield f"{room} {rest}"


def _letter(offer: Offer) -> bytes:
    return pieces(Scheme(offer.encoding.value)).letter


def _usual(offer: Offer, fields: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Put one of each kind of sequence in place of the text, at the end and before a letter."""
    known = pieces(Scheme(offer.encoding.value))
    number = 1 if offer.op is Op.DECODE_WITHIN else len(fields) - 1
    for text in (*known.cut, *known.bad, *known.characters):
        for behind in (b"", known.letter):
            yield [*fields[:number], known.letter + text + behind, *fields[number + 1 :]]


def _neighbours(offer: Offer, fields: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Put other octets in each of the last places that hold no letter."""
    wide = facts(Scheme(offer.encoding.value)).unit > 1
    places = [
        (number, at)
        for number, octets in enumerate(fields)
        for at, octet in enumerate(octets)
        if wide or octet != ord("A")
    ]
    for number, at in places[-_MOST_VARIED:]:
        octet = fields[number][at]
        for other in dict.fromkeys(((octet - 1) % 256, (octet + 1) % 256, *_ENDS)):
            changed = bytearray(fields[number])
            changed[at] = other
            yield [*fields[:number], bytes(changed), *fields[number + 1 :]]


def _placed(offer: Offer, fields: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Put letters before the text and behind it."""
    letter = _letter(offer)
    number = 1 if offer.op is Op.DECODE_WITHIN else 0
    core = fields[number].removeprefix(letter)
    while core.startswith(letter):
        core = core.removeprefix(letter)
    for count in _OFFSETS:
        yield [*fields[:number], letter * count + core, *fields[number + 1 :]]
    for count in (1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 64):
        yield [*fields[:-1], fields[-1] + letter * count]
        if number < len(fields) - 1:
            yield [*fields[:-1], letter * count + fields[-1]]


def _repeated(fields: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Repeat the last text."""
    for count in _COUNTS:
        yield [*fields[:-1], fields[-1] * count]


def _cut(offer: Offer, fields: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Cut the text elsewhere."""
    if offer.op not in CUT_OPS:
        return
    text = b"".join(fields)
    for at in range(min(len(text), 40) + 1):
        yield [text[:at], text[at:]]
        yield [text[:at], text[at : at + 1], text[at + 1 :]]
        yield [text[:at], b"", text[at:]]
        yield [b"", text[:at], text[at:]]


def _varied_values(op: Op, line: str) -> Iterator[str]:
    """Yield lines for an encoder near one."""
    head, _, rest = line.partition(" ") if op.bounded else ("", "", line)
    chunks = [list(read_points(text)) for text in rest.split("|")]
    made: list[list[list[int]]] = []
    places = [(one, at) for one, values in enumerate(chunks) for at in range(len(values))]
    for one, at in places[-_MOST_VARIED:]:
        value = chunks[one][at]
        for other in dict.fromkeys((max(value - 1, 0), value + 1, *_VALUE_ENDS)):
            changed = [*chunks[one][:at], other, *chunks[one][at + 1 :]]
            made.append([*chunks[:one], changed, *chunks[one + 1 :]])
    made += [[[ord("A")] * count + chunks[0], *chunks[1:]] for count in _OFFSETS]
    made += [[*chunks[:-1], chunks[-1] + [ord("A")] * count] for count in (1, 2, 7, 8, 16, 31)]
    made += [[*chunks[:-1], chunks[-1] * count] for count in _COUNTS]
    for values in made:
        text = " | ".join(points(one) for one in values)
        yield f"{head} {text}" if head else text
    for room in _ROOMS[op.refills :] if head else ():
        yield f"{room} {rest}"
