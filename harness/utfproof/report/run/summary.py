"""The summary of a run: the sum of its events. Every report is computed from it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from utfproof.engine import run_shard
from utfproof.engine.attribution.resolution import resolved
from utfproof.engine.journal.events import (
    RELATION,
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    ExpectationUnmet,
    FailuresKnown,
    FamilyFinished,
    RunFinished,
    RunStarted,
    ShardFinished,
    SmallestInput,
    TraitsFound,
    WorkerChecked,
)
from utfproof.engine.journal.result import Result
from utfproof.model.codec_id import CodecId
from utfproof.model.level import LEVELS, level_of
from utfproof.model.verdict import RANK, CodecVerdict, Verdict, exit_code
from utfproof.report.run.workers import Workers
from utfproof.report.text import counted


@dataclass(slots=True)
class CodecSummary:
    """One codec in one run.

    `cases` are those that did not simply pass, in the order in which they were asked; `passed`
    counts the others by encoding (or `detect`, `label`), by offer and by topic, the first two parts
    of the cases' ids. `traits` are the identified options, in words, by encoding and
    option. `smallest` has by requirement an input smaller than that of any case. `number` is the
    codec's place in the run, from 0. `contract` is what the codec demands and announces, `outside`
    counts the questions that it therefore was not asked; `not_asked` has the reason for each
    function of its library that no codec asks. `memory` says what watched over its memory beside
    pages.
    """

    codec: str
    verdict: CodecVerdict = CodecVerdict.NOT_RUN
    version: str = ""
    library: str = ""
    target: str = ""
    profile: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    scope: tuple[str, ...] = ()
    not_assessed: tuple[str, ...] = ()
    cases: list[CaseFinished] = field(default_factory=list)
    passed: dict[tuple[str, str, str], int] = field(default_factory=dict)
    asked: int = 0
    executed: list[FamilyFinished] = field(default_factory=list)
    diagnoses: list[Diagnosed] = field(default_factory=list)
    smallest: dict[str, SmallestInput] = field(default_factory=dict)
    traits: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    known: list[FailuresKnown] = field(default_factory=list)
    unmet: list[ExpectationUnmet] = field(default_factory=list)
    why: str = ""
    output: str = ""
    needs: tuple[str, ...] = ()
    seconds: float = 0.0
    restarts: int = 0
    finished: bool = False
    number: int = 0
    contract: Mapping[str, object] = field(default_factory=dict)
    not_asked: Mapping[str, str] = field(default_factory=dict)
    outside: int = 0
    memory: str = ""

    @property
    def counts(self) -> dict[Verdict, int]:
        """Count the cases by verdict, the gravest first."""
        # Cases that passed are only counted: they are most, and nobody reads them one by one.
        passed = sum(self.passed.values())
        found = {Verdict.PASS: passed} if passed else {}
        for case in self.cases:
            found[case.verdict] = found.get(case.verdict, 0) + 1
        return dict(sorted(found.items(), key=lambda item: RANK[item[0]]))

    @property
    def passed_topics(self) -> dict[tuple[str, str], int]:
        """Count the cases that passed by encoding and topic."""
        found: dict[tuple[str, str], int] = {}
        for (name, _, topic), count in self.passed.items():
            found[name, topic] = found.get((name, topic), 0) + count
        return found

    @property
    def failures(self) -> list[CaseFinished]:
        """List the cases that are neither green nor out of the codec's reach."""
        return [case for case in self.cases if _fails(case.verdict)]

    @property
    def charges(self) -> dict[tuple[str, str], str]:
        """Return the requirement that each red case breaks, by offer and case."""
        return resolved(case for case in self.cases if case.verdict.red)

    @property
    def known_cases(self) -> dict[tuple[str, str], FailuresKnown]:
        """Return the listed failures, by offer and case."""
        return {
            (op, case): listed
            for listed in self.known
            for op, cases in listed.cases.items()
            for case in cases
        }

    @property
    def unknown(self) -> list[CaseFinished]:
        """List the failures that nobody has listed."""
        known = self.known_cases
        return [case for case in self.failures if (case.op, case.case) not in known]

    @property
    def for_exit(self) -> CodecVerdict:
        """Return the verdict that counts for the exit status: known failures are as expected."""
        # A list that no longer fits fails the run, although every failure is listed in it.
        if self.verdict is CodecVerdict.FAIL and not self.unknown:
            return CodecVerdict.FAIL if self.unmet else CodecVerdict.PASS
        return CodecVerdict.FAIL if self.unmet and _weaker(self.verdict) else self.verdict

    def take(self, case: CaseFinished) -> None:
        """Take in a case."""
        self.asked += case.asked
        self.outside += case.outside
        if case.verdict is not Verdict.PASS:
            self.cases.append(case)
            return
        key = (column_of(case.case, case.op), case.op, topic_of(case.case))
        self.passed[key] = self.passed.get(key, 0) + 1

    def diagnose(self, event: Diagnosed | SmallestInput) -> None:
        """Take in a diagnosis, or the smallest input that breaks a requirement."""
        if isinstance(event, Diagnosed):
            self.diagnoses.append(event)
        else:
            self.smallest[event.requirement] = event

    def execute(self, family: FamilyFinished) -> None:
        """Take in an executed family; its offer is assessed then."""
        self.executed.append(family)
        # An offer without written cases is assessed by its first family that asks something.
        if family.asked and family.op in self.not_assessed:
            self.not_assessed = tuple(op for op in self.not_assessed if op != family.op)
            self.scope = (*self.scope, family.op)

    def reproduce(self, case: CaseFinished) -> str:
        """Return the command that repeats one case alone."""
        return self.command + case_options(case.case) + op_option(case.case, case.op)

    @property
    def command(self) -> str:
        """Return the command that asks the codec, as it begins."""
        # An adapter of the user's is given as a folder: nobody else knows its name.
        own = CodecId.parse(self.codec)
        elsewhere = f"{shlex.quote(self.target)} --codec {shlex.quote(own.codec)}"
        target = elsewhere if self.target else shlex.quote(own.plain)
        memory = f" --memory {shlex.quote(self.memory)}" if self.memory else ""
        cpu = f" --cpu {shlex.quote(own.cpu)}" if own.cpu else ""
        return f"utfproof certify {target}{memory}{cpu}"

    def again(self, found: Diagnosed) -> str:
        """Return the command that repeats the smallest case of a diagnosis."""
        shown = (case for case in self.cases if (case.case, case.op) == (found.case, found.op))
        case = next(shown, None)
        return self.reproduce(case) if case else ""


