"""The shards of a sweep: the strings of a level, and their division into pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from utfproof.model.encoding import Scheme
from utfproof.model.fields import render
from utfproof.oracle.samples import pieces
from utfproof.reference import schemes
from utfproof.reference.automaton import OCTETS, Automaton

Level = Literal["complete", "exhaustive"]

MOST_FREE = 3
"""Octets that a codec counts through by itself (PROTOCOL.md)."""

# First units that stand for all of UTF-16: letters, the ends of the high and low surrogates, what
# lies beside them, signatures of both orders, the last unit.
_UNITS = "0000 0041 00E9 4100 D7FF D800 D83D DBFF DC00 DE00 DFFF E000 FDD0 FEFF FFFD FFFE FFFF"

# Upper halves of UTF-32: every plane, the first beyond them, single bits, signatures, the last.
_UPPER_HALVES = (
    "0000 0001 0002 0003 0004 0005 0006 0007 0008 0009 000A 000B 000C 000D 000E 000F 0010"
    " 0011 0012 001F 0020 00FF 0100 4100 7FFF 8000 D800 FEFF FFFE FFFF"
)


@dataclass(frozen=True, slots=True)
class SweepShard:
    """All strings that begin with `prefix` and have `free` octets more, in octet order."""

    prefix: bytes
    free: int

    def __str__(self) -> str:
        """Return the data line that asks it."""
        return f"{render(self.prefix)} {self.free}"

    @property
    def length(self) -> int:
        """Return the octets in each string."""
        return len(self.prefix) + self.free

    @property
    def strings(self) -> int:
        """Return how many strings there are."""
        return 1 << 8 * self.free

    def string(self, index: int) -> bytes:
        """Return a string by its place."""
        return self.prefix + index.to_bytes(self.free, "big") if self.free else self.prefix


def well_formed(group: Iterable[SweepShard], automaton: Automaton) -> int:
    """Count the well-formed strings of shards, by adding up the paths from state to state.

    No run and no string is made, so the count can confirm the result of others. Shards whose first
    octets lead to one state are counted once.
    """
    alike = Counter((automaton.after(shard.prefix), shard.free) for shard in group)
    return sum(count * _paths(automaton, *begin) for begin, count in alike.items())


def _paths(automaton: Automaton, state: int, free: int) -> int:
    """Count the ways from a state to acceptance by so many octets."""
    ways = {state: 1}
    for _ in range(free):
        further: dict[int, int] = {}
        for before, count in ways.items():
            for target in automaton.step[before]:
                further[target] = further.get(target, 0) + count
        ways = further
    return sum(count for after, count in ways.items() if after in automaton.accepting)


def shards(scheme: Scheme, level: Level, *, slow: bool = False) -> tuple[SweepShard, ...]:
    """List the shards of a level, short strings first, the longer by their first octets.

    Complete are all strings of up to three octets, and in encodings of wider units those of four
    octets that begin with one of `beginnings`; of a slow codec those of three octets that begin
    with one of `first_octets`. Exhaustive are all strings of up to four octets.
    """
    short = tuple(SweepShard(b"", free) for free in range(MOST_FREE))
    firsts = first_octets(scheme) if slow and level == "complete" else OCTETS
    three = tuple(SweepShard(bytes((octet,)), MOST_FREE - 1) for octet in firsts)
    if level == "exhaustive":
        four = tuple(SweepShard(bytes((octet,)), MOST_FREE) for octet in OCTETS)
    else:
        four = tuple(SweepShard(beginning, 2) for beginning in beginnings(scheme))
    return (*short, *three, *four)


@cache
def first_octets(scheme: Scheme) -> tuple[int, ...]:
    """Return octets that stand for all with which a string begins.

    They are those of the pieces that inputs are made of, and one for each state that they lead to.
    """
    found, automaton = pieces(scheme), schemes.automaton(scheme)
    kinds = (*found.units, *found.characters, *found.bad, *found.cut)
    states = {automaton.step[automaton.start][octet]: octet for octet in OCTETS}
    return tuple(sorted({*(piece[0] for piece in kinds), *states.values()}))


@cache
def beginnings(scheme: Scheme) -> tuple[bytes, ...]:
    """Return pairs of octets that stand for all pairs with which a string of four octets begins.

    In UTF-16 they are the first unit; in UTF-32 the upper half of the unit, or in little-endian
    order its lower half. Where a signature decides the order they are those of both orders.
    Encodings of single octets have none.
    """
    match scheme:
        case Scheme.UTF_16BE | Scheme.UCS_2:
            return _pairs(_UNITS)
        case Scheme.UTF_16LE | Scheme.UTF_32LE:
            return _swapped(_UNITS)
        case Scheme.UTF_16:
            return tuple(dict.fromkeys((*_pairs(_UNITS), *_swapped(_UNITS))))
        case Scheme.UTF_32BE | Scheme.UCS_4:
            return _pairs(_UPPER_HALVES)
        case Scheme.UTF_32:
            return tuple(dict.fromkeys((*_pairs(_UPPER_HALVES), *_swapped(_UNITS))))
        case _:
            return ()


def _pairs(text: str) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(word) for word in text.split())


def _swapped(text: str) -> tuple[bytes, ...]:
    return tuple(pair[::-1] for pair in _pairs(text))
