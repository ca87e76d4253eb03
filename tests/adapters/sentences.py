"""Outcomes as the protocol writes them: the way back from `answers.parse`."""

from __future__ import annotations

from utfproof.model.encoding import Encoding
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
    Refilled,
    Refused,
    ReplacementsTold,
    Sized,
    Swept,
    Touched,
    Unstable,
    Values,
)

_CAUSES = {None: "?", True: "truncated", False: "ill-formed"}


SENTENCES: list[tuple[Op, str, Outcome]] = [
    (Op.DECODE, "ok", Decoded(())),
    (Op.DECODE, "ok 0", Decoded((0,))),
    (Op.DECODE, "ok 20ac d800 ffffffff", Decoded((0x20AC, 0xD800, 0xFFFFFFFF))),
    (Op.DECODE, "error 1 2", Refused(1, 2)),
    (Op.DECODE, "error 1 1 2f", Refused(1, 1, (0x2F,))),
    (Op.DECODE, "error ? 1", Refused(None, 1)),
    (Op.DECODE, "error 1 ?", Refused(1, None)),
    (Op.DECODE, "error ? ? 41", Refused(None, None, (0x41,))),
    (Op.DECODE_WITHIN, "ok 20ac", Decoded((0x20AC,))),
    (Op.DECODE_WITHIN, "error 0 1", Refused(0, 1)),
    (Op.DECODE_CHUNKS, "ok | 20ac |", Decoded((0x20AC,), ((), (0x20AC,), ()))),
    (Op.DECODE_CHUNKS, "ok |", Decoded((), ((), ()))),
    (Op.DECODE_CHUNKS, "ok 41 | 42", Decoded((0x41, 0x42), ((0x41,), (0x42,)))),
    (Op.DECODE_CHUNKS, "error 1 1", Refused(1, 1)),
    (Op.DECODE_CHUNKS, "error 1 1 41", Refused(1, 1, (0x41,))),
    (Op.DECODE_CHUNKS, "error 3 1 41 | | 42", Refused(3, 1, (0x41, 0x42), 2)),
    (Op.DECODE_RESUMED, "error 3 1 |", Refused(3, 1, (), 1)),
    (Op.DECODE_CHUNKS, "error 3 1 |", Refused(3, 1, (), 1)),
    (Op.DECODE_AGAIN, "ok / ok", DecodedTwice(Decoded(()), Decoded(()))),
    (Op.DECODE_AGAIN, "ok 41 / error 0 1", DecodedTwice(Decoded((0x41,)), Refused(0, 1))),
    (Op.DECODE_AGAIN, "error ? ? 42 / ok", DecodedTwice(Refused(None, None, (0x42,)), Decoded(()))),
    (Op.DECODE_ROOM, "ok 3 20ac", BoundedResult(3, (0x20AC,), b"", short=False)),
    (Op.DECODE_ROOM, "ok 0", BoundedResult(0, (), b"", short=False)),
    (Op.DECODE_ROOM, "short 1 41", BoundedResult(1, (0x41,), b"", short=True)),
    (Op.DECODE_ROOM, "short 0", BoundedResult(0, (), b"", short=True)),
    (Op.DECODE_ROOM, "error 1 1 41", Refused(1, 1, (0x41,))),
    (Op.DECODE_ROOM, "overrun 1", Overrun(1)),
    (Op.DECODE_REFILL, "ok 41 | 20ac", Refilled(((0x41,), (0x20AC,)), short=False)),
    (Op.DECODE_REFILL, "ok", Refilled(((),), short=False)),
    (Op.DECODE_REFILL, "ok |", Refilled(((), ()), short=False)),
    (Op.DECODE_REFILL, "short 41 |", Refilled(((0x41,), ()), short=True)),
    (Op.DECODE_REFILL, "short", Refilled(((),), short=True)),
    (Op.DECODE_REFILL, "error 1 1 41 |", Refused(1, 1, (0x41,), 1)),
    (Op.DECODE_REFILL, "overrun 1", Overrun(1)),
    (Op.DECODE_REPLACED, "ok yes fffd", ReplacementsTold((0xFFFD,), True)),  # noqa: FBT003
    (Op.DECODE_REPLACED, "ok no", ReplacementsTold((), False)),  # noqa: FBT003
    (Op.DECODE_REPLACED, "ok 0 41", ReplacementsTold((0x41,), 0)),
    (Op.DECODE_REPLACED, "ok 2 fffd fffd", ReplacementsTold((0xFFFD, 0xFFFD), 2)),
    (Op.DECODE_REPLACED, "error 0 1", Refused(0, 1)),
    (Op.DECODE_SIZE, "ok 3 2", Sized(3, 2)),
    (Op.DECODE_SIZE, "error 1 1 41", Refused(1, 1, (0x41,))),
    (Op.DECODE_SIZE, "error ? ?", Refused(None, None)),
    (Op.DECODE, "overrun read 1 past the end", Touched("read", 1, past_the_end=True)),
    (Op.ENCODE, "overrun write 9 before the beginning", Touched("write", 9, past_the_end=False)),
    (Op.SWEEP, "overrun touch 2 past the end", Touched("touch", 2, past_the_end=True)),
    (Op.DECODE, "unstable ok 41 ; error 0 1", Unstable(Decoded((0x41,)), Refused(0, 1))),
    (Op.ENCODE, "unstable ok 41 ; ok 42", Unstable(Encoded(b"A"), Encoded(b"B"))),
    (Op.VALIDATE, "ok", Accepted()),
    (Op.VALIDATE, "error 3 1", Refused(3, 1)),
    (Op.VALIDATE, "error ? ?", Refused(None, None)),
    (Op.VALIDATE_CHUNKS, "error 3 1", Refused(3, 1)),
    (Op.VALIDATE_CAUSE, "ok", Accepted()),
    (Op.VALIDATE_CAUSE, "error 3 1 truncated", Refused(3, 1, truncated=True)),
    (Op.VALIDATE_CAUSE, "error 3 ? ill-formed", Refused(3, None, truncated=False)),
    (Op.VALIDATE_CAUSE, "error ? ? ?", Refused(None, None)),
    (Op.ENCODE, "ok -", Encoded(b"")),
    (Op.ENCODE, "ok e282ac", Encoded(b"\xe2\x82\xac")),
    (Op.ENCODE, "error 2", Refused(2)),
    (Op.ENCODE, "error ?", Refused(None)),
    (Op.ENCODE, "impossible a char is no surrogate", Impossible("a char is no surrogate")),
    (Op.ENCODE_CHUNKS, "ok 41 | - | 42", Encoded(b"AB", (b"A", b"", b"B"))),
    (Op.ENCODE_CHUNKS, "ok - | -", Encoded(b"", (b"", b""))),
    (Op.ENCODE_RESUMED, "ok 41 | - | 42", Encoded(b"AB", (b"A", b"", b"B"))),
    (Op.ENCODE_CHUNKS, "error 1", Refused(1)),
    (Op.ENCODE_CHUNKS, "impossible x", Impossible("x")),
    (Op.ENCODE_ROOM, "ok 2 4142", BoundedResult(2, (), b"AB", short=False)),
    (Op.ENCODE_ROOM, "ok 0 -", BoundedResult(0, (), b"", short=False)),
    (Op.ENCODE_ROOM, "short 1 41", BoundedResult(1, (), b"A", short=True)),
    (Op.ENCODE_ROOM, "error 0", Refused(0)),
    (Op.ENCODE_ROOM, "overrun 4", Overrun(4)),
    (Op.ENCODE_ROOM, "impossible x", Impossible("x")),
    (Op.ENCODE_REFILL, "ok 41 | 4243", Refilled(((0x41,), (0x42, 0x43)), short=False)),
    (Op.ENCODE_REFILL, "ok -", Refilled(((),), short=False)),
    (Op.ENCODE_REFILL, "short 41 | -", Refilled(((0x41,), ()), short=True)),
    (Op.ENCODE_REFILL, "error 0", Refused(0)),
    (Op.ENCODE_REFILL, "overrun 4", Overrun(4)),
    (Op.ENCODE_REFILL, "impossible x", Impossible("x")),
    (Op.ENCODE_SIZE, "ok 0 0", Sized(0, 0)),
    (Op.ENCODE_SIZE, "error 0", Refused(0)),
    (Op.ENCODE_SIZE, "impossible x", Impossible("x")),
    (Op.LABEL, "impossible x", Impossible("x")),
    (Op.DETECT, "ok UTF-8 3", EncodingDetected(Encoding.UTF_8, 3)),
    (Op.DETECT, "ok UTF-16LE 0", EncodingDetected(Encoding.UTF_16LE, 0)),
    (Op.DETECT, "ok ? 0", EncodingDetected(None, 0)),
    (Op.LABEL, "ok UTF-32BE", LabelNamed(Encoding.UTF_32BE)),
    (Op.LABEL, "ok ?", LabelNamed(None)),
    (Op.SWEEP, "ok 128v 128i0", Swept(((128, "v"), (128, "i0")))),
    (Op.SWEEP, "ok 128i0 64v 64i0", Swept(((128, "i0"), (64, "v"), (64, "i0")))),
    (Op.SWEEP, "ok 1i", Swept(((1, "i"),))),
    (Op.SWEEP, "ok 1i 2i1 3i 4v", Swept(((1, "i"), (2, "i1"), (3, "i"), (4, "v")))),
    (Op.SWEEP, "ok 16777216v", Swept(((16_777_216, "v"),))),
]
"""Op, line and outcome: every form of the protocol."""


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
        case BoundedResult() | Refilled() | Overrun():
            return _of_rooms(op, outcome)
        case ReplacementsTold() | Sized():
            return _told(outcome)
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


def _told(outcome: ReplacementsTold | Sized) -> str:
    if isinstance(outcome, Sized):
        return f"ok {outcome.predicted} {outcome.written}"
    yes_or_no = "yes" if outcome.replaced else "no"
    word = yes_or_no if isinstance(outcome.replaced, bool) else f"{outcome.replaced}"
    return f"ok {word}{points(outcome.values)}"


def _of_rooms(op: Op, outcome: BoundedResult | Refilled | Overrun) -> str:
    if isinstance(outcome, Overrun):
        return f"overrun {outcome.units}"
    head = "short" if outcome.short else "ok"
    if isinstance(outcome, BoundedResult):
        data, values = outcome.octets, outcome.values
        rest = f" {octets(data)}" if op is Op.ENCODE_ROOM else points(values)
        return f"{head} {outcome.consumed}{rest}"
    if op is Op.DECODE_REFILL:
        return head + " |".join(map(points, outcome.rooms))
    return f"{head} {' | '.join(octets(bytes(room)) for room in outcome.rooms)}"


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
