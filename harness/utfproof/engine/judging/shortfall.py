"""Why a right output is a failure: late, room left unused, told wrongly, or of a wrong size."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.engine.judging import chunk_outputs
from utfproof.engine.judging.judge import Judgement
from utfproof.engine.questions.delivery import late
from utfproof.engine.questions.expected_answer import (
    BoundedOutput,
    Expectation,
    Octets,
    Refusal,
    Text,
    TextTold,
    fits,
)
from utfproof.engine.questions.expected_size import ExpectedSize, is_written, mistake
from utfproof.engine.questions.question import expected
from utfproof.model.fields import points, render
from utfproof.model.operation import Mode
from utfproof.model.outcome import (
    BoundedResult,
    Decoded,
    Encoded,
    Outcome,
    Refused,
    ReplacementsTold,
    Sized,
    Values,
)
from utfproof.model.verdict import Verdict


def shortfall(judged: Judgement) -> str:
    """Name the missing output, the piece that fits, or the wrong report; "" for none."""
    question, answer = judged.question, judged.answer
    if judged.verdict is not Verdict.FAIL or not isinstance(answer, bytes):
        return ""
    # As the judge does: two chunks may deliver the halves of one pair.
    line = chunk_outputs.pairs_joined(answer) if question.joins else answer
    outcome = chunk_outputs.read(question.offer.op, question.line, line)
    mode, encodes = question.offer.mode, question.offer.op.encodes
    found = (
        _wrong_size(choice.expectation, outcome, "octet" if encodes else "unit")
        or _missing(choice.expectation, outcome, mode)
        for choice in question.acceptable
    )
    return next(filter(None, found), "")


def expected_in_time(judged: Judgement) -> str:
    """Return the expected answer; with the reason where the output of the given one is right."""
    missing = shortfall(judged)
    return f"{expected(judged.question)} ({missing})" if missing else expected(judged.question)


def _missing(expected: Expectation, outcome: Outcome, mode: Mode) -> str:
    match expected, outcome:
        case Text(values, tuple() as owed), Decoded(found, outputs) if found == values:
            seen = late(owed, outputs)
            return _due(points(values[seen.delivered : seen.due]), seen.chunk) if seen else ""
        case Octets(octets, tuple() as owed), Encoded(written, parts) if written == octets:
            seen = late(owed, parts)
            return _due(render(octets[seen.delivered : seen.due]), seen.chunk) if seen else ""
        case Refusal(chunks=range() as chunks, prompt=True), Refused(chunks=told):
            timely = Refusal(expected.offset, expected.length, expected.before)
            late_one = told >= chunks.stop and fits(timely, outcome)
            return _due("the error", chunks.stop - 1) if late_one else ""
        case BoundedOutput(), BoundedResult(short=True):
            return _unused(expected, outcome)
        case TextTold(text, count), ReplacementsTold(values, told) if fits(text, Decoded(values)):
            return _told(told, count.of(values), "dropped" if mode is Mode.SKIP else "replaced")
        case _:
            return ""


def _told(told: bool | int, numbers: Sequence[int], done: str) -> str:
    """Compare the stated number of ill-formed sequences with the real one, in words."""
    if isinstance(told, bool):
        said = f"{'something' if told else 'nothing'} was {done}"
    else:
        said = f"{_sequences(told)} {'was' if told == 1 else 'were'} {done}"
    real = f"{numbers[0]} to " * (len(numbers) > 1) + _sequences(numbers[-1])
    return f"says that {said}, and {done} {real if numbers[-1] else 'nothing'}"


def _sequences(number: int) -> str:
    return f"{number} ill-formed sequence{'s' * (number != 1)}"


def _wrong_size(expected: Expectation, outcome: Outcome, unit: str) -> str:
    """Describe a wrong prediction of output that has its right size."""
    match expected, outcome:
        case ExpectedSize(), Sized() if is_written(expected, outcome):
            return mistake(expected, outcome, unit)
        case _:
            return ""


def _due(what: str, chunk: int) -> str:
    return f"late: {what} is due with chunk {chunk + 1}"


def _unused(expected: BoundedOutput, found: BoundedResult) -> str:
    """Say which piece would have fitted behind an output that is right up to its end."""
    output = tuple(found.octets)
    start = 0
    written: Values = ()
    for piece, end in expected.steps:
        fitting = expected.filled is not None and len(written) + len(piece) <= expected.filled
        if output == written and found.consumed == start and fitting:
            return f"room is left: {render(bytes(piece))} fits"
        written, start = (*written, *piece), end
    return ""
