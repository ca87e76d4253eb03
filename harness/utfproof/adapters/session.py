"""A session: questions to the codecs of one adapter, with exact blame for crashes and hangs."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from utfproof.adapters import blocks, hello
from utfproof.adapters.blocks import Answer, Joined
from utfproof.adapters.hello import CodecOffers
from utfproof.adapters.known import KnownAnswer, asks_nothing, drawn, mix, plain_answer
from utfproof.adapters.process import Command, Process
from utfproof.adapters.wire import MOST_LINES, MOST_OCTETS, Broken, Died, Late, Rendered, Wire
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun

HELLO = Rendered(b"hello 1\n\n", 1)
_HELLO_SECONDS = 15.0
_ALONE_SECONDS = 1.0
_SHORT_SECONDS = 5.0
_RESTARTS = 512
_HANG_COSTS = 4
_SECOND_CHANCES = 2
_PATIENCE = 4
_BACK_OFF = (0.0, 0.1, 0.2, 0.5, 1.0)
_STRINGS_OF_A_BLOCK = 65_536


class _Spent(Broken):
    """No further process is started: the questions that are left are not asked."""


@dataclass(frozen=True, slots=True)
class _Break:
    """How a block broke, and after how many answers."""

    outcome: Crashed | Hung | Garbled
    answers: int


@dataclass(frozen=True, slots=True)
class _Block:
    """A block with its known answers, by position."""

    op: Op
    header: bytes
    lines: list[bytes]
    known: Mapping[int, KnownAnswer]


@dataclass(slots=True)
class _Budget:
    """What one codec has used up: its faults cost the adapter's other codecs nothing."""

    restarts: int = 0
    chances: int = field(default_factory=lambda: _SECOND_CHANCES)


