"""Encodings as tables of octet ranges, one row for each stretch of values.

The notation is that of Table 3 of ISO/IEC 10646: `0800-0FFF  E0 A0-BF 80-BF` says that these
values are written as E0, then one of A0..BF, then one of 80..BF, in order. A row may end with
`not after D800-DBFF`: then it does not apply directly behind a value of that range.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod

from utfproof.model.reading import IllFormed, Part, Reading, Value
from utfproof.reference import automaton as automata
from utfproof.reference.automaton import OCTETS, Automaton


@dataclass(frozen=True, slots=True)
class Row:
    """A stretch of values and, position by position, the octets that express them."""

    values: range
    octets: tuple[range, ...]
    not_after: range

    def value(self, octets: bytes) -> int:
        """Return the value of octets that match the row: values count up as the octets do."""
        index = 0
        for octet, admitted in zip(octets, self.octets, strict=True):
            index = index * len(admitted) + octet - admitted.start
        return self.values.start + index

    def write(self, value: int) -> bytes:
        """Return the octets of one of the row's values: `value` backwards."""
        index = value - self.values.start
        written = []
        for admitted in reversed(self.octets):
            index, digit = divmod(index, len(admitted))
            written.append(admitted.start + digit)
        return bytes(reversed(written))


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Rows such that no row's octets are the beginning of another's; each table is its own key."""

    rows: tuple[Row, ...]
    by_lead: tuple[tuple[Row, ...], ...]
    """For each octet the rows that it can begin."""
    longest: int
    """How many octets a character has at most."""
    not_after: range
    """Values behind which some row does not apply, all of them: no table has two such ranges."""


ValueOf = Callable[[Row, bytes], int]


def table(text: str) -> Table:
    """Take a table in, one line a row; see the notation above."""
    return _indexed(tuple(_row(line) for line in text.strip().splitlines()))


def little_endian(rules: Table, width: int) -> Table:
    """Reverse the octets of each code unit: the rows then describe strings, no longer values.

    Octets in this order do not count up with the values, so `read` has no use for the result.
    """
    return _indexed(
        tuple(
            replace(
                row,
                octets=tuple(
                    admitted
                    for start in range(0, len(row.octets), width)
                    for admitted in reversed(row.octets[start : start + width])
                ),
            )
            for row in rules.rows
        )
    )


def altered(rules: Table, more: Table | None, less: Table | None) -> Table:
    """Return a table with the rows of another, and without those of a third.

    Each of those to be taken away has one octet at every place but the last.
    """
    rows = list(rules.rows)
    for refused in less.rows if less else ():
        rows = [part for row in rows for part in _without(row, refused)]
    return _indexed((*rows, *(more.rows if more else ())))


def _without(row: Row, refused: Row) -> list[Row]:
    """Cut the octets of one row out of another, which leaves rows before and behind them."""
    same = len(row.octets) == len(refused.octets)
    if not same or any(
        cut.start not in own for own, cut in zip(row.octets, refused.octets, strict=True)
    ):
        return [row]
    left: list[Row] = []
    for place, (own, cut) in enumerate(zip(row.octets, refused.octets, strict=True)):
        for kept in (range(own.start, cut.start), range(cut.stop, own.stop)):
            if kept:
                octets = (*refused.octets[:place], kept, *row.octets[place + 1 :])
                first = row.value(bytes(one.start for one in octets))
                values = range(first, first + prod(map(len, octets)))
                left.append(Row(values, octets, row.not_after))
    return left


def _indexed(rows: tuple[Row, ...]) -> Table:
    return Table(
        rows,
        by_lead=tuple(tuple(row for row in rows if octet in row.octets[0]) for octet in OCTETS),
        longest=max(len(row.octets) for row in rows),
        not_after=next((row.not_after for row in rows if row.not_after), range(0)),
    )


def _row(line: str) -> Row:
    row, _, barred = line.partition(" not after ")
    values, *octets = row.split()
    return Row(
        values=span(values),
        octets=tuple(span(octet) for octet in octets),
        not_after=span(barred) if barred else range(0),
    )


def span(text: str) -> range:
    """Read `80-BF`, or `E0` alone, as the range of both ends and all between."""
    first, _, last = text.partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)


def read(rules: Table, octets: bytes, value_of: ValueOf = Row.value) -> Reading:
    """Split octets into the table's characters and maximal subparts (Unicode 3.9, D93b)."""
    parts: list[Part] = []
    offset, barred = 0, False
    while offset < len(octets):
        part = _part(rules, octets[offset : offset + rules.longest], barred, value_of)
        barred = isinstance(part, Value) and part.value in rules.not_after
        parts.append(part)
        offset += len(part.octets)
    return Reading(tuple(parts))


def first_part(rules: Table, octets: bytes, at: int) -> Part:
    """Return the character or maximal subpart that begins at an offset; nothing stands before."""
    return _part(rules, octets[at : at + rules.longest], barred=False, value_of=Row.value)


def write(rules: Table, value: int) -> bytes:
    """Write a value by the row that holds it.

    Raises:
        ValueError: if no row does.

    """
    for row in rules.rows:
        if value in row.values:
            return row.write(value)
    message = f"U+{value:04X} cannot be encoded: no row of the table holds it"
    raise ValueError(message)


@lru_cache(1 << 16)
def _part(rules: Table, octets: bytes, barred: bool, value_of: ValueOf) -> Part:
    """Read one character or one maximal subpart at the start of octets, narrowing row by row.

    `octets` are as many as the longest character has; fewer end the input. Results are cached.
    `barred` excludes the rows that do not apply after the previous character.
    """
    rows = [row for row in rules.by_lead[octets[0]] if not (barred and row.not_after)]
    end = 1
    while rows:
        if len(rows[0].octets) == end:  # a complete row is the only one left
            return Value(value_of(rows[0], octets[:end]), octets[:end])
        if end == len(octets):
            return IllFormed(octets, truncated=True)
        rows = [row for row in rows if octets[end] in row.octets[end]]
        end += 1
    return IllFormed(octets[: max(end - 1, 1)])


def automaton(rules: Table) -> Automaton:
    """Return the minimal automaton of the strings that the table makes well-formed."""
    return automata.minimised(
        automata.explored(
            _Progress(rules.rows, 0),
            lambda progress, octet: _followed(rules, progress, octet),
            lambda progress: progress.taken == 0,
        )
    )


@dataclass(frozen=True, slots=True)
class _Progress:
    """Where a string stands: the rows still possible, how many of their octets are in."""

    rows: tuple[Row, ...]
    taken: int


def _followed(rules: Table, progress: _Progress, octet: int) -> _Progress | None:
    rows = tuple(row for row in progress.rows if octet in row.octets[progress.taken])
    if not rows:
        return None
    taken = progress.taken + 1
    if taken < len(rows[0].octets):
        return _Progress(rows, taken)
    # All values of a row lie in a `not after` range or none does, so one of them speaks for it.
    value = rows[0].values.start
    return _Progress(tuple(row for row in rules.rows if value not in row.not_after), 0)
