"""The input callback: libFuzzer calls it with each input, and gets the next input from it.

An input is asked of the codecs at once, so that libFuzzer sees the code that it runs: of all codecs
in this process, and in turn of the instrumented processes. Answers of this process are cached and
compared with the reference when a block is full, which is ten times as fast as one by one. An input
with a new trait is run once more and then fires a counter of its own, so that libFuzzer keeps it.
"""

from __future__ import annotations

from binascii import hexlify
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from utfproof.adapters.python.in_process import AnswerFunction
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.errors import UtfproofError
from utfproof.fuzz.libfuzzer.coverage_counters import CoverageCounters, Fire
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.worker.encoding_loop import DEAR, EncodingLoop

BLOCK = 4096
_OWN_MUTATIONS = 8
"""Of so many inputs libFuzzer makes one, of those that it has kept."""

_WATCHED = 4
"""Of so many inputs one is put to a process that is watched, which is dear."""

Mutate = Callable[[bytes, int], bytes]


@dataclass(slots=True)
class InProcessTarget:
    """A target whose codec is in this process, with its answers since the last block."""

    observer: Observer
    answers: AnswerFunction
    notes: dict[bytes, Answer]

    @property
    def simple(self) -> bool:
        """True where every input is asked, and its octets are the line."""
        target = self.observer.target
        return target.bulk_compared and not target.narrows and not self._deadly

    @property
    def bulk_compared(self) -> bool:
        """True where every input is asked."""
        return self.observer.target.bulk_compared

    @property
    def _deadly(self) -> bool:
        return bool(self.observer.adapter.quarantine.get(self.observer.target.codec))

    def one(self, octets: bytes) -> None:
        """Ask an input, if the codec may get it."""
        target = self.observer.target
        if self.observer.adapter.admitted(target, [octets]):
            cache_answer(self.answers, self.notes, target.group([octets]).lines[0])


def cache_answer(answers: AnswerFunction, notes: dict[bytes, Answer], line: bytes) -> None:
    """Call a codec and cache its answer.

    A line that raises is not cached, so that the adapter's process is asked for it later.
    """
    try:
        notes[line] = answers(line)
    except (Exception, SystemExit):  # noqa: BLE001  (it is the codec's, whatever it is)
        notes.pop(line, None)


@dataclass(frozen=True, slots=True)
class InstrumentedTarget:
    """A target whose adapter has an instrumented process, with counters in memory of libFuzzer's.

    Its answers are not used: the instrumented build is not the one under test.
    """

    observer: Observer
    session: Session

    def one(self, octets: bytes) -> None:
        """Ask an input, if the codec may get it."""
        target = self.observer.target
        if self.observer.adapter.admitted(target, [octets]):
            self.session.ask(
                target.name, target.offer, target.group([octets]).lines, target.excludes
            )


@dataclass(slots=True)
class InputCallback:
    """Runs the inputs of one encoding; libFuzzer calls `mutated` and `one` in turn.

    Attributes:
        loop: the loop of the encoding, which compares the answers.
        calls: the targets whose codecs are in this process.
        watched: the instrumented targets, which are asked by turns.
        mutate: libFuzzer's own mutator.
        begin: called once libFuzzer runs.
        after: called after each block; returns whether to read the inputs of other workers.
        end: called when all inputs are made; does not return.
        fail: called when libFuzzer does not use the mutator; does not return.
        left: the inputs that are still to be made, None for no limit.
        made: the inputs made so far.
        counters: libFuzzer's counters for kept inputs.
    """

    loop: EncodingLoop
    calls: Sequence[InProcessTarget]
    watched: Sequence[InstrumentedTarget]
    mutate: Mutate
    begin: Callable[[], None]
    after: Callable[[], bool]
    end: Callable[[], None]
    fail: Callable[[UtfproofError], None]
    left: int | None = None
    made: int = 0
    counters: CoverageCounters = field(default_factory=CoverageCounters)
    _fires: dict[bytes, Fire] = field(default_factory=dict)
    _inputs: list[bytes] = field(default_factory=list)
    _ahead: list[bytes] = field(default_factory=list)
    _again: list[bytes] = field(default_factory=list)
    _known: int = 0
    _begun: bool = False
    _simple: Sequence[InProcessTarget] = ()
    _cheap: Sequence[InProcessTarget] = ()
    _dear: Sequence[InProcessTarget] = ()

    def __post_init__(self) -> None:
        """Assign counters to the corpus so far, which libFuzzer is about to run."""
        self._simple = [call for call in self.calls if call.simple]
        self._cheap = [call for call in self.calls if call.bulk_compared and not call.simple]
        self._dear = [call for call in self.calls if not call.bulk_compared]
        self._number_new()
        self._again.clear()

    def one(self, octets: bytes) -> None:
        """Ask the codecs one input."""
        if not self._begun:
            self._begun = True
            self.begin()
        line = hexlify(octets) or b"-"
        for call in self._simple:
            cache_answer(call.answers, call.notes, line)
        for call in self._cheap:
            call.one(octets)
        # The same inputs that `EncodingLoop._share` will pick when this block is compared, one
        # round on: only their answers are needed.
        if len(self._inputs) % DEAR == (self.loop.rounds + 1) % DEAR:
            for call in self._dear:
                call.one(octets)
        turn, odd = divmod(len(self._inputs), _WATCHED)
        if self.watched and not odd:
            self.watched[turn % len(self.watched)].one(octets)
        fire = self._fires.get(octets)
        if fire:
            fire()
            return
        self._inputs.append(octets)
        if len(self._inputs) > 2 * BLOCK and not self.made:
            problem = "libFuzzer does not take inputs from the mutator"
            self.fail(UtfproofError(problem, hint="run with --engine batch, and report this"))

    def mutated(self, octets: bytes, most: int, seed: int) -> bytes:
        """Return the next input: one to run again, one of the prepared block, or libFuzzer's."""
        del seed  # of the dice that made the block
        if len(self._inputs) >= BLOCK:
            self.compare()
        if self._again:
            return self._again.pop()
        if self.left == 0 or (len(self._inputs) % 256 == 0 and self.loop.is_over()):
            self.compare()
            self.end()
        self.made += 1
        self.left = None if self.left is None else self.left - 1
        if self.made % _OWN_MUTATIONS == 0:
            return self.mutate(octets, most)
        if not self._ahead:
            self._ahead = list(self.loop.mutator.block(self.loop.corpus.inputs, BLOCK))
        return self._ahead.pop()

    def compare(self) -> None:
        """Compare the cached answers with the reference; keep and triage new ones."""
        if self._inputs:
            self.loop.run_inputs(self._inputs)
        self._inputs = []
        for call in self.calls:
            call.notes.clear()
        if self.after():
            self.loop.corpus.take_up()
        self._number_new()

    def _number_new(self) -> None:
        """Assign counters to new inputs of the corpus, and run them again."""
        inputs = self.loop.corpus.inputs
        for octets in islice(inputs, self._known, None):
            fire = self.counters.next()
            if fire:
                self._fires[octets] = fire
                self._again.append(octets)
        self._known = len(inputs)
