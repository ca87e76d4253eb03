"""The faults of twins: the questions that show them, and the answers that let them through.

A twin errs on texts that hold U+00A9 alone, which every encoding writes with an octet A9: an
adapter's own conversations, and the known answers among its questions, stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum

from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.operation import CUT_OPS, Mode, Offer, Op

_MARK, _A, _B, _C = 0xA9, 0x41, 0x42, 0x43
_PLACE = re.compile(r"error (\d+)( [^ ]+)?( .*)?")
_ROOM = 64
_MOST_TAKEN = 32
_MOST_MISSING = 17
"""More than two characters and a signature have: a twin may err at each U+00A9."""
_SIZES = re.compile(r"ok (\d+) (\d+)")
_UNITS = (1, 2, 4)
"""Octets of a code unit, by which an adapter with pages without rights tells a touch."""


class TwinFault(StrEnum):
    """The difference between a twin and the library that it stands for."""

    READ_PAST_END = "read-past-end"
    WRONG_OFFSET = "wrong-offset"
    DROPPED_VALUE = "dropped-value"
    MOVED_BOUNDARY = "moved-boundary"
    CUT_OUTPUT = "cut-output"
    SHORT_SIZE = "short-size"

    def concerns(self, offer: Offer) -> bool:
        """Tell whether an offer can show the fault.

        A read past the end shows where it is known what lies there; a sweep asks the same calls
        as validate, and a detector or a label has none of what is faulty here.
        """
        if self is TwinFault.READ_PAST_END:
            return offer.op is Op.DECODE_WITHIN
        if self is TwinFault.SHORT_SIZE:
            return offer.op.sizes
        if self is TwinFault.MOVED_BOUNDARY:
            return offer.op.in_chunks and not offer.op.validates
        converts = offer.op.decodes or offer.op.encodes
        if self is TwinFault.WRONG_OFFSET:
            # Where a size is asked, the place of an error is that of the conversion.
            tells_place = (converts and not offer.op.sizes) or offer.op.validates
            return offer.mode is Mode.STRICT and tells_place
        return converts


def questions(fault: TwinFault, offer: Offer) -> Iterator[bytes]:
    """Yield the data lines that may show a fault, the best first."""
    if fault is not TwinFault.WRONG_OFFSET:
        yield _line(offer, [_MARK, _A], [_MARK, _B])
        if fault is TwinFault.READ_PAST_END:
            yield _cut_at_end(offer)
    elif offer.op.encodes:
        for refused in (0xD800, 0x110000):
            yield _line(offer, [_MARK, _A], [_MARK, refused, _A])
    else:
        yield _line(offer, [_MARK, _A], [_MARK], _ill_formed(offer.encoding) + _octets(offer, _A))
        yield _line(offer, [_MARK, _A], [_MARK], _cut_character(offer.encoding)[0])


def predicted(fault: TwinFault, offer: Offer, honest: str) -> frozenset[str]:
    """Return the answers that let a fault through, for the answer that the library itself gave."""
    if offer.op is Op.DECODE_AGAIN:
        parts = [_PREDICTIONS[fault](offer, part) for part in honest.split(" / ")]
        return frozenset(" / ".join(each) for each in zip(*map(sorted, parts), strict=False))
    found = _PREDICTIONS[fault](offer, honest)
    if offer.op.tells_taken:  # a library that tells only what it wrote seems to have taken less
        found |= {
            " ".join(["short", str(taken), *one.split(" ")[2:]])
            for one in found
            for taken in range(_MOST_TAKEN)
        }
    return frozenset(found) - {honest}


# ---- questions ----


def _line(offer: Offer, first: list[int], second: list[int], tail: bytes = b"") -> bytes:
    """Write a text of two pieces as a data line of an offer."""
    if offer.op.encodes:
        between = " | " if offer.op.in_chunks else " "
        line = between.join(_points(piece) for piece in (first, second))
        return f"{_ROOM} {line}".encode() if offer.op.bounded else line.encode()
    begin, end = _octets(offer, *first), _octets(offer, *second) + tail
    signed = _signature(offer.encoding) + begin
    if offer.op in CUT_OPS:
        return f"{signed.hex()} {end.hex()}".encode()
    whole = (signed + end).hex()
    if offer.op is Op.DECODE_WITHIN:
        after = _octets(offer, _C, _C)
        return f"{_octets(offer, _B).hex()} {whole} {after.hex()}".encode()
    if offer.op is Op.DECODE_AGAIN:
        return f"{whole} {whole}".encode()
    return f"{_ROOM} {whole}".encode() if offer.op.bounded else whole.encode()


def _cut_at_end(offer: Offer) -> bytes:
    """Write a text whose last character goes on behind its end, for one character a call.

    In UTF-32 a character is a unit: the first question is asked again.
    """
    begin = _signature(offer.encoding) + _octets(offer, _MARK, _A)
    lead, trail = (part.hex() for part in _cut_character(offer.encoding))
    if not lead:
        return _line(offer, [_MARK, _A], [_MARK, _B])
    return f"{_octets(offer, _B).hex()} {begin.hex()}{lead} {trail}{trail}".encode()


def _cut_character(encoding: Encoding) -> tuple[bytes, bytes]:
    """Return the units of a character of two; in UTF-32 there is none."""
    units = {1: (0xC2, 0xA9), 2: (0xD83D, 0xDE00)}.get(_unit(encoding), ())
    order = facts(Scheme(encoding)).order or "big"
    lead, trail = (one.to_bytes(_unit(encoding), order) for one in units) if units else (b"", b"")
    return lead, trail


def _points(values: list[int]) -> str:
    return " ".join(f"{value:x}" for value in values)


def _unit(encoding: Encoding) -> int:
    return facts(Scheme(encoding)).unit


def _signature(encoding: Encoding) -> bytes:
    if encoding not in (Encoding.UTF_16, Encoding.UTF_32):
        return b""
    return 0xFEFF.to_bytes(_unit(encoding), "big")


def _octets(offer: Offer, *values: int) -> bytes:
    unit = _unit(offer.encoding)
    if unit == 1:
        return "".join(map(chr, values)).encode()
    order = facts(Scheme(offer.encoding)).order or "big"
    return b"".join(value.to_bytes(unit, order) for value in values)


def _ill_formed(encoding: Encoding) -> bytes:
    """Return a unit that no text has: FF, a trailing surrogate alone, a number beyond all."""
    unit = _unit(encoding)
    order = facts(Scheme(encoding)).order or "big"
    return b"\xff" if unit == 1 else {2: 0xDC00, 4: 0xFFFFFFFF}[unit].to_bytes(unit, order)


# ---- predictions ----


def _read_past_end(_: Offer, honest: str) -> set[str]:
    """The unit behind the end is read as text, or memory beside a buffer is touched."""
    touched = {f"overrun {act} {size} past the end" for act in ("read", "write") for size in _UNITS}
    return touched | _read_further(honest)


def _read_further(honest: str) -> set[str]:
    completed = {f"ok {_MARK:x} {_A:x} {last:x}" for last in (_MARK, 0x1F600)}
    if not honest.startswith("ok"):
        return completed
    more = {f"{honest} {_C:x}"}
    return more | completed if honest.endswith(" fffd") else more


def _wrong_offset(offer: Offer, honest: str) -> set[str]:
    """The place is one octet further, one unit where the library counts units, one value.

    Where the values before an error are those before its place, a wrong one may have none.
    """
    if not (found := _PLACE.fullmatch(honest)):
        return set()
    steps = {1} if offer.op.encodes else {1, _unit(offer.encoding)}
    rests = {found[2] or "", (found[2] or "") + (found[3] or "")}
    return {f"error {int(found[1]) + step}{rest}" for step in steps for rest in rests}


def _dropped_value(offer: Offer, honest: str) -> set[str]:
    """A value is lost where a call's output begins or ends."""
    if offer.op.sizes:
        return _smaller(honest, written=range(1, _MOST_MISSING), predicted=range(_MOST_MISSING))
    if not offer.op.encodes:
        return _without(offer, honest, lambda _: 1, 1) | _one_by_one(offer, honest, 0)
    found = _without(offer, honest, lambda part: _first_size(offer, part), _unit(offer.encoding))
    return found | _one_by_one(offer, honest, 0)


