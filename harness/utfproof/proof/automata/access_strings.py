"""Access strings: for each state of a machine the shortest string that leads there."""

from __future__ import annotations

from collections import deque

from utfproof.reference.automaton import Automaton

START = "start"
"""The name of the state where nothing was read yet."""


def named(access: bytes) -> str:
    """Name a state by the octets that lead to it: `E1`, `FF FE 00`, `start`."""
    return access.hex(" ").upper() or START


def cover(automaton: Automaton) -> dict[int, bytes]:
    """Return shortest access string of each state that can be reached, the first in octet order.

    The states come in the order of their access strings, shorter ones first.
    """
    access = {automaton.start: b""}
    # Breadth first: the first string that reaches a state is one of the shortest.
    waiting = deque([automaton.start])
    while waiting:
        state = waiting.popleft()
        for octet, target in enumerate(automaton.step[state]):
            if target not in access:
                access[target] = access[state] + bytes((octet,))
                waiting.append(target)
    return access