class Session:
    """The processes of one adapter, one after the other, and what they answered."""

    def __init__(self, command: Command, seconds: float, seed: int | None = None) -> None:
        """Prepare a session; the first process starts with the first question.

        `seconds` is the deadline of a full block. `seed` fixes the known answers.
        """
        self._command = command
        self._seconds = seconds
        self._dice = random.Random(seed)  # noqa: S311  (known answers are no secrets)
        self._wire: Wire | None = None
        self._failed_starts = 0
        self._budgets: dict[str, _Budget] = {}
        self._budget = _Budget()
        self._why = ""
        self._known: dict[str, tuple[str, frozenset[Offer]]] = {}
        self._given_up: dict[bytes, NotRun | Garbled] = {}
        self.restarts = 0
        self.stderr = ""

    def __enter__(self) -> Self:
        """Use the session in a with statement, which closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the session."""
        self.close()

    def close(self) -> None:
        """End the process, if one runs."""
        if self._wire:
            self.stderr = self._wire.process.said() or self.stderr
            self._wire.process.close()
            self._wire = None

    @property
    def processor_seconds(self) -> float:
        """The processor time of the running process; 0 where none runs."""
        return self._wire.process.processor_seconds() if self._wire else 0.0

    def hello(self) -> tuple[CodecOffers, ...]:
        """Ask the adapter what it offers.

        Raises:
            ManifestError: no answer, or an answer that is not the hello of protocol version 1.
        """
        place = str(self._command.folder / "adapter.yaml")
        try:
            line = self._greet()
        except Broken as error:
            problem = f"no hello: {error}"
            said = self.stderr
            hint = f"the program said: {said[-400:]}" if said else "run it by hand: hello 1"
            raise ManifestError(problem, place=place, hint=hint) from None
        return self._recognise(line)

    def ask(
        self,
        codec: str,
        offer: Offer,
        lines: Sequence[bytes],
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer]:
        """Ask all lines, in blocks of the size that the protocol allows; one answer for each.

        A line that is longer than a block is not asked.
        """
        answers: list[Answer] = []
        for block in blocks.cut(lines):
            answers += self._ask_block(codec, offer, block, excluded)
        return answers

    def _ask_block(
        self, codec: str, offer: Offer, lines: Sequence[bytes], excluded: frozenset[int]
    ) -> list[Answer]:
        if len(lines[0]) > blocks.MOST_OCTETS:
            return [NotRun("the line is longer than a block may be")] * len(lines)
        self._budget = self._budgets.setdefault(codec, _Budget())
        header = _header(codec, offer)
        if header in self._given_up:
            return [self._given_up[header]] * len(lines)
        mixed = mix(offer, lines, excluded, self._dice)
        block = _Block(offer.op, header, mixed.lines, mixed.known)
        return _sorted_out(offer, block, self._answers(block))

    def unlike(
        self,
        codec: str,
        offer: Offer,
        asked: Joined,
        expected: Joined,
        excluded: frozenset[int] = frozenset(),
    ) -> list[Answer] | None:
        """Ask lines of decode or validate; give None where all is answered as expected.

        Else the answers, one for each line.
        """
        self._budget = self._budgets.setdefault(codec, _Budget())
        header = _header(codec, offer)
        if not asked.fits or header in self._given_up:
            return self.ask(codec, offer, asked.lines(), excluded)
        known = drawn(offer, len(asked), excluded, self._dice)
        text = asked.mixed({at: item.line for at, item in known.items()})
        seconds = self._deadline_of(len(asked), len(text))
        right = {at: plain_answer(offer, item) for at, item in known.items()}
        awaited = expected.mixed(right)
        rendered = Rendered.joined(header, text, len(asked) + len(known), awaited)
        try:
            told = self._live().exchange(rendered, seconds)
        except _Spent as spent:
            return [NotRun(spent.problem)] * len(asked)
        except Broken as error:
            outcome = self._outcome(error, seconds, self._drop())
            block = _Block(offer.op, header, text.split(b"\n")[:-1], known)
            return _sorted_out(offer, block, self._blame(block, _Break(outcome, error.answers)))
        if told == awaited[:-1]:
            return None
        return _sorted_out(offer, _Block(offer.op, header, [], known), list(told.split(b"\n")))

    def _answers(self, block: _Block) -> list[Answer]:
        """Ask one block; where it breaks, find the guilty line."""
        lines, op = block.lines, block.op
        try:
            return self._exchange(block.header, lines, self._deadline(op, lines))
        except _Spent as spent:
            return [NotRun(spent.problem)] * len(lines)
        except Broken as error:
            outcome = self._outcome(error, self._deadline(op, lines), self._drop())
            if op is Op.SWEEP and len(lines) == 1:
                return [self._swept_again(block, outcome)]
            return self._blame(block, _Break(outcome, error.answers))

    def _swept_again(self, block: _Block, outcome: Crashed | Hung | Garbled) -> Answer:
        """Ask a short sweep that was late once more; a long one would take as long again."""
        seconds = self._deadline(block.op, block.lines)
        if not isinstance(outcome, Hung) or seconds > _SHORT_SECONDS or not self._budget.chances:
            return outcome
        self._budget.chances -= 1
        return self._once(block.header, block.lines[0], seconds * _PATIENCE)

    def _exchange(self, header: bytes, lines: list[bytes], seconds: float) -> list[Answer]:
        text = self._live().exchange(Rendered.of(header, lines), seconds)
        return list(text.split(b"\n")) if lines else []

    def _blame(self, block: _Block, broken: _Break) -> list[Answer]:
        """Ask every line alone; the ones that break alone are guilty.

        Where none does, the fault needs what came before: the shortest beginning of the block
        that breaks ends with the guilty line. Where the block does not break again either, a
        death goes to the first line that had no answer; a delay was the machine's, and to no line.
        """
        late = isinstance(broken.outcome, Hung)
        if not isinstance(broken.outcome, Crashed) and (silence := self._silence(block)):
            return [silence] * len(block.lines)
        answers, seconds = self._each_alone(block, late=late)
        if any(not isinstance(answer, bytes) for answer in answers):
            return answers
        if late and seconds > self._deadline(block.op, block.lines):
            return answers  # each in time, and all together too slow: that is no line's fault
        guilty = self._shortest_breaking(block.header, block.lines, block.op)
        if guilty is None and late:
            return answers
        if guilty is None:
            guilty = min(broken.answers, len(block.lines) - 1)
        answers[guilty] = broken.outcome
        return answers

    def _silence(self, block: _Block) -> Garbled | None:
        """Tell whether not even plain text is answered; such an offer is not asked any more."""
        why = ""
        for at in sorted(block.known)[:: max(1, len(block.known) - 1)]:  # the first and the last
            told = self._alone(block.header, block.lines[at], block.op)
            if not isinstance(told, Hung | Garbled):
                return None
            why = told.problem if isinstance(told, Garbled) else f"silence for {told.seconds:.1f} s"
        if not why:
            return None
        silence = Garbled("", f"not even plain text is answered: {why}")
        self._given_up[block.header] = silence
        return silence

    def _each_alone(self, block: _Block, *, late: bool) -> tuple[list[Answer], float]:
        """Ask every line alone; give the answers, and the seconds of those that came in time.

        After a late block these are bounded: a codec that needs many times as long as its
        deadlines allow is not asked this op any more.
        """
        most = _PATIENCE * self._deadline(block.op, block.lines)
        answers: list[Answer] = []
        seconds = 0.0
        for line in block.lines:
            if late and seconds > most:
                slow = NotRun("too slow for its deadlines: raise seconds-per-block in adapter.yaml")
                self._given_up[block.header] = slow
                return answers + [slow] * (len(block.lines) - len(answers)), seconds
            started = time.monotonic()
            answers.append(self._alone(block.header, line, block.op))
            took = time.monotonic() - started
            if isinstance(answers[-1], bytes) and took <= self._deadline(block.op, [line]):
                seconds += took
        return answers, seconds

    def _alone(self, header: bytes, line: bytes, op: Op) -> Answer:
        """Ask one line; the first few that are late get another chance with more time.

        A loaded machine may stop any process for a second: that is not the codec's fault.
        """
        seconds = self._deadline(op, [line])
        answer = self._once(header, line, seconds)
        if isinstance(answer, Hung) and self._budget.chances:
            self._budget.chances -= 1
            return self._once(header, line, seconds * _PATIENCE)
        return answer

    def _once(self, header: bytes, line: bytes, seconds: float) -> Answer:
        try:
            return self._exchange(header, [line], seconds)[0]
        except _Spent as spent:
            return NotRun(spent.problem)
        except Broken as error:
            return self._outcome(error, seconds, self._drop())

    def _shortest_breaking(self, header: bytes, lines: list[bytes], op: Op) -> int | None:
        """Give the index of the last line of the shortest beginning that breaks, by bisection.

        None when the whole block does not break, or when the budget does not last.
        """
        good, bad = 0, len(lines)
        try:
            if self._holds(header, lines, op):
                return None
            while bad - good > 1:
                middle = (good + bad) // 2
                if self._holds(header, lines[:middle], op):
                    good = middle
                else:
                    bad = middle
        except _Spent:
            return None
        return bad - 1

    def _holds(self, header: bytes, lines: list[bytes], op: Op) -> bool:
        """Tell whether a fresh process answers a block."""
        self._drop()
        try:
            self._exchange(header, lines, self._deadline(op, lines))
        except _Spent:
            raise
        except Broken:
            self._drop()
            return False
        return True

    def _outcome(self, error: Broken, seconds: float, stderr: str) -> Crashed | Hung | Garbled:
        if isinstance(error, Died):
            return Crashed(error.problem, stderr[-2000:])
        if isinstance(error, Late):
            self._budget.restarts += _HANG_COSTS - 1  # it has cost a deadline too
            return Hung(seconds)
        return Garbled("", error.problem)

    def _deadline(self, op: Op, lines: Sequence[bytes]) -> float:
        """Give a block's deadline: a second, and its share of the deadline of a full block."""
        if op is Op.SWEEP:
            strings = sum(1 << 8 * int(line.split()[-1]) for line in lines)
            return _ALONE_SECONDS + self._seconds * strings / _STRINGS_OF_A_BLOCK
        return self._deadline_of(len(lines), sum(map(len, lines)))

    def _deadline_of(self, lines: int, octets: int) -> float:
        share = max(lines / MOST_LINES, octets / MOST_OCTETS)
        return _ALONE_SECONDS + self._seconds * share

    def _live(self) -> Wire:
        """Give the wire of a process that has said hello; where none runs, start one.

        So a start is never counted as an answer's time, nor its failure as a question's crash.
        """
        while self._wire is None:
            if self._restarts_are_spent():
                raise _Spent(f"the restart budget is spent{self._why}")
            with contextlib.suppress(Broken):
                self._recognise(self._greet())
        return self._wire

    def _recognise(self, line: bytes) -> tuple[CodecOffers, ...]:
        """Read a hello; every process says the same, for their answers are told as one codec's."""
        place = str(self._command.folder / "adapter.yaml")
        said = hello.read(line, place)
        known = {item.name: (item.version, frozenset(item.offers)) for item in said}
        if known != (self._known or known):
            self._drop()
            problem = "hello: a later process names other codecs, versions or offers than the first"
            raise ManifestError(problem, place=place, hint="see adapters/PROTOCOL.md")
        self._known = known
        return said

    def _greet(self) -> bytes:
        """Say hello to the running process, or to a new one, and give its answer."""
        if self._wire is None:
            time.sleep(_BACK_OFF[min(self._failed_starts, len(_BACK_OFF) - 1)])
            self._wire = Wire(Process(self._command))
        try:
            line = self._wire.exchange(HELLO, _HELLO_SECONDS)
        except Broken as error:
            self._failed_starts += 1
            self._why = f"; the adapter does not start again: {error}"
            self._drop()
            raise
        self._failed_starts = 0
        self._why = ""
        return line

    def _drop(self) -> str:
        """Kill the process and never read its stream again; give what it said on stderr."""
        if self._wire is None:
            return ""
        process = self._wire.process
        self._wire = None
        said = process.said()
        self.stderr = said or self.stderr
        process.kill()
        self.restarts += 1
        self._budget.restarts += 1
        return said

    def _restarts_are_spent(self) -> bool:
        return self._budget.restarts > _RESTARTS or self._failed_starts >= len(_BACK_OFF)


def _header(codec: str, offer: Offer) -> bytes:
    return f"{offer.op} {codec} {offer.encoding} {offer.mode}".encode("ascii")


def _sorted_out(offer: Offer, block: _Block, answers: list[Answer]) -> list[Answer]:
    """Take the known answers out of a block's; where these show that nothing is asked, say so."""
    found = [(item, answers[at]) for at, item in block.known.items()]
    told = [(item, line) for item, line in found if isinstance(line, bytes)]
    problem = asks_nothing(offer, [item for item, _ in told], [line for _, line in told])
    if problem:
        return [Garbled("", problem)] * (len(answers) - len(block.known))
    return blocks.without_known(answers, block.known)
