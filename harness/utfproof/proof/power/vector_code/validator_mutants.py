"""Validators of UTF-8 by tables for the octets of a block, each with one fault."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import partial

from utfproof.proof.power.vector_code.asked import Asked
from utfproof.proof.power.vector_code.block_validator import (
    BEFORE,
    BLOCKS,
    BlockValidator,
    LaneFault,
    Limits,
)
from utfproof.proof.power.vector_code.validator_questions import ALONE, LAST, MISSING, UNWANTED
from utfproof.proof.power.vector_code.vector_mutant import Equivalent, VectorMutant
from utfproof.proof.proving import lane_tables
from utfproof.proof.proving.lane_tables import TWO_TAILS

_KIND = "validator of UTF-8, "
_TABLES = _KIND + "bit of a table"
_LANES = _KIND + "lane of a block"
_LIMITS = _KIND + "least lead"
_CARRIED = _KIND + "octets carried between blocks"
_ASCII = _KIND + "lane not looked at for ASCII"
_ENDS = _KIND + "end of a text"

_RIGHT = {block: BlockValidator(block) for block in BLOCKS}


def _right(codec: BlockValidator, text: Asked) -> bool:
    return codec.accepts(text.octets) == text.well_formed


def _mutant(kind: str, about: str, block: int, meets: Hashable, **changed: object) -> VectorMutant:
    codec = replace(_RIGHT[block], **changed)  # type: ignore[arg-type]
    return VectorMutant(kind, f"blocks of {block}: {about}", partial(_right, codec), meets)


def mutants() -> Iterator[VectorMutant]:
    """Yield the mutants of validators with blocks of each size."""
    needed = [one for one in lane_tables.spoiled() if lane_tables.difference(one[3]) is not None]
    for block in BLOCKS:
        for name, row, bit, tables in needed:
            about = f"bit {bit} of row {row} of {name}"
            yield _mutant(_TABLES, about, block, ("row", name, row, bit), tables=tables)
        for lane in range(block):
            yield from _of_lane(block, lane)
        yield from _of_limits(block)
        yield from _of_ends(block)


def _of_lane(block: int, lane: int) -> Iterator[VectorMutant]:
    for bit in range(8):
        about, fault = f"bit {bit} of lane {lane} is not seen", LaneFault(1 << 8 * lane + bit)
        # Without that bit two tails in their place are an error: well-formed text shows it.
        meets = "text" if 1 << bit == TWO_TAILS else (bit, block, lane)
        yield _mutant(_LANES, about, block, meets, lanes=fault)
    tails = TWO_TAILS << 8 * lane
    for about, fault in (
        (UNWANTED, LaneFault(unwanted=tails)),
        (MISSING, LaneFault(missing=tails)),
    ):
        words = f"tails that are {about} in lane {lane} are no error"
        yield _mutant(_LANES, words, block, (about, block, lane), lanes=fault)
    for far in range(1, BEFORE + 1):
        about = f"lane {lane} takes the octet {far} before it for zero"
        yield _mutant(_LANES, about, block, "text", lanes=LaneFault(lost=(far, lane)))
    about = f"lane {lane}"
    yield _mutant(_ASCII, about, block, (ALONE, block, lane), skipped=lane)


def _of_limits(block: int) -> Iterator[VectorMutant]:
    for place, limit in enumerate(Limits().at_end):
        for other in range(0x80, 0x100):
            if other != limit:
                at_end = (*Limits().at_end[:place], other, *Limits().at_end[place + 1 :])
                about = f"{place} octets before the end of a block, {other:02X} for {limit:02X}"
                limits = replace(Limits(), at_end=at_end)
                meets = ("end", block, place, *sorted((limit, other)))
                yield _mutant(_LIMITS, about, block, meets, limits=limits)
    for name, limit in (("third", Limits().third), ("fourth", Limits().fourth)):
        for other in range(0x80, 0x100):
            if other != limit:
                about = f"{name} octets from {other:02X} for {limit:02X}"
                limits = replace(Limits(), **{name: other})  # type: ignore[arg-type]
                meets = ("leads", *sorted((limit, other)))
                yield _mutant(_LIMITS, about, block, meets, limits=limits)


def _of_ends(block: int) -> Iterator[VectorMutant]:
    for carried in range(BEFORE):
        about = f"{carried} for {BEFORE}"
        yield _mutant(_CARRIED, about, block, "text", carried=carried)
    about = "a character may be unfinished before ASCII"
    yield _mutant(_CARRIED, about, block, LAST, ascii_asks=False)
    about = "a character may be unfinished at the end"
    yield _mutant(_ENDS, about, block, LAST, end_asks=False)
    for padding in (None, *range(0x80, 0x100)):
        words = "octets of the block before" if padding is None else f"{padding:02X}"
        yield _mutant(_ENDS, f"{words} behind the text", block, "text", padding=padding)
    for unread in (-1, 1, 2, 3):
        words = "nothing" if unread < 0 else f"all but {unread}"
        yield _mutant(_ENDS, f"of the rest, {words} is read", block, LAST, unread=unread)


def equivalent() -> list[Equivalent]:
    """Count the bits of the tables that change no answer."""
    spoiled = list(lane_tables.spoiled())
    same = sum(lane_tables.difference(tables) is None for *_, tables in spoiled)
    reason = "bits without which the tables accept the same, as automata"
    return [Equivalent(_TABLES, reason, same * len(BLOCKS))]
