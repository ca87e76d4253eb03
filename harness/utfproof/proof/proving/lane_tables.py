"""The tables of Keiser and Lemire accept UTF-8 and nothing else, whatever the length of the text.

J. Keiser and D. Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte", Software:
Practice and Experience 51 (2021): three tables of sixteen rows, looked up by the high
half and the low half of an octet and the high half of the next, are combined by AND; a set bit is
an error. Whether an octet is an error depends on it and the three before it, so that the
validator, whatever its lanes, is an automaton whose states are the last three octets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from utfproof.proof.proving.result import Proof, ProofState
from utfproof.reference import automaton as automata
from utfproof.reference import ranges
from utfproof.reference.automaton import OCTETS, Automaton

SUBJECT = "the tables of Keiser and Lemire"

TOO_SHORT = 1 << 0  # a lead, and no tail behind it
TOO_LONG = 1 << 1  # a tail behind ASCII
OVERLONG_3 = 1 << 2  # E0 80..9F
TOO_LARGE = 1 << 3  # F4 90..BF, and F5 and above
SURROGATE = 1 << 4  # ED A0..BF
OVERLONG_2 = 1 << 5  # C0, C1
TOO_LARGE_1000 = 1 << 6  # F5 and above before 80..8F
OVERLONG_4 = 1 << 6  # F0 80..8F, told apart from the one before by the low half of the lead
TWO_TAILS = 1 << 7  # two tails, an error unless a lead of three or four octets stands before
_CARRY = TOO_SHORT | TOO_LONG | TWO_TAILS
_ALL_TAILS = TOO_LONG | OVERLONG_2 | TWO_TAILS


@dataclass(frozen=True, slots=True)
class LaneTables:
    """Sixteen rows for each of three halves: of the octet before, high and low, and of the next."""

    high: tuple[int, ...]
    low: tuple[int, ...]
    next_high: tuple[int, ...]

    def error(self, before: Sequence[int], octet: int) -> bool:
        """Tell whether an octet is an error behind the three `before` it."""
        first, second, last = before
        found = self.high[last >> 4] & self.low[last & 15] & self.next_high[octet >> 4]
        # Where a lead of three octets stands two before, or one of four three before, two tails
        # are right, and anything else is wrong.
        wanted = second >= _LEAD_OF_THREE or first >= _LEAD_OF_FOUR
        return found != (TWO_TAILS if wanted else 0)


_LEAD_OF_TWO, _LEAD_OF_THREE, _LEAD_OF_FOUR = 0xC0, 0xE0, 0xF0

PUBLISHED = LaneTables(
    high=(
        *(TOO_LONG,) * 8,
        *(TWO_TAILS,) * 4,
        TOO_SHORT | OVERLONG_2,
        TOO_SHORT,
        TOO_SHORT | OVERLONG_3 | SURROGATE,
        TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
    ),
    low=(
        _CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
        _CARRY | OVERLONG_2,
        *(_CARRY,) * 2,
        _CARRY | TOO_LARGE,
        *(_CARRY | TOO_LARGE | TOO_LARGE_1000,) * 8,
        _CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE,
        *(_CARRY | TOO_LARGE | TOO_LARGE_1000,) * 2,
    ),
    next_high=(
        *(TOO_SHORT,) * 8,
        _ALL_TAILS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
        _ALL_TAILS | OVERLONG_3 | TOO_LARGE,
        *(_ALL_TAILS | SURROGATE | TOO_LARGE,) * 2,
        *(TOO_SHORT,) * 4,
    ),
)


def automaton(tables: LaneTables) -> Automaton:
    """Return the automaton of the strings in which no octet is an error and none is wanted."""
    kinds = _kinds(tables)

    def step(before: tuple[int, int, int], octet: int) -> tuple[int, int, int] | None:
        if tables.error(before, octet):
            return None
        return (*before[1:], kinds[octet])

    # Before a text stand zeros. At its end no lead may want octets that do not come.
    return automata.explored((0, 0, 0), step, _is_whole)


def _is_whole(before: tuple[int, int, int]) -> bool:
    first, second, last = before
    return first < _LEAD_OF_FOUR and second < _LEAD_OF_THREE and last < _LEAD_OF_TWO


def _kinds(tables: LaneTables) -> tuple[int, ...]:
    """Return for each octet the lowest one that the validator cannot tell from it later."""
    first: dict[object, int] = {}
    return tuple(
        first.setdefault(
            (
                tables.high[octet >> 4] & tables.low[octet & 15],
                octet >= _LEAD_OF_TWO,
                octet >= _LEAD_OF_THREE,
                octet >= _LEAD_OF_FOUR,
            ),
            octet,
        )
        for octet in OCTETS
    )


@cache
def _utf_8() -> Automaton:
    return ranges.automaton()


# Hundreds of tables that differ in a bit are asked about again and again.
@cache
def difference(tables: LaneTables) -> bytes | None:
    """Return the shortest string that tables and UTF-8 take otherwise; None where there is none."""
    return automata.product_difference(automata.minimised(automaton(tables)), _utf_8())


def proofs() -> Iterator[Proof]:
    """Prove the published tables, and count the single bits of them that the proof hangs on."""
    statement = "they accept UTF-8 and nothing else, of all lengths"
    found = difference(PUBLISHED)
    states = len(automaton(PUBLISHED).step)
    if found is not None:
        how = "only one of the tables and Table 3 of ISO/IEC 10646 accepts it"
        yield Proof(SUBJECT, statement, ProofState.REFUTED, how, found)
        return
    how = f"an automaton of {states} states; every pair of states that a string reaches was visited"
    yield Proof(SUBJECT, statement, ProofState.PROVED, how)


def spoiled() -> Iterator[tuple[str, int, int, LaneTables]]:
    """Yield the published tables with one bit turned: the table, the row, the bit, the tables."""
    for name in ("high", "low", "next_high"):
        rows: tuple[int, ...] = getattr(PUBLISHED, name)
        for row in range(len(rows)):
            for bit in range(8):
                own = (*rows[:row], rows[row] ^ 1 << bit, *rows[row + 1 :])
                yield name, row, bit, replace(PUBLISHED, **{name: own})
