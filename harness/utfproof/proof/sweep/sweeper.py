"""A sweeper: asks the shards of one offer, and once more a sample of each another way."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from utfproof.adapters.session.answer_lines import parse
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import ShardFinished
from utfproof.engine.judging.judge import describe
from utfproof.model.fields import render
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import (
    Accepted,
    Crashed,
    Decoded,
    Garbled,
    Hung,
    NotRun,
    Outcome,
    Refused,
    Touched,
    Unstable,
)
from utfproof.model.verdict import RANK, Verdict
from utfproof.proof.sweep.judge import JudgedShard, SweepJudge
from utfproof.proof.sweep.labels import ILL_FORMED, WELL_FORMED, NoSweepError, shown
from utfproof.proof.sweep.rules import SweepRule
from utfproof.proof.sweep.shards import SweepShard
from utfproof.proof.sweep.swept import FAMILY, SweptOffer
from utfproof.reference.automaton import OCTETS

_WithoutLabels = Crashed | Hung | Garbled | NotRun | Touched
SAMPLE = 64
"""Strings of each shard that are asked once more."""


class Sweeper:
    """Asks shards of one offer; several sessions may do so side by side."""

    def __init__(self, swept: SweptOffer, rules: Sequence[SweepRule]) -> None:
        """Ask an offer, and judge by the rules that the codec's settings allow."""
        self._swept = swept
        self._judge = SweepJudge(rules)
        self._dice = random.Random()  # noqa: S311  (a sample is no secret)

    def ask(self, session: Session, shard: SweepShard) -> ShardFinished:
        """Ask one shard and judge the answer."""
        answer = self._answer(session, shard)
        event = ShardFinished(
            codec=self._swept.name,
            family=FAMILY,
            op=str(self._swept.offer),
            shard=str(shard),
            asked=shard.strings,
            well_formed=0,
            digest=hashlib.sha256(answer).hexdigest() if isinstance(answer, bytes) else "",
            sampled=0,
            verdict=Verdict.NOT_RUN,
        )
        if not isinstance(answer, bytes):
            return self._unanswered(shard, answer, event)
        try:
            judged = self._judge.judge(shard, answer)
        except NoSweepError as error:
            return self._unanswered(shard, Garbled("", str(error)), event)
        return self._asked_again(session, shard, judged, _judged(event, shard, judged))

    def _answer(self, session: Session, shard: SweepShard) -> bytes | _WithoutLabels:
        line = str(shard).encode("ascii")
        [answer] = session.ask(self._swept.codec, self._swept.offer, [line])
        if not (isinstance(answer, bytes) and answer.startswith(b"overrun")):
            return answer
        outcome = parse(Op.SWEEP, answer)
        return outcome if isinstance(outcome, Touched) else answer

    def _unanswered(
        self, shard: SweepShard, outcome: _WithoutLabels, event: ShardFinished
    ) -> ShardFinished:
        """Say why there are no labels."""
        labels = self._judge.expected(shard)
        return replace(
            event,
            asked=0 if isinstance(outcome, NotRun) else event.asked,
            verdict=_VERDICTS[type(outcome)],
            input="" if shard.free else render(shard.prefix),
            expected=shown(labels.with_offsets),
            actual=describe(outcome),
        )

    def narrowed(self, session: Session, shard: SweepShard, event: ShardFinished) -> ShardFinished:
        """Follow a shard without labels to the first string that does it alone, octet by octet.

        Each step costs restarts, of which a session has a budget.
        """
        while shard.free:
            parts = (SweepShard(shard.prefix + bytes((octet,)), shard.free - 1) for octet in OCTETS)
            again = next(self._alike(session, parts, event.verdict), None)
            if again is None:
                break
            shard, outcome = again
            event = self._unanswered(shard, outcome, event)
        return event

    def _alike(
        self, session: Session, parts: Iterable[SweepShard], verdict: Verdict
    ) -> Iterator[tuple[SweepShard, _WithoutLabels]]:
        """Yield the parts without labels that have a verdict."""
        for part in parts:
            answer = self._answer(session, part)
            if not isinstance(answer, bytes) and _VERDICTS[type(answer)] is verdict:
                yield part, answer

    def _asked_again(
        self, session: Session, shard: SweepShard, judged: JudgedShard, event: ShardFinished
    ) -> ShardFinished:
        """Compare labels with the codec's answers to the same strings one by one.

        The string with the wrong label is among them: where the codec itself answers rightly, the
        adapter is wrong.
        """
        again = self._swept.again
        if again is None:
            return event
        drawn = judged.strings.sample(SAMPLE, self._dice)
        labels = {place: judged.as_written(label) for place, label in drawn.items()}
        if judged.difference:
            labels[judged.difference.index] = judged.difference.actual
        texts = {place: render(shard.string(place)) for place in sorted(labels)}
        lines = [text.encode("ascii") for text in texts.values()]
        answers = dict(zip(texts, session.ask(self._swept.codec, again, lines), strict=True))
        verdicts = {place: _compared(labels[place], again, answers[place]) for place in texts}
        denied = {place: labels[place] for place in texts if verdicts[place] is Verdict.BROKEN}
        for place in self._backed(session, denied, texts):
            verdicts[place] = Verdict.PASS
        asked = [place for place in texts if verdicts[place] is not Verdict.NOT_RUN]
        event = replace(event, sampled=len(asked))
        gravest = min(asked, key=lambda place: RANK[verdicts[place]], default=None)
        if gravest is None or RANK[verdicts[gravest]] >= RANK[event.verdict]:
            return event
        return replace(
            event,
            verdict=verdicts[gravest],
            input=texts[gravest],
            expected=labels[gravest],
            actual=f"{again}: {_words(answers[gravest])}",
        )

    def _backed(
        self, session: Session, denied: Mapping[int, str], texts: Mapping[int, str]
    ) -> list[int]:
        """List the places where the other offer agrees with the sweep."""
        other = self._swept.else_
        if not denied or other is None:
            return []
        lines = [texts[place].encode("ascii") for place in denied]
        answers = session.ask(self._swept.codec, other, lines)
        rows = zip(denied.items(), answers, strict=True)
        return [
            place
            for (place, label), answer in rows
            if _compared(label, other, answer) is Verdict.PASS
        ]


