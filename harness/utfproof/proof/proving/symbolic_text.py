"""A text whose octets and length are symbols, and the shortest of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import claripy

Symbolic = Any
"""An expression over the symbols; claripy gives it no type that could be named."""

WINDOW = 8
"""Octets that one step may look at."""


class SymbolicText:
    """The first octets of a text, and how many it has."""

    def __init__(self, *, terminated: bool) -> None:
        """Make symbols; a text that is `terminated` ends at its first NUL, whatever its length."""
        self.terminated = terminated
        self.octets = [claripy.BVS(f"octet_{i}", 8, explicit_name=True) for i in range(WINDOW)]
        self.length = claripy.BVS("length", 64, explicit_name=True)

    def is_just(self, text: bytes) -> list[Symbolic]:
        """Say that the text is this one, of less than eight octets."""
        own = text + bytes(WINDOW - len(text))
        same = (octet == value for octet, value in zip(self.octets, own, strict=True))
        return [self.length == len(text), *same]

    def shortest(self, conditions: Sequence[Symbolic], lengths: Iterable[int]) -> bytes | None:
        """Return the first text in octet order of the first length for which conditions hold."""
        solver = claripy.Solver()
        solver.add(conditions)
        for length in lengths:
            exact = self._of_length(length)
            if solver.satisfiable(extra_constraints=exact):
                for octet in self.octets[:length]:
                    exact.append(octet == solver.min(octet, extra_constraints=exact))
                found = solver.batch_eval(self.octets, 1, extra_constraints=exact)[0]
                return bytes(found[:length])
        return None

    def _of_length(self, length: int) -> list[Symbolic]:
        if self.terminated:
            return [*(octet != 0 for octet in self.octets[:length]), self.octets[length] == 0]
        return [self.length == length]
