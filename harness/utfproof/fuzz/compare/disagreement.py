"""Disagreements: whether two outcomes of one input differ, in which way, and at which part.

Neither is compared with the reference, which only names the part where they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from utfproof.engine.questions import placement
from utfproof.fuzz.compare.input_parts import EMPTY, InputParts, PlacedPart, value_of
from utfproof.model.encoding import REPLACEMENT, SIGNATURE, ByteOrder, Encoding, Scheme
from utfproof.model.operation import Mode
from utfproof.model.outcome import (
    Accepted,
    Crashed,
    Decoded,
    Hung,
    Outcome,
    Refused,
    Touched,
    Unstable,
    Values,
)
from utfproof.reference import schemes


class Act(StrEnum):
    """The behaviour of a codec where two differ; the last two say whether it reads a text there."""

    READS = "reads"
    REPLACES = "replaces"
    DROPS = "drops"
    ACCEPTS = "accepts"
    REFUSES = "refuses"
    CRASHES = "crashes"
    HANGS = "hangs"
    TOUCHES = "touches memory beside it"
    VARIES = "answers in two ways"
    SEES = "sees"
    MISSES = "misses"


_OF_MODE = {Mode.STRICT: Act.REFUSES, Mode.REPLACE: Act.REPLACES, Mode.SKIP: Act.DROPS}
"""What each mode is there to do about what is ill-formed."""
_ALIKE = {
    Act.READS: "A and B read other code points",
    Act.REPLACES: "A and B replace another number of times",
}
UNMARKED = "no signature"
"""The class of text whose order nothing marks, where that is what two part at."""
_PLAIN = range(0x20, 0x7F)


_FATAL = frozenset({Act.CRASHES, Act.HANGS})


class ActPair(NamedTuple):
    """The behaviour of each of the two."""

    a: Act
    b: Act

    @property
    def text(self) -> str:
        """Say it in a few words."""
        return _ALIKE.get(self.a, "") if self.a is self.b else f"A {self.a}, B {self.b}"

    @property
    def fatal(self) -> bool:
        """True where one of them does not survive the input, or seems not to."""
        return not _FATAL.isdisjoint(self)

    @property
    def killed(self) -> tuple[bool, bool]:
        """Which of the two do not survive it."""
        return self.a in _FATAL, self.b in _FATAL

    def about(self, shown: str) -> str:
        """Say it of a text that one of them sees."""
        return (
            f"A sees `{shown}`, B does not"
            if self.a is Act.SEES
            else f"A sees no `{shown}`, B does"
        )


class Cause(NamedTuple):
    """The cause that distinguishes disagreements; `kind` is "" where all classes are one cause."""

    way: ActPair
    kind: str


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The difference of two outcomes, and the class of the part at `offset`."""

    way: ActPair
    kind: str
    offset: int
    cause: Cause


class ModeOutcome(NamedTuple):
    """An outcome, and the mode in which it was asked for."""

    mode: Mode
    outcome: Outcome


def compare_outcomes(
    scheme: Scheme, octets: bytes, a: ModeOutcome, b: ModeOutcome
) -> Disagreement | None:
    """Compare two outcomes; None where both accept and read the same, or neither accepts."""
    one, other, modes = a.outcome, b.outcome, (a.mode, b.mode)
    if isinstance(one, Decoded) and isinstance(other, Decoded):
        if one.values == other.values:
            return None
        if _in_other_orders(scheme, octets, one.values, other.values):
            way = ActPair(Act.READS, Act.READS)
            return Disagreement(way, UNMARKED, 0, Cause(way, UNMARKED))
        laid = InputParts.out(scheme, octets)
        step = _between(laid.steps, one.values, other.values)
        way = _read_otherwise(one.values, other.values)
        if laid.spells_replacement(step):
            way = ActPair(_spelled(way.a, a), _spelled(way.b, b))
        return _made(laid, way, step, modes)
    acts = _plainly(one), _plainly(other)
    # A validator delivers nothing: its yes is no other answer than the text of a decoder.
    if acts[0] is acts[1] or {*acts} == {Act.READS, Act.ACCEPTS}:
        return None
    laid = InputParts.out(scheme, octets)
    step = _refused_step(laid.steps, one, other)
    seen = ActPair(_seen(laid.steps, one) or acts[0], _seen(laid.steps, other) or acts[1])
    if laid.spells_replacement(step):
        seen = ActPair(_spelled(seen.a, a), _spelled(seen.b, b))
    return _made(laid, seen, step, modes)


