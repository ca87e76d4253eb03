"""Answer lines of the protocol, from octets to outcomes; a line outside the grammar is garbled."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain, pairwise

from utfproof.model.encoding import Encoding
from utfproof.model.fields import read_octets
from utfproof.model.operation import ENCODE_STREAM_OPS, STREAM_OPS, Op
from utfproof.model.outcome import (
    Accepted,
    BoundedResult,
    Decoded,
    DecodedTwice,
    Encoded,
    EncodingDetected,
    Garbled,
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

# Eight digits: a codec may take any 32 bits for a code point.
_VALUE = r"(?:0|[1-9a-f][0-9a-f]{0,7})"
_OCTETS = r"(?:-|(?:[0-9a-f]{2})+)"
# 19 digits stay below 2^64.
_POSITIVE = r"[1-9][0-9]{0,18}"
_NUMBER = r"(?:0|[1-9][0-9]{0,18})"  # int() refuses texts of thousands of digits
_NUMBER_OR_UNKNOWN = rf"(?:{_NUMBER}|\?)"

_DECODED = re.compile(rf"ok(?: {_VALUE})*")
_CHUNKED = re.compile(rf"ok(?: {_VALUE}| \|)*")
_REFUSED = re.compile(rf"error ({_NUMBER_OR_UNKNOWN}) ({_NUMBER_OR_UNKNOWN})((?: {_VALUE}| \|)*)")
_NOT_VALID = re.compile(rf"error ({_NUMBER_OR_UNKNOWN}) ({_NUMBER_OR_UNKNOWN})")
_CAUSE = re.compile(
    rf"error ({_NUMBER_OR_UNKNOWN}) ({_NUMBER_OR_UNKNOWN}) (truncated|ill-formed|\?)"
)
_ENCODED = re.compile(rf"ok ({_OCTETS})")
_ENCODED_CHUNKS = re.compile(rf"ok ({_OCTETS}(?: \| {_OCTETS})*)")
_NOT_ENCODED = re.compile(rf"error ({_NUMBER_OR_UNKNOWN})")
_ROOM = re.compile(rf"(ok|short) ({_NUMBER})((?: {_VALUE})*)")
_ROOM_OCTETS = re.compile(rf"(ok|short) ({_NUMBER}) ({_OCTETS})")
_REFILLED = re.compile(rf"(ok|short)((?: {_VALUE}| \|)*)")
_REFILLED_OCTETS = re.compile(rf"(ok|short) ({_OCTETS}(?: \| {_OCTETS})*)")
_REPLACED = re.compile(rf"ok (yes|no|{_NUMBER})((?: {_VALUE})*)")
_SIZED = re.compile(rf"ok ({_NUMBER}) ({_NUMBER})")
_OVERRUN = re.compile(rf"overrun ({_NUMBER})")
_TOUCHED = re.compile(
    rf"overrun (read|write|touch) ({_POSITIVE}) (past the end|before the beginning)"
)
_DETECTED = re.compile(rf"ok ([A-Z0-9-]+) ({_NUMBER})")
_NAMED = re.compile(r"ok ([A-Z0-9-]+)")
_RUN = re.compile(rf"([1-9][0-9]{{0,18}})(v|i(?:{_NUMBER})?)")
_IMPOSSIBLE = re.compile("impossible (.+)")
_UNSTABLE, _BETWEEN = "unstable ", " ; "
_SHOWN = 200


def parse(op: Op, line: bytes) -> Outcome:
    """Read one answer line; anything that the protocol does not allow here is Garbled."""
    if not line.isascii():
        return Garbled(line[:_SHOWN].hex(" "), "octets that are not ASCII")
    text = line.decode("ascii")
    if text.startswith("failed"):
        return Garbled(text[:_SHOWN], "the adapter says that it failed, not its codec")
    return (
        _READERS[op](text) or _of_any_op(op, text) or Garbled(text[:_SHOWN], f"no answer to {op}")
    )


def _of_any_op(op: Op, text: str) -> Outcome | None:
    """Read the reports that an adapter may make of a question asked between guard pages."""
    if match := _TOUCHED.fullmatch(text):
        return Touched(match[1], int(match[2]), match[3] == "past the end")
    if not text.startswith(_UNSTABLE):
        return None
    first, bar, second = text.removeprefix(_UNSTABLE).partition(_BETWEEN)
    one, two = _READERS[op](first), _READERS[op](second)
    # An adapter that calls two equal answers unstable is itself at fault.
    return Unstable(one, two) if bar and one and two and first != second else None


def _known_number(text: str) -> int | None:
    return None if text == "?" else int(text)


def _values(text: str) -> Values:
    return tuple([int(word, 16) for word in text.split()])


def _split(text: str) -> tuple[Values, ...]:
    return tuple([_values(part) for part in text.split("|")])


def _decoded(text: str) -> Outcome | None:
    if _DECODED.fullmatch(text):
        return Decoded(_values(text[2:]))
    refused = _refused(text)
    # Bars belong to chunks: in the answer to a whole input they are no answer.
    return None if refused and refused.chunks else refused


def _refused(text: str) -> Refused | None:
    match = _REFUSED.fullmatch(text)
    if not match:
        return None
    outputs = _split(match[3])
    delivered = tuple(chain.from_iterable(outputs))
    return Refused(_known_number(match[1]), _known_number(match[2]), delivered, len(outputs) - 1)


def _chunked(text: str) -> Outcome | None:
    if not _CHUNKED.fullmatch(text):
        return _refused(text)
    chunk_outputs = _split(text[2:])
    return Decoded(tuple(chain.from_iterable(chunk_outputs)), chunk_outputs)


def _again(text: str) -> Outcome | None:
    first, bar, second = text.partition(" / ")
    one, two = _decoded(first), _decoded(second)
    return DecodedTwice(one, two) if bar and one and two else None


def _room(text: str) -> Outcome | None:
    if match := _ROOM.fullmatch(text):
        return BoundedResult(int(match[2]), _values(match[3]), b"", match[1] == "short")
    if match := _OVERRUN.fullmatch(text):
        return Overrun(int(match[1]))
    refused = _refused(text)
    return None if refused and refused.chunks else refused


def _refilled(text: str) -> Outcome | None:
    if match := _REFILLED.fullmatch(text):
        return _rooms(_split(match[2]), short=match[1] == "short")
    if match := _OVERRUN.fullmatch(text):
        return Overrun(int(match[1]))
    return _refused(text)


def _rooms(found: tuple[Values, ...], *, short: bool) -> Refilled | None:
    # Short of room is a codec for which an empty room was too small: that room is the last one.
    return None if short and found[-1] else Refilled(found, short)


def _replaced(text: str) -> Outcome | None:
    if match := _REPLACED.fullmatch(text):
        told = match[1]
        return ReplacementsTold(
            _values(match[2]), told == "yes" if told in ("yes", "no") else int(told)
        )
    refused = _refused(text)
    return None if refused and refused.chunks else refused


def _sized(text: str) -> Outcome | None:
    if match := _SIZED.fullmatch(text):
        return Sized(int(match[1]), int(match[2]))
    refused = _refused(text)
    return None if refused and refused.chunks else refused


def _validated(text: str) -> Outcome | None:
    if text == "ok":
        return Accepted()
    match = _NOT_VALID.fullmatch(text)
    return Refused(_known_number(match[1]), _known_number(match[2])) if match else None


def _caused(text: str) -> Outcome | None:
    if text == "ok":
        return Accepted()
    match = _CAUSE.fullmatch(text)
    if not match:
        return None
    truncated = None if match[3] == "?" else match[3] == "truncated"
    return Refused(_known_number(match[1]), _known_number(match[2]), truncated=truncated)


def _not_encoded(text: str) -> Outcome | None:
    if match := _IMPOSSIBLE.fullmatch(text):
        return Impossible(match[1])
    match = _NOT_ENCODED.fullmatch(text)
    return Refused(_known_number(match[1])) if match else None


def _encoded(text: str) -> Outcome | None:
    match = _ENCODED.fullmatch(text)
    return Encoded(read_octets(match[1])) if match else _not_encoded(text)


def _encoded_chunks(text: str) -> Outcome | None:
    match = _ENCODED_CHUNKS.fullmatch(text)
    if not match:
        return _not_encoded(text)
    moments = tuple([read_octets(field) for field in match[1].split(" | ")])
    return Encoded(b"".join(moments), moments)


def _encoded_room(text: str) -> Outcome | None:
    if match := _ROOM_OCTETS.fullmatch(text):
        return BoundedResult(int(match[2]), (), read_octets(match[3]), match[1] == "short")
    if match := _OVERRUN.fullmatch(text):
        return Overrun(int(match[1]))
    return _not_encoded(text)


def _encoded_refill(text: str) -> Outcome | None:
    if match := _REFILLED_OCTETS.fullmatch(text):
        rooms = tuple([tuple(read_octets(field)) for field in match[2].split(" | ")])
        return _rooms(rooms, short=match[1] == "short")
    if match := _OVERRUN.fullmatch(text):
        return Overrun(int(match[1]))
    return _not_encoded(text)


def _encoded_size(text: str) -> Outcome | None:
    if match := _SIZED.fullmatch(text):
        return Sized(int(match[1]), int(match[2]))
    return _not_encoded(text)


def _detected(text: str) -> Outcome | None:
    if text == "ok ? 0":
        return EncodingDetected(None, 0)
    match = _DETECTED.fullmatch(text)
    return (
        EncodingDetected(Encoding(match[1]), int(match[2]))
        if match and match[1] in _KNOWN
        else None
    )


def _named(text: str) -> Outcome | None:
    if text == "ok ?":
        return LabelNamed(None)
    if found := _IMPOSSIBLE.fullmatch(text):
        return Impossible(found[1])
    match = _NAMED.fullmatch(text)
    return LabelNamed(Encoding(match[1])) if match and match[1] in _KNOWN else None


def _swept(text: str) -> Outcome | None:
    words = text.split(" ")
    runs = [_RUN.fullmatch(word) for word in words[1:]]
    if words[0] != "ok" or not runs or not all(runs):
        return None
    found = tuple([(int(run[1]), run[2]) for run in runs if run])
    # Neighbouring runs of one kind have to be merged: so each table has exactly one line.
    merged = all(a[1] != b[1] for a, b in pairwise(found))
    return Swept(found) if merged else None


_KNOWN = frozenset(encoding.value for encoding in Encoding if encoding is not Encoding.NONE)
_READERS: dict[Op, Callable[[str], Outcome | None]] = {
    Op.DECODE: _decoded,
    Op.DECODE_WITHIN: _decoded,
    **dict.fromkeys(STREAM_OPS, _chunked),
    Op.DECODE_AGAIN: _again,
    Op.DECODE_ROOM: _room,
    Op.DECODE_REFILL: _refilled,
    Op.DECODE_REPLACED: _replaced,
    Op.DECODE_SIZE: _sized,
    Op.VALIDATE: _validated,
    Op.VALIDATE_CAUSE: _caused,
    Op.VALIDATE_CHUNKS: _validated,
    Op.ENCODE: _encoded,
    **dict.fromkeys(ENCODE_STREAM_OPS, _encoded_chunks),
    Op.ENCODE_ROOM: _encoded_room,
    Op.ENCODE_REFILL: _encoded_refill,
    Op.ENCODE_SIZE: _encoded_size,
    Op.DETECT: _detected,
    Op.LABEL: _named,
    Op.SWEEP: _swept,
}
