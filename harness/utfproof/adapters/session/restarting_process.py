"""The processes of one adapter, one after the other: started, asked within deadlines, ended."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from utfproof.adapters.session import hello, memory_reports
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.limits import MOST_LINES, MOST_OCTETS
from utfproof.adapters.session.process import MemoryUse, Process
from utfproof.adapters.session.wire import (
    Broken,
    Died,
    Late,
    RenderedBlock,
    Wire,
)
from utfproof.confinement.command import Command
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Crashed, Garbled, Hung

HELLO = RenderedBlock(b"hello 1\n\n", 1)
# Some runtimes take seconds to start: a JVM, a browser.
_HELLO_SECONDS = 15.0
_ALONE_SECONDS = 1.0
_RESTARTS = 512
_HANG_COSTS = 4
_SECOND_CHANCES = 2
# The pause before each start that follows failed ones; after the last the adapter is given up.
_BACK_OFF = (0.0, 0.1, 0.2, 0.5, 1.0)
_STRINGS_OF_A_BLOCK = 65_536


class BudgetSpent(Broken):
    """No further process is started: the questions that are left are not asked."""


@dataclass(slots=True)
class RestartBudget:
    """The restarts of one codec: its faults cost the adapter's other codecs nothing."""

    restarts: int = 0
    chances: int = field(default_factory=lambda: _SECOND_CHANCES)

    def chance(self) -> bool:
        """Take one of the few second chances; False where none is left."""
        left = self.chances > 0
        self.chances -= left
        return left