def _first_size(offer: Offer, part: list[str]) -> int:
    """Count the octets of the first value of an output: a signature in either order, or U+00A9."""
    for value in (0xFEFF, _MARK):
        own = _octets(offer, value)
        if part[: len(own)] in (_pairs(own.hex()), _pairs(own[::-1].hex())):
            return len(own)
    return 1


def _cut_output(offer: Offer, honest: str) -> set[str]:
    """The last value of a call's output is lost; of octets, the last one or the last unit."""
    if offer.op.sizes:
        return _dropped_value(offer, honest)
    sizes = {1, _unit(offer.encoding)} if offer.op.encodes else {1}
    found = {one for size in sizes for one in _without(offer, honest, lambda _: 0, size)}
    whole = len(_octets(offer, _MARK)) if offer.op.encodes else 1
    return found.union(*(_one_by_one(offer, honest, whole - size) for size in sizes))


def _short_size(_: Offer, honest: str) -> set[str]:
    """The size that is predicted lacks a few octets or units; the output is all there."""
    return _smaller(honest, written=(0,), predicted=range(1, _MOST_MISSING))


def _smaller(honest: str, *, written: Sequence[int], predicted: Sequence[int]) -> set[str]:
    """Return sizes that are smaller by some numbers; a codec may predict by its output."""
    if not (found := _SIZES.fullmatch(honest)):
        return set()
    told, size = int(found[1]), int(found[2])
    return {
        f"ok {told - less} {size - lost}"
        for less in predicted
        for lost in written
        if less <= told and lost <= size
    }


