"""Fields of data lines and answers: octets and code points in hexadecimal digits, `-` for none."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.model.operation import Op
from utfproof.model.outcome import Values

_NOTHING = "-"
_BESIDE_POINTS = frozenset({_NOTHING, "|"})


class _Hex(dict[int, str]):
    """Code points as the wire writes them; those of plane 0 are rendered once."""

    def __missing__(self, value: int) -> str:
        """Render a code point that was not seen before."""
        text = f" {value:x}"
        if value <= 0xFFFF:  # a run meets all of the others, and most of them few times
            self[value] = text
        return text


_HEX = _Hex()


def spaced(values: Sequence[int]) -> str:
    """Return code points as fields of an answer, a space before each."""
    return "".join([_HEX[value] for value in values])


def render(octets: bytes) -> str:
    """Return octets as a field of a data line."""
    return octets.hex() or _NOTHING


def points(values: Sequence[int]) -> str:
    """Return code points as the fields of a data line."""
    return spaced(values)[1:] or _NOTHING


def read_octets(field: str) -> bytes:
    """Read a field of octets.

    Raises:
        ValueError: it holds anything but pairs of digits.
    """
    return b"" if field == _NOTHING else bytes.fromhex(field)


def read_joined(line: str) -> bytes:
    """Read the octets of all fields of a line as one string, whatever chunks they stand in.

    Raises:
        ValueError: it holds anything but pairs of digits, `|` between chunks and `-` for none.
    """
    return bytes.fromhex(line.replace(_NOTHING, "").replace("|", ""))


def read_points(line: str) -> Values:
    """Read the code points of a line.

    Raises:
        ValueError: a word of it is no number.
    """
    words = line.split()
    return () if words == [_NOTHING] else tuple([int(word, 16) for word in words])


def read_joined_points(line: str) -> Values:
    """Read the code points of a line as one text, whatever chunks they stand in.

    Raises:
        ValueError: a word of it is no number.
    """
    return tuple([int(word, 16) for word in line.split() if word not in _BESIDE_POINTS])


def without_room(op: Op, line: str) -> str:
    """Return a data line without the room for the output, with which bounded operations begin."""
    return line.partition(" ")[2] if op.bounded else line
