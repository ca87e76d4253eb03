"""A specimen's report of the ill-formed input that it replaced or dropped."""

from __future__ import annotations

from collections.abc import Callable

from utfproof.model.fields import spaced
from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed
from utfproof.simulation.decoder import Pieces, SimulatedDecoder

Tells = Callable[[bytes, Pieces], int]
"""How many ill-formed sequences are told, given the text and its pieces."""


def right_number(octets: bytes, pieces: Pieces) -> int:
    """Count each ill-formed sequence once."""
    del octets
    return sum(isinstance(piece, IllFormed) for piece in pieces)


def decode_replaced(decoder: SimulatedDecoder, octets: bytes, mode: Mode, tells: Tells) -> str:
    """Answer decode-replaced, with a number."""
    pieces = decoder.pieces(octets, mode)
    return f"ok {tells(octets, pieces)}{spaced(decoder.values(pieces, mode))}"
