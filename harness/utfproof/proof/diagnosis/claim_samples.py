"""The places and octets on which a claim is tried, and a simple rule for those that fail."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product

_PERIODS = (2, 4, 8, 16, 32, 64)
_COMBINATIONS = 1500
# Where the ranges of Table 3-7 of Unicode (RFC 3629, section 4) and of surrogates begin and end.
_BOUNDS = frozenset(
    bytes.fromhex(
        "00 7f 80 8f 90 9f a0 bf c0 c1 c2 d7 d8 db dc df e0 e1 ec ed ee ef f0 f1 f3 f4 f5 ff"
    )
)
_SAMPLES = 6


def simple_rule(
    wrong: set[int], points: Sequence[int], unit: int
) -> tuple[str, Callable[[int], bool]] | None:
    """Find a simple rule for the points that fail: all, one, from one on, up to one, a period."""
    if not wrong:
        return None
    first, last = min(wrong), max(wrong)
    if len(wrong) == len(points):
        return "", lambda _: True
    if len(wrong) == 1:
        return f"at offset {first * unit} only", lambda count: count == first
    if wrong == {count for count in points if first <= count <= last}:
        if last == points[-1]:
            return f"from offset {first * unit} on", lambda count: count >= first
        return (
            f"from offset {first * unit} to {last * unit}",
            lambda count: first <= count <= last,
        )
    for period in _PERIODS:
        rests = {count % period for count in wrong}
        if wrong == {count for count in points if count % period in rests}:
            # A rule that takes in more than half of all places is no help to anybody.
            if len(rests) > period // 2:
                continue
            named = ", ".join(str(rest * unit) for rest in sorted(rests))
            words = f"at each offset that leaves {named} when divided by {period * unit}"
            return words, partial(_leaves, period, frozenset(rests))
    return None


def _leaves(period: int, rests: frozenset[int], count: int) -> bool:
    return count % period in rests


def a_few(found: Sequence[int]) -> list[int]:
    """Keep a few of the offsets: the ends, and some between."""
    if len(found) <= _SAMPLES:
        return list(found)
    return sorted(
        {found[number * (len(found) - 1) // (_SAMPLES - 1)] for number in range(_SAMPLES)}
    )


def spans(octets: frozenset[int]) -> list[tuple[int, int]]:
    """Return the first and the last octet of each run of neighbours."""
    found: list[tuple[int, int]] = []
    for octet in sorted(octets):
        if found and octet == found[-1][1] + 1:
            found[-1] = found[-1][0], octet
        else:
            found.append((octet, octet))
    return found


def combinations(places: Sequence[frozenset[int]], dice: random.Random) -> list[bytes]:
    """Return sequences of admitted octets; a rule of several octets shows where ranges meet."""
    bounds = [sorted(one & _BOUNDS | {min(one), max(one)}) for one in places]
    found = {bytes(dice.choice(sorted(one)) for one in places) for _ in range(_COMBINATIONS // 16)}
    if math.prod(map(len, bounds)) <= _COMBINATIONS:
        found.update(map(bytes, product(*bounds)))
    else:
        found.update(bytes(map(dice.choice, bounds)) for _ in range(_COMBINATIONS))
    return sorted(found)
