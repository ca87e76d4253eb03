"""Expected answers: a closed union, and the comparison of an outcome with one of them.

An expectation is pure data made from a case and a codec's settings. Most outcomes are compared
with several acceptable expectations in turn; the first that fits gives the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from utfproof.engine.questions.delivery import Due, late
from utfproof.engine.questions.expected_size import ExpectedSize, is_right_size
from utfproof.engine.questions.replacement_count import ReplacementCount
from utfproof.engine.questions.room_by_room import RoomByRoom, rooms_are_right
from utfproof.model.encoding import REPLACEMENT, Encoding, Scheme
from utfproof.model.outcome import (
    Accepted,
    BoundedResult,
    Decoded,
    DecodedTwice,
    Encoded,
    EncodingDetected,
    LabelNamed,
    Outcome,
    Refilled,
    Refused,
    ReplacementsTold,
    Sized,
    Values,
)
from utfproof.model.reading import Signature, Value
from utfproof.model.verdict import Verdict, worst
from utfproof.reference import schemes

SHOWN_AS = frozenset({REPLACEMENT, ord("?"), 0x1A})
"""Replacements: U+FFFD, the question mark, the control character SUBSTITUTE of older converters."""


@dataclass(frozen=True, slots=True)
class Text:
    """Exactly these values, with no error; `due` tells when, where it is judged."""

    values: Values
    due: Due | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """An ill-formed stretch of so many octets: it shows, as one to `most` replacements."""

    most: int


@dataclass(frozen=True, slots=True)
class Gaps:
    """The well-formed values in order, and every ill-formed stretch shown somehow."""

    items: tuple[int | Gap, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal at this offset; None where the place or the length is not judged.

    `before` are the values before the error: the delivered values must be a beginning of them.
    `chunks` are those with which the error may be reported: from the first that can show it to the
    one that leaves no doubt. `likely` is the length that most codecs report where it is not judged.
    `prompt` is true where a later report is a failure. `truncated` is the cause; None where any is
    right.
    """

    offset: int | None
    length: int | None = None
    before: Values | None = None
    chunks: range | None = None
    likely: int | None = None
    prompt: bool = False
    truncated: bool | None = None


@dataclass(frozen=True, slots=True)
class Valid:
    """A validator's yes."""


@dataclass(frozen=True, slots=True)
class Octets:
    """Exactly these octets; `due` tells when, where it is judged."""

    octets: bytes
    due: Due | None = None


@dataclass(frozen=True, slots=True)
class OctetsOf:
    """Octets that read as these values in UTF-16 or UTF-32, with a signature or big-endian.

    RFC 2781 section 3.3: a signature SHOULD stand first (`signed`).
    """

    scheme: Scheme
    values: Values
    signed: bool | None


@dataclass(frozen=True, slots=True)
class ExpectedDetection:
    """The answer of a detector."""

    encoding: Encoding | None
    signature: int


@dataclass(frozen=True, slots=True)
class ExpectedLabel:
    """The encoding that a label names."""

    encoding: Encoding | None


@dataclass(frozen=True, slots=True)
class TwoAnswers:
    """Two answers in a row, each with its acceptable expectations; the first may not be judged."""

    first: tuple[Acceptable, ...]
    second: tuple[Acceptable, ...]


@dataclass(frozen=True, slots=True)
class BoundedOutput:
    """A beginning of the output that fits the room, with no more input taken than it stands for.

    `steps` are the pieces of output, each with the end of its input. A piece whose input is
    taken has been written whole (RFC 3629 section 10: no partial character). `total` is the
    length of the input, None where an error follows the steps; `ample` room takes it all.
    `filled` is the room where it has to be used as far as whole pieces fit, and where nothing is
    taken that was not written; else None.
    """

    steps: tuple[tuple[Values, int], ...]
    total: int | None
    ample: bool
    filled: int | None = None


@dataclass(frozen=True, slots=True)
class TextTold:
    """A text in which ill-formed input was replaced or dropped, and how often it is told to be."""

    text: Text | Gaps
    replaced: ReplacementCount


Expectation = (
    Text
    | Gaps
    | Refusal
    | Valid
    | Octets
    | OctetsOf
    | ExpectedDetection
    | ExpectedLabel
    | TwoAnswers
    | BoundedOutput
    | RoomByRoom
    | TextTold
    | ExpectedSize
)


@dataclass(frozen=True, slots=True)
class Acceptable:
    """An expectation, and the verdict of an outcome that fits it."""

    expectation: Expectation
    verdict: Verdict = Verdict.PASS


def fits(expectation: Expectation, outcome: Outcome) -> Verdict | None:
    """Return PASS or NON_STRICT when an outcome fits the expectation, else None."""
    match expectation, outcome:
        case (Text(values, owed), Decoded(found, outputs)) if values == found:
            return _in_time(owed, outputs)
        case (Gaps(items), Decoded(found)) if _shows(items, found):
            return Verdict.PASS
        case (Refusal(), Refused()):
            return _refusal(expectation, outcome)
        case (Valid(), Accepted()):
            return Verdict.PASS
        case (Octets(octets, owed), Encoded(written, outputs)) if octets == written:
            return _in_time(owed, outputs)
        case (OctetsOf(), Encoded(written)):
            return _octets_of(expectation, written)
        case (ExpectedDetection() | ExpectedLabel(), EncodingDetected() | LabelNamed()):
            return Verdict.PASS if _same_name(expectation, outcome) else None
        case (TwoAnswers(first, second), DecodedTwice(one, two)):
            return _both(first, second, one, two)
        case (BoundedOutput(), BoundedResult()):
            return _room(expectation, outcome)
        case (RoomByRoom(), Refilled()):
            return Verdict.PASS if rooms_are_right(expectation, outcome) else None
        case (ExpectedSize(), Sized()):
            return Verdict.PASS if is_right_size(expectation, outcome) else None
        case _:
            return _told(expectation, outcome)


