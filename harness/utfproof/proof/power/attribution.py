"""Whether the rules that the suite calls unmet are those that a fault breaks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attribution:
    """The rules that a fault is declared to break, and those that its failures are charged to."""

    declared: frozenset[str]
    charged: frozenset[str]

    @property
    def exact(self) -> bool:
        """True where both are the same."""
        return self.declared == self.charged

    def __str__(self) -> str:
        """Return the differences in words."""
        found = []
        if strange := self.charged - self.declared:
            found.append(f"charged to {', '.join(sorted(strange))}, which it does not break")
        if missing := self.declared - self.charged:
            found.append(f"not charged to {', '.join(sorted(missing))}, which it breaks")
        return "; ".join(found)


NO_RULES = Attribution(frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class AttributionScore:
    """How many rules were charged rightly, of those charged and those broken, over all faults."""

    faults: int
    exact: int
    right: int
    charged: int
    declared: int

    @property
    def precision(self) -> float:
        """The part of the charged rules that are broken, in per cent."""
        return 100 * self.right / self.charged if self.charged else 100.0

    @property
    def recall(self) -> float:
        """The part of the broken rules that are charged, in per cent."""
        return 100 * self.right / self.declared if self.declared else 100.0

    def as_json(self) -> dict[str, int]:
        """Return the counts as the reports have them."""
        return {
            "faults": self.faults,
            "exact": self.exact,
            "rules_charged": self.charged,
            "rules_broken": self.declared,
            "rules_right": self.right,
        }


def added_up(found: Iterable[Attribution]) -> AttributionScore:
    """Count over all faults."""
    every = list(found)
    return AttributionScore(
        faults=len(every),
        exact=sum(one.exact for one in every),
        right=sum(len(one.declared & one.charged) for one in every),
        charged=sum(len(one.charged) for one in every),
        declared=sum(len(one.declared) for one in every),
    )


def joined(scores: Iterable[AttributionScore]) -> AttributionScore:
    """Add scores up."""
    every = list(scores)
    return AttributionScore(
        faults=sum(one.faults for one in every),
        exact=sum(one.exact for one in every),
        right=sum(one.right for one in every),
        charged=sum(one.charged for one in every),
        declared=sum(one.declared for one in every),
    )
