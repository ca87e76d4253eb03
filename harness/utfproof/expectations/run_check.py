"""The comparison of a run with its known failures.

Unlisted failures, changed failures and unexpected passes are errors. An entry of the list is met
when exactly its cases fail, in exactly its way. Otherwise one of six problems is reported: an
unexpected failure, an unexpected pass, another answer, an entry that matches nothing, an entry
with another number of cases, or an expired entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    ExpectationUnmet,
    FailuresKnown,
    RunStarted,
)
from utfproof.expectations.document import Defect, ExpectationFile, FailureGroup
from utfproof.expectations.observed_failures import ObservedFailures, Pair, digest
from utfproof.model.codec_id import CodecId
from utfproof.model.level import LEVELS
from utfproof.model.verdict import CodecVerdict

_SHOWN = 3


@dataclass(slots=True)
class RunCheck:
    """Holds a run against files of known failures.

    `whole` is False where only a part of the cases or offers is asked: numbers and digests of
    answers mean nothing then.
    """

    documents: Sequence[ExpectationFile]
    level: str
    whole: bool
    today: date
    records: dict[str, ObservedFailures] = field(default_factory=dict)

    def follow(self, events: Iterable[Event], before: Iterable[Event] = ()) -> Iterator[Event]:
        """Pass events on; insert the expectations of each codec before its end.

        Codecs that were finished when a run was interrupted (the events `before`) get theirs again
        behind the header: the list may have changed since.
        """
        finished = self._taken(before)
        for event in events:
            if isinstance(event, CodecFinished) and self._counts(event):
                yield from self.held(self.records[event.codec])
            self.take(event)
            yield event
            if isinstance(event, RunStarted):
                for codec in finished:
                    yield from self.held(self.records[codec])

    def _taken(self, before: Iterable[Event]) -> list[str]:
        """Record the events of an interrupted run; return its finished codecs."""
        finished: dict[str, bool] = {}
        for event in before:
            self.take(event)
            match event:
                case CodecStarted(codec=codec):
                    finished[codec] = False
                case CodecFinished(codec=codec):
                    finished[codec] = codec in self.records
                case _:
                    pass
        return [codec for codec, is_so in finished.items() if is_so]

    def _counts(self, event: CodecFinished) -> bool:
        broken = event.verdict in (CodecVerdict.BROKEN, CodecVerdict.UNAVAILABLE)
        return event.codec in self.records and not broken

    def take(self, event: Event) -> None:
        """Record the outcome of a case, also of codecs that an interrupted run had finished."""
        match event:
            case CodecStarted(codec=codec, version=version):
                self.records[codec] = ObservedFailures(codec, version)
            case CaseFinished(codec=codec):
                self.records[codec].take(event)
            case Diagnosed(codec=codec):
                self.records[codec].diagnoses.append(event)
            case CodecFinished(codec=codec) if not self._counts(event):
                self.records.pop(codec, None)
            case _:
                pass

    def held(self, record: ObservedFailures) -> Iterator[Event]:
        """Yield the known failures of a codec, and the expectations that are not met."""
        listed: set[Pair] = set()
        for own, defect in self._defects(record):
            found = _Held(record, defect, f"{own.path}:{defect.line}", listed)
            for block in defect.blocks:
                if LEVELS.index(block.level) <= LEVELS.index(self.level):
                    found.block(block, whole=self.whole)
            yield from found.events(self.today)
        unlisted = [pair for pair in record.failing if pair not in listed]
        own_file = self._file_of(record.codec)
        if unlisted and own_file:
            text = f"no entry lists {_named(unlisted)}"
            yield ExpectationUnmet(record.codec, "unexpected failure", text, str(own_file.path))

    def _defects(self, record: ObservedFailures) -> Iterator[tuple[ExpectationFile, Defect]]:
        # What differs on a processor is an expectation not met, unless an entry names it.
        codec = CodecId.parse(record.codec)
        for own in self.documents:
            for defect in own.codecs.get(codec.plain, ()):
                if defect.concerns(record.version, codec.cpu):
                    yield own, defect

    def _file_of(self, codec: str) -> ExpectationFile | None:
        """Find the file where a failure of a codec would be listed."""
        adapter = CodecId.parse(codec).adapter
        for own in self.documents:
            if any(CodecId.parse(name).adapter == adapter for name in own.codecs):
                return own
        return None


@dataclass(slots=True)
class _Held:
    """One defect compared with the record of a codec; `meant` are the pairs that have an entry."""

    record: ObservedFailures
    defect: Defect
    place: str
    meant: set[Pair]
    known: list[Pair] = field(default_factory=list)
    unmet: list[tuple[str, str]] = field(default_factory=list)

    def block(self, block: FailureGroup, *, whole: bool) -> None:
        """Hold one block against the cases that it means; a case belongs to the first."""
        pairs = [pair for pair in self.record.meant(block) if pair not in self.meant]
        self.meant.update(pairs)
        if self.defect.varies:
            self.known += [pair for pair in pairs if pair in self.record.failing]
            return
        if whole and not pairs:
            self._say("matches nothing", f"{' '.join(block.ids[:_SHOWN])}: no such case was asked")
        elif whole and len(pairs) != block.count:
            self._say("matches another number", f"{block.count} listed, {len(pairs)} asked")
        self._answers(block, pairs, whole=whole)

    def _answers(self, block: FailureGroup, pairs: list[Pair], *, whole: bool) -> None:
        failing = {pair: self.record.failing[pair] for pair in pairs if pair in self.record.failing}
        if passed := [pair for pair in pairs if pair not in failing]:
            self._say("unexpected pass", _named(passed))
        other = [
            pair for pair, case in failing.items() if not block.is_met_by(case.verdict, case.actual)
        ]
        if other:
            self._say("other answer", _named(other))
        elif block.answers and whole and failing and block.answers != digest(failing.values()):
            self._say("other answer", f"{_named(list(failing))} answer otherwise than recorded")
            return
        self.known += [pair for pair in failing if pair not in other]

    def _say(self, kind: str, text: str) -> None:
        self.unmet.append((kind, text))

    def events(self, today: date) -> Iterator[Event]:
        """Yield the results, the known failures first."""
        codec, defect = self.record.codec, self.defect
        if self.known:
            cases: dict[str, list[str]] = {}
            for op, case in self.known:
                cases.setdefault(op, []).append(case)
            yield FailuresKnown(codec, defect.words, defect.reference, cases, defect.kind)
        if defect.has_expired(today):
            self._say("expired", f"on {defect.expires}: is it still so? then set a new date")
        for kind, text in self.unmet:
            yield ExpectationUnmet(codec, kind, text, self.place)


def _named(pairs: Sequence[Pair]) -> str:
    """Name some of the cases: `3 cases: ID (OP), …`."""
    shown = ", ".join(f"{case} ({op})" for op, case in pairs[:_SHOWN])
    more = ", …" if len(pairs) > _SHOWN else ""
    return f"{len(pairs)} {'case' if len(pairs) == 1 else 'cases'}: {shown}{more}"
