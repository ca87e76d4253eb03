"""Causes: of which fault a hit is, where it shows only a consequence, or a part, of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from utfproof.fuzz.targets import octet_classes
from utfproof.fuzz.targets.code_points import code_points_of
from utfproof.fuzz.targets.divergence import (
    ACCEPTS,
    COUNTS,
    DELIVERS,
    DROPS,
    LENGTH,
    MOMENT,
    OFFSET,
    REFUSES,
    Divergence,
)
from utfproof.fuzz.targets.observer import Observer, WrongAnswer
from utfproof.fuzz.triage.position_dependence import AT_THE_BEGINNING
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Refused
from utfproof.model.reading import Part, Value
from utfproof.reference import detect, schemes

_LEADS = 0xC0
_TAIL = b"\x80"
_MOST_TAILS = 5
_ROOTS = (ACCEPTS, REFUSES)
_TOLD = frozenset({COUNTS, DELIVERS, LENGTH, MOMENT, OFFSET})
"""What a codec does wrong where it does see an error."""
_SHORT = 16
_NEAR = 0x40
_ENOUGH = 4
_MOST_PARTS = 12


def find_root_cause(observer: Observer, hit: WrongAnswer) -> WrongAnswer:
    """Look for the fault of which a hit may be a consequence; give the hit that shows it.

    An error told too late may be told of what stands behind a sequence that was accepted, or of
    what is refused wherever it stands. A beginning that is longer or shorter than it should be may
    be that of a sequence which is accepted, or refused, once its tails are there.
    """
    did, octets = hit.divergence.did, hit.octets
    told = hit.outcome.offset if isinstance(hit.outcome, Refused) else None
    if did == OFFSET and told:
        up_to = _up_to(hit, told)
        before, behind = observer.ask_each([up_to, octets[len(up_to) :]])
        if before and before.divergence.did == ACCEPTS:
            return before
        return behind if behind and behind.divergence.did == REFUSES else hit
    if did in (LENGTH, COUNTS) and len(octets) <= _SHORT and not hit.lane.encodes:
        found = observer.ask_each(list(_completed(octets)))
        return next((one for one in found if one and one.divergence.did in _ROOTS), hit)
    return _shorter(observer, hit)


def _shorter(observer: Observer, hit: WrongAnswer) -> WrongAnswer:
    """Return the shortest part of an input that goes wrong too.

    Behind an error of which a codec makes something else the rest may look wrong in many ways. A
    strict codec may tell an error of a part wrongly: that is not why it goes wrong with all of it.
    """
    if hit.lane.offer.op not in (Op.DECODE, Op.ENCODE):
        return hit
    strict = hit.lane.offer.mode is Mode.STRICT
    found = (one for one in observer.ask_each(input_parts(hit)) if one)
    return next((one for one in found if not strict or one.divergence.did not in _TOLD), hit)


def input_parts(hit: WrongAnswer) -> list[bytes]:
    """List the parts of what a codec is to read of an input, shortest first, but for the input.

    They are made of whole characters and ill-formed sequences, for an encoder of code points; of a
    long input there are none. A strict codec reads no further than the first ill-formed octets; of
    what an encoder refuses nothing is said.
    """
    strict = hit.lane.offer.mode is Mode.STRICT
    if hit.lane.encodes:
        ends = [] if strict else _between_values(hit)
    else:
        placed = list(schemes.read(hit.lane.settings.scheme, hit.octets).placed())
        placed = _to_the_first_error(placed) if strict else placed
        ends = [*(at for at, _ in placed), sum(len(part.octets) for _, part in placed)]
    if len(ends) > _MOST_PARTS:
        return []
    found = {hit.octets[start:end] for start, end in combinations(ends, 2)} - {hit.octets}
    return sorted(found, key=lambda part: (len(part), part))


def _between_values(hit: WrongAnswer) -> list[int]:
    """List the offsets at which the octets that stand for code points can be cut."""
    scheme, octets = hit.lane.settings.scheme, hit.octets
    values = code_points_of(scheme, octets)
    if len(values) >= _MOST_PARTS:
        return []
    return [
        at
        for at in range(len(octets) + 1)
        if code_points_of(scheme, octets[:at]) + code_points_of(scheme, octets[at:]) == values
    ]


def _to_the_first_error(placed: Sequence[tuple[int, Part]]) -> list[tuple[int, Part]]:
    """Leave out what stands behind the first ill-formed sequences that follow each other."""
    values = [isinstance(part, Value) for _, part in placed]
    start = values.index(False) if False in values else len(values)
    end = values.index(True, start) if True in values[start:] else len(values)
    return list(placed[:end])


def widen(observer: Observer, hit: WrongAnswer, position: str) -> tuple[str, Sequence[WrongAnswer]]:
    """Look whether a fault is wider than its class; give its name, and the hits that it takes in.

    The name is "" where the class says it all.
    """
    lane = hit.lane
    if not observer.lane.plain or lane.encodes or lane.direction in ("detect", "label"):
        return "", ()
    start = schemes.read(lane.settings.scheme, hit.octets).first_error()
    is_own = hit.divergence.did == DROPS and not (start and start[0] == 0)
    if position == AT_THE_BEGINNING and not is_own and detect.detect(hit.octets):
        return "mistakes a signature", ()
    if hit.divergence == Divergence("noncharacter", REFUSES):
        return _other_characters(observer, hit), ()
    if hit.divergence.did != ACCEPTS or not start:
        return "", ()
    return _anything(observer, hit, start[0])


def _other_characters(observer: Observer, hit: WrongAnswer) -> str:
    """Look whether a character near a noncharacter is refused too."""
    scheme = hit.lane.settings.scheme
    parts = schemes.read(scheme, hit.octets).parts
    values = [part.value for part in parts if isinstance(part, Value)]
    near = max(values, default=0) - _NEAR
    octets = schemes.encode_value(scheme, near) if near > 0 else None
    found = observer.ask_each([octets])[0] if octets else None
    refused = found and found.divergence.did == REFUSES
    return f"{REFUSES} {octet_classes.by_length(near)}" if refused else ""


def _anything(
    observer: Observer, hit: WrongAnswer, offset: int
) -> tuple[str, Sequence[WrongAnswer]]:
    """Look whether whatever is ill-formed is accepted there: that is one fault, not many."""
    scheme = hit.lane.settings.scheme
    before = hit.octets[:offset]
    asked = [before + example for example in octet_classes.ill_formed_examples(scheme)]
    found = [one for one in observer.ask_each(asked) if one and one.divergence.did == ACCEPTS]
    if len(found) * 2 < len(asked) or len(asked) < _ENOUGH:
        return "", ()
    last = schemes.read(scheme, before).parts[-1:]
    after = [octet_classes.character(p.value, first=False) for p in last if isinstance(p, Value)]
    return " after ".join([f"{ACCEPTS} anything ill-formed", *after]), found


def _up_to(hit: WrongAnswer, told: int) -> bytes:
    """Cut an input before the octet, or the code point, at which an error was told."""
    if not hit.lane.encodes:
        return hit.octets[:told]
    scheme = hit.lane.settings.scheme
    ends = range(len(hit.octets), 0, -1)
    fitting = (
        hit.octets[:end] for end in ends if len(code_points_of(scheme, hit.octets[:end])) <= told
    )
    return next(fitting, b"")


def _completed(octets: bytes) -> Iterator[bytes]:
    """Yield the first sequence with tails in the place of what follows it."""
    lead = next((at for at, octet in enumerate(octets) if octet >= _LEADS), len(octets))
    for end in range(lead + 1, len(octets) + 1):
        yield from (octets[:end] + _TAIL * more for more in range(_MOST_TAILS + 1))