def case_options(case: str) -> str:
    """Return the options that ask one case alone, at the lowest level at which it is asked."""
    level = level_of(case)
    asked = f" --case {shlex.quote(case)}"
    return asked if level == LEVELS[0] else f" --level {level}{asked}"


def op_option(case: str, op: str) -> str:
    """Return the option that asks a case of one offer alone; a property is asked of all at once."""
    return "" if case.startswith("properties/") else f' --op "{op}"'


def _weaker(verdict: CodecVerdict) -> bool:
    """Return whether a verdict is less grave than a failure."""
    return verdict in (CodecVerdict.PASS, CodecVerdict.NOT_RUN)


def _fails(verdict: Verdict) -> bool:
    return verdict.red or verdict in (Verdict.BROKEN, Verdict.NOT_RUN)


@dataclass(slots=True)
class Summary:
    """A run: its header, its codecs by name, and whether it came to its end.

    `passes` has, by case and offer, the codecs that passed: a bit for each, by their numbers.
    """

    header: RunStarted | None = None
    codecs: dict[str, CodecSummary] = field(default_factory=dict)
    passes: dict[tuple[str, str], int] = field(default_factory=dict)
    footer: RunFinished | None = None
    result: Result = field(default_factory=Result)
    workers: Workers = field(default_factory=Workers)

    @property
    def complete(self) -> bool:
        """False when the journal has no footer: the run was interrupted."""
        return self.footer is not None

    @property
    def exit_code(self) -> int:
        """Return the exit status that the verdicts call for.

        A shard that has no codec has nothing to do: another one has them.
        """
        # In any other run it means that nothing could be asked.
        if not self.codecs and self.header and run_shard.ASKED in self.header.asks:
            return 0
        return exit_code(item.for_exit for item in self.codecs.values())

    def add(self, event: Event) -> None:
        """Take in one event."""
        self.result.take(event)
        match event:
            case RunStarted():
                self._go_on(event)
            case CodecStarted():
                self._start(event)
            case CaseFinished(codec=name):
                self._take(self._codec(name), event)
            case CodecFinished(codec=name):
                self._finish(self._unfinished(name), event)
            case FamilyFinished(codec=name):
                self._codec(name).execute(event)
            case Diagnosed(codec=name) | SmallestInput(codec=name):
                self._codec(name).diagnose(event)
            case TraitsFound(codec=name):
                self._codec(name).traits = event.found
            case FailuresKnown(codec=name):
                self._codec(name).known.append(event)
            case ExpectationUnmet(codec=name):
                self._codec(name).unmet.append(event)
            case ShardFinished() | WorkerChecked():
                self.workers.take(event)
            case RunFinished():
                self.footer = event

    def _go_on(self, event: RunStarted) -> None:
        """Begin a run, or resume one: codecs that had only begun are asked again.

        The known failures are read again, for the list of them may have changed since; the places
        of codecs that only the run before asked are kept.
        """
        before = self.header.places if self.header else {}
        self.header = replace(event, places={**before, **event.places})
        self.codecs = {name: item for name, item in self.codecs.items() if item.finished}
        for item in self.codecs.values():
            item.known, item.unmet = [], []

    def _codec(self, name: str) -> CodecSummary:
        if name not in self.codecs:
            self.codecs[name] = CodecSummary(name, number=len(self.codecs))
        return self.codecs[name]

    def _take(self, codec: CodecSummary, case: CaseFinished) -> None:
        codec.take(case)
        if case.verdict is Verdict.PASS:
            key = (case.case, case.op)
            # Bits: a set of codecs for each of half a million cases would not fit into the memory.
            self.passes[key] = self.passes.get(key, 0) | 1 << codec.number

    def _unfinished(self, name: str) -> CodecSummary:
        """Return a codec, new where it was finished before it was asked again, and could not be."""
        if self._codec(name).finished:
            del self.codecs[name]
        return self._codec(name)

    def _start(self, event: CodecStarted) -> None:
        """Begin a codec, anew where an interrupted run had begun with it."""
        before = self._codec(event.codec)
        codec = CodecSummary(event.codec, number=before.number)
        self.codecs[event.codec] = codec
        # What it passed before it was cut off is asked again, and must not count twice.
        if before.passed:
            for key in self.passes:
                # The bit is taken back everywhere: which cases passed before the cut is not stored
                # by codec.
                self.passes[key] &= ~(1 << codec.number)
        codec.version, codec.profile, codec.options = event.version, event.profile, event.options
        codec.target, codec.library = event.target, event.library
        codec.scope, codec.not_assessed = event.scope, event.not_assessed
        codec.contract, codec.not_asked = event.contract, event.not_asked
        codec.memory = event.memory

    def _finish(self, codec: CodecSummary, event: CodecFinished) -> None:
        codec.verdict, codec.why, codec.output = event.verdict, event.why, event.output
        codec.needs, codec.seconds, codec.restarts = event.needs, event.seconds, event.restarts
        codec.finished = True
        self.workers.take(event)


