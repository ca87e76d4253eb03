"""The work that a codec's run still has, by which its progress and the time left are estimated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from utfproof.cli.shared.activity import Part
from utfproof.engine.journal.events import CaseFinished, CodecStarted, FamilyStarted, ShardFinished
from utfproof.model.operation import Op
from utfproof.proof.families import catalogue
from utfproof.proof.sweep.swept import FAMILY as SWEEP
from utfproof.vectors.suite import Family

_CASE = 30.0
"""A written case, asked in several ways, takes as long as so many generated inputs."""
_OF_CASES = 100_000.0
"""The generated inputs, about, of a family that is made of the written cases."""
_SWEPT = {"complete": 1_000_000.0, "exhaustive": 250_000_000.0}
"""A sweep of 17 million strings, which a codec answers with a digit each, takes as long."""

WorkEvent = CodecStarted | FamilyStarted | CaseFinished | ShardFinished
_Step = tuple[str, str]
"""A family, and the offer that it is asked of."""


@dataclass(slots=True)
class CodecWork:
    """The steps of one codec's run, in proportion to the inputs that each asks.

    level: the level of the run; at `vectors` there are the written cases alone.
    families: all families of the suite.
    """

    level: str
    families: tuple[Family, ...]
    _ahead: dict[_Step, float] = field(default_factory=dict)
    _finished: float = 0.0
    _now: float = 0.0
    _family: str = ""
    _done: int = 0
    _of: int = 0

    def after(self, event: WorkEvent) -> Part:
        """Return how far the codec is after an event."""
        match event:
            case CodecStarted():
                self._ahead = dict(self._steps(event.scope))
                self._now, self._of = event.cases * _CASE, event.cases
            case FamilyStarted():
                self._begin(event)
            case CaseFinished() if event.case.startswith(f"{SWEEP}/"):
                pass  # a sweep is done shard by shard
            case CaseFinished() | ShardFinished():
                self._done += 1
        return self._part()

    def _begin(self, event: FamilyStarted) -> None:
        """Count the step before as finished; families that were passed over do not come any more.

        Offers of one family may come in any order, families in theirs.
        """
        self._finished += self._now
        self._now = self._ahead.pop((event.family, event.op), 0.0)
        self._family, self._done, self._of = event.family, 0, event.groups
        order = [*(family.id for family in self.families), SWEEP]
        if event.family in order:
            still = order[order.index(event.family) :]
            self._ahead = {step: work for step, work in self._ahead.items() if step[0] in still}

    def _steps(self, offers: Iterable[str]) -> Iterator[tuple[_Step, float]]:
        # At `vectors` nothing is generated: the written cases are all the work.
        for offer in offers if self.level in _SWEPT else ():
            name, encoding, *_ = offer.split(" ")
            if name == Op.SWEEP:
                yield (SWEEP, offer), _SWEPT[self.level]
                continue
            for family in self.families:
                ops, _ = catalogue.ASKS.get(family.id, (frozenset(), None))
                if name in ops:
                    # A family without a stated size for this encoding mutates the written cases.
                    sizes = {scheme.value: size for scheme, size in family.sizes.items()}
                    yield (family.id, offer), sizes.get(encoding, _OF_CASES)

    def _part(self) -> Part:
        within = min(1.0, self._done / self._of) if self._of else 0.0
        done = self._finished + self._now * within
        total = self._finished + self._now + sum(self._ahead.values())
        return Part(self._family.removeprefix("families/"), round(done), round(total))