class RestartingProcess:
    """Blocks to one adapter and their answers; a process that breaks is followed by another.

    `restarts` counts these, `stderr` is the output of the last one there. `budget` is that of the
    codec which is asked.
    """

    def __init__(self, command: Command, seconds: float) -> None:
        """Prepare; the first process starts with the first question.

        `seconds` is the deadline of a full block; what watches over memory prolongs it.
        """
        self._command = command
        self._slowdown = command.memory_check.slowdown
        self._seconds = seconds * self._slowdown
        self._alone_seconds = _ALONE_SECONDS * self._slowdown
        self._wire: Wire | None = None
        self._failed_starts = 0
        self._why = ""
        self._known: dict[str, tuple[str, frozenset[Offer]]] = {}
        self._budgets: dict[str, RestartBudget] = {}
        self.budget = RestartBudget()
        self.restarts = 0
        self.stderr = ""
        self._ended_seconds = 0.0

    def close(self) -> None:
        """End the process, if one runs."""
        if self._wire:
            # Read before the process ends: the kernel drops the figures with it.
            self._ended_seconds = self.processor_seconds
            self.stderr = self._wire.process.stderr_text() or self.stderr
            self._wire.process.close()
            self._wire = None

    @property
    def processor_seconds(self) -> float:
        """Return the processor time of all processes so far."""
        running = self._wire.process.processor_seconds() if self._wire else 0.0
        return self._ended_seconds + running

    def memory(self) -> MemoryUse:
        """Return the octets that the running process has in memory, and their peak."""
        return self._wire.process.memory() if self._wire else MemoryUse(0, 0)

    def turn_to(self, codec: str) -> None:
        """Let the next blocks count for a codec."""
        self.budget = self._budgets.setdefault(codec, RestartBudget())

    def hello(self) -> tuple[CodecOffers, ...]:
        """Ask the adapter for its offers.

        Raises:
            ManifestError: no answer, or an answer that is not the hello of protocol version 1.
        """
        place = str(self._command.folder / "adapter.yaml")
        try:
            line = self._greet()
        except Broken as error:
            output = self.stderr
            check = self._command.memory_check
            if told := memory_reports.told(check, output):
                # A runtime may do what only a codec must not: no answer could be told from it.
                hint = "a fault before the first question is no codec's: use --memory pages"
                raise ManifestError(f"no hello: {check}: {told}", place=place, hint=hint) from None
            problem = f"no hello: {error}"
            hint = f"the program said: {output[-400:]}" if output else "run it by hand: hello 1"
            raise ManifestError(problem, place=place, hint=hint) from None
        return self._recognise(line)

    def exchange(self, block: RenderedBlock, seconds: float) -> bytes:
        """Send a block and return its answer lines, joined by newlines.

        Raises:
            BudgetSpent: the budget of restarts is used up.
            Broken: the process cannot go on; `broken` gives the reason and ends it.
        """
        return self._live().exchange(block, seconds)

    def broken(self, error: Broken, seconds: float) -> Crashed | Hung | Garbled:
        """End a process that broke, and say how; `seconds` was its deadline."""
        stderr = self.drop()
        if isinstance(error, Died):
            how = memory_reports.told(self._command.memory_check, stderr)
            return Crashed(how or error.problem, stderr[-2000:])
        if isinstance(error, Late):
            self.budget.restarts += _HANG_COSTS - 1  # it has cost a deadline too
            return Hung(seconds)
        return Garbled("", error.problem)

    def deadline(self, op: Op, lines: Sequence[bytes]) -> float:
        """Return a block's deadline: a second, and its share of the deadline of a full block."""
        if op is Op.SWEEP:
            # The last word of a sweep's line counts its free octets, each of 256 values.
            strings = sum(1 << 8 * int(line.split()[-1]) for line in lines)
            return self._alone_seconds + self._seconds * strings / _STRINGS_OF_A_BLOCK
        return self.deadline_of(len(lines), sum(map(len, lines)))

    def deadline_of(self, lines: int, octets: int) -> float:
        """Return the deadline of a block that is no sweep by its lines and octets."""
        # Few long lines take as long as many short ones: the larger share counts.
        share = max(lines / MOST_LINES, octets / MOST_OCTETS)
        return self._alone_seconds + self._seconds * share

    def drop(self) -> str:
        """Kill the process and never read its stream again; return its stderr."""
        if self._wire is None:
            return ""
        self._ended_seconds = self.processor_seconds
        process = self._wire.process
        self._wire = None
        output = process.stderr_text()
        self.stderr = output or self.stderr
        process.kill()
        self.restarts += 1
        self.budget.restarts += 1
        return output

    def _live(self) -> Wire:
        """Return the wire of a process that has answered hello; start one where none runs.

        So a start is never counted as an answer's time, nor its failure as a question's crash.
        """
        while self._wire is None:
            if self._restarts_are_spent():
                raise BudgetSpent(f"the restart budget is spent{self._why}")
            with contextlib.suppress(Broken):
                self._recognise(self._greet())
        return self._wire

    def _recognise(self, line: bytes) -> tuple[CodecOffers, ...]:
        """Read a hello; every process must send the same, since their answers are one codec's."""
        place = str(self._command.folder / "adapter.yaml")
        codecs = hello.read(line, place)
        known = {item.name: (item.version, frozenset(item.offers)) for item in codecs}
        if known != (self._known or known):
            self.drop()
            problem = "hello: a later process names other codecs, versions or offers than the first"
            raise ManifestError(problem, place=place, hint="see adapters/PROTOCOL.md")
        self._known = known
        return codecs

    def _greet(self) -> bytes:
        """Say hello to the running process, or to a new one, and give its answer."""
        if self._wire is None:
            time.sleep(_BACK_OFF[min(self._failed_starts, len(_BACK_OFF) - 1)])
            self._wire = Wire(Process(self._command))
        try:
            line = self._wire.exchange(HELLO, _HELLO_SECONDS * self._slowdown)
        except Broken as error:
            self._failed_starts += 1
            self._why = f"; the adapter does not start again: {error}"
            self.drop()
            raise
        self._failed_starts = 0
        self._why = ""
        return line

    def _restarts_are_spent(self) -> bool:
        return self.budget.restarts > _RESTARTS or self._failed_starts >= len(_BACK_OFF)
