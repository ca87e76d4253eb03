"""The judge: an answer to a question becomes a verdict. Pure: no files, no clock."""

from __future__ import annotations

from dataclasses import dataclass

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.questions.expected_answer import accepted
from utfproof.engine.questions.question import Question
from utfproof.model.outcome import (
    Crashed,
    Garbled,
    Hung,
    Impossible,
    NotRun,
    Outcome,
    Overrun,
    Touched,
    Unstable,
)
from utfproof.model.verdict import Verdict

MOST_SHOWN = 2000
"""Octets of an answer that a judgement has in words: of a longer one, the beginning."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict of one question, with its answer, as it came and in words of limited length."""

    question: Question
    verdict: Verdict
    actual: str
    answer: Answer


def judge(question: Question, answer: Answer) -> Judgement:
    """Judge one answer."""
    if isinstance(answer, bytes):
        return _judge_line(question, answer)
    return Judgement(question, _of_outcome(question, answer), describe(answer), answer)


def _judge_line(question: Question, line: bytes) -> Judgement:
    shown = line[:MOST_SHOWN].decode("ascii", "backslashreplace")
    # Nearly every answer is one of these lines: comparing octets spares the parsing.
    if question.surely_passes(line):
        return Judgement(question, Verdict.PASS, shown, line)
    outcome = chunk_outputs.read(question.offer.op, question.line, line)
    verdict = _of_outcome(question, outcome)
    # Where strings are UTF-16, two chunks may deliver the halves of one pair.
    if verdict is Verdict.FAIL and question.joins:
        joined = chunk_outputs.pairs_joined(line)
        verdict = _of_outcome(
            question, chunk_outputs.read(question.offer.op, question.line, joined)
        )
    told = describe(outcome) if verdict is Verdict.BROKEN else shown
    return Judgement(question, verdict, told, line)


def _of_outcome(question: Question, outcome: Outcome) -> Verdict:
    match outcome:
        case Crashed():
            return Verdict.CRASH
        case Hung():
            return Verdict.HANG
        case Overrun() | Touched():
            return Verdict.OVERRUN
        case Unstable():
            return Verdict.UNSTABLE
        case Garbled():
            return Verdict.BROKEN
        case NotRun():
            return Verdict.NOT_RUN
        # A host whose strings hold no lone surrogate cannot be given one; scalar values every host
        # has.
        case Impossible():
            return Verdict.BROKEN if question.encodable else Verdict.IMPOSSIBLE
        case _:
            return accepted(question.acceptable, outcome) or Verdict.FAIL


def describe(answer: Outcome) -> str:
    """Describe an outcome that has no answer line."""
    match answer:
        case Crashed(how):
            return f"crashed: {how}"
        case Hung(seconds):
            return f"no answer within {seconds:.1f} s"
        case Garbled(line, problem):
            return f"{problem}: {line}" if line else problem
        case NotRun(why):
            return f"not run: {why}"
        case Touched(act, octets, past_the_end):
            place = "past the end" if past_the_end else "before the beginning"
            return f"overrun {act} {octets} {place}"
        case Unstable():
            return "two answers to one question"
        case Impossible(why):
            return f"called impossible, and every host can express it: {why}"
        case _:
            return str(answer)