def _told(expected: Expectation, found: Outcome) -> Verdict | None:
    """Judge a text and the report of the replacements in it."""
    if not isinstance(expected, TextTold) or not isinstance(found, ReplacementsTold):
        return None
    right = expected.replaced.allows(found.replaced, found.values)
    return fits(expected.text, Decoded(found.values)) if right else None


def _same_name(
    expected: ExpectedDetection | ExpectedLabel, found: EncodingDetected | LabelNamed
) -> bool:
    match expected, found:
        case (ExpectedDetection(encoding, length), EncodingDetected(named, told)):
            return (encoding, length) == (named, told)
        case (ExpectedLabel(encoding), LabelNamed(named)):
            return encoding == named
        case _:
            return False


def _in_time(owed: Due | None, outputs: Sequence[Sequence[int]]) -> Verdict | None:
    return None if owed is not None and late(owed, outputs) else Verdict.PASS


def _shows(items: Sequence[int | Gap], found: Values) -> bool:
    """Match values against a pattern in which every gap is one to `most` replacements."""
    # Every place where the pattern so far may end: a set of places instead of backtracking.
    places = {0}
    for item in items:
        if isinstance(item, Gap):
            places = {end for at in places for end in _replacements(found, at, item.most)}
        else:
            places = {at + 1 for at in places if at < len(found) and found[at] == item}
        if not places:
            return False
    return len(found) in places


def _replacements(found: Values, at: int, most: int) -> list[int]:
    ends: list[int] = []
    for end in range(at, min(at + most, len(found))):
        if found[end] not in SHOWN_AS:
            break
        ends.append(end + 1)
    return ends


def _refusal(expected: Refusal, found: Refused) -> Verdict | None:
    if expected.offset is not None and found.offset not in (None, expected.offset):
        return None
    if expected.length is not None and found.length not in (None, expected.length):
        return None
    if expected.truncated is not None and found.truncated not in (None, expected.truncated):
        return None
    if expected.before is not None:
        delivered = found.delivered
        if delivered != expected.before[: len(delivered)]:
            return None
    return _report_time(expected.chunks, found.chunks, prompt=expected.prompt)


def _report_time(expected: range | None, chunk: int, *, prompt: bool) -> Verdict | None:
    """Judge the time of a report: late breaks a SHOULD, before the error could be known is wrong.

    Without a finished chunk among the rest of the answer the time is not reported.
    """
    if expected is None or chunk == 0 or chunk in expected:
        return Verdict.PASS
    return Verdict.NON_STRICT if chunk >= expected.stop and not prompt else None


def _octets_of(expected: OctetsOf, written: bytes) -> Verdict | None:
    reading = schemes.read(expected.scheme, written)
    values = tuple(part.value for part in reading.parts if isinstance(part, Value))
    if not reading.well_formed or values != expected.values:
        return None
    signed = bool(reading.parts) and isinstance(reading.parts[0], Signature)
    unsigned_text = expected.signed and not signed and bool(expected.values)
    return Verdict.NON_STRICT if unsigned_text else Verdict.PASS


def _both(
    first: tuple[Acceptable, ...], second: tuple[Acceptable, ...], one: Outcome, two: Outcome
) -> Verdict | None:
    verdicts = (accepted(first, one) if first else Verdict.PASS, accepted(second, two))
    found = [verdict for verdict in verdicts if verdict is not None]
    return worst(found) if len(found) == len(verdicts) else None


def _room(expected: BoundedOutput, found: BoundedResult) -> Verdict | None:
    # A decoder fills in values, an encoder octets.
    output = found.values or tuple(found.octets)
    if not found.short:
        return _whole_room(expected, found, output)
    if expected.ample:
        return None
    written: Values = ()
    start = 0
    for piece, end in expected.steps:
        # Input of a piece that was not written may be taken in part, but not whole.
        if output == written and start <= found.consumed <= max(start, end - 1):
            return _filled(expected, found.consumed - start, len(output) + len(piece))
        written, start = written + piece, end
    after = expected.total is None and output == written and start <= found.consumed
    return Verdict.PASS if after else None


def _filled(expected: BoundedOutput, ahead: int, needed: int) -> Verdict | None:
    """Judge how a room was used: `ahead` is what was taken of the piece that made it too small."""
    if expected.filled is None or (needed > expected.filled and not ahead):
        return Verdict.PASS
    return None


def _whole_room(expected: BoundedOutput, found: BoundedResult, output: Values) -> Verdict | None:
    """All output is there; input that stands for nothing may be left at the end."""
    if expected.total is None:
        return None
    whole = tuple(unit for piece, _ in expected.steps for unit in piece)
    needed = max((end for piece, end in expected.steps if piece), default=0)
    if expected.filled is not None:
        needed = expected.total
    fine = output == whole and needed <= found.consumed <= expected.total
    return Verdict.PASS if fine else None


def accepted(acceptable: Sequence[Acceptable], outcome: Outcome) -> Verdict | None:
    """Return the verdict of the first acceptable expectation that an outcome fits, or None."""
    for item in acceptable:
        verdict = fits(item.expectation, outcome)
        if verdict is not None:
            return worst((verdict, item.verdict))
    return None
