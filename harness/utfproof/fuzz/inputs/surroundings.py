"""Surroundings: the text before and behind the pieces of an input, and their repetition.

Codecs that read 16, 32 or 64 octets at once are wrong at some places only: behind 63 letters FF may
pass that is refused behind 62.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from utfproof.fuzz.inputs.arrangements import ArrangedPieces, draw_below
from utfproof.fuzz.targets.octet_pool import Places, PoolEntries

ALIGNMENTS = 64
_PADDED, _FOLLOWED, _REPEATED = 0.25, 0.06, 0.04
_LETTERS = 0.75
"""How often padding is letters; else it is characters of more octets, mostly."""
_FAR, _MOST_BLOCKS = 0.1, 3
_MOST_TIMES = 40

_SIGNATURE, _PADDING, _INSIDE, _RUN = 0, 1, slice(2, -1), -1
_COLUMNS_AROUND = 3
_REPEATING = 3
"""The column whose piece may be repeated, the second inside: most tokens stand there."""


@dataclass(frozen=True, slots=True, eq=False)
class SurroundingPieces:
    """The pieces that surroundings are made of.

    `runs` are long, of one character each, letters first; `sizes` are the octets of these
    characters. Of the signatures the first is the likeliest; `signed` is how often there is one.
    """

    runs: PoolEntries
    sizes: Places
    signatures: PoolEntries
    signed: float


@dataclass(frozen=True, slots=True, eq=False)
class SurroundedPieces:
    """All pieces of each input, a row for each; a piece stands there `times` times.

    The inputs' own pieces, which nothing here added, begin `heads` octets behind the beginning and
    have `bodies` octets.
    """

    starts: Places
    lengths: Places
    times: Places
    heads: Places
    bodies: Places


def surround(
    ground: SurroundingPieces, rng: np.random.Generator, pieces: ArrangedPieces, most: int
) -> SurroundedPieces:
    """Surround the pieces of some inputs, as far as there is room in so many octets."""
    starts, lengths = _framed(pieces.starts), _framed(pieces.lengths)
    times = np.minimum(lengths, 1)
    repeated = _some(rng, len(times), _REPEATED)
    times[repeated, _REPEATING] *= _times(rng, lengths[repeated, _REPEATING], most)
    bodies = octets_of(lengths, times)
    room = np.maximum(most - bodies, 0)
    # In this order: each takes its part of the room before the next one draws.
    for column, often, chosen in (
        (_SIGNATURE, ground.signed, _signature),
        (_PADDING, _PADDED, _padding),
        (_RUN, _FOLLOWED, _run),
    ):
        inputs = _some(rng, len(times), often)
        piece = chosen(ground, rng, room[inputs])
        starts[inputs, column] = piece.starts
        lengths[inputs, column] = piece.lengths
        times[inputs, column] = np.minimum(piece.lengths, 1)
        room[inputs] -= piece.lengths
    heads = lengths[:, _SIGNATURE] + lengths[:, _PADDING]
    return SurroundedPieces(starts, lengths, times, heads, bodies)


def octets_of(lengths: Places, times: Places) -> Places:
    """Count the octets of each input."""
    octets: Places = np.einsum("ij,ij->i", lengths, times)
    return octets


def _framed(columns: Places) -> Places:
    """Put columns of nothing around others."""
    count, inside = columns.shape
    framed = np.zeros((count, inside + _COLUMNS_AROUND), np.int64)
    framed[:, _INSIDE] = columns
    return framed


def _some(rng: np.random.Generator, count: int, often: float) -> Places:
    """Choose some of so many inputs."""
    return np.flatnonzero(rng.random(count) < often)


def _times(rng: np.random.Generator, lengths: Places, most: int) -> Places:
    """Say how many times pieces are repeated: twice or a few times mostly, if there is room."""
    wanted = 2 + _low(rng, np.full(len(lengths), _MOST_TIMES))
    times: Places = np.clip(most // np.maximum(lengths, 1), 1, wanted)
    return times


def _low(rng: np.random.Generator, limits: Places) -> Places:
    """Draw numbers below limits, the low ones more often."""
    return draw_below(rng, len(limits), draw_below(rng, len(limits), limits) + 1)


def _signature(ground: SurroundingPieces, rng: np.random.Generator, room: Places) -> PoolEntries:
    index = _low(rng, np.full(len(room), len(ground.signatures)))
    lengths = ground.signatures.lengths[index]
    return PoolEntries(ground.signatures.starts[index], np.where(lengths <= room, lengths, 0))


def _padding(ground: SurroundingPieces, rng: np.random.Generator, room: Places) -> PoolEntries:
    """Shift by 0 to 63 octets, sometimes behind some blocks of 64."""
    shift = draw_below(rng, len(room), ALIGNMENTS)
    far = _some(rng, len(room), _FAR)
    shift[far] += ALIGNMENTS * (1 + draw_below(rng, len(far), _MOST_BLOCKS))
    return _of_runs(ground, rng, np.minimum(shift, room))


def _run(ground: SurroundingPieces, rng: np.random.Generator, room: Places) -> PoolEntries:
    return _of_runs(ground, rng, _low(rng, room + 1))


def _of_runs(ground: SurroundingPieces, rng: np.random.Generator, wanted: Places) -> PoolEntries:
    """Take so many octets of some run, in whole characters."""
    count = len(wanted)
    kinds = np.where(rng.random(count) < _LETTERS, 0, draw_below(rng, count, len(ground.runs)))
    lengths = np.minimum(wanted, ground.runs.lengths[kinds])
    return PoolEntries(ground.runs.starts[kinds], lengths - lengths % ground.sizes[kinds])
