"""A text as it has to be read, and the classes of its parts: answers are compared with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from utfproof.engine.attribution.rules import ROWS, Kind
from utfproof.engine.attribution.sequences import begun, classes, pattern_value, repaired_value
from utfproof.engine.questions.interpretation import Interpretation
from utfproof.model.encoding import (
    REPLACEMENT,
    SIGNATURE,
    facts,
    is_noncharacter,
    is_surrogate,
)
from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part, Signature
from utfproof.reference import schemes

Kinds = tuple[Kind, ...]
"""What an answer may have broken, the likeliest first; empty where it diverges nowhere."""

# U+001A is the control character SUBSTITUTE, which older converters put in place of errors.
STAND_INS = frozenset({REPLACEMENT, ord("?"), 0x1A})


@dataclass(frozen=True, slots=True)
class FirstDifference:
    """The kinds of a divergence, and how many values were right before it."""

    kinds: Kinds
    right: int


@dataclass(frozen=True)
class ExpectedText:
    """The octets of a text, its interpretation, and the mode in which it was asked."""

    octets: bytes
    reading: Interpretation
    mode: Mode

    @cached_property
    def placed(self) -> list[tuple[int, Part]]:
        """Return the parts with their offsets, ill-formed ones as the codec's policy cuts them."""
        return list(self.reading.units.placed())

    @cached_property
    def values(self) -> list[tuple[int, int]]:
        """Each value of the output, with the index of its part; a strict one ends at an error."""
        found: list[tuple[int, int]] = []
        for index, (_, part) in enumerate(self.placed):
            if self.mode is Mode.STRICT and isinstance(part, IllFormed):
                break
            found += [(value, index) for value in self.reading.part(part, self.mode)]
        return found

    @cached_property
    def ill_formed(self) -> list[int]:
        """Return the offsets of the maximal subparts of ill-formed stretches."""
        placed = self.reading.reads.placed()
        return [offset for offset, part in placed if isinstance(part, IllFormed)]

    @cached_property
    def stretches(self) -> list[tuple[int, int]]:
        """Return the ill-formed stretches, each from octet to octet."""
        found: list[tuple[int, int]] = []
        for offset, part in self.reading.reads.placed():
            if isinstance(part, IllFormed):
                end = offset + len(part.octets)
                # Two maximal subparts without a character between them are one stretch.
                joins = found and found[-1][1] == offset
                found[-1:] = [(found[-1][0], end)] if joins else [*found[-1:], (offset, end)]
        return found

    def classes(self, offset: int, read: Sequence[int] = ()) -> Kinds:
        """Return the classes of the ill-formed sequence at an offset; `read` is its value."""
        order = schemes.order_of(self.reading.scheme, self.octets)
        return classes(self.reading.scheme, self.octets, offset, order, read)

    def possible(self, offset: int) -> Kinds:
        """Return the classes that an ill-formed sequence has, or would have if it were whole."""
        return (*self.classes(offset), *begun(self.reading.scheme, self.octets, offset))

    def all_possible(self, start: int = 0, end: int | None = None) -> Iterator[Kind]:
        """Yield the possible classes of all ill-formed sequences between two offsets."""
        for offset in self.ill_formed:
            if start <= offset and (end is None or offset < end):
                yield from self.possible(offset)

    def row(self, part: Part, at: int) -> Kinds:
        """Return the row of the table that a part is in, a closer rule first."""
        if isinstance(part, IllFormed):
            return self.classes(at)
        # The rows count octets in UTF-8, and code units in wider encodings.
        row = ROWS[len(part.octets) // facts(self.reading.scheme).unit - 1]
        if isinstance(part, Signature):
            return Kind.SIGNATURE, row
        if part.value == SIGNATURE:
            return (Kind.SIGNATURE_INSIDE if at else Kind.SIGNATURE), row
        return (Kind.NONCHARACTER, row) if is_noncharacter(part.value) else (row,)

    def row_at(self, offset: int) -> Kinds:
        """Return the row of the part that an offset falls into; of the last one behind them."""
        for at, part in self.placed:
            if at <= offset < at + len(part.octets):
                return self.row(part, at)
        return self.row(self.placed[-1][1], self.placed[-1][0]) if self.placed else (Kind.TEXT,)

    def misread(self, index: int, rest: Sequence[int]) -> Kinds:
        """Class values other than the expected ones from the value with this index on."""
        # A U+FFFD of the text itself or a visible signature may have been taken for an error's.
        before = (*self._genuine_stand_in(index - 1), *self._signature())
        if index >= len(self.values):
            return (*before, Kind.TEXT) if rest and rest[0] in STAND_INS else (Kind.TEXT,)
        value, where = self.values[index]
        at, part = self.placed[where]
        following = [one for one, _ in self.values[index + 1 :]]
        row = self.row(part, at)
        # To skip is to leave no trace: there a loss may be a refusal.
        traceless = list(rest) == following and self.mode is not Mode.SKIP
        marks = (Kind.SIGNATURE, Kind.SIGNATURE_INSIDE)
        if traceless and row[0] in marks:  # a character that is refused would show
            return (row[0], Kind.TEXT)
        if isinstance(part, Signature) or (at == 0 and list(rest[:2]) == [SIGNATURE, value]):
            return (Kind.SIGNATURE, *row, Kind.TEXT, Kind.BITS)
        if list(rest) == following or not rest:
            refused = self.mode is Mode.SKIP or row[0] in marks
            return (*row, Kind.TEXT) if refused else (Kind.TEXT, *row)
        if rest[0] in STAND_INS:  # only where errors are replaced it may stand for one
            if self.mode is Mode.REPLACE:
                return (*before, *row, Kind.BITS)
            special = row[:1] if row[0] is Kind.NONCHARACTER else ()
            return (*special, Kind.BITS, *before, *row)
        # Two surrogates that the encoding keeps apart were joined, as UTF-16 joins them.
        if is_surrogate(value) and rest[0] > 0xFFFF:
            return (Kind.SURROGATE_PAIR, Kind.BITS, *row)
        if len(rest) > len(following) + 1 and list(rest[len(rest) - len(following) :]) == following:
            return (Kind.BITS, Kind.TEXT, *row)  # one character became several
        # The number of values tells a loss from a misreading: a misread character is still one
        # value.
        if rest[0] in following or len(rest) != len(following) + 1:
            return (Kind.TEXT, Kind.BITS, *row)
        return (row[0], Kind.BITS) if row[0] is Kind.NONCHARACTER else (Kind.BITS, *row)

    def _signature(self) -> Kinds:
        """Return the kinds of an initial signature that is not to be seen; () without one."""
        hidden = self.placed and isinstance(self.placed[0][1], Signature) and not self.reading.keeps
        return self.row_at(0) if hidden else ()

    def _genuine_stand_in(self, index: int) -> Kinds:
        """Return the row of a character that looks like a replaced error; () for another one."""
        if not 0 <= index < len(self.values) or self.values[index][0] not in STAND_INS:
            return ()
        at, part = self.placed[self.values[index][1]]
        return self.row(part, at)

    def read_as(self, start: int, end: int, values: Sequence[int], shown: int = 0) -> Kinds:
        """Class the values read between two offsets that are not there.

        `shown` counts the errors that were replaced before them, each of at least one octet.

        First the sequences whose bits give the value, then all others: an error before them may
        have been left out or replaced.
        """
        bad = [offset for offset in self.ill_formed if start <= offset < end]
        bad = [offset for offset in bad if offset >= bad[0] + shown] or bad
        likely: list[Kind] = []
        if facts(self.reading.scheme).unit == 1:
            if any(repaired_value(self.octets[at:end], values[0]) for at in bad):
                likely.append(Kind.REPAIRED)
            for proper in (True, False):
                for at in bad:
                    if self.gives(at, values, proper=proper):
                        likely += self.classes(at, values)
        others = () if likely else (kind for at in bad for kind in self.classes(at, values))
        across = facts(self.reading.scheme).unit > 1 and not self._is_unit(bad, values)
        wide = (Kind.TEXT,) if across else ()  # it may have been read across the units
        return tuple(dict.fromkeys((*likely, *others, *wide)))

    def _is_unit(self, bad: Sequence[int], values: Sequence[int]) -> bool:
        """Tell whether the first of some values is that of an ill-formed code unit."""
        unit = facts(self.reading.scheme).unit
        order = schemes.order_of(self.reading.scheme, self.octets)
        found = (self.octets[at : at + unit] for at in bad)
        units = (int.from_bytes(octets, order) for octets in found if len(octets) == unit)
        return values[0] in units

    def gives(self, at: int, values: Sequence[int], *, proper: bool = True) -> bool:
        """Tell whether the bit pattern at an offset gives the first of some values."""
        if self.classes(at, values)[0] is Kind.SURROGATE_PAIR:
            return proper
        found = pattern_value(self.octets, at)
        if found is None or found[0] != values[0]:
            return not proper and self.octets[at] == values[0]
        tails = self.octets[at + 1 : at + found[1]]
        return proper is all(0x80 <= tail <= 0xBF for tail in tails)


def common(one: Sequence[int], other: Sequence[int]) -> int:
    """Count the values that two texts have in common at their beginning."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
