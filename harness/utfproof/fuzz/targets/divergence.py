"""Divergences: the class of input where a codec leaves the reference, and its behaviour there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.expected_answer import fits
from utfproof.engine.questions.interpretation import Interpretation
from utfproof.engine.questions.placement import unordered
from utfproof.fuzz.targets import octet_classes
from utfproof.fuzz.targets.code_points import code_points_of
from utfproof.fuzz.targets.deviations import (
    ACCEPTS,
    ADDS,
    CAUSE,
    COUNTS,
    DELIVERS,
    DROPS,
    LENGTH,
    LOSES,
    MISREADS,
    MOMENT,
    NAMES,
    OF_ANY_CLASS,
    OFFSET,
    REFUSES,
    SEES,
    TELLS,
    WRITES,
    end_of,
)
from utfproof.fuzz.targets.fuzz_target import FuzzTarget
from utfproof.model.encoding import REPLACEMENT, Scheme, facts
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import (
    Accepted,
    Decoded,
    DecodedTwice,
    Encoded,
    LabelNamed,
    Outcome,
    Refused,
    ReplacementsTold,
    Sized,
    Values,
)
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.oracle.encoded import output
from utfproof.reference import latitude, schemes

_END = "the end"


class Divergence(NamedTuple):
    """The class of the input where a codec leaves the reference, and its behaviour instead."""

    kind: str
    did: str

    @property
    def shown(self) -> str:
        """Return the two as they stand in a signature."""
        return self.did if self.did in OF_ANY_CLASS else f"{self.did} {self.kind}"


class _ExpectedPart(NamedTuple):
    """A part of the input with its place, its class, and its expected values.

    `bits` is the number that an ill-formed part would spell if it were read.
    """

    offset: int
    part: Part
    kind: str
    values: Values
    bits: int = -1


def classify(target: FuzzTarget, octets: bytes, outcome: Outcome) -> Divergence:
    """Classify a wrong answer to an input."""
    if target.offer.op is Op.DETECT:
        return Divergence("a beginning", SEES)
    if target.offer.op is Op.LABEL:
        return _named(octets, outcome)
    if target.encodes:
        return _encoder(target, octets, outcome)
    if isinstance(outcome, DecodedTwice):
        return _second(target, octets, outcome)
    steps = list(_steps(target, octets))
    # A strict decoder owes nothing behind the first error: only that one can be the cause.
    bad = next((step for step in steps if isinstance(step.part, IllFormed)), None)
    match outcome:
        case Refused():
            return _refused(target, steps, bad, outcome)
        case ReplacementsTold(values) if _is_right(target, octets, values):
            return Divergence((bad or _rarest(steps)).kind, TELLS)
        case Decoded(values) | ReplacementsTold(values):
            if bad and target.offer.mode is Mode.STRICT:
                return _let_through(steps, bad, values)
            return _compared(target.offer.mode, steps, values)
        case Accepted() | Sized() if bad and target.offer.mode is Mode.STRICT:
            return Divergence(bad.kind, ACCEPTS)
    return Divergence((bad or _rarest(steps)).kind, end_of(outcome))


def _named(octets: bytes, outcome: Outcome) -> Divergence:
    """Classify the wrong name of a label: one fault for each encoding."""
    if not isinstance(outcome, LabelNamed):
        return Divergence("a label", end_of(outcome))
    # Labels are many; the name that a codec gives in their place is what its fault has.
    kind = "nothing" if outcome.encoding is None else str(outcome.encoding)
    shown = "a label beyond ASCII" if any(octet > 0x7F for octet in octets) else "a label"
    return Divergence(shown, f"{NAMES} {kind} by")


def _steps(target: FuzzTarget, octets: bytes) -> Iterator[_ExpectedPart]:
    choice = _first_choice(target, octets)
    mode = target.offer.mode
    reading = choice.reads if mode is Mode.STRICT else choice.units
    for offset, part in reading.placed():
        kind, bits = octet_classes.of_part(choice.scheme, octets, offset, part)
        yield _ExpectedPart(offset, part, kind, choice.part(part, mode), bits)
    # An end of its own, so that what a codec adds behind the text has a place too.
    yield _ExpectedPart(len(octets), Value(0, b""), _END, ())


def _first_choice(target: FuzzTarget, octets: bytes) -> Interpretation:
    settings = target.settings
    reads = schemes.read(settings.scheme, octets)
    return DecodeInput.of(reads, latitude.others(settings.scheme, octets), settings).choices[0]


def _is_right(target: FuzzTarget, octets: bytes, values: Values) -> bool:
    """Tell whether a text is the expected one, whatever is told beside it."""
    output = _first_choice(target, octets).output(target.offer.mode)
    return fits(output, Decoded(values)) is not None


def _rarest(steps: Sequence[_ExpectedPart]) -> _ExpectedPart:
    """Return the first part that is not plain text, else the first."""
    return next((step for step in steps if step.kind not in ("ASCII", _END)), steps[0])


def _refused(
    target: FuzzTarget, steps: Sequence[_ExpectedPart], bad: _ExpectedPart | None, outcome: Refused
) -> Divergence:
    """Judge a refusal that should not be, or not so."""
    offset = outcome.offset
    at = next((step for step in steps if step.offset == offset and step.part.octets), None)
    if bad is None or target.offer.mode is not Mode.STRICT:
        return Divergence((at or bad or _rarest(steps)).kind, REFUSES)
    # It stopped in text that is right: the character there is what it refuses.
    if offset is not None and offset < bad.offset:
        return Divergence(at.kind, REFUSES) if at else Divergence(bad.kind, OFFSET)
    before = tuple(v for step in takewhile(lambda s: s is not bad, steps) for v in step.values)
    # A codec that stopped later has delivered more: that it read on is the fault, not the text.
    late = offset is not None and offset > bad.offset
    if not late and outcome.delivered != before[: len(outcome.delivered)]:
        return _before(steps, bad, before, outcome.delivered)
    if offset not in (None, bad.offset):
        return Divergence(bad.kind, OFFSET)
    if outcome.length not in (None, len(bad.part.octets)):
        return Divergence(bad.kind, LENGTH)
    if target.offer.op is Op.VALIDATE_CAUSE:
        return Divergence(bad.kind, CAUSE)
    return Divergence(bad.kind, MOMENT)


def _before(
    steps: Sequence[_ExpectedPart], bad: _ExpectedPart, before: Values, delivered: Values
) -> Divergence:
    """Classify the values delivered before an error."""
    more = delivered[len(before) :]
    if delivered[: len(before)] == before:
        # U+FFFD is delivered in the place of the error; any other value is the error itself, read.
        shown = set(more) <= {REPLACEMENT}
        return Divergence(bad.kind, DELIVERS if shown else ACCEPTS)
    return _compared(Mode.STRICT, steps[: steps.index(bad)], delivered)


def _let_through(steps: Sequence[_ExpectedPart], bad: _ExpectedPart, values: Values) -> Divergence:
    """Judge a text that should have been refused."""
    before = tuple(v for step in takewhile(lambda s: s is not bad, steps) for v in step.values)
    # What was read wrongly before the error is a fault of its own, and comes first.
    if values[: len(before)] != before:
        return _compared(Mode.STRICT, steps[: steps.index(bad)], values[: len(before)])
    return Divergence(_made(steps, values[len(before) :], bad).kind, ACCEPTS)


def _compared(mode: Mode, steps: Sequence[_ExpectedPart], values: Values) -> Divergence:
    """Find the wrong part, between the right ones before and behind it."""
    expected = [(value, step) for step in steps for value in step.values]
    if steps[0].kind == "signature" and values == tuple(value for value, _ in expected[1:]):
        return Divergence("signature", DROPS)
    # From both ends inwards: what is left between is the change, however long the text is.
    start = _alike(zip((value for value, _ in expected), values, strict=False))
    rest, found = expected[start:], values[start:]
    behind = _alike(zip((value for value, _ in reversed(rest)), reversed(found), strict=False))
    own = [step for _, step in rest[: len(rest) - behind]]
    other = found[: len(found) - behind]
    beside = [step for _, step in expected[max(0, start - 1) : start + len(own) + 1]]
    # Parts that leave no values, as in skip mode, lie between the others and may be the cause.
    silent = [step for step in steps if _is_bad(step) and not step.values]
    return _change(mode, own, other, [*beside, *silent], steps)


def _alike(pairs: Iterable[tuple[int, int]]) -> int:
    """Count the pairs of equals before the first that are not."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _change(
    mode: Mode,
    own: Sequence[_ExpectedPart],
    found: Values,
    beside: Sequence[_ExpectedPart],
    steps: Sequence[_ExpectedPart],
) -> Divergence:
    """Name the change from expected values to delivered ones; either may be none."""
    replaced = set(found) <= {REPLACEMENT}
    proper = next((step for step in own if not _is_bad(step)), None)
    wrong = next((step for step in (*own, *beside) if _is_bad(step)), None)
    # The order of these questions matters: the plainest account of a change comes first.
    if own and found and _is_bad(own[0]) and found[0] != REPLACEMENT:
        return Divergence(_made([*own, *steps], found, own[0]).kind, ACCEPTS)
    error = _right_before(steps, proper) if proper and replaced and mode is Mode.REPLACE else None
    if error:
        return Divergence(error.kind, LOSES)
    if proper and not found:
        return Divergence(proper.kind, REFUSES if mode is Mode.SKIP else DROPS)
    if proper and replaced:
        return Divergence(proper.kind, REFUSES)
    # As many values as before: each was read, one of them as another.
    if proper and (len(found) == len(own) or not wrong):
        return Divergence(proper.kind, MISREADS)
    # A genuine U+FFFD looks like a replacement; where one stands, it is what was refused.
    named = next((step for step in beside if step.kind == "U+FFFD"), None)
    if replaced and named:
        return Divergence(named.kind, REFUSES)
    if wrong:
        if replaced:
            return Divergence(wrong.kind, COUNTS)
        return Divergence(_made([*own, *steps], found, wrong).kind, ACCEPTS)
    return Divergence((beside or [_rarest(steps)])[0].kind, ADDS)


