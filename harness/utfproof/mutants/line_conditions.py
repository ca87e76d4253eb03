"""The contents of a data line, and conditions on them that a fault needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Generic, TypeVar

from utfproof.model.fields import read_joined, read_octets, read_points
from utfproof.model.operation import CUT_OPS, ENCODING_OPS, Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.simulation.decoder import BufferSlice

T = TypeVar("T")
Read = Callable[[Op, str], Sequence[T]]
"""The inputs in a data line that a condition is about."""

Found = Callable[[bytes], object]
"""A condition on the octets of one text, by its truth."""

_AGAIN, _WITHIN = Op.DECODE_AGAIN, Op.DECODE_WITHIN


def texts_of(op: Op, line: str) -> tuple[bytes, ...]:
    """Return the texts that a line has a decoder read: one, or two for decode-again.

    Chunks are one text. Of a slice the octets around it are no part.
    """
    if op is _AGAIN:
        return _both(line)
    if op in CUT_OPS:
        return _joined(line)
    if op is _WITHIN:
        return _middle(line)
    return _last(line)


# What is asked of one mutant is asked of the next: lines are read once. An op is no part of the
# key, because to hash a member of an enumeration takes longer than to read a short line.
@lru_cache(1 << 12)
def _last(line: str) -> tuple[bytes, ...]:
    return (read_octets(line.rpartition(" ")[2]),)


@lru_cache(1 << 12)
def _joined(line: str) -> tuple[bytes, ...]:
    return (read_joined(line),)


@lru_cache(1 << 12)
def _middle(line: str) -> tuple[bytes, ...]:
    return (slice_of(line).octets,)


@lru_cache(1 << 12)
def _both(line: str) -> tuple[bytes, ...]:
    return tuple(map(read_octets, line.split(" ")))


@lru_cache(1 << 12)
def slice_of(line: str) -> BufferSlice:
    """Return the fields of a decode-within line."""
    return BufferSlice(*map(read_octets, line.split(" ")))


@lru_cache(1 << 12)
def chunks_of(line: str) -> tuple[bytes, ...]:
    """Return the fields of a line with octets in chunks."""
    return tuple(map(read_octets, line.split(" ")))


def calls_of(op: Op, line: str) -> tuple[Values, ...]:
    """Return the values that a line has an encoder write, chunk by chunk; one chunk without `|`."""
    return _calls(line.partition(" ")[2] if op.bounded else line)


@lru_cache(1 << 12)
def _calls(line: str) -> tuple[Values, ...]:
    return tuple(read_points(text) for text in line.split("|"))


class DataLines:
    """Data lines of one operation; the inputs in them are read once for all mutants.

    Lines share inputs: one text is split in a thousand ways. A condition is tried once on each.
    """

    def __init__(self, op: Op, lines: Sequence[str]) -> None:
        """Take the lines as the protocol writes them."""
        self.op = op
        self.lines = lines
        self._inputs: dict[Read[Any], tuple[list[Any], list[list[int]] | None]] = {}

    def inputs(self, read: Read[T]) -> tuple[list[T], list[list[int]] | None]:
        """Return the distinct inputs and the indices of the lines that have each.

        The indices are None where each line has one input, and no other line has it.
        """
        known = self._inputs.get(read)
        if known is None:
            known = self._inputs[read] = self._read(read)
        return known

    def _read(self, read: Read[T]) -> tuple[list[T], list[list[int]] | None]:
        found = [read(self.op, line) for line in self.lines]
        inputs = list(chain.from_iterable(found))
        if len(inputs) == len(found) and len(set(inputs)) == len(inputs) and all(found):
            return inputs, None
        places: dict[T, list[int]] = {}
        for index, own in enumerate(found):
            for one in own:
                places.setdefault(one, []).append(index)
        return list(places), list(places.values())


@dataclass(frozen=True, slots=True)
class LineCondition(Generic[T]):
    """A necessary condition, and cheap: where it does not hold, the fault changes no answer.

    It holds for a line of one of the operations, asked in one of the modes, in which `found` is
    true of an input that `read` returns.
    """

    read: Read[T]
    found: Callable[[T], object]
    ops: Collection[Op] = tuple(Op)
    modes: Collection[Mode] = tuple(Mode)

    def holds(self, offer: Offer, line: str) -> bool:
        """Tell whether the condition holds for a line."""
        if offer.mode not in self.modes or offer.op not in self.ops:
            return False
        found = self.found
        for one in self.read(offer.op, line):  # noqa: SIM110  (a generator takes as long again)
            if found(one):
                return True
        return False

    def among(self, offer: Offer, lines: DataLines) -> Sequence[int]:
        """Return the indices of the lines for which the condition holds, in ascending order."""
        if offer.mode not in self.modes or offer.op not in self.ops:
            return ()
        found = self.found
        inputs, places = lines.inputs(self.read)
        if places is None:
            return [index for index, one in enumerate(inputs) if found(one)]
        held = [own for one, own in zip(inputs, places, strict=True) if found(one)]
        return sorted({index for own in held for index in own})


def texts(
    found: Found, modes: Collection[Mode] = tuple(Mode), ops: Collection[Op] = tuple(Op)
) -> LineCondition[bytes]:
    """Touch the lines with a text that a condition holds for, in some modes and operations."""
    return LineCondition(texts_of, found, ops, modes)


def chunks(
    found: Callable[[Sequence[bytes]], object], ops: Collection[Op] = CUT_OPS
) -> LineCondition[tuple[bytes, ...]]:
    """Touch lines with octets in chunks for which a condition holds."""
    return LineCondition(_one_chunks, found, ops)


def slices(found: Callable[[BufferSlice], object]) -> LineCondition[BufferSlice]:
    """Touch decode-within lines whose slice a condition holds for."""
    return LineCondition(_one_slice, found, (Op.DECODE_WITHIN,))


def pairs(found: Callable[[bytes, bytes], object]) -> LineCondition[tuple[bytes, ...]]:
    """Touch decode-again lines whose two texts a condition holds for."""
    return LineCondition(_one_pair, lambda both: found(*both), (Op.DECODE_AGAIN,))


def calls(
    found: Callable[[Sequence[Values]], object], ops: Collection[Op] = ENCODING_OPS
) -> LineCondition[tuple[Values, ...]]:
    """Touch lines for encoders whose values, chunk by chunk, a condition holds for."""
    return LineCondition(_one_call, found, ops)


def values(found: Callable[[int], object]) -> LineCondition[tuple[Values, ...]]:
    """Touch lines for encoders with a value that a condition holds for."""
    return calls(lambda given: any(found(value) for call in given for value in call))


def lines_of(op: Op, found: Callable[[str], object]) -> LineCondition[str]:
    """Touch the lines of an operation that a condition holds for."""
    return LineCondition(_one_line, found, (op,))


# These stand here by name, because lines keep their inputs by the function that read them.
def _one_chunks(op: Op, line: str) -> tuple[tuple[bytes, ...]]:
    del op
    return (chunks_of(line),)


def _one_slice(op: Op, line: str) -> tuple[BufferSlice]:
    del op
    return (slice_of(line),)


def _one_pair(op: Op, line: str) -> tuple[tuple[bytes, ...]]:
    return (texts_of(op, line),)


def _one_call(op: Op, line: str) -> tuple[tuple[Values, ...]]:
    return (calls_of(op, line),)


def _one_line(op: Op, line: str) -> tuple[str]:
    del op
    return (line,)


def has(pattern: bytes) -> Found:
    """Make the condition that a pattern occurs somewhere; `.` is any octet."""
    return re.compile(pattern, re.DOTALL).search
