"""Batch mutation: blocks of mutated inputs, made by array operations and never one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from utfproof.fuzz.inputs import dictionary
from utfproof.fuzz.inputs.arrangements import MutationPieces, arrange, draw_below
from utfproof.fuzz.inputs.overwriting import Octets, Overwriting
from utfproof.fuzz.inputs.surroundings import (
    SurroundedPieces,
    SurroundingPieces,
    octets_of,
    surround,
)
from utfproof.fuzz.targets.input_batch import InputBatch
from utfproof.fuzz.targets.octet_pool import OctetPool, Places
from utfproof.model.encoding import Scheme, facts
from utfproof.oracle.samples import pieces

LONGEST = 256
"""Octets of the longest mutated input."""
_RANDOM_OCTETS = 1 << 14
_RUN_OCTETS = 1 << 12
_RUNS = 4
_AT_ONCE = 1 << 12
"""Inputs made at once: the arrays of more fall out of the cache, and their memory goes back to the
system each time, which costs a third of the speed."""
_OVERWRITTEN, _OVERWRITTEN_IF_BARE = 0.3, 0.85
_AGAIN = 0.2
_SIGNED, _SIGNED_IF_UNORDERED = 0.03, 0.3


class BatchMutator:
    """Makes inputs for codecs of one scheme; the same seed and corpora give the same blocks.

    Most texts of the corpus are cut between characters or ill-formed sequences, and their pieces
    spliced, crossed over, doubled, swapped and dropped. Tokens of the dictionary come between;
    single octets are overwritten; padding shifts the input by 0 to 63 octets. Most are short.
    """

    def __init__(self, scheme: Scheme, seed: int) -> None:
        """Put the pieces that do not depend on a corpus into the pool."""
        # Named, because numpy may change its default: the same seed has to give the same inputs.
        self._rng = np.random.Generator(np.random.PCG64(seed))
        self._pool = OctetPool(scheme)
        self._overwriting = Overwriting(scheme)
        self._ground = _ground(self._pool, scheme)
        self._stock = _stock(self._pool, scheme, self._rng.bytes(_RANDOM_OCTETS))
        self._known = 0

    def block(self, corpus: Sequence[bytes], count: int, most: int = LONGEST) -> InputBatch:
        """Return `count` inputs of at most `most` octets; with an empty corpus, of tokens alone.

        The corpus may have grown at its end since the last block. It must not change otherwise:
        the part that was read before is not read again.
        """
        self._learn(corpus)
        made = [self._made(min(_AT_ONCE, count - at), most) for at in range(0, count, _AT_ONCE)]
        if not made:
            return InputBatch.of(())
        octets, lengths = zip(*made, strict=True)
        return InputBatch(np.concatenate(octets), np.cumsum(np.concatenate(lengths)))

    def _made(self, count: int, most: int) -> tuple[Octets, Places]:
        arrangement = arrange(self._stock, self._rng, count)
        inputs = surround(self._ground, self._rng, arrangement, most)
        lengths = octets_of(inputs.lengths, inputs.times)
        ends = np.cumsum(lengths)
        starts = ends - lengths
        octets = _gathered(self._pool, inputs)
        often = np.where(arrangement.bare, _OVERWRITTEN_IF_BARE, _OVERWRITTEN)
        # A second octet is overwritten in a fifth of these.
        for share in (often, often * _AGAIN):
            self._overwrite(octets, starts + inputs.heads, inputs.bodies, share)
        return _cut(octets, starts, lengths, most)

    def _learn(self, corpus: Sequence[bytes]) -> None:
        """Add the new inputs of the corpus."""
        new = corpus[self._known :]
        if new:
            added = self._pool.add(new)
            texts = self._stock.texts.joined(added) if self._known else added
            self._stock = replace(self._stock, texts=texts)
            self._known += len(new)

    def _overwrite(
        self, octets: Octets, firsts: Places, lengths: Places, share: NDArray[np.float64]
    ) -> None:
        """Overwrite one octet of some inputs' own pieces."""
        chosen = np.flatnonzero((self._rng.random(len(share)) < share) & (lengths > 0))
        places = firsts[chosen] + draw_below(self._rng, len(chosen), lengths[chosen])
        self._overwriting(octets, places, self._rng)


def _stock(pool: OctetPool, scheme: Scheme, random: bytes) -> MutationPieces:
    """Stock the pool with the dictionary, which also stands for texts while there are none."""
    tokens = pool.add(dictionary.tokens(scheme))
    return MutationPieces(
        pool,
        unit=facts(scheme).unit,
        texts=tokens,
        faults=pool.add(dictionary.faults(scheme)),
        tokens=tokens,
        characters=pool.add(dictionary.characters(scheme)),
        random=pool.add((random,)),
    )


def _ground(pool: OctetPool, scheme: Scheme) -> SurroundingPieces:
    characters = pieces(scheme).characters[:_RUNS]
    known = facts(scheme)
    unordered = known.unit > 1 and known.order is None
    return SurroundingPieces(
        runs=pool.add([one * (_RUN_OCTETS // len(one)) for one in characters]),
        sizes=np.array([len(one) for one in characters]),
        signatures=pool.add(dictionary.signatures(scheme)),
        signed=_SIGNED_IF_UNORDERED if unordered else _SIGNED,
    )


def _gathered(pool: OctetPool, inputs: SurroundedPieces) -> Octets:
    """Fetch the octets of all pieces, input by input, into one array."""
    times = inputs.times.ravel()
    there = np.repeat(np.arange(len(times)), times)
    starts, lengths = inputs.starts.take(there), inputs.lengths.take(there)
    if not len(there):
        return np.empty(0, np.uint8)
    # From one octet to the next the index grows by one, or leaps to where the next piece begins.
    firsts = np.cumsum(lengths) - lengths
    index = np.ones(firsts[-1] + lengths[-1], np.int64)
    index[firsts[1:]] += starts[1:] - starts[:-1] - lengths[:-1]
    index[0] = starts[0]
    return pool.octets.take(np.cumsum(index, out=index))


def _cut(octets: Octets, starts: Places, lengths: Places, most: int) -> tuple[Octets, Places]:
    """Truncate strings to so many octets."""
    # Without an input that is too long, no array has to be copied.
    if int(lengths.max(initial=0)) <= most:
        return octets, lengths
    offsets = np.arange(len(octets)) - np.repeat(starts, lengths)
    return octets[offsets < most], np.minimum(lengths, most)