def _right_before(steps: Sequence[_ExpectedPart], proper: _ExpectedPart) -> _ExpectedPart | None:
    """Return the ill-formed part right before another, if there is one."""
    at = steps.index(proper)
    return steps[at - 1] if at and _is_bad(steps[at - 1]) else None


def _made(steps: Sequence[_ExpectedPart], found: Values, other: _ExpectedPart) -> _ExpectedPart:
    """Return the ill-formed part of whose bits a value was made, else the other."""
    return next((step for step in _bad(steps) if step.bits in found), other)


def _is_bad(step: _ExpectedPart) -> bool:
    return isinstance(step.part, IllFormed)


def _bad(steps: Sequence[_ExpectedPart]) -> list[_ExpectedPart]:
    return [step for step in steps if _is_bad(step)]


def _second(target: FuzzTarget, octets: bytes, outcome: DecodedTwice) -> Divergence:
    """Classify the second of two answers; the first belongs to another finding."""
    if isinstance(outcome.second, DecodedTwice):
        return Divergence(_END, MISREADS)
    return classify(target.plain_target(), octets, outcome.second)


def _encoder(target: FuzzTarget, octets: bytes, outcome: Outcome) -> Divergence:
    values = code_points_of(target.settings.scheme, octets)
    pieces = output(values, target.settings).pieces
    lost = next((p.index for p in pieces if isinstance(p, schemes.Unencodable)), None)
    match outcome:
        case Refused(int() as index) if lost is None or index < lost:
            return Divergence(octet_classes.of_values(values, index), REFUSES)
        case Refused() if lost is not None:
            return Divergence(octet_classes.character(values[lost], first=False), OFFSET)
        case Refused():
            return Divergence(_rarest_value(values), REFUSES)
        case Encoded(found):
            return _written(target, values, found)
    return Divergence(_rarest_value(values), end_of(outcome))