def compare_contents(
    scheme: Scheme, octets: bytes, a: ModeOutcome, b: ModeOutcome, text: Values
) -> Disagreement | None:
    """Compare two outcomes by whether a text is in them; None too where one does not accept."""
    one, other = a.outcome, b.outcome
    if not (isinstance(one, Decoded) and isinstance(other, Decoded)):
        return None
    found = contains(one.values, text), contains(other.values, text)
    if found[0] is found[1]:
        return None
    way = ActPair(Act.SEES, Act.MISSES) if found[0] else ActPair(Act.MISSES, Act.SEES)
    laid = InputParts.out(scheme, octets)
    return _made(laid, way, _between(laid.steps, one.values, other.values), (a.mode, b.mode))


def contains(values: Values, text: Values) -> bool:
    """Return whether a text stands somewhere among code points."""
    ends = range(len(text), len(values) + 1)
    return any(values[end - len(text) : end] == text for end in ends)


def remove_disagreement(scheme: Scheme, octets: bytes, found: Disagreement) -> bytes:
    """Leave out of an input all that the class of a disagreement names."""
    laid = InputParts.out(scheme, octets)
    step = next((one for one in laid.steps if one.offset == found.offset), EMPTY)
    return octets[: step.offset] + octets[step.offset + laid.length(step) :]


def _made(
    laid: InputParts, way: ActPair, step: PlacedPart, modes: tuple[Mode, Mode]
) -> Disagreement:
    """Make a disagreement; where each follows its mode, all ill-formed classes are one."""
    acts = zip(way, modes, strict=True)
    as_asked = step.bad and all(act is _OF_MODE.get(mode) for act, mode in acts)
    head = laid.head(step)
    kind = laid.kind(head)
    return Disagreement(way, kind, head.offset, Cause(way, "" if as_asked else kind))


def _plainly(outcome: Outcome) -> Act:
    match outcome:
        case Decoded():
            return Act.READS
        case Accepted():
            return Act.ACCEPTS
        case Crashed():
            return Act.CRASHES
        case Hung():
            return Act.HANGS
        case Touched():
            return Act.TOUCHES
        case Unstable():
            return Act.VARIES
        case _:
            return Act.REFUSES


def _seen(steps: Sequence[PlacedPart], outcome: Outcome) -> Act | None:
    """Return the act of a decoder that accepts, if its output shows each error."""
    if not isinstance(outcome, Decoded) or not any(step.bad for step in steps):
        return None
    # Without a signature in the octets an initial U+FEFF was read from something else: from octets
    # that spell it otherwise, or from U+FEFF behind what was dropped.
    shown = _unsigned if steps[0].value == SIGNATURE else tuple
    found = shown(outcome.values)
    if found == shown(step.value for step in steps if not step.bad):
        return Act.DROPS
    same = _runs(found) == _runs(shown(step.value for step in steps))
    return Act.REPLACES if same else None


def _spelled(act: Act, side: ModeOutcome) -> Act:
    """Return the act of a codec that delivers U+FFFD for octets that spell it.

    In mode replace the answer is the same whether they were read or replaced; who was asked to
    refuse, and delivers one U+FFFD, has read them.
    """
    outcome = side.outcome
    if act is not Act.REPLACES or side.mode is not Mode.STRICT or not isinstance(outcome, Decoded):
        return act
    return Act.READS if _runs(outcome.values) == list(outcome.values) else act


