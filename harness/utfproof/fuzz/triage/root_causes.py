"""Root causes: the fault behind a wrong answer that shows only a consequence or a part of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from utfproof.fuzz.targets import octet_classes
from utfproof.fuzz.targets.code_points import code_points_of
from utfproof.fuzz.targets.deviations import (
    ACCEPTS,
    COUNTS,
    DELIVERS,
    DROPS,
    LENGTH,
    MOMENT,
    OFFSET,
    REFUSES,
)
from utfproof.fuzz.targets.divergence import Divergence
from utfproof.fuzz.targets.observer import Observer, WrongAnswer
from utfproof.fuzz.triage.position_dependence import AT_THE_BEGINNING
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Refused
from utfproof.model.reading import Part, Value
from utfproof.reference import detect, schemes

# The smallest octet of the form 11xxxxxx, which begins a sequence of two octets or more.
_LEADS = 0xC0
_TAIL = b"\x80"
# The longest form that was ever defined has six octets (RFC 2279, 2).
_MOST_TAILS = 5
_ROOTS = (ACCEPTS, REFUSES)
_REPORTED = frozenset({COUNTS, DELIVERS, LENGTH, MOMENT, OFFSET})
"""What a codec does wrong where it does see an error."""
_SHORT = 16
# So far below a noncharacter there is none: FDD0-FDEF and the last two of each plane are
# all there are (Unicode, 23.7).
_NEAR = 0x40
_ENOUGH = 4
# Twelve offsets make 66 parts, which are asked in one block.
_MOST_PARTS = 12


def find_root_cause(observer: Observer, wrong: WrongAnswer) -> WrongAnswer:
    """Return the wrong answer that shows the fault of which this one may be a consequence.

    A decoder that reports an error too late may have accepted the sequence before it, or may refuse
    the sequence there at any offset. A decoder that reports the wrong length of an error may accept
    or refuse the sequence once its tails are complete.
    """
    did, octets = wrong.divergence.did, wrong.octets
    offset = wrong.outcome.offset if isinstance(wrong.outcome, Refused) else None
    if did == OFFSET and offset:
        up_to = _up_to(wrong, offset)
        before, behind = observer.judge_each([up_to, octets[len(up_to) :]])
        if before and before.divergence.did == ACCEPTS:
            return before
        return behind if behind and behind.divergence.did == REFUSES else wrong
    if did in (LENGTH, COUNTS) and len(octets) <= _SHORT and not wrong.target.encodes:
        found = observer.judge_each(list(_completed(octets)))
        return next((one for one in found if one and one.divergence.did in _ROOTS), wrong)
    return _shorter(observer, wrong)


def _shorter(observer: Observer, wrong: WrongAnswer) -> WrongAnswer:
    """Return the wrong answer to the shortest part of an input.

    Behind an error that a codec reads differently, the rest of its text may look wrong in many
    ways. Where a strict codec only reports the error of a part wrongly, that is another fault.
    """
    if wrong.target.offer.op not in (Op.DECODE, Op.ENCODE):
        return wrong
    strict = wrong.target.offer.mode is Mode.STRICT
    found = (one for one in observer.judge_each(input_parts(wrong)) if one)
    return next((one for one in found if not strict or one.divergence.did not in _REPORTED), wrong)


def input_parts(wrong: WrongAnswer) -> list[bytes]:
    """List the proper parts of an input that a codec is asked for, shortest first.

    They are made of whole characters and ill-formed sequences, for an encoder of code points; of a
    long input there are none. A strict codec reads no further than the first ill-formed octets;
    values that an encoder refuses have no parts.
    """
    strict = wrong.target.offer.mode is Mode.STRICT
    if wrong.target.encodes:
        ends = [] if strict else _between_values(wrong)
    else:
        placed = list(schemes.read(wrong.target.settings.scheme, wrong.octets).placed())
        placed = _to_the_first_error(placed) if strict else placed
        ends = [*(at for at, _ in placed), sum(len(part.octets) for _, part in placed)]
    if len(ends) > _MOST_PARTS:
        return []
    found = {wrong.octets[start:end] for start, end in combinations(ends, 2)} - {wrong.octets}
    return sorted(found, key=lambda part: (len(part), part))


def _between_values(wrong: WrongAnswer) -> list[int]:
    """List the offsets at which the octets that stand for code points can be cut."""
    scheme, octets = wrong.target.settings.scheme, wrong.octets
    values = code_points_of(scheme, octets)
    if len(values) >= _MOST_PARTS:
        return []
    return [
        at
        for at in range(len(octets) + 1)
        if code_points_of(scheme, octets[:at]) + code_points_of(scheme, octets[at:]) == values
    ]


def _to_the_first_error(placed: Sequence[tuple[int, Part]]) -> list[tuple[int, Part]]:
    """Cut the input off behind the first run of ill-formed sequences."""
    values = [isinstance(part, Value) for _, part in placed]
    start = values.index(False) if False in values else len(values)
    end = values.index(True, start) if True in values[start:] else len(values)
    return list(placed[:end])


def widen(observer: Observer, wrong: WrongAnswer, position: str) -> tuple[str, list[WrongAnswer]]:
    """Return the name of a fault that is wider than its class, and the wrong answers it covers.

    The name is "" where the class describes the whole fault.
    """
    target = wrong.target
    if not observer.target.has_one_way or target.encodes or target.direction in ("detect", "label"):
        return "", []
    start = schemes.read(target.settings.scheme, wrong.octets).first_error()
    is_own = wrong.divergence.did == DROPS and not (start and start[0] == 0)
    if position == AT_THE_BEGINNING and not is_own and detect.detect(wrong.octets):
        return "mistakes a signature", []
    if wrong.divergence == Divergence("noncharacter", REFUSES):
        return _other_characters(observer, wrong), []
    if wrong.divergence.did != ACCEPTS or not start:
        return "", []
    return _anything(observer, wrong, start[0])


def _other_characters(observer: Observer, wrong: WrongAnswer) -> str:
    """Look whether a character near a noncharacter is refused too."""
    scheme = wrong.target.settings.scheme
    parts = schemes.read(scheme, wrong.octets).parts
    values = [part.value for part in parts if isinstance(part, Value)]
    near = max(values, default=0) - _NEAR
    octets = schemes.encode_value(scheme, near) if near > 0 else None
    found = observer.judge_each([octets])[0] if octets else None
    refused = found and found.divergence.did == REFUSES
    return f"{REFUSES} {octet_classes.by_length(near)}" if refused else ""


def _anything(observer: Observer, wrong: WrongAnswer, offset: int) -> tuple[str, list[WrongAnswer]]:
    """Look whether whatever is ill-formed is accepted there: that is one fault, not many."""
    scheme = wrong.target.settings.scheme
    before = wrong.octets[:offset]
    asked = [before + example for example in octet_classes.ill_formed_examples(scheme)]
    found = [one for one in observer.judge_each(asked) if one and one.divergence.did == ACCEPTS]
    if len(found) * 2 < len(asked) or len(asked) < _ENOUGH:
        return "", []
    last = schemes.read(scheme, before).parts[-1:]
    after = [octet_classes.character(p.value, first=False) for p in last if isinstance(p, Value)]
    return " after ".join([f"{ACCEPTS} anything ill-formed", *after]), found


def _up_to(wrong: WrongAnswer, offset: int) -> bytes:
    """Cut an input before the octet, or the code point, at which an error was told."""
    if not wrong.target.encodes:
        return wrong.octets[:offset]
    scheme = wrong.target.settings.scheme
    ends = range(len(wrong.octets), 0, -1)
    fitting = (
        wrong.octets[:end]
        for end in ends
        if len(code_points_of(scheme, wrong.octets[:end])) <= offset
    )
    return next(fitting, b"")


def _completed(octets: bytes) -> Iterator[bytes]:
    """Yield the first sequence, completed by tail octets in place of its successors."""
    lead = next((at for at, octet in enumerate(octets) if octet >= _LEADS), len(octets))
    for end in range(lead + 1, len(octets) + 1):
        yield from (octets[:end] + _TAIL * more for more in range(_MOST_TAILS + 1))