def _rarest_value(values: Values) -> str:
    kinds = [octet_classes.of_values(values, index) for index in range(len(values))]
    return next((kind for kind in kinds if kind != "ASCII"), "ASCII" if kinds else _END)


def _written(target: FuzzTarget, values: Values, found: bytes) -> Divergence:
    """Find the first code point whose octets are not those that should be there."""
    scheme, at = target.settings.scheme, 0
    stand_ins = [schemes.encode_value(scheme, value) or b"" for value in (REPLACEMENT, ord("?"))]
    # Either byte order is right, with or without a signature: no octet has a fixed place.
    if unordered(target.settings.encoding):
        return Divergence(_rarest_value(values), WRITES)
    for piece in schemes.encode(scheme, values, target.settings.units):
        kind = octet_classes.of_values(values, piece.index)
        if isinstance(piece, schemes.Unencodable):
            kind = octet_classes.character(piece.value, first=False)
            fitting = [octets for octets in stand_ins if found.startswith(octets, at)]
            if target.offer.mode is not Mode.SKIP and (
                target.offer.mode is Mode.STRICT or not fitting
            ):
                return Divergence(kind, ACCEPTS)
            # A surrogate that is written as any other value of three octets.
            own = schemes.encode_value(Scheme.GENERALIZED_UTF_8, piece.value)
            if own and facts(scheme).unit == 1 and found.startswith(own, at):
                return Divergence(kind, ACCEPTS)
            at += len(fitting[0]) if target.offer.mode is Mode.REPLACE else 0
        elif not found.startswith(piece.octets, at):
            replaced = any(found.startswith(octets, at) for octets in stand_ins)
            return Divergence(kind, REFUSES if replaced else WRITES)
        else:
            at += len(piece.octets)
    return Divergence(_rarest_value(values), ADDS)
