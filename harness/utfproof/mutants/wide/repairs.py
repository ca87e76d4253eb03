"""Mutants: UTF-16 is made well-formed block by block, and wrongly at the borders of blocks.

What repairs UTF-16 in its own form offers mode replace. Whether a surrogate has a partner depends
on its neighbour, which may lie in another block: not read yet, or written over already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from utfproof.model.encoding import ByteOrder, Scheme, facts
from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.mutants.byte_orders import UTF_16
from utfproof.mutants.decoder_mutants import Row, in_orders
from utfproof.mutants.faulty_readings import LAX, FaultyReading, changed, is_error
from utfproof.mutants.mutant import Mutant
from utfproof.simulation.decoder import Piece, right_parts

_UNIT = 2
_LETTER = "0041"
_SIZES = (16, 32, 64)
"""Units in a block: one register of 256 or 512 bits, and two."""

See = Callable[[ByteOrder, int, Part], Sequence[Piece] | None]
"""What is seen of a part that begins behind so many units; None where it is seen rightly."""


def _value(order: ByteOrder, unit: bytes) -> Value:
    return Value(int.from_bytes(unit, order), unit)


def _is_high(order: ByteOrder, unit: bytes) -> bool:
    return len(unit) == _UNIT and 0xD800 <= int.from_bytes(unit, order) < 0xDC00


def _is_low(order: ByteOrder, unit: bytes) -> bool:
    return len(unit) == _UNIT and 0xDC00 <= int.from_bytes(unit, order) < 0xE000


def _repaired(see: See) -> Callable[[Scheme], FaultyReading]:
    def make(scheme: Scheme) -> FaultyReading:
        order = facts(scheme).order or "big"

        def change(parts: Sequence[Part]) -> Iterator[Piece]:
            start = 0
            for part in parts:
                yield from see(order, start, part) or (part,)
                start += len(part.octets) // _UNIT

        def touched(octets: bytes) -> bool:
            parts = right_parts(scheme, octets)
            return any(is_error(part) or len(part.octets) > _UNIT for part in parts)

        return changed(touched, change, LAX, scheme)

    return make


def _both_halves(order: ByteOrder, pair: bytes) -> Sequence[Piece]:
    del order
    return IllFormed(pair[:_UNIT]), IllFormed(pair[_UNIT:])


def _low_half(order: ByteOrder, pair: bytes) -> Sequence[Piece]:
    return _value(order, pair[:_UNIT]), IllFormed(pair[_UNIT:])


def _pair_across(size: int, replaced: Callable[[ByteOrder, bytes], Sequence[Piece]]) -> See:
    def see(order: ByteOrder, start: int, part: Part) -> Sequence[Piece] | None:
        across = len(part.octets) > _UNIT and not is_error(part) and (start + 1) % size == 0
        return replaced(order, part.octets) if across else None

    return see


def _passes(here: Callable[[ByteOrder, int, bytes], bool]) -> See:
    def see(order: ByteOrder, start: int, part: Part) -> Sequence[Piece] | None:
        passes = is_error(part) and here(order, start, part.octets)
        return (_value(order, part.octets),) if passes else None

    return see


def _high_at_the_end(size: int) -> See:
    return _passes(lambda order, start, unit: _is_high(order, unit) and (start + 1) % size == 0)


def _low_at_the_beginning(size: int) -> See:
    # The first block has none before it, and begins with what stands before the loop.
    return _passes(
        lambda order, start, unit: _is_low(order, unit) and start > 0 and start % size == 0
    )


def _first_of_a_block(size: int) -> Callable[[Scheme], FaultyReading]:
    """Replace the first surrogate without a partner of each block, and no other."""

    def make(scheme: Scheme) -> FaultyReading:
        order = facts(scheme).order or "big"

        def change(parts: Sequence[Part]) -> Iterator[Piece]:
            start, last = 0, -1
            for part in parts:
                again = is_error(part) and len(part.octets) == _UNIT and start // size == last
                yield _value(order, part.octets) if again else part
                last = start // size if is_error(part) else last
                start += len(part.octets) // _UNIT

        def touched(octets: bytes) -> bool:
            return sum(map(is_error, right_parts(scheme, octets))) > 1

        return changed(touched, change, LAX, scheme)

    return make


def _pair_beside(size: int, place: int) -> Callable[[Scheme], FaultyReading]:
    """Repair a block that holds an error by itself: a half in it has no partner in another."""

    def make(scheme: Scheme) -> FaultyReading:
        order = facts(scheme).order or "big"

        def change(parts: Sequence[Part]) -> Iterator[Piece]:
            starts = [0, *accumulate(len(part.octets) // _UNIT for part in parts)]
            faulty = {
                start // size for start, part in zip(starts, parts, strict=False) if is_error(part)
            }
            for start, part in zip(starts, parts, strict=False):
                pair = len(part.octets) > _UNIT and not is_error(part)
                across = pair and (start + 1) % size == 0
                wrong = across and (start + place) // size in faulty
                yield from _both_halves(order, part.octets) if wrong else (part,)

        def touched(octets: bytes) -> bool:
            parts = right_parts(scheme, octets)
            pair = any(not is_error(part) and len(part.octets) > _UNIT for part in parts)
            return pair and any(map(is_error, parts))

        return changed(touched, change, LAX, scheme)

    return make


def _last_passes(scheme: Scheme) -> FaultyReading:
    """Pass on a high half that ends the text."""
    order = facts(scheme).order or "big"

    def ends(octets: bytes) -> bool:
        return len(octets) % _UNIT == 0 and _is_high(order, octets[-_UNIT:])

    return changed(ends, lambda parts: (*parts[:-1], _value(order, parts[-1].octets)), LAX, scheme)


def _at_borders(size: int) -> Iterable[Row]:
    yield (
        f"a-pair-across-blocks-of-{size}-is-replaced",
        "Position",
        f"The halves of a pair in two blocks of {size} units are taken for unpaired.",
        _repaired(_pair_across(size, _both_halves)),
        Mode.REPLACE,
        _LETTER * (size - 1) + "d83dde00",
    )
    yield (
        f"the-low-half-in-the-next-block-of-{size}-is-replaced",
        "Position",
        f"What ends a block of {size} units is forgotten: the low half that follows is replaced.",
        _repaired(_pair_across(size, _low_half)),
        Mode.REPLACE,
        _LETTER * (size - 1) + "d83dde00",
    )
    yield (
        f"a-high-half-at-the-end-of-a-block-of-{size}-passes",
        "Position",
        f"A high half that ends a block of {size} units is never compared with what follows.",
        _repaired(_high_at_the_end(size)),
        Mode.REPLACE,
        _LETTER * (size - 1) + "d83d0042",
    )
    yield (
        f"a-low-half-at-the-beginning-of-a-block-of-{size}-passes",
        "Position",
        f"A low half that begins a block of {size} units is never compared with what precedes.",
        _repaired(_low_at_the_beginning(size)),
        Mode.REPLACE,
        _LETTER * size + "de000042",
    )


def _in_faulty_blocks(size: int) -> Iterable[Row]:
    yield (
        f"one-of-a-block-of-{size}-is-replaced",
        "Position",
        f"Of the unpaired surrogates in a block of {size} units the first alone is replaced.",
        _first_of_a_block(size),
        Mode.REPLACE,
        "dc000041dc00",
    )
    yield (
        f"a-pair-behind-an-error-in-a-block-of-{size}-is-replaced",
        "Position",
        f"A block of {size} units with an unpaired surrogate is repaired without the one behind.",
        _pair_beside(size, 0),
        Mode.REPLACE,
        "dc00" + _LETTER * (size - 2) + "d83dde00",
    )
    yield (
        f"a-pair-before-an-error-in-a-block-of-{size}-is-replaced",
        "Position",
        f"A block of {size} units with an unpaired surrogate is repaired without the one before.",
        _pair_beside(size, 1),
        Mode.REPLACE,
        _LETTER * (size - 1) + "d83dde000041dc00",
    )


_TABLE: tuple[Row, ...] = (
    *(row for size in _SIZES for row in (*_at_borders(size), *_in_faulty_blocks(size))),
    (
        "a-high-half-at-the-end-of-the-text-passes",
        "UnpairedSurrogate",
        "The last unit of the text is not looked at: a high half passes there.",
        _last_passes,
        Mode.REPLACE,
        "0041d83d",
    ),
)

_IN_BOTH_ORDERS = frozenset(
    {
        "a-pair-across-blocks-of-32-is-replaced",
        "a-high-half-at-the-end-of-a-block-of-32-passes",
        "a-high-half-at-the-end-of-the-text-passes",
    }
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    yield from in_orders("repairs", UTF_16, _TABLE, _IN_BOTH_ORDERS)
