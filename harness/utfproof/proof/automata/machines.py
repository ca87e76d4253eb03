"""Machines from rules: the minimal automaton of whatever a step function accepts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import TypeVar

from utfproof.reference.automaton import OCTETS, Automaton, explored, minimised

State = TypeVar("State", bound=Hashable)

_NOTHING = Automaton(start=0, dead=0, accepting=frozenset(), step=((0,) * len(OCTETS),))


def machine(
    start: State, step: Callable[[State, int], State], accepts: Callable[[State], bool]
) -> Automaton:
    """Return the minimal automaton of the strings that lead to an accepting state.

    Unlike `explored`, this wants no word about which states are hopeless. The automaton of no
    strings at all has one state, which is its start and dead.
    """
    targets = _targets(start, step)
    live = _live(targets, accepts)
    if start not in live:
        return _NOTHING

    def hopeful(state: State, octet: int) -> State | None:
        target = targets[state][octet]
        return target if target in live else None

    return minimised(explored(start, hopeful, accepts))


def without(automaton: Automaton, octets: Collection[int]) -> Automaton:
    """Return the minimal automaton of those accepted strings that hold none of some octets."""

    def step(state: int, octet: int) -> int:
        return automaton.dead if octet in octets else automaton.step[state][octet]

    return machine(automaton.start, step, automaton.accepting.__contains__)


def without_characters(automaton: Automaton, refused: Collection[bytes]) -> Automaton:
    """Return the minimal automaton of those accepted strings in which some characters do not occur.

    `refused` are the octets of these characters.
    """
    beginnings = {octets[:end] for octets in refused for end in range(len(octets))}

    def step(state: tuple[int, bytes | None], octet: int) -> tuple[int, bytes | None]:
        at, before = state
        target = automaton.step[at][octet]
        character = None if before is None else before + bytes((octet,))
        if target in automaton.accepting:
            return (automaton.dead, None) if character in refused else (target, b"")
        # A character that can no longer be a refused one is forgotten, so that the states stay few.
        return target, character if character in beginnings else None

    def accepts(state: tuple[int, bytes | None]) -> bool:
        return state[0] in automaton.accepting

    start: tuple[int, bytes | None] = (automaton.start, b"")
    return machine(start, step, accepts)


def _targets(start: State, step: Callable[[State, int], State]) -> dict[State, list[State]]:
    found: dict[State, list[State]] = {start: []}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        found[state] = [step(state, octet) for octet in OCTETS]
        for target in found[state]:
            if target not in found:
                found[target] = []
                waiting.append(target)
    return found


def _live(targets: dict[State, list[State]], accepts: Callable[[State], bool]) -> set[State]:
    """Collect the states from which something is accepted."""
    live = {state for state in targets if accepts(state)}
    while grown := {
        state
        for state, following in targets.items()
        if state not in live and not live.isdisjoint(following)
    }:
        live |= grown
    return live
