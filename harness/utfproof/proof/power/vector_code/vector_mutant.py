"""A codec of vector code with one fault, and the texts that may show it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from utfproof.proof.power.vector_code.asked import Asked

_TELLING = 4
"""Texts that are kept for each part of a codec."""


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
    # What has shown one fault of a part shows most others of it: it is asked first.
    telling: defaultdict[Hashable, deque[Asked]] = defaultdict(partial(deque, maxlen=_TELLING))
    for mutant in mutants:
        totals[mutant.kind] += 1
        if not all(map(mutant.right, telling[mutant.meets])):
            continue
        wrong = next((text for text in meeting(mutant.meets) if not mutant.right(text)), None)
        if wrong is None:
            alive[mutant.kind].append(mutant.about)
        else:
            telling[mutant.meets].appendleft(wrong)
    return [
        VectorScore(
            kind,
            total,
            tuple(alive[kind]),
            tuple(one for one in equivalent if one.kind == kind),
        )
        for kind, total in totals.items()
    ]
