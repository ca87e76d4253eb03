"""Mutants: encoders that join the halves of a pair by a wrong rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from utfproof.model.encoding import is_surrogate
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Claims
from utfproof.mutants.encoder.encoders import FROM_UTF_16, WRITES_UTF_8, encoder, writes
from utfproof.mutants.line_conditions import calls
from utfproof.mutants.mutant import Change, Mutant, with_writer
from utfproof.reference import arithmetic, utf16
from utfproof.reference.arithmetic import form
from utfproof.simulation.encoder import EncodedCharacter, SimulatedEncoder, Unwritable, Write

Joins = Callable[[Values], Sequence[EncodedCharacter]]
Calls = Callable[[SimulatedEncoder, Sequence[Values], Mode], Sequence[bytes]]


def _joining(pair: Callable[[int, int], bool]) -> Joins:
    """Join two values that make a pair, by a rule."""

    def joins(values: Values) -> list[EncodedCharacter]:
        found: list[EncodedCharacter] = []
        at = 0
        while at < len(values):
            both = values[at : at + 2]
            joined = len(both) > 1 and pair(*both)
            found.append(EncodedCharacter(at, utf16.joined(*both) if joined else both[0]))
            at += 2 if joined else 1
        return found

    return joins


def _next_is_swallowed(values: Values) -> list[EncodedCharacter]:
    """Take the value after a lone high surrogate for its low surrogate, and lose it."""
    right = _joining(utf16.is_pair)(values)
    lost = {one.at + 1 for one in right if utf16.is_high(one.value)}
    return [one for one in right if one.at not in lost]


def calls_alone(writer: SimulatedEncoder, given: Sequence[Values], mode: Mode) -> Sequence[bytes]:
    """Write each chunk as a text of its own."""
    fields = []
    start = 0
    for values in given:
        fields.append(_text(writer, values, mode, start))
        start += len(values)
    return (*fields, b"")


def _text(writer: SimulatedEncoder, values: Values, mode: Mode, start: int) -> bytes:
    try:
        return writer.text(values, mode)
    except Unwritable as error:
        raise Unwritable(start + error.index) from None


def _pending_is_lost(
    writer: SimulatedEncoder, given: Sequence[Values], mode: Mode
) -> Sequence[bytes]:
    """Lose a high surrogate that is the last value of all."""
    *kept, last = given
    high = last and utf16.is_high(last[-1])
    return writer.chunk_outputs([*kept, last[:-1] if high else last], mode)


def _empty_forgets(
    writer: SimulatedEncoder, given: Sequence[Values], mode: Mode
) -> Sequence[bytes]:
    """Lose a pending high surrogate when an empty chunk comes."""
    seen: list[Values] = []
    for values in given:
        pending = not values and seen and seen[-1] and utf16.is_high(seen[-1][-1])
        if pending:
            seen[-1] = seen[-1][:-1]
        seen.append(values)
    return writer.chunk_outputs(seen, mode)


def pending_comes_twice(
    writer: SimulatedEncoder, given: Sequence[Values], mode: Mode
) -> Sequence[bytes]:
    """Write a high surrogate with its chunk, and join it with the next one all the same."""
    chunk_outputs = list(writer.chunk_outputs(given, mode))
    for at, values in enumerate(given):
        if (
            mode is not Mode.STRICT
            and values
            and utf16.is_high(values[-1])
            and any(given[at + 1 :])
        ):
            chunk_outputs[at] += writer.octets(0xFFFD) or b""
    return chunk_outputs


def _has_surrogate(given: Sequence[Values]) -> bool:
    return any(is_surrogate(value) for values in given for value in values)


def _above_d7ff(given: Sequence[Values]) -> bool:
    return any(value > 0xD7FF for values in given for value in values)


def _lone_written(value: int) -> bytes | None:
    if value > arithmetic.LAST:
        return None
    return form(value, 3) if is_surrogate(value) else arithmetic.encode(value)


def _cesu_8(value: int) -> bytes | None:
    if value > arithmetic.LAST or is_surrogate(value):
        return None
    halves = utf16.halves(value) if value > 0xFFFF else ()
    return b"".join(form(half, 3) for half in halves) or arithmetic.encode(value)


_ANY: tuple[tuple[str, str, str, Claims, Joins, str], ...] = (
    (
        "code-points-are-joined",
        "SurrogatePair",
        "A high and a low surrogate are joined, though code points are promised to be taken.",
        WRITES_UTF_8,
        _joining(utf16.is_pair),
        "d83d de00",
    ),
    (
        "pairs-are-not-joined",
        "SurrogatePair",
        "The halves of a pair of UTF-16 units are refused one by one.",
        FROM_UTF_16,
        _joining(lambda *_: False),
        "d83d de00",
    ),
    (
        "any-unit-is-a-low-surrogate",
        "SwallowedByte",
        "The unit behind a high surrogate is not looked at.",
        FROM_UTF_16,
        _joining(lambda first, _: utf16.is_high(first)),
        "d800 41",
    ),
    (
        "two-high-surrogates-are-a-pair",
        "UnpairedSurrogate",
        "A high surrogate behind another is taken for a low one.",
        FROM_UTF_16,
        _joining(lambda first, second: utf16.is_high(first) and is_surrogate(second)),
        "d800 d800",
    ),
    (
        "low-surrogates-end-at-dffe",
        "Boundary",
        "DFFF is no low surrogate.",
        FROM_UTF_16,
        _joining(lambda first, second: utf16.is_pair(first, second) and second != 0xDFFF),
        "d800 dfff",
    ),
    (
        "high-surrogates-end-at-dbfe",
        "Boundary",
        "DBFF is no high surrogate.",
        FROM_UTF_16,
        _joining(lambda first, second: utf16.is_pair(first, second) and first != 0xDBFF),
        "dbff dc00",
    ),
    (
        "a-high-surrogate-swallows-the-next",
        "SwallowedByte",
        "What stands behind a lone high surrogate is lost with it.",
        FROM_UTF_16,
        _next_is_swallowed,
        "d800 41",
    ),
)

_WRITTEN: tuple[tuple[str, str, Write, str], ...] = (
    (
        "lone-surrogates-are-written",
        "A surrogate without a partner is written in three octets.",
        _lone_written,
        "d800",
    ),
    (
        "pairs-are-cesu-8",
        "A pair is written as three octets for each half.",
        _cesu_8,
        "d83d de00",
    ),
)

_CHUNKED: tuple[tuple[str, str, Calls, Mode, str], ...] = (
    (
        "halves-in-two-chunks-are-lone",
        "A high surrogate does not wait for the next chunk.",
        calls_alone,
        Mode.STRICT,
        "d83d | de00",
    ),
    (
        "a-pending-high-surrogate-is-lost",
        "A high surrogate that is the last of all is lost.",
        _pending_is_lost,
        Mode.STRICT,
        "41 d83d",
    ),
    (
        "an-empty-chunk-forgets-a-high-surrogate",
        "An empty chunk makes an encoder forget the high surrogate that waits.",
        _empty_forgets,
        Mode.STRICT,
        "d83d | - | de00",
    ),
    (
        "a-pending-high-surrogate-is-replaced-too",
        "A high surrogate at the end of a chunk is replaced and joined.",
        pending_comes_twice,
        Mode.REPLACE,
        "d83d | de00",
    ),
)


def _joins(joins: Joins) -> Change:
    return with_writer(lambda writer: replace(writer, joins=joins))


def _called(called: Calls) -> Change:
    return with_writer(lambda writer: replace(writer, calls=called))


def _in_characters(values: Values, at: int) -> int:
    return sum(one.at < at for one in _joining(utf16.is_pair)(values))


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, claims, joins, exposed in _ANY:
        yield encoder(
            f"joins/{name}",
            about,
            flag,
            _joins(joins),
            exposed,
            touches=calls(_has_surrogate),
            mode=Mode.REPLACE if joins is _next_is_swallowed else Mode.STRICT,
            claims=claims,
        )
    for name, about, write, exposed in _WRITTEN:
        yield encoder(
            f"joins/{name}",
            about,
            "Surrogate",
            writes(write),
            exposed,
            touches=calls(_above_d7ff),
            claims=FROM_UTF_16,
        )
    for name, about, called, mode, exposed in _CHUNKED:
        yield encoder(
            f"joins/{name}",
            about,
            "Chunking",
            _called(called),
            exposed,
            touches=calls(_has_surrogate, (Op.ENCODE_CHUNKS,)),
            op=Op.ENCODE_CHUNKS,
            mode=mode,
            claims=FROM_UTF_16,
        )
    yield encoder(
        "joins/index-counts-characters",
        "The index of a lone surrogate counts a pair as one.",
        "Offset",
        with_writer(lambda writer: replace(writer, index=_in_characters)),
        "d83d de00 d800",
        touches=calls(_has_surrogate),
        claims=FROM_UTF_16,
    )
