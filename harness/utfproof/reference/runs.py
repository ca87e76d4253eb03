"""The answers that a `sweep` must give, as run lengths, without any string being built.

All 256^n strings that begin with a prefix are labelled `v` (well-formed) or `iK` (ill-formed, the
first error at offset K) in lexicographic order, and neighbours with one label are counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from utfproof.reference.automaton import OCTETS, Automaton

Run = tuple[int, str]

# Labels while the recursion works are the offset of the first error, or one of these two.
_WELL_FORMED = -1
_EARLIER = -2  # the error began before the octets at hand

_Runs = list[tuple[int, int]]


def runs(automaton: Automaton, prefix: bytes, count: int) -> tuple[Run, ...]:
    """Label all 256^count strings that begin with `prefix`; offsets include the prefix.

    The first error of an ill-formed string begins where its longest well-formed prefix ends: up
    to there every octet belongs to a character, and no character begins there.
    """
    state, boundary = automaton.start, 0
    for end, octet in enumerate(prefix, start=1):
        state = automaton.step[state][octet]
        if state in automaton.accepting:
            boundary = end

    def label(mark: int) -> str:
        if mark == _WELL_FORMED:
            return "v"
        return f"i{boundary if mark == _EARLIER else len(prefix) + mark}"

    return tuple((length, label(mark)) for length, mark in _sweep(automaton).runs(state, count))


def without_offsets(labelled: Iterable[Run]) -> tuple[Run, ...]:
    """Merge runs that differ only in the offset: the answer of a codec that reports no offset."""
    return tuple(
        (sum(length for length, _ in same), label)
        for label, same in groupby(labelled, key=lambda run: run[1][:1])
    )


class _Sweep:
    """The recursion over (state, octets left), each pair worked out once."""

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        self._known: dict[tuple[int, int], _Runs] = {}

    def runs(self, state: int, left: int) -> _Runs:
        """Label all strings of `left` octets from a state; offsets count from that state."""
        key = (state, left)
        if key not in self._known:
            self._known[key] = self._worked_out(state, left)
        return self._known[key]

    def _worked_out(self, state: int, left: int) -> _Runs:
        boundary = state in self._automaton.accepting
        if left == 0:
            return [(1, _WELL_FORMED if boundary else _EARLIER)]
        # What began before the next octet began here, if a character can begin here.
        moved = {_WELL_FORMED: _WELL_FORMED, _EARLIER: 0 if boundary else _EARLIER}
        merged: _Runs = []
        for octet in OCTETS:
            for length, mark in self.runs(self._automaton.step[state][octet], left - 1):
                label = moved.get(mark, mark + 1)
                # Runs of neighbouring octets join where they have one label.
                if merged and merged[-1][1] == label:
                    merged[-1] = (merged[-1][0] + length, label)
                else:
                    merged.append((length, label))
        return merged


@lru_cache(maxsize=8)
def _sweep(automaton: Automaton) -> _Sweep:
    """Cache the sweep of an automaton: a run asks thousands of shards of it."""
    return _Sweep(automaton)
