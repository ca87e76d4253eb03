"""A command: a program with all that it is started with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from utfproof.confinement import choice
from utfproof.confinement.access import Access
from utfproof.confinement.choice import ConfinedCommand
from utfproof.model.memory_check import MemoryCheck


@dataclass(frozen=True, slots=True)
class Command:
    """A program with its arguments, folder, environment and memory limit in octets.

    `access` is the part of the machine that it sees; None for a program that is trusted.
    `memory_check` says what watches over its memory, which takes time.
    """

    arguments: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    memory: int
    access: Access | None = None
    memory_check: MemoryCheck = MemoryCheck.PAGES

    def confined(self) -> ConfinedCommand:
        """Return how the command is started.

        Raises:
            FileNotFoundError: there is no such program.
            UsageError: a confinement is required, and none works here.
        """
        if self.access is None:
            return ConfinedCommand(list(self.arguments), dict(self.environment))
        return choice.confined(self.access, self.folder, self.arguments, self.environment)
