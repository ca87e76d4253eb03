"""Inputs in chunks: what a decoder has pending between them, and which of them show a fault."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.model.encoding import Scheme, facts
from utfproof.model.reading import IllFormed
from utfproof.simulation.decoder import (
    SimulatedDecoder,
    first_error,
    right_parts,
)

Chunks = Sequence[bytes]


def pending(reader: SimulatedDecoder, octets: bytes) -> bytes:
    """Return the octets at the end that want more."""
    last = reader.right(octets)[-1:]
    cut = last and isinstance(last[0], IllFormed) and last[0].truncated
    return last[0].octets if cut else b""


def pending_between(scheme: Scheme, given: Chunks) -> bool:
    """In UTF-8 only octets from 80 on want more; else a cut anywhere may be inside a character."""
    return len(given) > 1 and (
        facts(scheme).unit > 1 or any(chunk[-1:] >= b"\x80" for chunk in given[:-1])
    )


def ends_cut(scheme: Scheme, given: Chunks) -> bool:
    """Chunks that end together inside a sequence."""
    return bool(pending(SimulatedDecoder(scheme), b"".join(given)))


def ill_formed_between(scheme: Scheme, given: Chunks) -> bool:
    """Several chunks that are ill-formed together."""
    octets = b"".join(given)
    return len(given) > 1 and first_error(right_parts(scheme, octets)) is not None


def ill_formed_together(scheme: Scheme, given: Chunks) -> bool:
    """Chunks that are ill-formed, however many."""
    return first_error(right_parts(scheme, b"".join(given))) is not None


def has_an_empty_one(scheme: Scheme, given: Chunks) -> bool:
    """Chunks of which one is empty."""
    del scheme
    return b"" in given


def ends_early(scheme: Scheme, given: Chunks) -> bool:
    """Chunks of which one is not empty: what it decides comes before the flush."""
    del scheme
    return any(given)


def has_three(scheme: Scheme, given: Chunks) -> bool:
    """Three chunks or more."""
    del scheme
    return len(given) > 2
