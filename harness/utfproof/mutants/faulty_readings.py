"""Faulty ways to read: each takes octets and gives the pieces that it sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from utfproof.model.encoding import Scheme, facts, signature_octets
from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.mutants.line_conditions import Found
from utfproof.reference import ranges, schemes, tables
from utfproof.simulation.decoder import Lost, Piece, Pieces, Read, part_at, right_parts

LAX = (Mode.REPLACE, Mode.SKIP)
_SHORT = 256
"""Octets in the longest text whose faulty reading is kept."""

See = Callable[["re.Match[bytes]"], Sequence[Piece]]
"""What is seen where a pattern matches: one piece or more, of the octets that are taken."""

Find = Callable[[bytes], "re.Match[bytes] | None"]
Match = Callable[[bytes, int], "re.Match[bytes] | None"]
ValueOf = Callable[[bytes], int]
Change = Callable[[Sequence[Part]], Iterable[Piece]]


@dataclass(frozen=True, slots=True)
class FaultyReading:
    """A faulty way to read, the texts it is faulty for, and the modes in which it is."""

    read: Read
    touched: Found
    modes: Collection[Mode] = tuple(Mode)


def changed(
    touched: Found,
    change: Change,
    modes: Collection[Mode] = tuple(Mode),
    scheme: Scheme = Scheme.UTF_8,
) -> FaultyReading:
    """Change the parts of a right reading, where the text is touched."""

    def read(octets: bytes, mode: Mode) -> Pieces:
        parts = right_parts(scheme, octets)
        return tuple(change(parts)) if mode in modes and touched(octets) else parts

    return FaultyReading(read, touched, modes)


def local(pattern: bytes, see: See, scheme: Scheme = Scheme.UTF_8) -> FaultyReading:
    """Misread the octets that a pattern matches at a character boundary; read the rest rightly.

    Patterns of UTF-16 and UTF-32 are big-endian for both orders, and only match at units.
    """
    here = re.compile(pattern, re.DOTALL).match
    unit = facts(scheme).unit
    if unit == 1:
        return _of_octets(scheme, re.compile(pattern, re.DOTALL).search, here, see)
    # A lazy run of whole units stands before the pattern: so it is found at units only.
    find = re.compile(b"(?:%b)*?(?:%b)" % (b"." * unit, pattern), re.DOTALL).match
    own = _BIG.get(scheme, scheme)

    def read(octets: bytes, mode: Mode) -> Pieces:
        del mode
        text = big_endian(scheme, octets)
        if not find(text):
            return right_parts(scheme, octets)
        pieces = _misread(own, text, here, see)
        return pieces if text == octets else tuple(_reordered(pieces, octets))

    return FaultyReading(read, lambda octets: find(big_endian(scheme, octets)))


def _of_octets(scheme: Scheme, find: Find, here: Match, see: See) -> FaultyReading:
    """Misread the octets that a pattern matches, in an encoding whose units are octets."""

    def read(octets: bytes, mode: Mode) -> Pieces:
        del mode
        if not find(octets):
            return right_parts(scheme, octets)
        return _misread(scheme, octets, here, see)

    return FaultyReading(read, find)


def _misread(scheme: Scheme, octets: bytes, here: Match, see: See) -> Pieces:
    """Read a text; a short one once, because one fault is asked it in many ways and modes."""
    read = _read_once if len(octets) <= _SHORT else _read
    return read(scheme, octets, here, see)


def _read(scheme: Scheme, octets: bytes, here: Match, see: See) -> Pieces:
    return tuple(_walked(scheme, octets, here, see))


_read_once = lru_cache(1 << 13)(_read)


_BIG = {
    Scheme.UTF_16: Scheme.UTF_16BE,
    Scheme.UTF_16LE: Scheme.UTF_16BE,
    Scheme.UTF_32: Scheme.UTF_32BE,
    Scheme.UTF_32LE: Scheme.UTF_32BE,
}


@lru_cache(1 << 12)
def big_endian(scheme: Scheme, octets: bytes) -> bytes:
    """Turn the units of a text round where it is little-endian; octets left over stay."""
    unit = facts(scheme).unit
    if unit == 1 or schemes.order_of(scheme, octets) == "big":
        return octets
    whole = len(octets) // unit * unit
    turned = bytearray(whole)
    for place in range(unit):
        turned[place::unit] = octets[unit - 1 - place : whole : unit]
    return bytes(turned) + octets[whole:]


def _walked(scheme: Scheme, octets: bytes, here: Match, see: See) -> Iterator[Piece]:
    signature, end = signature_octets(scheme), len(octets)
    at = 0
    if octets.startswith(signature) and not here(octets, 0):
        yield Signature(signature)
        at = len(signature)
    while at < end:
        match = here(octets, at)
        if match:
            # What is seen may have fewer octets than the match: the walk goes on behind them.
            for piece in see(match):
                yield piece
                at += len(piece.octets)
        else:
            part = part_at(scheme, octets, at)
            yield part
            at += len(part.octets)


def _reordered(pieces: Iterable[Piece], octets: bytes) -> Iterator[Piece]:
    """Yield pieces of big-endian octets with the octets that the text itself has there."""
    at = 0
    for piece in pieces:
        own = octets[at : at + len(piece.octets)]
        at += len(own)
        match piece:
            case Value(value):
                yield Value(value, own)
            case IllFormed(_, truncated):
                yield IllFormed(own, truncated)
            case Signature():
                yield Signature(own)
            case Lost():
                yield Lost(own)


def bits(octets: bytes) -> int:
    """Join the bits that a decoder takes from a sequence without looking at its form."""
    if len(octets) == 1:
        return octets[0]
    value = octets[0] & (0x7F >> len(octets))
    for octet in octets[1:]:
        value = value << 6 | octet & 0x3F
    return value


def unit_value(octets: bytes) -> int:
    """Return the number that a big-endian unit is."""
    return int.from_bytes(octets, "big")


def takes(pattern: bytes, value: ValueOf = bits, scheme: Scheme = Scheme.UTF_8) -> FaultyReading:
    """Read the octets that a pattern matches as one character."""
    return local(pattern, lambda match: (Value(value(match[0]), match[0]),), scheme)


def shows(pattern: bytes, *values: int, scheme: Scheme = Scheme.UTF_8) -> FaultyReading:
    """Return these values for the octets that a pattern matches; none drops them silently."""

    def see(match: re.Match[bytes]) -> Sequence[Piece]:
        if not values:
            return (Lost(match[0]),)
        first = Value(values[0], match[0])
        return (first, *(Value(value, b"") for value in values[1:]))

    return local(pattern, see, scheme)


def errs(pattern: bytes, octets: int = 1, scheme: Scheme = Scheme.UTF_8) -> FaultyReading:
    """Report the first octets of a match as an error; read on behind them."""
    return local(pattern, lambda match: (IllFormed(match[0][:octets]),), scheme)


def _span(octets: range) -> str:
    first, last = f"{octets[0]:02X}", f"{octets[-1]:02X}"
    return first if first == last else f"{first}-{last}"


_ROWS = {
    row[0]: row
    for row in (tuple(_span(octets) for octets in row.octets) for row in ranges.TABLE_3.rows)
}
"""Table 3 of ISO/IEC 10646: the octet ranges of each row by the range of its first octet."""

_LONGEST_ROW = 8


def rows(pattern: bytes, more: str) -> FaultyReading:
    """Read by a table with more rows, separated by `; `, where a pattern matches."""
    return by_table(pattern, (*map(" ".join, _ROWS.values()), *more.split("; ")))


def without(pattern: bytes, leads: str, instead: str = "") -> FaultyReading:
    """Read by a table without the rows of some leads, or with others for them."""
    kept = [" ".join(row) for lead, row in _ROWS.items() if lead not in leads.split()]
    return by_table(pattern, (*kept, *(instead.split("; ") if instead else ())))


def by_table(pattern: bytes, lines: tuple[str, ...]) -> FaultyReading:
    """Read by a faulty table of octet ranges where a pattern matches."""

    def see(match: re.Match[bytes]) -> Sequence[Piece]:
        start = match.start()
        window = match.string[start : start + _LONGEST_ROW]
        return tables.read(_table(lines), window, lambda _, octets: bits(octets)).parts[:1]

    return local(pattern, see)


@cache
def _table(lines: tuple[str, ...]) -> tables.Table:
    """Make a table whose rows have no values: `bits` gives them."""
    return tables.table("\n".join(f"0 {line}" for line in lines))


def with_tail(length: int, place: int, admitted: str) -> tuple[str, ...]:
    """Return Table 3 with other octets admitted at a place of the sequences of a length."""
    return tuple(
        " ".join((*row[:place], admitted, *row[place + 1 :]) if len(row) == length else row)
        for row in _ROWS.values()
    )


def with_tails(admitted: str) -> tuple[str, ...]:
    """Return Table 3 with other octets admitted wherever it has 80-BF."""
    return tuple(" ".join(row).replace("80-BF", admitted) for row in _ROWS.values())


_WELL_FORMED = re.compile(
    b"(?>(?:%b)*)"
    % b"|".join(
        b"".join(b"[%b-%b]" % (re.escape(octets[:1]), re.escape(octets[-1:])) for octets in row)
        for row in ([bytes(octets) for octets in row.octets] for row in ranges.TABLE_3.rows)
    ),
    re.DOTALL,
)


@lru_cache(1 << 12)
def ill_formed(octets: bytes) -> bool:
    """Tell whether octets are ill-formed UTF-8."""
    return not _WELL_FORMED.fullmatch(octets)


def where_ill_formed(reading: FaultyReading) -> FaultyReading:
    """Say of a reading that it is right wherever the text is well-formed UTF-8."""
    return FaultyReading(
        reading.read, lambda octets: reading.touched(octets) and ill_formed(octets), reading.modes
    )


def is_error(piece: Piece) -> bool:
    """Tell whether a piece is ill-formed."""
    return isinstance(piece, IllFormed)
