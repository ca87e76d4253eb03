"""The hearing of a codec: its failures, and a sample of its passes, put to the witness as well."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging.judge import describe, judge
from utfproof.engine.questions.plan import Narrowing, PlannedCase, Planner
from utfproof.engine.questions.question import expected
from utfproof.engine.run.codec_session import BATCH_CASES, CodecSession
from utfproof.model.operation import Offer, Op
from utfproof.model.verdict import RANK, Verdict
from utfproof.witness import source_text
from utfproof.witness.comparison import Agreement, Comparison, compare
from utfproof.witness.printed import NoAnswer, PrintedAnswer
from utfproof.witness.source_text import WitnessInput
from utfproof.witness.witness_file import WitnessFile, WitnessProgram
from utfproof.witness.witness_runner import WitnessRunner

_NO_VALUE = "the language has no such value"


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with the adapter's answer: of a written case, of a run, or of a user."""

    offer: Offer
    line: str
    answer: Answer
    case: str = ""
    verdict: Verdict = Verdict.NOT_RUN
    expected: str = ""

    @property
    def actual(self) -> str:
        """Return the answer in the protocol's words."""
        if isinstance(self.answer, bytes):
            return self.answer.decode("ascii", "backslashreplace")
        return describe(self.answer)

    @property
    def is_failure(self) -> bool:
        """True where the answer is wrong."""
        return self.verdict.red


@dataclass(frozen=True, slots=True)
class HeardQuestion:
    """A question that both were asked: the adapter's answer, the witness's, and the comparison."""

    question: AnsweredQuestion
    said: tuple[str, ...]
    comparison: Comparison


def judged(
    asked: CodecSession, planner: Planner, narrowing: Narrowing
) -> Iterator[list[AnsweredQuestion]]:
    """Ask the written cases of a codec; yield the questions of each case, the gravest first."""
    plan = planner.plan(asked.codec.claims, asked.offers(narrowing))
    for offer, group in groupby(plan.asked, key=lambda case: case.offer):
        same = list(group)
        for start in range(0, len(same), BATCH_CASES):
            yield from _judged_batch(asked, offer, same[start : start + BATCH_CASES])


def _judged_batch(
    asked: CodecSession, offer: Offer, batch: Sequence[PlannedCase]
) -> Iterator[list[AnsweredQuestion]]:
    answers = iter(asked.ask(offer, [line for case in batch for line in case.lines]))
    for case in batch:
        found = [
            AnsweredQuestion(
                offer,
                question.line.decode("ascii"),
                answer,
                case.case.about.id,
                judge(question, answer).verdict,
                expected(question),
            )
            for question, answer in zip(case.questions, answers, strict=False)
        ]
        yield sorted(found, key=lambda one: RANK[one.verdict])


def failures_and_passes(
    cases: Iterable[Sequence[AnsweredQuestion]], part: float, dice: random.Random
) -> list[AnsweredQuestion]:
    """Return the gravest failure of each case, and a random part of all questions that passed."""
    kept: list[AnsweredQuestion] = []
    for case in cases:
        kept += [one for one in case[:1] if one.is_failure]
        kept += [one for one in case if one.verdict.green and dice.random() < part]
    return kept


def failures_of_run(
    asked: CodecSession, events: Iterable[CaseFinished]
) -> Iterator[AnsweredQuestion]:
    """Ask the failing questions of a run again, and yield them with the new answers."""
    red = [event for event in events if event.verdict.red and event.codec == asked.name]
    for offer in dict.fromkeys(event.op for event in red):
        same = [event for event in red if event.op == offer and _is_line(event)]
        answers = asked.ask(Offer.parse(offer), [event.input.encode("ascii") for event in same])
        for event, answer in zip(same, answers, strict=True):
            yield AnsweredQuestion(
                Offer.parse(offer), event.input, answer, event.case, event.verdict, event.expected
            )


def _is_line(event: CaseFinished) -> bool:
    """Tell whether the input of an event is one data line, and not an account of several."""
    offer = Offer.parse(event.op)
    if offer.op is Op.SWEEP:
        return False
    try:
        return bool(source_text.of_question(offer, event.input).parts) and event.input.isascii()
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Hearing:
    """The witnesses of one codec, and the program that runs them."""

    asked: CodecSession
    witnesses: WitnessFile
    runner: WitnessRunner

    def program(self, offer: Offer) -> tuple[Offer, WitnessProgram | None]:
        """Return the offer whose witness answers for one, and that witness."""
        spoken_for = self.witnesses.spoken_for(self.asked.codec.name, offer)
        return spoken_for, self.witnesses.program(self.asked.codec.name, spoken_for)

    def heard(
        self, questions: Sequence[AnsweredQuestion], advance: Callable[[int], None]
    ) -> Iterator[HeardQuestion]:
        """Put questions to the witness, those of one offer together, and compare the answers.

        Raises:
            BuildError: a witness does not build.
            ManifestError: a witness cannot be read or filled in.
        """
        for offer in dict.fromkeys(one.offer for one in questions):
            same = [one for one in questions if one.offer == offer]
            yield from self._of_offer(offer, same)
            advance(len(same))

    def _of_offer(
        self, offer: Offer, questions: Sequence[AnsweredQuestion]
    ) -> Iterator[HeardQuestion]:
        spoken_for, program = self.program(offer)
        if program is None:
            reason = self.witnesses.reason(self.asked.codec.name, offer) or "no witness"
            for one in questions:
                yield HeardQuestion(one, (), Comparison(Agreement.SILENT, reason))
            return
        expressed: list[AnsweredQuestion] = []
        for one in questions:
            if not one.actual.startswith("impossible"):
                expressed.append(one)
            else:
                yield HeardQuestion(one, (), Comparison(Agreement.SILENT, _NO_VALUE))
        questions = expressed
        inputs = [source_text.inputs_of(offer, spoken_for, one.line) for one in questions]
        wanted = {own: None for each in inputs for own in each if not source_text.is_too_long(own)}
        order = list(wanted)
        said = dict(zip(order, self.runner.answers(program, order), strict=True))
        for one, own in zip(questions, inputs, strict=True):
            yield _compared(one, spoken_for, own, said)


def _compared(
    question: AnsweredQuestion,
    spoken_for: Offer,
    inputs: Sequence[WitnessInput],
    said: dict[WitnessInput, PrintedAnswer | NoAnswer],
) -> HeardQuestion:
    if any(own not in said for own in inputs):
        why = "the input is too long for a program"
        return HeardQuestion(question, (), Comparison(Agreement.SILENT, why))
    found = [said[own] for own in inputs]
    texts = tuple(
        one.text if isinstance(one, PrintedAnswer) else f"(it {one.text})" for one in found
    )
    return HeardQuestion(
        question, texts, compare(question.offer, spoken_for, question.answer, found)
    )
