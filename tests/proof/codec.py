"""A codec in this process that accepts what a machine accepts, and keeps what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from utfproof.adapters.session.blocks import Answer
from utfproof.reference.automaton import Automaton

Fault = Callable[[bytes], Answer | None]


class Codec:
    """Answers lines as a session does; `fault` may answer a string otherwise than the machine."""

    def __init__(self, machine: Automaton, fault: Fault = lambda _: None) -> None:
        self.blocks: list[list[bytes]] = []
        self._machine = machine
        self._fault = fault

    def __call__(self, lines: Sequence[bytes]) -> list[Answer]:
        strings = [b"" if line == b"-" else bytes.fromhex(line.decode("ascii")) for line in lines]
        self.blocks.append(strings)
        return [self._answer(string) for string in strings]

    @property
    def asked(self) -> list[bytes]:
        return [string for block in self.blocks for string in block]

    def _answer(self, string: bytes) -> Answer:
        answer = self._fault(string)
        if answer is not None:
            return answer
        return b"ok 41" if self._machine.accepts(string) else b"error 0 1"
