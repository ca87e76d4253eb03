"""The contents of a data line, and conditions on them that a fault needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from utfproof.model.operation import ENCODING_OPS, Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.simulation.codec import octets_of, points_of
from utfproof.simulation.decoder import Slice

Touch = Callable[[Offer, str], bool]
"""A necessary condition, and cheap: where it is False the fault changes nothing."""

Found = Callable[[bytes], object]
"""A condition on the octets of one text, by its truth."""

_AGAIN, _CHUNKS, _WITHIN = Op.DECODE_AGAIN, Op.DECODE_CHUNKS, Op.DECODE_WITHIN


def texts_of(op: Op, line: str) -> tuple[bytes, ...]:
    """Return the texts that a line has a decoder read: one, or two for decode-again.

    Chunks are one text. Of a slice the octets around it are no part.
    """
    if op is _AGAIN:
        return _both(line)
    if op is _CHUNKS:
        return _joined(line)
    if op is _WITHIN:
        return _middle(line)
    return _last(line)


# What is asked of one mutant is asked of the next: lines are read once. An op is no part of the
# key, because to hash a member of an enumeration takes longer than to read a short line.
@lru_cache(1 << 12)
def _last(line: str) -> tuple[bytes, ...]:
    return (octets_of(line.rpartition(" ")[2]),)


@lru_cache(1 << 12)
def _joined(line: str) -> tuple[bytes, ...]:
    return (bytes.fromhex(line.replace("-", "")),)


@lru_cache(1 << 12)
def _middle(line: str) -> tuple[bytes, ...]:
    return (slice_of(line).octets,)


@lru_cache(1 << 12)
def _both(line: str) -> tuple[bytes, ...]:
    return tuple(map(octets_of, line.split(" ")))


@lru_cache(1 << 12)
def slice_of(line: str) -> Slice:
    """Return the fields of a decode-within line."""
    return Slice(*map(octets_of, line.split(" ")))


@lru_cache(1 << 12)
def chunks_of(line: str) -> tuple[bytes, ...]:
    """Return the fields of a decode-chunks line."""
    return tuple(map(octets_of, line.split(" ")))


def calls_of(op: Op, line: str) -> tuple[Values, ...]:
    """Return the values that a line has an encoder write, chunk by chunk; one chunk without `|`."""
    return _calls(line.partition(" ")[2] if op is Op.ENCODE_ROOM else line)


@lru_cache(1 << 12)
def _calls(line: str) -> tuple[Values, ...]:
    return tuple(points_of(text) for text in line.split("|"))


def texts(
    found: Found, modes: Collection[Mode] = tuple(Mode), ops: Collection[Op] = tuple(Op)
) -> Touch:
    """Touch the lines with a text that a condition holds for, in some modes and operations."""

    def touches(offer: Offer, line: str) -> bool:
        if offer.mode not in modes or offer.op not in ops:
            return False
        for text in texts_of(offer.op, line):  # noqa: SIM110  (a generator takes as long again)
            if found(text):
                return True
        return False

    return touches


def chunks(found: Callable[[Sequence[bytes]], object]) -> Touch:
    """Touch decode-chunks lines whose chunks a condition holds for."""
    return lambda offer, line: offer.op is Op.DECODE_CHUNKS and bool(found(chunks_of(line)))


def slices(found: Callable[[Slice], object]) -> Touch:
    """Touch decode-within lines whose slice a condition holds for."""
    return lambda offer, line: offer.op is Op.DECODE_WITHIN and bool(found(slice_of(line)))


def pairs(found: Callable[[bytes, bytes], object]) -> Touch:
    """Touch decode-again lines whose two texts a condition holds for."""

    def touches(offer: Offer, line: str) -> bool:
        return offer.op is Op.DECODE_AGAIN and bool(found(*texts_of(offer.op, line)))

    return touches


def calls(found: Callable[[Sequence[Values]], object], ops: Collection[Op] = ENCODING_OPS) -> Touch:
    """Touch lines for encoders whose values, chunk by chunk, a condition holds for."""
    return lambda offer, line: offer.op in ops and bool(found(calls_of(offer.op, line)))


def values(found: Callable[[int], object]) -> Touch:
    """Touch lines for encoders with a value that a condition holds for."""
    return calls(lambda given: any(found(value) for call in given for value in call))


def has(pattern: bytes) -> Found:
    """Make the condition that a pattern occurs somewhere; `.` is any octet."""
    return re.compile(pattern, re.DOTALL).search
