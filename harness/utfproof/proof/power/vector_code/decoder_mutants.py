"""Decoders of UTF-8 by the ends of characters, each with one fault."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields, replace
from functools import partial

from utfproof.proof.power.vector_code.asked import Asked
from utfproof.proof.power.vector_code.table_decoder import (
    BLOCK,
    EMPTY,
    WINDOW,
    FastPath,
    LaneMasks,
    Seen,
    TableDecoder,
)
from utfproof.proof.power.vector_code.vector_mutant import Equivalent, VectorMutant

RIGHT = TableDecoder()
_KIND = "decoder of UTF-8, "
_TAKEN = _KIND + "octets that a row takes"
_NAMED = _KIND + "shuffle that a row names"
_MOVED = _KIND + "source of an octet in a shuffle"
_BITS = _KIND + "bit of a mask"
_PATHS = _KIND + "path for a run"
_PLACES = _KIND + "place in a block"
_ENDS = _KIND + "end of a block or a text"
IN_ROWS = frozenset((_TAKEN, _NAMED, _MOVED))
"""The kinds of faults that are in rows of tables."""

# The bits that an octet can have set by its place in a character, the last first: 80 to BF, and
# leads of the length.
_ASCII, _TAIL, _LEADS = 0x7F, 0xBF, {2: 0xDF, 3: 0xEF, 4: 0xF7}
_HELD = {
    "two": (1, 2),
    "three": (1, 2, 3),
    "four": (1, 2, 3, 4),
    "correction": (1, 2, 3, 4),
    "run_of_two": (2,),
    "run_of_three": (3,),
}
"""The lengths of the characters in the lanes that a mask is for."""
_MET: dict[str, Hashable] = {
    "two": ("lanes", 6),
    "three": ("lanes", 4),
    "four": ("lanes", 3),
    "correction": ("lanes", 3),
    "run_of_two": ("run", 2),
    "run_of_three": ("run", 3),
}


def met(text: Asked) -> Seen:
    """Return the parts that a text meets in a decoder without a fault."""
    seen: Seen = {"text"}
    if RIGHT.decode(text.octets, seen) != text.values:
        raise AssertionError(f"the decoder without a fault misreads {text.octets.hex()}")
    for kind, number in [one for one in seen if isinstance(one, tuple)]:
        if kind == "shuffle":
            seen.add(("lanes", len(RIGHT.shuffles[number])))
    return seen


def _right(codec: TableDecoder, text: Asked) -> bool:
    return codec.decode(text.octets) == text.values


def _mutant(kind: str, about: str, meets: Hashable, **changed: object) -> VectorMutant:
    codec = replace(RIGHT, **changed)  # type: ignore[arg-type]
    return VectorMutant(kind, about, partial(_right, codec), meets)


def mutants() -> Iterator[VectorMutant]:
    """Yield the mutants; of rows those that well-formed text reaches."""
    for number, row in enumerate(RIGHT.rows):
        if row is not None and number != _OF_FOUR_THREES:
            yield from _of_row(number, *row)
    for number in range(len(RIGHT.shuffles)):
        if number != RIGHT.rows[_OF_FOUR_THREES][1]:  # type: ignore[index]
            yield from _of_shuffle(number)
    yield from _of_masks()
    yield from _of_paths()
    yield from _of_places()


_NEEDED = (2, 5, 8)
"""Ends in a run of three octets without which five octets would have none."""
# Four characters of three octets: the ends are those of the path for runs.
_OF_FOUR_THREES = RIGHT.three.ends


def _of_row(number: int, taken: int, shuffle: int) -> Iterator[VectorMutant]:
    where = f"ends {number:012b}"
    before, after = RIGHT.rows[:number], RIGHT.rows[number + 1 :]
    for other in range(1, WINDOW + 1):
        if other != taken:
            rows = (*before, (other, shuffle), *after)
            yield _mutant(_TAKEN, f"{where}: {other} for {taken}", ("row", number), rows=rows)
    for other in {(shuffle + 1) % len(RIGHT.shuffles), shuffle - 1 if shuffle else shuffle + 2}:
        rows = (*before, (taken, other), *after)
        yield _mutant(_NAMED, f"{where}: {other} for {shuffle}", ("row", number), rows=rows)


def _of_shuffle(number: int) -> Iterator[VectorMutant]:
    shuffle = RIGHT.shuffles[number]
    before, after = RIGHT.shuffles[:number], RIGHT.shuffles[number + 1 :]
    for lane, sources in enumerate(shuffle):
        for place, source in enumerate(sources):
            for other in range(EMPTY, WINDOW):
                if other == source:
                    continue
                spoiled = (*sources[:place], other, *sources[place + 1 :])
                own = (*shuffle[:lane], spoiled, *shuffle[lane + 1 :])
                about = f"shuffle {number}, lane {lane}, octet {place}: {other} for {source}"
                yield _mutant(_MOVED, about, ("shuffle", number), shuffles=(*before, own, *after))


def _masks() -> Iterator[tuple[str, int, int]]:
    """Yield each mask: its field, its place in it, how far its bits are shifted down."""
    for field in fields(LaneMasks):
        masks = getattr(RIGHT.masks, field.name)
        if isinstance(masks, int):
            yield field.name, EMPTY, 5
        else:
            yield from ((field.name, place, 2 * place) for place in range(len(masks)))


def _of_masks() -> Iterator[VectorMutant]:
    for name, place, shift in _masks():
        for bit in range(8 * _width(name)):
            if not _is_without_effect(name, bit, shift):
                about = f"bit {bit} of mask {place} for {name}"
                spoiled = replace(RIGHT.masks, **{name: _flipped(name, place, bit)})  # type: ignore[arg-type]
                yield _mutant(_BITS, about, _MET[name], masks=spoiled)


def _flipped(name: str, place: int, bit: int) -> int | tuple[int, ...]:
    masks: int | tuple[int, ...] = getattr(RIGHT.masks, name)
    if isinstance(masks, int):
        return masks ^ 1 << bit
    return (*masks[:place], masks[place] ^ 1 << bit, *masks[place + 1 :])


def _width(name: str) -> int:
    return max(_HELD[name])


def _is_without_effect(name: str, bit: int, shift: int) -> bool:
    """Tell whether a bit is shifted out, or zero in all characters of such a lane."""
    return bit < shift or not _possible(_HELD[name], bit // 8) >> bit % 8 & 1


def _possible(lengths: Sequence[int], place: int) -> int:
    """Return the bits that an octet can have in a place of a lane, the last octet first."""
    found = 0
    for length in lengths:
        if length == 1:
            found |= _ASCII if place == 0 else 0
        elif place < length:
            found |= _LEADS[length] if place == length - 1 else _TAIL
    return found


def _of_paths() -> Iterator[VectorMutant]:
    for name, number in (("ascii", 1), ("two", 2), ("three", 3)):
        path: FastPath = getattr(RIGHT, name)
        for bit in range(path.taken):
            if name == "three" and bit in _NEEDED:
                continue
            mask = path.mask & ~(1 << bit)
            spoiled = replace(path, mask=mask, ends=path.ends & mask)
            about = f"runs of {number}: octet {bit} is not looked at"
            yield _mutant(_PATHS, about, "text", **{name: spoiled})
        for other in range(1, BLOCK):
            if other != path.taken:
                about = f"runs of {number}: {other} octets are taken for {path.taken}"
                spoiled = replace(path, taken=other)
                yield _mutant(_PATHS, about, ("run", number), **{name: spoiled})
    for octets in (8, 16, 32):
        for start in range(0, BLOCK, octets):
            about = f"blocks of ASCII: octets {start} to {start + octets - 1} are not looked at"
            skipped = slice(start, start + octets)
            yield _mutant(_PATHS, about, ("vector", start // 8), skipped=skipped)


def _of_places() -> Iterator[VectorMutant]:
    for place in range(RIGHT.last + 1):
        if place not in _BETWEEN:
            about = f"at place {place} ends are read one bit late"
            yield _mutant(_PLACES, about, ("place", place), late=place)
    for last in range(RIGHT.last + 1, BLOCK):
        about = f"windows begin up to place {last} for {RIGHT.last}"
        yield _mutant(_ENDS, about, "text", last=last)
    for least in range(1, BLOCK):
        yield _mutant(_ENDS, f"a block is read where {least} octets are left", "text", least=least)


# The shortest step of a window is three octets, of four letters or more: no window begins here.
_BETWEEN = (1, 2)


def equivalent() -> list[Equivalent]:
    """Count the faults that no well-formed text shows."""
    empty = sum(row is None for row in RIGHT.rows)
    masks = [(name, bit, shift) for name, _, shift in _masks() for bit in range(8 * _width(name))]
    shifted = [one for one in masks if one[1] < one[2]]
    zero = [one for one in masks if one not in shifted and _is_without_effect(*one)]
    return [
        Equivalent(_TAKEN, "rows with four octets or more without an end", empty),
        Equivalent(_TAKEN, "the row of four times three octets, a run with a path of its own", 1),
        Equivalent(_MOVED, "the shuffle of that row", 1),
        Equivalent(_BITS, "bits that are shifted out", len(shifted)),
        Equivalent(_BITS, "bits that no character has set there", len(zero)),
        Equivalent(_PATHS, "ends of a run without which five octets would have none", len(_NEEDED)),
        Equivalent(_PLACES, "places where no window begins: each takes three octets or more", 2),
    ]