def _unsigned(values: Iterable[int]) -> Values:
    """Leave an initial signature out."""
    found = tuple(values)
    return found[1:] if found[:1] == (SIGNATURE,) else found


def _runs(values: Iterable[int]) -> list[int]:
    """Count any number of U+FFFD in a row as one."""
    found: list[int] = []
    for value, same in groupby(values):
        found += [value] if value == REPLACEMENT else list(same)
    return found


def _refused_step(steps: Sequence[PlacedPart], one: Outcome, other: Outcome) -> PlacedPart:
    """Find the part that one refuses: at its reported place if ill-formed, else the first."""
    refusal = one if isinstance(one, Refused) else other
    offset = refusal.offset if isinstance(refusal, Refused) else None
    at = next((step for step in steps if step.offset == offset), None)
    if at and at.bad:
        return at
    return _bad(steps) or at or _rarest(steps)


def _bad(steps: Iterable[PlacedPart]) -> PlacedPart | None:
    return next((step for step in steps if step.bad), None)


def _rarest(steps: Sequence[PlacedPart]) -> PlacedPart:
    """Return the first part that is not plain text, else the first."""
    return next((step for step in steps if step.value not in _PLAIN), steps[0])


def _read_otherwise(a: Values, b: Values) -> ActPair:
    """Say how two texts part."""
    if _runs(a) == _runs(b):
        return ActPair(Act.REPLACES, Act.REPLACES)
    start, behind = _borders(a, b)
    return ActPair(_does(a[start : len(a) - behind]), _does(b[start : len(b) - behind]))


def _in_other_orders(scheme: Scheme, octets: bytes, a: Values, b: Values) -> bool:
    """Return whether two texts are the same units in different orders, which nothing marks.

    That is one cause, and each class of units would show it in its own way.
    """
    if not placement.unordered(Encoding(scheme)):
        return False
    own = [_orders(scheme, octets, values) for values in (a, b)]
    return all(own) and own[0].isdisjoint(own[1])


def _orders(scheme: Scheme, octets: bytes, values: Values) -> set[ByteOrder]:
    """List the orders in which the reference reads the same."""
    orders: tuple[ByteOrder, ...] = ("big", "little")
    found = _runs(_unsigned(values))
    return {
        order
        for order in orders
        if found
        == _runs(_unsigned(map(value_of, schemes.read(scheme, octets, unmarked=order).parts)))
    }


def _does(own: Values) -> Act:
    """Return the act of a codec by its own values where the other has different ones."""
    if not own:
        return Act.DROPS
    return Act.REPLACES if own[0] == REPLACEMENT else Act.READS


def _borders(a: Values, b: Values) -> tuple[int, int]:
    """Count the common values of two texts at the beginning, and then at the end."""
    start = _common(a, b)
    return start, _common(a[start:][::-1], b[start:][::-1])


def _common(a: Sequence[int], b: Sequence[int]) -> int:
    least = min(len(a), len(b))
    return next((at for at in range(least) if a[at] != b[at]), least)


def _between(steps: Sequence[PlacedPart], a: Values, b: Values) -> PlacedPart:
    """Find the part at which two texts differ.

    Their common values are aligned with the reference's reading; where that fails, the part may be
    anywhere on that side. An ill-formed part there or beside it comes before all else.
    """
    start, behind = _borders(a, b)
    # A signature that neither delivers has no place in the comparison.
    if steps[0].value == SIGNATURE and SIGNATURE not in (*a[:1], *b[:1]):
        steps = steps[1:] or steps
    own = [step.value for step in steps]
    first = start if list(a[:start]) == own[:start] else 0
    end = len(own) - behind
    end = max(end, first) if list(a[len(a) - behind :]) == own[max(end, 0) :] else len(own)
    there, around = steps[first:end], steps[max(0, first - 1) : end + 1] or steps
    return _bad(there) or _bad(around) or _rarest(there or around)
