"""The hearing of a codec: its failures, and a sample of its passes, put to the witness as well."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging.judge import MOST_SHOWN, describe, judge
from utfproof.engine.questions.plan import Narrowing, PlannedCase, Planner
from utfproof.engine.questions.question import expected
from utfproof.engine.run.codec_session import BATCH_CASES, CodecSession
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import NotRun
from utfproof.model.verdict import RANK, Verdict
from utfproof.witness import source_text
from utfproof.witness.comparison import Agreement, Comparison, compare
from utfproof.witness.printed import NoAnswer, PrintedAnswer
from utfproof.witness.source_text import WitnessInput
from utfproof.witness.witness_file import WitnessFile, WitnessProgram
from utfproof.witness.witness_runner import WitnessRunner

_NO_VALUE = "the language has no such value"
_PROPERTIES = "properties/"
_SEVERAL = "an account of several inputs"


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question with the adapter's answer: of a written case, of a run, or of a user.

    `published` is the answer in the run, where the question was asked again. A property, which
    asks several, has none: what is published of it is an account of their answers.
    """

    offer: Offer
    line: str
    answer: Answer
    case: str = ""
    verdict: Verdict = Verdict.NOT_RUN
    expected: str = ""
    published: str = ""

    @property
    def actual(self) -> str:
        """Return the answer in the protocol's words."""
        if isinstance(self.answer, bytes):
            return self.answer.decode("ascii", "backslashreplace")
        return describe(self.answer)

    @property
    def has_changed(self) -> bool:
        """True where the answer in the run was another; decoded nothing is `ok` or `ok -`."""
        own = self.actual[:MOST_SHOWN]  # as much as the run has kept of it
        return self.published.removesuffix(" -") not in ("", own.removesuffix(" -"))

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
        kept += passes([case], part, dice)
    return kept


def passes(
    cases: Iterable[Sequence[AnsweredQuestion]], part: float, dice: random.Random
) -> list[AnsweredQuestion]:
    """Return a random part of all questions that passed."""
    return [one for case in cases for one in case if one.verdict.green and dice.random() < part]


def failures_of_run(
    asked: CodecSession, events: Iterable[CaseFinished]
) -> Iterator[AnsweredQuestion]:
    """Ask the failing questions of a run again, and yield them with the new answers."""
    red = [event for event in events if event.verdict.red and event.codec == asked.name]
    for offer in dict.fromkeys(event.op for event in red):
        same = [event for event in red if event.op == offer]
        lines = [event for event in same if _is_line(event)]
        answers = asked.ask(Offer.parse(offer), [event.input.encode("ascii") for event in lines])
        again = dict(zip(map(id, lines), answers, strict=True))
        for event in same:
            yield _of_event(event, again.get(id(event), NotRun(_SEVERAL)))


def _of_event(event: CaseFinished, answer: Answer) -> AnsweredQuestion:
    return AnsweredQuestion(
        Offer.parse(event.op),
        event.input,
        answer,
        event.case,
        event.verdict,
        event.expected,
        "" if event.case.startswith(_PROPERTIES) else event.actual,
    )


def _is_line(event: CaseFinished) -> bool:
    """Tell whether the input of an event is one data line, and not an account of several."""
    offer = Offer.parse(event.op) if event.op and event.input else None
    if offer is None or (offer.op is Op.SWEEP and not event.input.endswith(" 0")):
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

    @property
    def covers(self) -> bool:
        """True where at least one offer of the codec has a witness."""
        return any(self.program(offer)[1] for offer in self.asked.offered.offers)

    @property
    def reason(self) -> str:
        """Return why none has one; "" where nobody has said so."""
        name = self.asked.codec.name
        reasons = (self.witnesses.reason(name, offer) for offer in self.asked.offered.offers)
        return next(filter(None, reasons), "")

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
        told = [(one, _untold(one)) for one in questions]
        yield from (HeardQuestion(one, (), untold) for one, untold in told if untold)
        questions = [one for one, untold in told if not untold]
        inputs = [source_text.inputs_of(offer, spoken_for, one.line) for one in questions]
        wanted = {own: None for each in inputs for own in each if not source_text.is_too_long(own)}
        order = list(wanted)
        said = dict(zip(order, self.runner.answers(program, order), strict=True))
        for one, own in zip(questions, inputs, strict=True):
            yield _compared(one, spoken_for, own, said)


def _untold(question: AnsweredQuestion) -> Comparison | None:
    """Return why a question does not go to the witness; None where it does."""
    if isinstance(question.answer, NotRun):
        return Comparison(Agreement.SILENT, question.answer.why)
    if question.has_changed:
        return Comparison(Agreement.CHANGED, f"in the run it was {question.published}")
    if question.actual.startswith("impossible"):
        return Comparison(Agreement.SILENT, _NO_VALUE)
    return None


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