def summarise(events: Iterable[Event]) -> Summary:
    """Add up events."""
    summary = Summary()
    for event in events:
        summary.add(event)
    return summary


def listed(known: Iterable[FailuresKnown]) -> list[str]:
    """Return each known defect in one line: reason, number of cases, references.

    A list may have several entries of one reason, such as one for each requirement that is broken.
    """
    counts: dict[str, int] = {}
    references: dict[str, dict[str, None]] = {}
    for one in known:
        count = sum(map(len, one.cases.values()))
        counts[one.reason] = counts.get(one.reason, 0) + count
        references.setdefault(one.reason, {}).update(dict.fromkeys(one.reference))
    lines = []
    for reason, count in counts.items():
        parts = filter(None, (counted(count, "case"), ", ".join(references[reason])))
        lines.append(f"{reason.rstrip('.')} ({'; '.join(parts)})")
    return lines


def topic_of(case: str) -> str:
    """Return the topic of a case: the first two parts of its id."""
    return "/".join(case.split("/")[:2])


def column_of(case: str, op: str) -> str:
    """Return the column of a case: its encoding, or the operation that has none."""
    if case.startswith(RELATION):
        # A property is asked of several offers at once: its encoding stands at the end of its id.
        return case.rsplit("/", 1)[-1].upper()
    word, encoding, _ = op.split(" ")
    # Detectors and labels have no encoding: the protocol writes `-` for it.
    return word if encoding == "-" else encoding
