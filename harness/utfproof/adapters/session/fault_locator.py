"""Blame: blocks asked, and where one breaks the line that did it."""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass

from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.known_answers import KnownAnswer
from utfproof.adapters.session.restarting_process import BudgetSpent, RestartingProcess
from utfproof.adapters.session.wire import Broken, RenderedBlock
from utfproof.model.operation import Op
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun

_SHORT_SECONDS = 5.0
_PATIENCE = 4


@dataclass(frozen=True, slots=True)
class MixedBlock:
    """A block with its known answers, by position."""

    op: Op
    header: bytes
    lines: list[bytes]
    known: Mapping[int, KnownAnswer]


class FaultLocator:
    """Asks blocks, and finds the guilty line when one breaks.

    `given_up` maps headers that are asked no more to the outcome of their lines.
    """

    def __init__(self, processes: RestartingProcess) -> None:
        """Begin with nothing given up."""
        self._processes = processes
        self.given_up: dict[bytes, NotRun | Garbled] = {}

    def answers(self, block: MixedBlock) -> list[Answer]:
        """Ask one block; where it breaks, find the guilty line."""
        lines, op = block.lines, block.op
        try:
            return self._exchange(block.header, lines, self._processes.deadline(op, lines))
        except BudgetSpent as spent:
            return [NotRun(spent.problem)] * len(lines)
        except Broken as error:
            outcome = self._processes.broken(error, self._processes.deadline(op, lines))
            # A line of a sweep is a whole shard and has no neighbours that could be guilty.
            if op is Op.SWEEP and len(lines) == 1:
                return [self._swept_again(block, outcome)]
            return self.blame(block, outcome, error.answers)

    def _swept_again(self, block: MixedBlock, outcome: Crashed | Hung | Garbled) -> Answer:
        """Ask a short sweep that was late once more; a long one would take as long again.

        One whose process was killed from outside is asked again, however long.
        """
        seconds = self._processes.deadline(block.op, block.lines)
        if _from_outside(outcome):
            return self._once(block.header, block.lines[0], seconds)
        if (
            not isinstance(outcome, Hung)
            or seconds > _SHORT_SECONDS
            or not self._processes.budget.chance()
        ):
            return outcome
        return self._once(block.header, block.lines[0], seconds * _PATIENCE)

    def _exchange(self, header: bytes, lines: list[bytes], seconds: float) -> list[Answer]:
        text = self._processes.exchange(RenderedBlock.of(header, lines), seconds)
        return list(text.split(b"\n")) if lines else []

    def blame(
        self, block: MixedBlock, outcome: Crashed | Hung | Garbled, answered: int
    ) -> list[Answer]:
        """Find the line that broke a block after so many answers, and return all answers.

        Every line is asked alone; the ones that break alone are guilty.
        Where none does, the fault needs the lines before it: the shortest beginning of the block
        that breaks ends with the guilty line. Where the block does not break again either, a
        death goes to the first line that had no answer; a delay was the machine's, and a SIGKILL
        came from outside: both go to no line.
        """
        late = isinstance(outcome, Hung)
        # Silence or nonsense may be of the whole offer: line by line each would cost a deadline.
        if not isinstance(outcome, Crashed) and (silence := self._silence(block)):
            return [silence] * len(block.lines)
        answers, seconds = self._each_alone(block, late=late)
        if any(not isinstance(answer, bytes) for answer in answers):
            return answers
        if late and seconds > self._processes.deadline(block.op, block.lines):
            return answers  # each in time, and all together too slow: that is no line's fault
        guilty = self._shortest_breaking(block.header, block.lines, block.op)
        if guilty is None and (late or _from_outside(outcome)):
            return answers
        if guilty is None:
            # A process may die behind its last answer: no line is left then but the last.
            guilty = min(answered, len(block.lines) - 1)
        answers[guilty] = outcome
        return answers

    def _silence(self, block: MixedBlock) -> Garbled | None:
        """Tell whether not even plain text is answered; such an offer is not asked any more."""
        why = ""
        for at in sorted(block.known)[:: max(1, len(block.known) - 1)]:  # the first and the last
            answer = self._alone(block.header, block.lines[at], block.op)
            if not isinstance(answer, Hung | Garbled):
                return None
            why = (
                answer.problem
                if isinstance(answer, Garbled)
                else f"silence for {answer.seconds:.1f} s"
            )
        if not why:
            return None
        silence = Garbled("", f"not even plain text is answered: {why}")
        self.given_up[block.header] = silence
        return silence

    def _each_alone(self, block: MixedBlock, *, late: bool) -> tuple[list[Answer], float]:
        """Ask every line alone; give the answers, and the seconds of those that came in time.

        After a late block these are bounded: a codec that needs many times as long as its
        deadlines allow is not asked this op any more.
        """
        most = _PATIENCE * self._processes.deadline(block.op, block.lines)
        answers: list[Answer] = []
        seconds = 0.0
        for line in block.lines:
            if late and seconds > most:
                slow = NotRun("too slow for its deadlines: raise seconds-per-block in adapter.yaml")
                self.given_up[block.header] = slow
                return answers + [slow] * (len(block.lines) - len(answers)), seconds
            started = time.monotonic()
            answers.append(self._alone(block.header, line, block.op))
            took = time.monotonic() - started
            if isinstance(answers[-1], bytes) and took <= self._processes.deadline(
                block.op, [line]
            ):
                seconds += took
        return answers, seconds

    def _alone(self, header: bytes, line: bytes, op: Op) -> Answer:
        """Ask one line; the first few that are late get another chance with more time.

        A loaded machine may stop any process for a second: that is not the codec's fault.
        """
        seconds = self._processes.deadline(op, [line])
        answer = self._once(header, line, seconds)
        if isinstance(answer, Hung) and self._processes.budget.chance():
            return self._once(header, line, seconds * _PATIENCE)
        return answer

    def _once(self, header: bytes, line: bytes, seconds: float) -> Answer:
        try:
            return self._exchange(header, [line], seconds)[0]
        except BudgetSpent as spent:
            return NotRun(spent.problem)
        except Broken as error:
            return self._processes.broken(error, seconds)

    def _shortest_breaking(self, header: bytes, lines: list[bytes], op: Op) -> int | None:
        """Return the index of the last line of the shortest beginning that breaks, by bisection.

        None when the whole block does not break, or when the budget does not last.
        """
        # Always: the first `good` lines are answered, the first `bad` lines are not.
        good, bad = 0, len(lines)
        try:
            if self._holds(header, lines, op):
                return None
            # Bisection supposes that whatever breaks a beginning breaks every longer one.
            while bad - good > 1:
                middle = (good + bad) // 2
                if self._holds(header, lines[:middle], op):
                    good = middle
                else:
                    bad = middle
        except BudgetSpent:
            return None
        return bad - 1

    def _holds(self, header: bytes, lines: list[bytes], op: Op) -> bool:
        """Tell whether a fresh process answers a block."""
        # What broke may hang on all that a process was asked before, so it begins with nothing.
        self._processes.drop()
        try:
            self._exchange(header, lines, self._processes.deadline(op, lines))
        except BudgetSpent:  # no answer either way: the search ends without a line
            raise
        except Broken:
            self._processes.drop()
            return False
        return True


def _from_outside(outcome: Crashed | Hung | Garbled) -> bool:
    """Tell a death that no fault of a program causes: people and kernels short of memory kill."""
    return isinstance(outcome, Crashed) and outcome.how == signal.SIGKILL.name