def _moved_boundary(offer: Offer, honest: str) -> set[str]:
    """The end of a chunk comes out with the next one, or after the last; nothing is lost.

    Either boundary may be the one that moved, or both.
    """
    head, parts = _parts(offer, honest)
    size = _unit(offer.encoding) if offer.op.encodes else 1
    found = set()
    # Each bit says whether one boundary has moved; with none of them the answer is the honest one.
    for moved in range(1, 1 << (len(parts) - 1)):
        held: list[str] = []
        own = []
        for at, part in enumerate(parts):
            keeps = size if moved >> at & 1 else 0
            own.append([*held, *part[: len(part) - keeps]])
            held = part[len(part) - keeps :] if keeps else []
        found.add(_said(offer, head, own))
    return found


def _without(offer: Offer, honest: str, first: Callable[[list[str]], int], last: int) -> set[str]:
    """Return an answer without the first or last piece of one call's output, or of each."""
    if not honest.startswith("ok"):
        return set()
    head, parts = _parts(offer, honest)
    begun = [part[first(part) :] for part in parts]
    ended = [part[: max(0, len(part) - last)] for part in parts]
    found = {_said(offer, head, begun), _said(offer, head, ended)}
    for kept in (begun, ended):
        for at in range(len(parts)):
            found.add(_said(offer, head, [*parts[:at], kept[at], *parts[at + 1 :]]))
    return found


def _one_by_one(offer: Offer, honest: str, kept: int) -> set[str]:
    """Return an answer with each U+00A9 cut, for a library that is called for each value."""
    if not honest.startswith("ok"):
        return set()
    head, parts = _parts(offer, honest)
    mark = _pairs(_octets(offer, _MARK).hex()) if offer.op.encodes else [f"{_MARK:x}"]
    return {_said(offer, head, [_cut_marks(part, mark, kept) for part in parts])}


def _cut_marks(part: list[str], mark: list[str], kept: int) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(part):
        marked = part[at : at + len(mark)] == mark
        found += mark[:kept] if marked else part[at : at + 1]
        at += len(mark) if marked else 1
    return found


def _parts(offer: Offer, honest: str) -> tuple[list[str], list[list[str]]]:
    """Split an answer into its first words and its values or octets, chunk by chunk."""
    words = honest.split(" ")
    # What a room took stands before its output, and what was told of replacements before its text;
    # of one room after another nothing is told.
    first = 2 if offer.op.tells_taken or offer.op.never_strict else 1
    head, rest = words[:first], words[first:]
    chunks = [part.split() for part in " ".join(rest).split("|")]
    if not offer.op.encodes:
        return head, chunks
    return head, [_pairs("".join(part).replace("-", "")) for part in chunks]


def _pairs(digits: str) -> list[str]:
    return [digits[at : at + 2] for at in range(0, len(digits), 2)]


def _said(offer: Offer, head: list[str], parts: list[list[str]]) -> str:
    if offer.op.encodes:
        return " ".join([*head, " | ".join("".join(part) or "-" for part in parts)])
    return " ".join([*head, *" | ".join(" ".join(part) for part in parts).split()])


_PREDICTIONS: Mapping[TwinFault, Callable[[Offer, str], set[str]]] = {
    TwinFault.READ_PAST_END: _read_past_end,
    TwinFault.WRONG_OFFSET: _wrong_offset,
    TwinFault.DROPPED_VALUE: _dropped_value,
    TwinFault.MOVED_BOUNDARY: _moved_boundary,
    TwinFault.CUT_OUTPUT: _cut_output,
    TwinFault.SHORT_SIZE: _short_size,
}
