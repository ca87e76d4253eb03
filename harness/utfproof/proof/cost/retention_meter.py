"""Measuring retention: the memory of an adapter after each of many blocks of equal questions."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from utfproof.adapters.session.session import Session
from utfproof.proof.cost.retention import (
    CLEAR,
    DOUBT,
    MemoryPoint,
    Retention,
    grown,
    last_half,
    rise,
    rises_throughout,
)
from utfproof.proof.cost.shapes import CostShape

_SIZE = 64
_FIRST_BLOCKS = 32
_FEWEST_POINTS = 16
_WARM_BLOCKS = 4
_BLOCK_SECONDS = 0.016
_FEWEST_LINES, _USUAL_LINES, _MOST_LINES = 8, 512, 8192
_LONG_SECONDS = 0.25
"""Seconds of a block that is not made longer; a busy machine makes all short ones alike."""
_MOST_ADDED = 2 << 20
_TRIES = 3
_GLANCE, _GLANCE_SECONDS = 30_000, 0.5
_MOST_QUESTIONS, _LONGEST = 3_000_000, 120.0
"""Where a rise that is not enough is followed no further: it may yet come to rest."""
_FASTER = 4
"""How many times as steep as the last half a rise may become."""
_ENOUGH = 32 << 20
_ENOUGH_OF_COLLECTED = 96 << 20
"""Octets that a runtime may fill before it collects garbage for the first time."""
_ALL = "several kinds of input in turn"

_COLLECTED = frozenset(("Java", "JavaScript", "C#", "Go", "Ruby", "Lua"))


def collects(language: str) -> bool:
    """Tell whether a language's runtime lets garbage lie until it collects it."""
    return not _COLLECTED.isdisjoint(re.findall(r"[A-Za-z+#]+", language))


class _NotMeasuredError(Exception):
    """The process was replaced, or the system does not tell its memory."""


@dataclass(frozen=True, slots=True)
class RetentionMeter:
    """Asks one codec the same questions again and again.

    A runtime that `collects` garbage may let it lie until there is much of it: of that more has to
    be seen.
    """

    session: Session
    codec: str
    excluded: frozenset[int]
    collects: bool = False

    def found(self, shapes: Sequence[CostShape]) -> list[Retention]:
        """Measure the shapes of one offer in turn; where memory rises, each of them alone.

        An empty list where it does not rise. Where no shape alone lets it rise, all do.
        """
        together = self._measured(shapes, _ALL)
        if together is None:
            return []
        alone = (self._measured([shape], shape.name) for shape in shapes)
        return [one for one in alone if one] or [together]

    def _measured(self, shapes: Sequence[CostShape], name: str) -> Retention | None:
        lines = [line for shape in shapes if (line := shape.line(_SIZE))]
        if not lines:
            return None
        try:
            points = self._risen(shapes[0], lines)
        except _NotMeasuredError:
            return None
        return Retention(shapes[0].offer, name, tuple(points)) if points else None

    def _risen(self, shape: CostShape, lines: Sequence[bytes]) -> list[MemoryPoint]:
        """Ask twice as often until memory does not rise any more, or has risen enough."""
        enough = _ENOUGH_OF_COLLECTED if self.collects else _ENOUGH
        begin = time.monotonic()
        block = self._block(shape, lines)
        for _ in range(_WARM_BLOCKS):
            self._ask(shape, block)
        points, used = [self._point(0)], self.session.processor_seconds
        late = False
        while not late:
            for point in self._more(shape, block, points[-1].questions, len(points)):
                points.append(point)
                taken = time.monotonic() - begin
                late = taken > _LONGEST or point.questions > _MOST_QUESTIONS
                many = len(points) > _FEWEST_POINTS
                if many and (late or grown(points) > 2 * enough):
                    break
            half = last_half(points)
            more = rise(half)
            clear = more >= CLEAR
            # Processor time, since on a busy machine nothing may have been asked for seconds.
            worked = self.session.processor_seconds - used
            glanced = points[-1].questions >= _GLANCE or worked > _GLANCE_SECONDS
            if (more < DOUBT and glanced) or (clear and not rises_throughout(half)):
                return []
            if glanced and grown(points) + _most_to_come(points, more, taken) < enough:
                return []
            if clear and grown(points) >= enough:
                return points
        return []

    def _more(
        self, shape: CostShape, block: list[bytes], asked: int, blocks: int
    ) -> Iterator[MemoryPoint]:
        """Ask as many blocks as before, and yield the memory after each."""
        for number in range(1, max(blocks, _FIRST_BLOCKS) + 1):
            self._ask(shape, block)
            yield self._point(asked + number * len(block))

    def _block(self, shape: CostShape, lines: Sequence[bytes]) -> list[bytes]:
        """Return so many lines that asking them takes a moment, and does not fill the memory."""
        count = _FEWEST_LINES
        self._ask(shape, list(lines))  # the start of the process takes no part
        while True:
            block = [lines[at % len(lines)] for at in range(count)]
            # More than once: a process is warm later, and others want the processor too.
            tries = [self._tried(shape, block) for _ in range(_TRIES)]
            seconds, added = (min(column) for column in zip(*tries, strict=True))
            long = seconds > (_BLOCK_SECONDS / 2 if count >= _USUAL_LINES else _LONG_SECONDS)
            if count >= _MOST_LINES or long or added > _MOST_ADDED:
                return block
            count *= 2

    def _tried(self, shape: CostShape, block: list[bytes]) -> tuple[float, int]:
        """Return the seconds that a block takes, and the octets that it adds."""
        started, before = time.monotonic(), self.session.memory().octets
        self._ask(shape, block)
        return time.monotonic() - started, self.session.memory().octets - before

    def _ask(self, shape: CostShape, block: list[bytes]) -> None:
        before = self.session.restarts
        answers = self.session.ask(self.codec, shape.offer, block, self.excluded)
        # Another process has other memory; and what is not answered need not have been asked.
        replaced = self.session.restarts != before
        if replaced or not all(isinstance(answer, bytes) for answer in answers):
            raise _NotMeasuredError

    def _point(self, questions: int) -> MemoryPoint:
        octets = self.session.memory().octets
        if not octets:
            raise _NotMeasuredError
        return MemoryPoint(questions, octets)


def _most_to_come(points: Sequence[MemoryPoint], more: int, taken: float) -> float:
    """Return the octets by which a process can still grow in the questions there is time for.

    `more` is the rise of the last half of the points, `taken` the seconds of all.
    """
    times = min(_MOST_QUESTIONS / points[-1].questions, _LONGEST / taken)
    return _FASTER * more * 2 * times
