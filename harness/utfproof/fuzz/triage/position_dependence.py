"""Position dependence: at which places of a text a fault shows.

Codecs that work on blocks of 16, 32 or 64 octets have faults that depend on where a sequence
stands, not on what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

# The first 64 octets may be treated apart; two blocks of 64 behind them are compared.
_PLACES = 194
_FIRST = (*range(67), 127, 128, 129, _PLACES - 1)
"""Where it is looked first: a fault that shows at all of these does not depend on its place."""
_BLOCKS = (2, 4, 8, 16, 32, 64)
AT_THE_BEGINNING = "only at the beginning"
_ELSEWHERE = "not at every place"

Shows = Callable[[Sequence[bytes]], Sequence[bool]]


def strip_letters(octets: bytes, letter: bytes) -> bytes:
    """Take the letters away that stand before a sequence."""
    while octets.startswith(letter) and len(octets) > len(letter):
        octets = octets[len(letter) :]
    return octets


def find_dependence(octets: bytes, letter: bytes, shows: Shows) -> str:
    """Say at which places a fault shows: "" at all, `mod 16`, and so on.

    `octets` is the shortest input; letters take the place of those that stand before its core.
    """
    own = strip_letters(octets, letter)
    # A fault that shows everywhere is settled by 71 questions, before all 194 are asked.
    if all(shows([letter * count + own for count in _FIRST])):
        return ""
    found = list(shows([letter * count + own for count in range(_PLACES)]))
    if found[0] and not any(found[1:]):
        return AT_THE_BEGINNING
    periods = (block for block in _BLOCKS if _periodic(found, block))
    block = next(periods, None)
    return f"mod {block}" if block else _ELSEWHERE


def _periodic(found: Sequence[bool], block: int) -> bool:
    """Return whether it shows block after block alike; the first 64 octets may be different."""
    later = found[_BLOCKS[-1] :]
    same = all(one == other for one, other in zip(later, later[block:], strict=False))
    return same and any(later) and not all(later)
