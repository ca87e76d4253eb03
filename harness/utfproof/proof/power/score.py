"""A mutation score: so many faults of so many."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MutationScore:
    """So many faults are found of so many."""

    killed: int
    total: int

    @property
    def percent(self) -> float:
        """The score; 100 where there is nothing to find."""
        return 100 * self.killed / self.total if self.total else 100.0

    def as_json(self) -> dict[str, int]:
        """Return it as the reports have it."""
        return {"total": self.total, "killed": self.killed}
