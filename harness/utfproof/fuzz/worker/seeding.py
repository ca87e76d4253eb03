"""Seeding: a campaign begins with known failures and the inputs of the vectors, in small steps.

A campaign without a time limit begins with all of them. In one with a limit seeding has a share of
the time and no more, so that mutated inputs get most of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from utfproof.expectations.document import Defect
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.triage import known_failures
from utfproof.fuzz.triage.findings import FindingState
from utfproof.fuzz.triage.known_failures import KnownFailure
from utfproof.fuzz.worker.encoding_loop import EncodingLoop
from utfproof.model.encoding import Encoding
from utfproof.vectors.suite import Suite

SHARE = 1 / 3
"""The largest share of a campaign's time that seeding may take."""
_SETTLING = 256
_SEEDS = 256
_KNOWN = 16

_Step = Callable[[], None]


@dataclass(slots=True)
class Seeding:
    """The steps with which a campaign begins: known failures, and the inputs of vectors and corpus.

    Attributes:
        loops: the encodings.
        suite: the vectors.
        listed: the known failures, by codec.
        versions: the versions of the codecs.
        recheck: asks the inputs of earlier findings again.
        seconds: the time of the whole campaign, None for no limit.
        done: true after the last step.
    """

    loops: Sequence[EncodingLoop]
    suite: Suite
    listed: Mapping[str, Sequence[Defect]]
    versions: Mapping[str, str]
    recheck: Callable[[EncodingLoop], None]
    seconds: float | None = None
    done: bool = False
    _listed: dict[tuple[int, int], list[KnownFailure]] = field(default_factory=dict)
    _steps: Iterator[_Step] = field(init=False)
    _spent: float = 0.0

    def __post_init__(self) -> None:
        """Find the listed inputs of each target."""
        for number, one in enumerate(self.loops):
            for place, observer in enumerate(one.observers):
                codec = observer.target.codec
                items = known_failures.known_failures(
                    observer.target, self.listed.get(codec, ()), self.versions[codec], self.suite
                )
                self._listed[number, place] = sorted(items, key=lambda item: len(item.octets))
        self._steps = self._all()

    def has_time(self) -> bool:
        """Return whether there is a next step, and time for it."""
        limit = float("inf") if self.seconds is None else SHARE * self.seconds
        return not self.done and self._spent < limit

    def take_step(self) -> None:
        """Take the next step, if there is one."""
        started = time.monotonic()
        step = next(self._steps, None)
        if step:
            step()
        self.done = step is None
        self._spent += time.monotonic() - started

    def sort_known(self, over: Callable[[], bool]) -> None:
        """Mark the new findings that are known, until `over` returns true.

        A finding is known by its input, or when a listed input shows the same fault. Listed inputs
        whose first answer shows the fault of a new finding come first: they identify most.
        """
        for one, observer, left in self._targets_left():
            one.triage.mark_known(observer.target, left)
        for one, observer, left in self._targets_left():
            if left and not over() and _has_news(one, observer):
                self._choose_answer_profile(one, observer)
                one.run_known_failures(observer, left, alike=True)
        for one, observer, left in self._targets_left():
            while left and not over() and _has_news(one, observer):
                self._run_some_known(one, observer, left)

    def _targets_left(self) -> Iterator[tuple[EncodingLoop, Observer, list[KnownFailure]]]:
        """Yield each target with the listed inputs that were not asked yet."""
        for (number, place), left in self._listed.items():
            one = self.loops[number]
            yield one, one.observers[place], left

    def _all(self) -> Iterator[_Step]:
        for one in self.loops:
            # Bound here: when the step is taken, the variable of the loop is another one.
            yield lambda one=one: self.recheck(one)  # type: ignore[misc]
        for pair in zip_longest(self._known_steps(), self._seed_steps()):
            yield from (step for step in pair if step)

    def _known_steps(self) -> Iterator[_Step]:
        """Yield steps that take turns between targets, the shortest listed inputs first."""
        while any(self._listed.values()):
            for one, observer, left in self._targets_left():
                if left:
                    yield lambda a=one, b=observer, c=left: self._run_some_known(a, b, c)  # type: ignore[misc]

    def _run_some_known(
        self, one: EncodingLoop, observer: Observer, left: list[KnownFailure]
    ) -> None:
        """Ask some of the listed inputs."""
        self._choose_answer_profile(one, observer)
        one.run_known_failures(observer, left[:_KNOWN])
        del left[:_KNOWN]

    def _choose_answer_profile(self, one: EncodingLoop, observer: Observer) -> None:
        """Choose the answer profile of a codec by inputs of the vectors.

        The listed inputs would not do: the codec is known to answer them wrongly.
        """
        written = _written(one, self.suite)
        admitted = observer.adapter.admitted(observer.target, written)
        observer.choose_answer_profile([written[at] for at in admitted[:_SETTLING]])

    def _seed_steps(self) -> Iterator[_Step]:
        """Yield steps that take turns between encodings: vectors first, then the stored corpus."""
        left: list[tuple[EncodingLoop, list[bytes]]] = []
        for one in self.loops:
            one.corpus.take_up()
            kept = sorted(one.corpus.inputs, key=len)
            left.append((one, [*_written(one, self.suite), *kept]))
        while left := [(one, inputs) for one, inputs in left if inputs]:
            for one, inputs in left:
                now = inputs[:_SEEDS]
                del inputs[:_SEEDS]
                yield lambda a=one, b=now: _kept(a, b)  # type: ignore[misc]


def _kept(one: EncodingLoop, inputs: Sequence[bytes]) -> None:
    one.run_inputs(inputs, keep=True)


def _has_news(one: EncodingLoop, observer: Observer) -> bool:
    """Return whether a codec has a new finding."""
    found = one.triage.store.found.values()
    codec = observer.target.codec
    return any(item.codec == codec and item.state is FindingState.NEW for item in found)


def _written(one: EncodingLoop, suite: Suite) -> list[bytes]:
    """Return the inputs of the vectors for an encoding."""
    written = list(seeds(one.encoding, suite))
    if any(observer.target.direction == "detect" for observer in one.observers):
        written += seeds(Encoding.NONE, suite)
    return written
