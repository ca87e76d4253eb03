"""Mutants: errors that pass in blocks which are read another way for what else they hold.

Block-wise decoders choose a way by the characters of a block. Where that way does not look for
errors, they show only in blocks that are full of such characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.operation import Mode
from utfproof.model.reading import Part, Value
from utfproof.mutants.decoder_mutants import in_orders, misreads
from utfproof.mutants.faulty_readings import FaultyReading, changed, is_error
from utfproof.mutants.mutant import Mutant
from utfproof.simulation.decoder import Piece, right_parts

_BLOCK = 64

Kind = Callable[[int], bool]
"""Whether a value is of a kind of characters."""


def _within(first: int, last: int) -> Kind:
    return lambda value: first <= value <= last


_KINDS: tuple[tuple[str, str, Kind, str, str], ...] = (
    ("two-octets", "two octets in UTF-8", _within(0x80, 0x7FF), "c3a9", "00e9"),
    ("three-octets", "three octets in UTF-8", _within(0x800, 0xFFFC), "e282ac", "20ac"),
    ("four-octets", "four octets in UTF-8", _within(0x10000, 0x10FFFF), "f09f9880", "d83dde00"),
    ("nul", "the value 0", _within(0, 0), "00", "0000"),
    ("u-fffd", "the value FFFD", _within(0xFFFD, 0xFFFD), "efbfbd", "fffd"),
    (
        "a-noncharacter",
        "the value 10FFFF",
        _within(0x10FFFF, 0x10FFFF),
        "f48fbfbf",
        "dbffdfff",
    ),
)
"""Name, what all have, the values, and one in UTF-8 and in big-endian UTF-16."""


def _blind(kind: Kind) -> Callable[[Scheme], FaultyReading]:
    """Pass on the only error of a full block whose other characters are all of a kind."""

    def make(scheme: Scheme) -> FaultyReading:
        order = facts(scheme).order or "big"

        def errors(parts: Sequence[Part]) -> set[int]:
            return set(_hidden(parts, kind))

        def change(parts: Sequence[Part]) -> Iterator[Piece]:
            hidden = errors(parts)
            for index, part in enumerate(parts):
                value = int.from_bytes(part.octets, order)
                yield Value(value, part.octets) if index in hidden else part

        def touched(octets: bytes) -> bool:
            return len(octets) >= _BLOCK and bool(errors(right_parts(scheme, octets)))

        return changed(touched, change, scheme=scheme)

    return make


def _hidden(parts: Sequence[Part], kind: Kind) -> Iterable[int]:
    """Yield the indices of the errors that are alone in a full block of such characters."""
    ends = list(accumulate(len(part.octets) for part in parts))
    starts = [0, *ends]
    for block in range(0, ends[-1] // _BLOCK * _BLOCK if ends else 0, _BLOCK):
        inside = [
            index
            for index, end in enumerate(ends)
            if end > block and starts[index] < block + _BLOCK
        ]
        wrong = [index for index in inside if is_error(parts[index])]
        others = (parts[index] for index in inside if index not in wrong)
        if len(wrong) == 1 and all(isinstance(o, Value) and kind(o.value) for o in others):
            yield wrong[0]


def _exposed(character: str, error: str) -> str:
    around = character * -(-_BLOCK // (len(character) // 2))
    return around + error + around


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    about = "The only error passes in a block of 64 octets in which all characters have {}."
    for name, what, kind, octets, _ in _KINDS:
        yield misreads(
            f"surroundings/an-error-among-{name}-passes",
            about.format(what),
            "Position",
            _blind(kind)(Scheme.UTF_8),
            _exposed(octets, "ff"),
        )
    rows = [
        (
            f"an-error-among-{name}-passes",
            "Position",
            about.format(what),
            _blind(kind),
            Mode.STRICT,
            _exposed(units, "dc00"),
        )
        for name, what, kind, _, units in _KINDS
    ]
    orders = (Encoding.UTF_16BE, Encoding.UTF_16LE)
    yield from in_orders("surroundings", orders, rows, {"an-error-among-four-octets-passes"})
