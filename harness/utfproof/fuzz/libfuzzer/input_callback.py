"""The target: libFuzzer calls it with each input, and gets the next input from it.

An input is put to the codecs at once, so that libFuzzer sees the code that it runs through: to
those of this process, and by turns to those whose own process counts for it. The first answers are
noted, and compared with the reference when a block is full, which is ten times as fast as one by
one. An input that shows something new is played once more, and then fires a counter: so libFuzzer
learns of it, and keeps it.
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


@dataclass(frozen=True, slots=True)
class InProcessTarget:
    """A target whose codec is in this process: its function, and its recent answers."""

    observer: Observer
    answers: AnswerFunction
    notes: dict[bytes, Answer]

    @property
    def simple(self) -> bool:
        """True where every input is asked, and its octets are the line."""
        target = self.observer.target
        return target.bulk_compared and not target.excludes and not self._deadly

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
    """Call a codec and note its answer.

    What would end the adapter's process is not noted: that process is asked later, and ends.
    """
    try:
        notes[line] = answers(line)
    except (Exception, SystemExit):  # noqa: BLE001  (it is the codec's, whatever it is)
        notes.pop(line, None)


@dataclass(frozen=True, slots=True)
class InstrumentedTarget:
    """A target whose adapter has a process that counts executed code, in memory of libFuzzer's.

    Its answers are not noted: it is not the build that is tested.
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
    """Plays the inputs of one field; `mutated` and `one` are called by libFuzzer in turns.

    Attributes:
        played: the loop of the encoding, which compares the answers.
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

    played: EncodingLoop
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
        """Take up the inputs that the loop has kept so far, which libFuzzer is about to play."""
        self._simple = [call for call in self.calls if call.simple]
        self._cheap = [call for call in self.calls if call.bulk_compared and not call.simple]
        self._dear = [call for call in self.calls if not call.bulk_compared]
        self._number_new()
        self._again.clear()

    def one(self, octets: bytes) -> None:
        """Put an input to the codecs."""
        if not self._begun:
            self._begun = True
            self.begin()
        line = hexlify(octets) or b"-"
        for call in self._simple:
            cache_answer(call.answers, call.notes, line)
        for call in self._cheap:
            call.one(octets)
        if len(self._inputs) % DEAR == (self.played.rounds + 1) % DEAR:
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
        """Return the next input: one to play again, one of the block made ahead, or libFuzzer's."""
        del seed  # of the dice that made the block
        if len(self._inputs) >= BLOCK:
            self.compare()
        if self._again:
            return self._again.pop()
        if self.left == 0 or (len(self._inputs) % 256 == 0 and self.played.is_over()):
            self.compare()
            self.end()
        self.made += 1
        self.left = None if self.left is None else self.left - 1
        if self.made % _OWN_MUTATIONS == 0:
            return self.mutate(octets, most)
        if not self._ahead:
            self._ahead = list(self.played.mutator.block(self.played.corpus.inputs, BLOCK))
        return self._ahead.pop()

    def compare(self) -> None:
        """Compare the noted answers with the reference; keep inputs that show something new."""
        if self._inputs:
            self.played.run_inputs(self._inputs)
        self._inputs = []
        for call in self.calls:
            call.notes.clear()
        if self.after():
            self.played.corpus.take_up()
        self._number_new()

    def _number_new(self) -> None:
        """Assign a counter to each new input of the corpus, and have it played again."""
        inputs = self.played.corpus.inputs
        for octets in islice(inputs, self._known, None):
            fire = self.counters.next()
            if fire:
                self._fires[octets] = fire
                self._again.append(octets)
        self._known = len(inputs)
