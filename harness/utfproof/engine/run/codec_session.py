"""One codec of an open adapter: asked batches of questions, and judged.

The only place where written cases and properties are asked: certify, the rerun of a certificate
and the pytest plugin use it, so that one codec has one verdict everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from utfproof.adapters.launch import OpenAdapter
from utfproof.adapters.manifest import Codec, Manifest
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.engine.attribution.attribute import broken
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.judging.shortfall import expected_in_time
from utfproof.engine.questions.plan import Narrowing, PlannedCase
from utfproof.engine.relations.properties import PlannedProperty
from utfproof.model.operation import Offer
from utfproof.model.profile import WHATWG, Claims
from utfproof.model.verdict import RANK, Verdict

_WHY = {
    Verdict.OUTSIDE: "the codec's contract excludes it",
    Verdict.UNSUPPORTED: "the codec's format excludes it",
}

BATCH_CASES = 512
"""Cases asked together: blocks stay large, and progress shows while a codec is asked."""


@dataclass(slots=True, eq=False)
class CodecSession:
    """A codec, and the session of its adapter. `name` is its full name: `rust/std`."""

    name: str
    codec: Codec
    offered: CodecOffers
    session: Session
    # A codec that is compiled while it runs is asked a case some hundred times: answers that are
    # the same octets once more are not judged once more.
    _last: dict[tuple[str, Offer], tuple[list[Answer], CaseFinished]] = field(default_factory=dict)

    @classmethod
    def of(cls, manifest: Manifest, codec: Codec, adapter: OpenAdapter) -> CodecSession:
        """Take a codec that the adapter's hello names.

        Raises:
            KeyError: hello does not name it.
        """
        offered = adapter.offers[codec.name]
        return cls(manifest.id_of(codec), codec, offered, adapter.session)

    def offers(self, narrowing: Narrowing) -> tuple[Offer, ...]:
        """Return the offers that a narrowing keeps, in the order of hello."""
        return tuple(offer for offer in self.offered.offers if narrowing.keeps(offer))

    def ask(self, offer: Offer, lines: Sequence[bytes]) -> list[Answer]:
        """Ask data lines of an offer; return one answer for each."""
        return self.session.ask(self.codec.name, offer, lines, self.codec.claims.excludes)

    def judge_cases(self, cases: Sequence[PlannedCase]) -> Iterator[CaseFinished]:
        """Ask cases and yield each with its verdict, batch by batch.

        Neighbours of one offer are asked together: a block of the protocol has one offer.
        """
        for _, group in groupby(cases, key=lambda case: case.offer):
            same = list(group)
            for start in range(0, len(same), BATCH_CASES):
                yield from self._judge_batch(same[start : start + BATCH_CASES])

    def judge_property(self, item: PlannedProperty) -> CaseFinished:
        """Ask a property and return it with its verdict."""
        return item.judged(self.name, self.codec.name, self.session, self.codec.claims.excludes)

    def _judge_batch(self, batch: Sequence[PlannedCase]) -> Iterator[CaseFinished]:
        answers = self.ask(batch[0].offer, [line for case in batch for line in case.lines])
        at = 0
        for case in batch:
            own = answers[at : at + len(case.questions)]
            at += len(own)
            yield self._judged(case, own)

    def _judged(self, item: PlannedCase, answers: list[Answer]) -> CaseFinished:
        key = item.case.about.id, item.offer
        before = self._last.get(key)
        if before is None or before[0] != answers:
            found = _finished(self.name, self.codec.claims, item, answers)
            before = self._last[key] = answers, found
        return before[1]


def _finished(name: str, claims: Claims, item: PlannedCase, answers: list[Answer]) -> CaseFinished:
    """Judge the questions of one case, and keep the gravest judgement, else the first."""
    # Nearly every case of a right codec ends here: its answers are compared unparsed.
    if item.questions and item.passes(answers):
        return case_event(name, claims, item, judge(item.questions[0], answers[0]))
    gravest: Judgement | None = None
    for question, answer in zip(item.questions, answers, strict=True):
        if gravest is not None and answer in question.canonical:
            continue
        found = judge(question, answer)
        if gravest is None or RANK[found.verdict] < RANK[gravest.verdict]:
            gravest = found
    return case_event(name, claims, item, gravest)


def case_event(
    name: str, claims: Claims, item: PlannedCase, gravest: Judgement | None
) -> CaseFinished:
    """Return the event of a case by its gravest judgement, which is None where none was asked."""
    facts = item.case.about
    question = gravest.question if gravest else None
    not_asked = Verdict.OUTSIDE if item.outside else Verdict.UNSUPPORTED
    return CaseFinished(
        codec=name,
        case=facts.id,
        op=str(item.offer),
        verdict=gravest.verdict if gravest else not_asked,
        asked=len(item.questions),
        way=question.way if question else "",
        input=question.line.decode("ascii") if question else "",
        expected=expected_in_time(gravest) if gravest else "",
        actual=gravest.actual if gravest else _WHY[not_asked],
        clauses=facts.clauses,
        flags=facts.flags,
        breaks=_breaks(claims, gravest) if gravest else (),
        outside=item.outside,
    )


def _breaks(claims: Claims, judged: Judgement) -> tuple[str, ...]:
    # Nearly every case passes: the settings are worked out for the others alone.
    if judged.verdict is Verdict.PASS:
        return ()
    settings = claims.settings(judged.question.offer.encoding)
    return broken(settings, judged, web=WHATWG in claims.profiles)
