"""The minimiser: from a wrong answer to the shortest input that shows its fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from utfproof.fuzz.targets.deviations import (
    CRASHES,
    HANGS,
    OVERRUNS,
)
from utfproof.fuzz.targets.observer import Observer, WrongAnswer
from utfproof.fuzz.triage import minimisation, root_causes
from utfproof.fuzz.triage.position_dependence import find_dependence
from utfproof.oracle.samples import pieces

FATAL = frozenset({CRASHES, HANGS, OVERRUNS})
"""The divergences that end an adapter's process, or seem to."""
_PASSES = 3
_CANDIDATES, _CANDIDATES_IF_FATAL = 256, 16


@dataclass(slots=True)
class Minimiser:
    """Makes the input of a wrong answer short and plain, with all targets of one process.

    When `is_over` returns true it asks nothing more and returns what it has.
    """

    observers: Sequence[Observer]
    is_over: Callable[[], bool]

    def plain_observer(self, observer: Observer) -> Observer | None:
        """Return the observer that asks the same codec for the whole input; None for itself."""
        plain = observer.target.plain_target()
        if observer.target.has_one_way:
            return None
        return next((other for other in self.observers if other.target == plain), None)

    def plainest(self, observer: Observer, wrong: WrongAnswer) -> tuple[Observer, WrongAnswer]:
        """Return the same fault as the most plainly asked target of the codec shows it.

        The strict mode comes first. A part that is read wrongly as a whole may look different when
        it is asked in chunks, so the parts of the input are asked as well.
        """
        target = observer.target
        asked = [wrong.octets]
        if self.plain_observer(observer) is not None:
            asked += root_causes.input_parts(wrong)
        for other in self.observers:
            own = other.target
            if own.codec != target.codec or own.offer.encoding != target.offer.encoding:
                continue
            if own.rank < target.rank and own.direction == target.direction:
                found = next((one for one in other.judge_each(asked) if one), None)
                if found:
                    return other, found
        return observer, wrong

    def reduce(self, observer: Observer, wrong: WrongAnswer) -> tuple[Observer, WrongAnswer]:
        """Return the shortest input of a fault, with the observer that shows it.

        A shorter input may show a different fault. That one is reduced in turn, a few times at
        most: two faults could alternate for ever.
        """
        for _ in range(_PASSES):
            observer = observer.with_context(wrong)
            shortest = observer.judge_each([self._shortest(observer, wrong)])[0] or wrong
            observer, wrong = self.plainest(observer, self.root_cause(observer, shortest))
            if wrong.divergence == shortest.divergence:
                break
        return observer, wrong

    def root_cause(self, observer: Observer, wrong: WrongAnswer) -> WrongAnswer:
        """Return the wrong answer that shows the fault behind this one."""
        return wrong if self.is_over() else root_causes.find_root_cause(observer, wrong)

    def position(self, observer: Observer, wrong: WrongAnswer) -> str:
        """Return the places at which a fault shows, in words; "" for all, or where not asked."""
        target = observer.target
        if self.is_over() or not target.has_one_way or wrong.target.direction == "label":
            return ""
        return find_dependence(wrong.octets, _letter(wrong), observer.are_wrong)

    def _shortest(self, observer: Observer, wrong: WrongAnswer) -> bytes:
        def still(candidates: Sequence[bytes]) -> list[bool]:
            if self.is_over():
                return [False] * len(candidates)
            fine = set(observer.adapter.admitted(wrong.target, candidates))
            asked = [octets for at, octets in enumerate(candidates) if at in fine]
            found = dict(zip(asked, observer.judge_each(asked), strict=True))
            return [
                (other := found.get(octets)) is not None and wrong.like(other)
                for octets in candidates
            ]

        # Each candidate that still crashes costs the start of a process.
        most = _CANDIDATES_IF_FATAL if is_fatal(wrong) else _CANDIDATES
        return minimisation.minimise(wrong.octets, still, _letter(wrong), most=most)


def is_fatal(wrong: WrongAnswer) -> bool:
    """Return whether an input ends the adapter's process, or seems to."""
    return wrong.divergence.did in FATAL


def _letter(wrong: WrongAnswer) -> bytes:
    return pieces(wrong.target.settings.scheme).letter
