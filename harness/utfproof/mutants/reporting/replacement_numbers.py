"""Wrong numbers of replacements, from a text and the way in which it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, groupby, pairwise

from utfproof.model.encoding import REPLACEMENT
from utfproof.model.reading import IllFormed, Value
from utfproof.simulation.decoder import Piece, Pieces
from utfproof.simulation.replacements import Tells, right_number

Chosen = Callable[[int, Piece, int], bool]
"""A condition on a piece, given the place where it begins in the text, and where the text ends."""

_SECONDS, _TAILS = range(0xA0, 0xC0), range(0x80, 0xC0)
"""The octets of a surrogate behind ED."""


def none(octets: bytes, pieces: Pieces) -> int:
    """Tell nothing."""
    del octets, pieces
    return 0


def _placed(pieces: Pieces) -> Iterator[tuple[int, Piece]]:
    starts = accumulate((len(piece.octets) for piece in pieces), initial=0)
    return zip(starts, pieces, strict=False)


def forgetting(chosen: Chosen) -> Tells:
    """Tell nothing of ill-formed sequences of a kind."""

    def number(octets: bytes, pieces: Pieces) -> int:
        return sum(
            isinstance(piece, IllFormed) and not chosen(at, piece, len(octets))
            for at, piece in _placed(pieces)
        )

    return number


def counting_too(chosen: Callable[[Piece], bool]) -> Tells:
    """Call well-formed pieces of a kind replaced."""
    return lambda octets, pieces: right_number(octets, pieces) + sum(map(chosen, pieces))


def is_value(*values: int) -> Callable[[Piece], bool]:
    """Choose well-formed characters."""
    return lambda piece: isinstance(piece, Value) and piece.value in values


def replaced_octets(octets: bytes, pieces: Pieces) -> int:
    """Count the octets that are replaced."""
    del octets
    return sum(len(piece.octets) for piece in pieces if isinstance(piece, IllFormed))


def runs(octets: bytes, pieces: Pieces) -> int:
    """Count neighbouring errors as one."""
    del octets
    return sum(1 for bad, _ in groupby(pieces, _is_bad) if bad)


def _is_bad(piece: Piece) -> bool:
    return isinstance(piece, IllFormed)


def is_cut(at: int, piece: Piece, end: int) -> bool:
    """Choose a sequence that the end of the text cuts off."""
    return isinstance(piece, IllFormed) and piece.truncated and at + len(piece.octets) == end


def end_counts_twice(octets: bytes, pieces: Pieces) -> int:
    """Count a sequence that the end cuts off when it begins, and again when it is flushed."""
    cut = sum(is_cut(at, piece, len(octets)) for at, piece in _placed(pieces))
    return right_number(octets, pieces) + cut


def of_the_last_block(size: int) -> Tells:
    """Tell only the errors in the last of the blocks of a size, as if each began anew."""
    return forgetting(lambda at, _, end: at < (end - 1) // size * size)


def behind_the_first_block(size: int) -> Tells:
    """Tell only the errors behind the first block."""
    return forgetting(lambda at, _, end: at < size < end)


def of_whole_blocks(size: int) -> Tells:
    """Tell no error behind the last whole block."""
    return forgetting(lambda at, _, end: end > size and at >= end // size * size)


def without_surrogates(octets: bytes, pieces: Pieces) -> int:
    """Tell nothing of surrogates in three octets, each of which is a sequence of its own."""
    starts = {
        at + step
        for at in range(len(octets) - 2)
        if octets[at] == 0xED and octets[at + 1] in _SECONDS and octets[at + 2] in _TAILS
        for step in range(3)
    }
    return forgetting(lambda at, *_: at in starts)(octets, pieces)


def begins_with(*leads: int) -> Chosen:
    """Choose pieces that begin with one of some octets."""
    return lambda _, piece, __: piece.octets[0] in leads


def behind_text(octets: bytes, pieces: Pieces) -> int:
    """Forget the errors at the beginning, before the first character."""
    del octets
    rest = list(pieces)
    while rest and _is_bad(rest[0]):
        rest.pop(0)
    return sum(map(_is_bad, rest))


def in_eight_bits(octets: bytes, pieces: Pieces) -> int:
    """Count so far as eight bits hold the number."""
    return right_number(octets, pieces) % 256


def one_at_most(octets: bytes, pieces: Pieces) -> int:
    """Tell one where there are more."""
    return min(1, right_number(octets, pieces))


def without_those_behind_signs(octets: bytes, pieces: Pieces) -> int:
    """Forget an error behind a well-formed U+FFFD, for which the replacement is taken."""
    del octets
    own = is_value(REPLACEMENT)
    forgotten = sum(own(one) and _is_bad(other) for one, other in pairwise(pieces))
    return sum(map(_is_bad, pieces)) - forgotten


def long_texts_too(most: int) -> Tells:
    """Call a long text replaced, because it was copied."""
    return lambda octets, pieces: max(right_number(octets, pieces), int(len(octets) > most))


def beyond_ascii_too(octets: bytes, pieces: Pieces) -> int:
    """Call any text beyond ASCII replaced."""
    return max(right_number(octets, pieces), int(not octets.isascii()))
