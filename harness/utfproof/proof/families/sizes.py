"""How many inputs each family has: by arithmetic, and as vectors/families.yaml states it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from utfproof.errors import VectorError
from utfproof.model.encoding import Scheme, facts
from utfproof.oracle import chunked, encoded
from utfproof.proof.automata import w_method
from utfproof.proof.families import frames, inputs, layouts, scalars
from utfproof.proof.families.catalogue import ASKS
from utfproof.vectors.suite import Suite


def _scalars(scheme: Scheme) -> int:
    """Count the scalar values, alone and in rows, of 0..D7FF and E000..10FFFF in the scheme.

    Beyond the basic plane two of 64 are alone, and one more of each plane.
    """
    highest = min(facts(scheme).highest, 0x10FFFF)
    planes = (highest + 1) // scalars.SUPPLEMENTARY - 1
    values = scalars.SUPPLEMENTARY - 0x800 + planes * (scalars.SUPPLEMENTARY // 32 + 1)
    blocks = range(0, highest + 1, scalars.BLOCK)
    rows = sum(_in_block(start) // scalars.ROW for start in blocks)
    return values + rows


def _in_block(start: int) -> int:
    """Count the scalar values of a block: D800 to DFFF is the upper half of its block."""
    return scalars.BLOCK // 2 if start == 0xD000 else scalars.BLOCK


def _unencodable(scheme: Scheme) -> int:
    del scheme
    return encoded.unencodable_size()


def _edges(scheme: Scheme) -> int:
    """Count cores times places times numbers of letters; rests have nothing behind.

    Whole cores have the places in a block besides, among each other character.
    """
    places = -(-frames.PLACES // facts(scheme).unit)
    few = scheme in (Scheme.UTF_16, Scheme.UTF_32)
    after, unit = frames.FEW_AFTER if few else frames.EDGE_AFTER, facts(scheme).unit
    others = 0 if few else len(frames.surroundings(scheme)) * frames.block(scheme) // unit
    return sum(
        places if len(core) % unit else places * after + others for core in frames.cores(scheme)
    )


def _lengths(scheme: Scheme) -> int:
    """Count cores times lengths times two fillings; a rest has half of them, without a letter."""
    fillings = min(2, len(frames.fillings(scheme)))
    number, unit = len(frames.LONG), facts(scheme).unit
    return sum(
        fillings * ((number + 1 - turn % 2) // 2 if len(core) % unit else number)
        for turn, core in enumerate(frames.cores(scheme))
    )


def _streams(scheme: Scheme) -> int:
    return sum(
        sum(size < len(text) for size in chunked.STREAM_CHUNKS) + chunked.splits_size(len(text))
        for _, text in chunked.long_texts(scheme)
    )


SIZES: dict[str, Callable[[Scheme], int]] = {
    "families/octets": inputs.octets_size,
    "families/representatives": inputs.representatives_size,
    "families/states": w_method.size,
    "families/contexts": inputs.contexts_size,
    "families/scalars": _scalars,
    "families/layouts": layouts.size,
    "families/counts": inputs.counts_size,
    "families/markup": inputs.markup_size,
    "families/edges": _edges,
    "families/lengths": _lengths,
    "families/streams": _streams,
    "families/unencodable": _unencodable,
}
"""Family id → its size; the families that are not here are made of the written cases."""


def problems(suite: Suite) -> Iterator[VectorError]:
    """Yield where the stated sizes are not those of the arithmetic, and unknown families."""
    for family in suite.families:
        if family.id not in ASKS:
            hint = f"there are {', '.join(sorted(ASKS))}"
            yield VectorError(f"no generator {family.id}", place=family.place, hint=hint)
            continue
        count = SIZES.get(family.id)
        own = {scheme: count(scheme) for scheme in family.clauses} if count else {}
        for scheme in own.keys() | family.sizes.keys():
            stated, counted = family.sizes.get(scheme), own.get(scheme)
            if stated != counted:
                problem = f"{family.id}: {scheme}: {stated} inputs are stated, {counted} counted"
                hint = "the size follows from the rule: correct it, or the rule"
                yield VectorError(problem, place=family.place, hint=hint)
    missing = ASKS.keys() - {family.id for family in suite.families}
    if missing:
        problem = f"no entry for {', '.join(sorted(missing))}"
        yield VectorError(problem, place="vectors/families.yaml", hint="say what it is for")