def _judged(event: ShardFinished, shard: SweepShard, judged: JudgedShard) -> ShardFinished:
    event = replace(event, well_formed=judged.strings.well_formed, verdict=judged.verdict)
    first = judged.difference
    if first is None:
        return event
    octets = render(shard.string(first.index))
    return replace(event, input=octets, expected=first.expected, actual=first.actual)


def _compared(label: str, again: Offer, answer: Answer) -> Verdict:
    """Judge a second answer: one that contradicts the label shows that the adapter is broken."""
    outcome: Outcome = parse(again.op, answer) if isinstance(answer, bytes) else answer
    match outcome:
        case Accepted() | Decoded():
            agrees = label == WELL_FORMED
        case Refused(offset):
            agrees = label in (ILL_FORMED, f"{ILL_FORMED}{offset}") or (
                offset is None and label != WELL_FORMED
            )
        case Crashed() | Hung() | NotRun() | Touched() | Unstable():
            return _VERDICTS[type(outcome)]
        case _:
            agrees = False
    return Verdict.PASS if agrees else Verdict.BROKEN


def _words(answer: Answer) -> str:
    return shown(answer) if isinstance(answer, bytes) else describe(answer)


_VERDICTS = {
    Crashed: Verdict.CRASH,
    Hung: Verdict.HANG,
    Garbled: Verdict.BROKEN,
    NotRun: Verdict.NOT_RUN,
    Touched: Verdict.OVERRUN,
    Unstable: Verdict.UNSTABLE,
}
