"""Long well-formed text by the lengths of its characters.

A codec that works on many octets at once looks up where characters begin and end, and moves their
octets by what it finds. docs/proof.md states the class of such codecs, and why one wrong entry of
their tables shows here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, product

from utfproof.model.encoding import Scheme, facts
from utfproof.model.fields import points
from utfproof.model.outcome import Values
from utfproof.oracle import octets_cache
from utfproof.reference import schemes

Lengths = tuple[int, ...]
"""Characters by the number of their octets in UTF-8."""

WINDOW = 12
"""Octets of the longest window by whose ends of characters a table is known to be looked up."""
UNITS = 8
"""Units of UTF-16 whose lengths in UTF-8 choose an entry of a table."""
ORDER = 6
"""Every so many lengths stand next to each other somewhere in the dense text."""
BLOCK = 64
"""Octets of the largest block."""
PIECE = 128
# More than ORDER: any six neighbours lie together in some piece, wherever pieces are cut.
_OVERLAP = 8
RUN = 8
"""Characters of two octets that have a path of their own where so many stand side by side."""
_BEHIND = {"octets": 116, "runs": 116, "units": 36}
"""Letters behind a window: what is too near the end of a text is read one by one."""
_BEFORE = {"octets": (0, 32), "runs": (0, 32), "units": (0, 8)}
"""Letters before a window: whole vectors, so that a table is looked up right behind them."""
_GROUP = 1024
_LONGEST = 4
_LETTERS = range(0x61, 0x7B)
# A row of tables by the high half of an octet; the others stand among longer characters elsewhere.
_CONTROLS = range(0x10, 0x20)
# Without U+FEFF, which may be a signature, surrogates and noncharacters.
_VALUES = {
    1: _LETTERS,
    2: range(0xC0, 0x7C0),
    3: range(0x900, 0xD7A0),
    4: range(0x10000, 0x110000),
}
# Odd, so that each value of a length comes before one comes again. The last five bits of two octets
# and their first do not go up together, and the leads of four octets change from one to the next.
_STRIDE = {1: 7, 2: 211, 3: 7919, 4: 650_011}


def windows_of_octets() -> Iterator[Lengths]:
    """Yield the lengths of characters by all ends that they can have in twelve octets.

    Where the last character goes beyond them it is the shortest that does.
    """
    for beyond in range(4):
        for lengths in _filling(WINDOW - beyond):
            yield (*lengths, beyond + 1) if beyond else lengths


def _filling(octets: int) -> Iterator[Lengths]:
    if octets == 0:
        yield ()
    for first in range(1, min(4, octets) + 1):
        for rest in _filling(octets - first):
            yield (first, *rest)


def runs_of_octets() -> Iterator[Lengths]:
    """Yield eight characters of two octets, and the same with one end more or less.

    Who looks at too few of the sixteen ends takes them for the run.
    """
    yield (2,) * RUN
    for at in range(RUN):
        yield (*(2,) * at, 1, 1, *(2,) * (RUN - 1 - at))
    for at in range(RUN - 1):
        yield (*(2,) * at, 4, *(2,) * (RUN - 2 - at))
    yield (*(2,) * (RUN - 1), 3)


def windows_of_units() -> Iterator[Lengths]:
    """Yield every sequence of eight characters of one unit, and of four with pairs among them."""
    yield from product((1, 2, 3), repeat=UNITS)
    yield from (found for found in product((1, 2, 3, 4), repeat=UNITS // 2) if 4 in found)


def size(scheme: Scheme) -> int:
    """Count the inputs of a decoder: windows, runs, controls, and pieces of the dense text.

    Of twelve octets the ends of characters are the compositions of 12, 11, 10 and 9 into parts of
    up to four; the dense text has the fourth power of its order in characters.
    """
    unit = facts(scheme).unit
    if unit == 1:
        windows = sum(_compositions(WINDOW - beyond) for beyond in range(4)) * 2
        windows += (2 * RUN + 1) * 2 + 1
    else:
        windows = (3**UNITS + 4 ** (UNITS // 2) - 3 ** (UNITS // 2)) * 2
    dense_texts: int = BLOCK // unit * (4**ORDER // PIECE)
    return windows + dense_texts


def _compositions(octets: int) -> int:
    counts = [1]
    # The last part of a composition is 1, 2, 3 or 4: each number is the sum of the four before.
    for _ in range(octets):
        counts.append(sum(counts[-4:]))
    return counts[octets]


@cache
def dense() -> Lengths:
    """Return lengths in which every six stand next to each other once, if the end meets the start.

    It is the lexicographically least de Bruijn sequence: the Lyndon words whose length divides six
    in order (Fredricksen and Maiorana 1978).
    """
    found: list[int] = []
    word = [0] * (ORDER + 1)

    def extend(at: int, period: int) -> None:
        if at > ORDER:
            if ORDER % period == 0:
                found.extend(word[1 : period + 1])
            return
        word[at] = word[at - period]
        extend(at + 1, period)
        for letter in range(word[at - period] + 1, 4):
            word[at] = letter
            extend(at + 1, at)

    extend(1, 1)
    return tuple(letter + 1 for letter in found)


@dataclass(frozen=True)
class LayoutRows:
    """The texts of a part, for an encoding whose highest value is given.

    Where it has no characters of four octets, others of three stand in their place.
    """

    part: str
    highest: int

    @property
    def count(self) -> int:
        """Count the texts, without making one."""
        kind, _, number = self.part.partition("-")
        if kind == "dense":
            dense_texts: int = 4**ORDER // PIECE
            return dense_texts
        if kind == "controls":
            return 1
        left = len(_windows(kind)) - int(number) * _GROUP
        return min(_GROUP, left) * len(_BEFORE[kind])

    @property
    def marked(self) -> frozenset[int]:
        """Return the numbers of the texts that begin with U+FEFF: there is none."""
        return frozenset()

    def row(self, index: int) -> Values:
        """Return one text."""
        return texts(self.part, self.highest)[index]

    def points(self) -> bytes:
        """Write each text as code points, with its newline."""
        return _points(self.part, self.highest)

    def digits(self, scheme: Scheme) -> bytes:
        """Write the octets of each text in hex digits, with its newline."""
        return _digits(scheme, self.part, self.highest)


@octets_cache.ANSWERS.cached
def _points(part: str, highest: int) -> bytes:
    return "\n".join([*map(points, texts(part, highest)), ""]).encode("ascii")


@octets_cache.ANSWERS.cached
def _digits(scheme: Scheme, part: str, highest: int) -> bytes:
    found = texts(part, highest)
    own = {value: _octets(scheme, value).hex() for value in set(chain.from_iterable(found))}
    lines = ["".join(map(own.__getitem__, text)) for text in found]
    return "\n".join([*lines, ""]).encode("ascii")


def _octets(scheme: Scheme, value: int) -> bytes:
    octets = schemes.encode_value(scheme, value)
    if octets is None:
        raise AssertionError(f"a layout holds U+{value:04X}, which {scheme} has not")
    return octets


@lru_cache(maxsize=4)
def texts(part: str, highest: int) -> tuple[Values, ...]:
    """Return the texts of a part: "octets-0" and on, "units-0" and on, or "dense-0" and on.

    The number of windows is that of a slice of them, the number of dense text that of the letters
    before each of its pieces. "runs-0" and "controls-0" have no others.
    """
    kind, _, number = part.partition("-")
    if kind == "controls":
        return (tuple(chain.from_iterable(_between(value) for value in _CONTROLS)),)
    if kind == "dense":
        # A de Bruijn sequence is a cycle: its beginning follows its end once more.
        shift, around = _letters(int(number)), (*dense(), *dense()[:_OVERLAP])
        return tuple(
            shift + _valued(around[start : start + PIECE + _OVERLAP], start, highest)
            for start in range(0, len(around) - _OVERLAP, PIECE)
        )
    first, behind = int(number) * _GROUP, _letters(_BEHIND[kind])
    return tuple(
        # Other values in the other place: what two octets have in common there, they lack here.
        _letters(before) + _valued(lengths, turn + place, highest) + behind
        for turn, lengths in enumerate(_windows(kind)[first : first + _GROUP], first)
        for place, before in enumerate(_BEFORE[kind])
    )


def _between(value: int) -> Values:
    """Return a value behind letters and between characters of two octets."""
    return (*_letters(2), value, *_valued((2,), value, 0), value, *_valued((2,), value + 1, 0))


_WINDOWS = {
    "octets": windows_of_octets,
    "runs": runs_of_octets,
    "units": windows_of_units,
}


@cache
def _windows(kind: str) -> tuple[Lengths, ...]:
    return tuple(_WINDOWS[kind]())


def _valued(lengths: Lengths, turn: int, highest: int) -> Values:
    """Return a value for each length; neighbours differ: an octet in another's place is seen."""
    return tuple(
        _value(3 if length == _LONGEST and highest < _VALUES[_LONGEST][0] else length, turn + at)
        for at, length in enumerate(lengths)
    )


def _value(length: int, turn: int) -> int:
    values = _VALUES[length]
    value = values[turn * _STRIDE[length] % len(values)]
    # The last two of each plane are noncharacters.
    return value - 2 if value & 0xFFFE == 0xFFFE else value


def _letters(count: int) -> Values:
    return tuple(_LETTERS[at % len(_LETTERS)] for at in range(count))


def parts(scheme: Scheme) -> list[str]:
    """List the parts that a decoder of a scheme is asked."""
    unit = facts(scheme).unit
    if unit > 1:
        return _parts("units", BLOCK // unit)
    return [*_parts("octets", BLOCK), "runs-0", "controls-0"]


def encoder_parts() -> list[str]:
    """List the parts that an encoder is asked, whose input may be units of 16 bits."""
    return _parts("units", BLOCK // 2)


def _parts(kind: str, shifts: int) -> list[str]:
    windows = -(-len(_windows(kind)) // _GROUP)
    return [*(f"{kind}-{at}" for at in range(windows)), *(f"dense-{at}" for at in range(shifts))]
