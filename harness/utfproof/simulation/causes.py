"""The cause that a specimen tells of an error: truncated or ill-formed."""

from __future__ import annotations

from collections.abc import Callable

from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed
from utfproof.simulation.decoder import SimulatedDecoder, first_error

Causes = Callable[[bytes, bool], bool]
"""Whether an error is called truncated, given the octets from it to the end, and if it is."""


def right_cause(rest: bytes, truncated: bool) -> bool:
    """Name the right cause of an error."""
    del rest
    return truncated


def validate_cause(reader: SimulatedDecoder, octets: bytes, causes: Causes) -> str:
    """Answer validate-cause."""
    answer = reader.validate(octets)
    pieces = (reader.validates or reader.pieces)(octets, Mode.STRICT)
    bad = first_error(pieces)
    if bad is None:
        return answer
    piece = pieces[bad]
    truncated = isinstance(piece, IllFormed) and piece.truncated
    rest = octets[sum(len(one.octets) for one in pieces[:bad]) :]
    return f"{answer} {'truncated' if causes(rest, truncated) else 'ill-formed'}"
