"""Encoders to UTF-8 by the lengths of units, each with one fault."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields, replace
from functools import partial

from utfproof.proof.power.vector_code.asked import Asked
from utfproof.proof.power.vector_code.table_decoder import EMPTY, Seen
from utfproof.proof.power.vector_code.table_encoder import (
    OCTETS,
    UNITS,
    Row,
    TableEncoder,
    UnitMasks,
)
from utfproof.proof.power.vector_code.vector_mutant import Equivalent, VectorMutant
from utfproof.reference import utf16

RIGHT = TableEncoder()
_KIND = "encoder to UTF-8, "
_WRITTEN = _KIND + "octets that a row writes"
_MOVED = _KIND + "source of an octet in a row"
_BITS = _KIND + "bit of a mask"
_PATHS = _KIND + "path for a run or for pairs"
_ENDS = _KIND + "end of a vector or a text"
IN_ROWS = frozenset((_WRITTEN, _MOVED))
"""The kinds of faults that are in rows of tables."""
_LARGEST = 0xFFFF
_TABLES = (("of_two", "two", 2 * UNITS), ("of_three", "three", 16))
"""Field, name and octets of the vector of each table."""


def units(text: Asked) -> list[int]:
    """Return the units of UTF-16 of a text (RFC 2781, section 2.1)."""
    found: list[int] = []
    for value in text.values:
        if value > _LARGEST:
            found += utf16.halves(value)
        else:
            found.append(value)
    return found


def met(text: Asked) -> Seen:
    """Return the parts that a text meets in an encoder without a fault."""
    seen: Seen = {"text"}
    if RIGHT.encode(units(text), seen) != text.octets:
        raise AssertionError(f"the encoder without a fault miswrites {text.octets.hex()}")
    return seen


def _right(codec: TableEncoder, text: Asked) -> bool:
    return codec.encode(units(text)) == text.octets


def _mutant(kind: str, about: str, meets: Hashable, **changed: object) -> VectorMutant:
    codec = replace(RIGHT, **changed)  # type: ignore[arg-type]
    return VectorMutant(kind, about, partial(_right, codec), meets)


def mutants() -> Iterator[VectorMutant]:
    """Yield the mutants; of rows those that text reaches."""
    for field, name, octets in _TABLES:
        rows: tuple[Row, ...] = getattr(RIGHT, field)
        for number, row in enumerate(rows):
            if (name, number) != ("two", 0):  # eight letters have a path of their own
                for kind, about, spoiled in _spoiled(row, octets):
                    changed = (*rows[:number], spoiled, *rows[number + 1 :])
                    where = f"row {number} for {name}: {about}"
                    yield _mutant(kind, where, (name, number), **{field: changed})
    yield from _of_masks()
    yield from _of_paths()


def _spoiled(row: Row, octets: int) -> Iterator[tuple[str, str, Row]]:
    length, sources = row
    for other in range(OCTETS + 1):
        if other != length:
            yield _WRITTEN, f"{other} octets for {length}", (other, sources)
    for place in range(length):
        for source in range(EMPTY, octets):
            # The fourth octet of a lane is never filled: another such is as good as none.
            if source != sources[place]:
                moved = (*sources[:place], source, *sources[place + 1 :])
                yield _MOVED, f"octet {place} from {source}", (length, moved)


def _of_masks() -> Iterator[VectorMutant]:
    for field in fields(UnitMasks):
        masks: tuple[int, ...] = getattr(RIGHT.masks, field.name)
        for place, mask in enumerate(masks):
            for bit in range(mask.bit_length()):
                if mask >> bit & 1:
                    own = (*masks[:place], mask & ~(1 << bit), *masks[place + 1 :])
                    spoiled = replace(RIGHT.masks, **{field.name: own})
                    about = f"bit {bit} of mask {place} for {field.name}"
                    yield _mutant(_BITS, about, "text", masks=spoiled)


def _of_paths() -> Iterator[VectorMutant]:
    for name in ("ascii_mask", "two_mask"):
        mask: int = getattr(RIGHT, name)
        for bit in range(16):
            if mask >> bit & 1:
                about = f"bit {bit} of {name} is not looked at"
                yield _mutant(_PATHS, about, "text", **{name: mask & ~(1 << bit)})
    for name in ("ascii_seen", "two_seen", "surrogates_seen"):
        for unit in range(UNITS):
            if name != "surrogates_seen" or unit == UNITS - 1:
                others = tuple(one for one in range(UNITS) if one != unit)
                yield _mutant(_PATHS, f"{name} without {unit}", "text", **{name: others})
    yield _mutant(_ENDS, "half a pair at the end of a vector", ("pairs", 1), halves_wait=False)
    for least in range(1, UNITS):
        about = f"a vector is read where {least} units are left"
        yield _mutant(_ENDS, about, "text", least=least)


def equivalent() -> list[Equivalent]:
    """Count the faults that no text shows."""
    return [
        Equivalent(_WRITTEN, "the row of eight letters, a run with a path of its own", 1),
        Equivalent(_MOVED, "the row of eight letters, a run with a path of its own", 1),
        Equivalent(
            _PATHS, "surrogates that are not looked for where their other half is", UNITS - 1
        ),
    ]
