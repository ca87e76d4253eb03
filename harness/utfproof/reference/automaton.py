"""Finite automata over octets: a whole encoding as a table of states that can be compared.

An automaton here accepts strings, not characters: every well-formed string and nothing else. A
character ends wherever the automaton accepts, because no character of these encodings is the
beginning of another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from utfproof.model.reading import IllFormed, Part, Reading, Value

OCTETS = range(0x100)

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Automaton:
    """A deterministic automaton over octets; `step[state][octet]` is defined everywhere.

    `dead` is the state that a string reaches with the octet that makes it ill-formed for good:
    nothing is accepted from it, and from every other state something still is.
    """

    start: int
    dead: int
    accepting: frozenset[int]
    step: tuple[tuple[int, ...], ...]

    def after(self, octets: bytes, state: int | None = None) -> int:
        """Return the state after octets, from the start state by default."""
        reached = self.start if state is None else state
        for octet in octets:
            reached = self.step[reached][octet]
        return reached

    def accepts(self, octets: bytes) -> bool:
        """Tell whether the octets are a well-formed string."""
        return self.after(octets) in self.accepting


def explored(
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
) -> Automaton:
    """Number the states that can be reached from `start`, in the order of discovery.

    `step` gives None where no continuation is well-formed; that is the dead state, the last.
    """
    numbers: dict[State, int] = {start: 0}
    found = [start]
    rows: list[list[int | None]] = []
    for state in found:  # grows while it is walked
        following = [step(state, octet) for octet in OCTETS]
        for target in following:
            if target is not None and target not in numbers:
                numbers[target] = len(found)
                found.append(target)
        rows.append([None if target is None else numbers[target] for target in following])
    dead = len(found)
    table = [tuple(dead if target is None else target for target in row) for row in rows]
    return Automaton(
        start=0,
        dead=dead,
        accepting=frozenset(numbers[state] for state in found if accepts(state)),
        step=(*table, (dead,) * len(OCTETS)),
    )


def minimised(automaton: Automaton) -> Automaton:
    """Merge equivalent states; equal languages give equal automata.

    The merged states are numbered in the order in which the start reaches them, the dead one last.
    """
    block = _blocks(automaton)
    # Any member speaks for its class: all of them lead to the same classes.
    member = {block[state]: state for state in range(len(block))}
    dead = block[automaton.dead]

    def step(merged: int, octet: int) -> int | None:
        target = block[automaton.step[member[merged]][octet]]
        return None if target == dead else target

    def accepts(merged: int) -> bool:
        return member[merged] in automaton.accepting

    return explored(block[automaton.start], step, accepts)


def _blocks(automaton: Automaton) -> list[int]:
    """Number the class of each state, by splitting classes until none splits (Moore)."""
    # At first two classes, as the empty ending tells accepting states from the others.
    block = [int(state in automaton.accepting) for state in range(len(automaton.step))]
    while True:
        kinds: dict[tuple[int, ...], int] = {}
        finer = [
            kinds.setdefault((block[state], *map(block.__getitem__, row)), len(kinds))
            for state, row in enumerate(automaton.step)
        ]
        # Classes are only ever split, never joined: as many as before are the same as before.
        if len(kinds) == len(set(block)):
            return finer
        block = finer


def product_difference(one: Automaton, other: Automaton) -> bytes | None:
    """Return the shortest string that only one of them accepts; None when there is none.

    None is a proof: every pair of states that some string reaches in both was visited. Among
    strings of the same length the first in octet order is given.
    """
    # In order of length, because the first difference that is met has to be the shortest.
    start = (one.start, other.start)
    access = {start: b""}
    waiting = deque([start])
    while waiting:
        pair = left, right = waiting.popleft()
        if (left in one.accepting) != (right in other.accepting):
            return access[pair]
        for octet in OCTETS:
            target = (one.step[left][octet], other.step[right][octet])
            # A pair keeps the string that reached it first, which is the shortest.
            if target not in access:
                access[target] = access[pair] + bytes((octet,))
                waiting.append(target)
    return None


def read(automaton: Automaton, octets: bytes, value_of: Callable[[bytes], int]) -> Reading:
    """Split octets into characters and maximal subparts; `value_of` gives a character's value.

    A maximal subpart is the longest run of octets that some well-formed string could continue, or
    else one octet; after it the reading starts afresh. It is truncated when the input ends in it.
    Source: Unicode 3.9, D93b.
    """
    parts: list[Part] = []
    offset, state = 0, automaton.start
    while offset < len(octets):
        end, state = _walk(automaton, octets, offset, state)
        piece = octets[offset:end]
        if state in automaton.accepting:
            parts.append(Value(value_of(piece), piece))
        else:
            parts.append(IllFormed(piece, truncated=state != automaton.dead))
            # Not after a character: in WTF-8 the state of a high half forbids a low one next.
            state = automaton.start
        offset = end
    return Reading(tuple(parts))


def _walk(automaton: Automaton, octets: bytes, offset: int, state: int) -> tuple[int, int]:
    """Follow one character from its first octet: where it ends, in which state.

    The octet that leads to the dead state stays outside, unless it is the first.
    """
    for end in range(offset, len(octets)):
        state = automaton.step[state][octets[end]]
        if state == automaton.dead:
            # An octet that begins nothing is taken all the same, or the reading would never go on.
            return max(end, offset + 1), state
        if state in automaton.accepting:
            return end + 1, state
    return len(octets), state
