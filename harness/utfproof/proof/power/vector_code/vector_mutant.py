"""A codec of vector code with one fault, and the texts that may show it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from utfproof.proof.power.vector_code.asked import Asked


@dataclass(frozen=True, slots=True)
class VectorMutant:
    """A codec with one fault.

    `kind` is what is wrong, `about` where. `right` tells whether its answer to a text is the
    expected one. `meets` is the part of the codec that a text has to meet to show the fault.
    """

    kind: str
    about: str
    right: Callable[[Asked], bool]
    meets: Hashable


@dataclass(frozen=True, slots=True)
class Equivalent:
    """Entries of a codec whose faults change no answer, and the reason: they are not run."""

    kind: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class VectorScore:
    """How many mutants of a kind some text shows, the others, and the entries without effect."""

    kind: str
    total: int
    survivors: tuple[str, ...]
    equivalent: tuple[Equivalent, ...] = ()

    @property
    def killed(self) -> int:
        """How many are shown."""
        return self.total - len(self.survivors)

    def as_json(self) -> dict[str, object]:
        """Return it as `power --format json` has it; `equivalent` by the reason."""
        return {
            "total": self.total,
            "killed": self.killed,
            "equivalent": {one.reason: one.count for one in self.equivalent},
        }


Meeting = Callable[[Hashable], Iterator[Asked]]
"""Part of a codec → the texts that meet it."""


def measured(
    mutants: Iterable[VectorMutant], meeting: Meeting, equivalent: Sequence[Equivalent]
) -> list[VectorScore]:
    """Run each mutant on texts that meet its fault until an answer is wrong; add up by kind."""
    totals: Counter[str] = Counter()
    alive: defaultdict[str, list[str]] = defaultdict(list)
    for mutant in mutants:
        totals[mutant.kind] += 1
        if all(map(mutant.right, meeting(mutant.meets))):
            alive[mutant.kind].append(mutant.about)
    return [
        VectorScore(
            kind,
            total,
            tuple(alive[kind]),
            tuple(one for one in equivalent if one.kind == kind),
        )
        for kind, total in totals.items()
    ]
