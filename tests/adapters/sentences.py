"""Outcomes as the protocol writes them: the way back from `answers.parse`."""

from __future__ import annotations

from utfproof.model.operation import Op
from utfproof.model.outcome import (
    Accepted,
    BoundedResult,
    Decoded,
    DecodedTwice,
    Encoded,
    EncodingDetected,
    Impossible,
    LabelNamed,
    Outcome,
    Overrun,
    Refused,
    Swept,
    Touched,
    Unstable,
    Values,
)

_CAUSES = {None: "?", True: "truncated", False: "ill-formed"}


def written(op: Op, outcome: Outcome) -> str:
    """Write an outcome that an op can have."""
    match outcome:
        case Accepted():
            return "ok"
        case Decoded(values, chunk_outputs):
            return "ok" + " |".join(map(points, chunk_outputs or (values,)))
        case Encoded(data, chunk_outputs):
            return f"ok {' | '.join(map(octets, chunk_outputs or (data,)))}"
        case Refused(offset, length, delivered, chunks):
            assert not chunks, "where the bars stand among what was delivered is not kept"
            fields = [told(offset)] if op.startswith("encode") else [told(offset), told(length)]
            fields += [_CAUSES[outcome.truncated]] * (op is Op.VALIDATE_CAUSE)
            return f"error {' '.join(fields)}{points(delivered)}"
        case BoundedResult(consumed, values, data, short):
            rest = f" {octets(data)}" if op is Op.ENCODE_ROOM else points(values)
            return f"{'short' if short else 'ok'} {consumed}{rest}"
        case Overrun(units):
            return f"overrun {units}"
        case EncodingDetected(encoding, signature):
            return f"ok {encoding or '?'} {signature}"
        case LabelNamed(encoding):
            return f"ok {encoding or '?'}"
        case Swept(runs):
            return "ok" + "".join(f" {count}{label}" for count, label in runs)
        case DecodedTwice(first, second):
            return f"{written(op, first)} / {written(op, second)}"
        case Impossible(why):
            return f"impossible {why}"
        case _:
            return _of_any_op(op, outcome)


def _of_any_op(op: Op, outcome: Outcome) -> str:
    match outcome:
        case Touched(act, count, past_the_end):
            place = "past the end" if past_the_end else "before the beginning"
            return f"overrun {act} {count} {place}"
        case Unstable(first, second):
            return f"unstable {written(op, first)} ; {written(op, second)}"
        case _:
            raise AssertionError(f"{outcome} is no answer")


def points(values: Values) -> str:
    return "".join(f" {value:x}" for value in values)


def octets(data: bytes) -> str:
    return data.hex() or "-"


def told(number: int | None) -> str:
    return "?" if number is None else str(number)
