"""Arrangements: which pieces stand behind which in a mutated input."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from utfproof.fuzz.targets.octet_pool import OctetPool, Places, PoolEntries

# A word is one arrangement. `p`, `m` and `s` are the beginning, the middle and the end of one
# text; `b` and `q` the middle and the end of another; `t` and `u` are tokens of the dictionary,
# mostly faults; `c` and `d` characters; `r` is random octets. The number is the weight.
ARRANGEMENTS = {
    # splices, crossovers
    "ptq": 8, "ptcq": 3, "ptbq": 2, "pq": 3, "pbs": 3, "ptbs": 3, "pcbs": 4, "pcq": 4, "pcbdq": 4,
    # insertions, replacements
    "ptms": 6, "pts": 6, "ptmus": 4, "ptus": 3, "tpms": 3, "pmst": 4, "ptcs": 4, "pcms": 4,
    "pcmds": 6, "pcds": 5, "cpmsd": 3,
    # cut, doubled, swapped, truncated, or as it was
    "ps": 3, "pmms": 3, "psm": 2, "mps": 2, "p": 1, "pm": 1, "ms": 1, "pms": 4, "pmcms": 3,
    # the dictionary alone
    "t": 1, "tt": 1, "tu": 2, "tc": 2, "ct": 2, "ctd": 3, "ctud": 3, "cdc": 2, "cdcd": 2,
    # octets random
    "r": 2, "prs": 2, "prq": 2,
}  # fmt: skip

_LETTERS = "pmsbqtucdr"
_NOTHING = len(_LETTERS)
SLOTS = max(map(len, ARRANGEMENTS))

_SHARES = np.cumsum([*ARRANGEMENTS.values()]) / sum(ARRANGEMENTS.values())
_LETTER_OF = np.array(
    [[*map(_LETTERS.index, word), *[_NOTHING] * (SLOTS - len(word))] for word in ARRANGEMENTS]
)
"""For each arrangement the number of the letter in each slot."""
_BARE = np.array([not set(word) & set("tucdr") for word in ARRANGEMENTS])

_WINDOWS = np.array([4, 8, 8, 12, 12, 16, 24, 1 << 30])
"""Units of a text that are taken at most; so long ones do not make all that follow long."""
_IN_PARTS, _IN_UNITS = 0.8, 0.95
"""Up to which draw a text is cut between parts, up to which between units; else anywhere."""
_FAULTS = 0.6
"""How often a token is a fault; else it is any."""
_MOST_RANDOM = 8


@dataclass(frozen=True, slots=True, eq=False)
class MutationPieces:
    """The pieces that arrangements choose from; `random` is one string of random octets."""

    pool: OctetPool
    unit: int
    texts: PoolEntries
    faults: PoolEntries
    tokens: PoolEntries
    characters: PoolEntries
    random: PoolEntries


@dataclass(frozen=True, slots=True, eq=False)
class ArrangedPieces:
    """The pieces of each input: one row for each, one column for each slot, in order.

    `bare` marks the inputs without a token or random piece.
    """

    starts: Places
    lengths: Places
    bare: NDArray[np.bool_]


def arrange(stock: MutationPieces, rng: np.random.Generator, count: int) -> ArrangedPieces:
    """Arrange the pieces of so many inputs."""
    chosen = np.searchsorted(_SHARES, rng.random(count), side="right")
    pieces = _pieces(stock, rng, count)
    starts = np.concatenate([piece.starts for piece in pieces])
    lengths = np.concatenate([piece.lengths for piece in pieces])
    # The piece of a letter in input i stands at the letter's number times `count`, plus i.
    index = _LETTER_OF[chosen] * count + np.arange(count)[:, np.newaxis]
    return ArrangedPieces(starts.take(index), lengths.take(index), _BARE.take(chosen))


def draw_entries(entries: PoolEntries, rng: np.random.Generator, count: int) -> PoolEntries:
    """Draw so many of some entries, each as likely as the others."""
    index = draw_below(rng, count, len(entries))
    return PoolEntries(entries.starts.take(index), entries.lengths.take(index))


def draw_below(rng: np.random.Generator, count: int, limit: Places | int) -> Places:
    """Draw whole numbers from 0 to below a limit, or below a limit for each.

    Three times as fast as the generator's own `integers` where each has a limit.
    """
    return (rng.random(count) * limit).astype(np.int64)


def _pieces(stock: MutationPieces, rng: np.random.Generator, count: int) -> list[PoolEntries]:
    """Return the piece that each letter stands for in each input, in the order of the letters.

    The second of a kind is the first of the next input: of one input the two are independent.
    """
    beginning, middle, end = _cut(stock, rng, count)
    token, character = _token(stock, rng, count), draw_entries(stock.characters, rng, count)
    nothing = np.zeros(count, np.int64)
    return [
        *(beginning, middle, end),
        *map(_of_the_next, (middle, end)),
        *(token, _of_the_next(token)),
        *(character, _of_the_next(character)),
        _random(stock, rng, count),
        PoolEntries(nothing, nothing),
    ]


def _of_the_next(pieces: PoolEntries) -> PoolEntries:
    return PoolEntries(np.roll(pieces.starts, -1), np.roll(pieces.lengths, -1))


def _token(stock: MutationPieces, rng: np.random.Generator, count: int) -> PoolEntries:
    fault, token = draw_entries(stock.faults, rng, count), draw_entries(stock.tokens, rng, count)
    faulty = rng.random(count) < _FAULTS
    return PoolEntries(
        np.where(faulty, fault.starts, token.starts),
        np.where(faulty, fault.lengths, token.lengths),
    )


def _cut(stock: MutationPieces, rng: np.random.Generator, count: int) -> list[PoolEntries]:
    """Cut a text, or as much of it as is taken, in three; a piece may be empty."""
    texts = draw_entries(stock.texts, rng, count)
    most = _WINDOWS[draw_below(rng, count, len(_WINDOWS))] * stock.unit
    first = texts.starts + draw_below(rng, count, np.maximum(texts.lengths - most, 0) + 1)
    last = np.minimum(first + most, texts.starts + texts.lengths)
    one, other = (first + draw_below(rng, count, last - first + 1) for _ in range(2))
    places = np.stack((first, np.minimum(one, other), np.maximum(one, other), last))
    cuts = _moved(stock, rng.random(count), texts, places)
    return [PoolEntries(cuts[part], cuts[part + 1] - cuts[part]) for part in range(3)]


def _moved(
    stock: MutationPieces, draw: NDArray[np.float64], texts: PoolEntries, places: Places
) -> Places:
    """Move cuts back to where a part begins, or a unit, or not at all; the end is always one."""
    # `-` binds closer than `&`: the distance is rounded down to whole units, a power of two.
    units = texts.starts + (places - texts.starts & -stock.unit)
    moved = np.where(draw < _IN_PARTS, stock.pool.part_at(places), units)
    ends = texts.starts + texts.lengths
    return np.where((draw < _IN_UNITS) & (places < ends), moved, places)


def _random(stock: MutationPieces, rng: np.random.Generator, count: int) -> PoolEntries:
    """Take a few random octets, mostly whole units."""
    lengths = 1 + draw_below(rng, count, _MOST_RANDOM)
    whole = (lengths + stock.unit - 1) // stock.unit * stock.unit
    lengths = np.where(rng.random(count) < _IN_PARTS, whole, lengths)
    return PoolEntries(
        stock.random.starts + draw_below(rng, count, stock.random.lengths - lengths), lengths
    )
