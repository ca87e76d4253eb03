"""Mutants: an encoder that goes on otherwise from a state that was saved and restored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from utfproof.model.encoding import Encoding, facts
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Claims
from utfproof.mutants.encoder.encoders import (
    FROM_UTF_16,
    WRITES_UTF_16,
    WRITES_UTF_32,
    encoder,
)
from utfproof.mutants.encoder.joins import Calls, calls_alone, pending_comes_twice
from utfproof.mutants.line_conditions import calls
from utfproof.mutants.mutant import Mutant, with_writer
from utfproof.reference import utf16
from utfproof.simulation.encoder import SimulatedEncoder, Unwritable

Given = Sequence[Values]
Needs = Callable[[Given], object]
Restored = Callable[[int, int], Values]
"""The surrogates that wait in a restored state, by the one that was saved and the chunks so far."""
Behind = Callable[[int], bool]
"""Whether a fault shows behind so many chunks: a fresh encoder goes on behind an even number."""

_UNITS_TO_UTF_16 = Claims(WRITES_UTF_16.profiles, {**WRITES_UTF_16.options, "units": "utf-16"})
_BETWEEN = 0xD83D
"""What the encoder is given behind the rest of the text, before the state is restored."""


def _restoring(restored: Restored) -> Calls:
    """Resume behind each chunk with other waiting surrogates than the one that was saved."""

    def called(writer: SimulatedEncoder, given: Given, mode: Mode) -> Sequence[bytes]:
        seen: list[tuple[int, int]] = []  # each value with its place in the text
        ends: list[int] = []
        begins = accumulate(map(len, given), initial=0)
        for number, (begin, values) in enumerate(zip(begins, given, strict=False), 1):
            seen += enumerate(values, begin)
            if seen and utf16.is_high(seen[-1][1]):
                at, high = seen.pop()
                seen += [(at, value) for value in restored(high, number)]
            # A surrogate that is lost takes back the ends of the chunks that it came in.
            ends = [min(end, len(seen)) for end in (*ends, len(seen))]
        return _written(writer, seen, ends, mode)

    return called


def _written(
    writer: SimulatedEncoder, seen: Sequence[tuple[int, int]], ends: Sequence[int], mode: Mode
) -> Sequence[bytes]:
    """Write other values than were given; errors have the places of those that were."""
    chunks = [tuple(value for _, value in seen[begin:end]) for begin, end in pairwise((0, *ends))]
    try:
        return writer.chunk_outputs(chunks, mode)
    except Unwritable as error:
        raise Unwritable(seen[error.index][0]) from None


def _lost(behind: Behind) -> Calls:
    return _restoring(lambda high, number: () if behind(number) else (high,))


def _always(number: int) -> bool:
    del number
    return True


def _in_the_same(number: int) -> bool:
    return number % 2 == 1


def _in_a_fresh_one(number: int) -> bool:
    return number % 2 == 0


def _overwritten(high: int, number: int) -> Values:
    """Keep the surrogate where the encoder puts the next one that waits."""
    del high, number
    return (_BETWEEN,)


def _in_between_waits(writer: SimulatedEncoder, given: Given, mode: Mode) -> Sequence[bytes]:
    """Let the surrogate that was given in between wait on, where none else does."""
    seen: list[tuple[int, int]] = []
    ends: list[int] = []
    place = 0
    for number, values in enumerate(given):
        # A low surrogate that begins a chunk finds it in an encoder that was not a fresh one.
        waits = _in_the_same(number) and not (seen and utf16.is_high(seen[-1][1]))
        if waits and values and utf16.is_low(values[0]):
            seen.append((place, _BETWEEN))
        seen += enumerate(values, place)
        place += len(values)
        ends.append(len(seen))
    return _written(writer, seen, ends, mode)


def _error_sticks(writer: SimulatedEncoder, given: Given, mode: Mode) -> Sequence[bytes]:
    """Tell the error of the text behind the first saved state where that state ends."""
    try:
        return writer.chunk_outputs(given, mode)
    except Unwritable as error:
        raise Unwritable(min(error.index, len(given[0]))) from None


def _index_in_chunk(writer: SimulatedEncoder, given: Given, mode: Mode) -> Sequence[bytes]:
    """Count the place of an error from the last saved state."""
    try:
        return writer.chunk_outputs(given, mode)
    except Unwritable as error:
        begins = accumulate(map(len, given), initial=0)
        last = max(begin for begin in begins if begin <= error.index)
        raise Unwritable(error.index - last) from None


def _dropped_is_delivered(writer: SimulatedEncoder, given: Given, mode: Mode) -> Sequence[bytes]:
    """Deliver, behind each chunk but the last, what was written in between as well."""
    found = list(writer.chunk_outputs(given, mode))
    for number in range(1, len(given)):
        if _in_the_same(number):
            found[number] = b"".join(found[number:]) + found[number]
    return found


def _signed_anew(behind: Behind) -> Calls:
    """Write the signature before the text that follows a restored state."""

    def called(writer: SimulatedEncoder, given: Given, mode: Mode) -> Sequence[bytes]:
        mark, due = writer.signature(()), False
        found: list[bytes] = []
        for number, octets in enumerate(writer.chunk_outputs(given, mode), 1):
            found.append(mark + octets if due and octets else octets)
            due = behind(number) or (due and not octets)
        return found

    return called


def _signature_was_dropped(writer: SimulatedEncoder, given: Given, mode: Mode) -> Sequence[bytes]:
    """Write no signature behind a state that was saved before it: the dropped output had it."""
    first, *rest = writer.chunk_outputs(given, mode)
    return (first if given[0] else b"", *rest)


def _order_is_forgotten(writer: SimulatedEncoder, given: Given, mode: Mode) -> Sequence[bytes]:
    """Write the other byte order in an encoder that is fresh."""
    unit = facts(writer.scheme).unit
    first, second, *rest = writer.chunk_outputs(given, mode)
    return (first, second, *(_turned(octets, unit) for octets in rest))


def _turned(octets: bytes, unit: int) -> bytes:
    return b"".join(octets[at : at + unit][::-1] for at in range(0, len(octets), unit))


def _waits(given: Given) -> bool:
    return any(values and utf16.is_high(values[-1]) for values in given)


def _goes_on_with_low(given: Given) -> bool:
    return any(values and utf16.is_low(values[0]) for values in given[1:])


def _may_err(given: Given) -> bool:
    return len(given) > 1 and any(value > 0xD7FF for values in given for value in values)


def _several(given: Given) -> bool:
    return len(given) > 1


def _begins_empty(given: Given) -> bool:
    return not given[0]


_OF_UNITS: tuple[tuple[str, Needs, str, Calls, Mode, str], ...] = (
    (
        "a-waiting-surrogate-is-not-saved",
        _waits,
        "A state is saved without the high surrogate that waits for its other half.",
        _lost(_always),
        Mode.STRICT,
        "d83d | de00",
    ),
    (
        "a-waiting-surrogate-is-cleared-by-the-end",
        _waits,
        "An encoder that wrote on to the end has no high surrogate left to restore.",
        _lost(_in_the_same),
        Mode.STRICT,
        "d83d | de00",
    ),
    (
        "a-waiting-surrogate-is-not-restored-elsewhere",
        _waits,
        "The high surrogate that waits stays in its encoder: a fresh one goes on without it.",
        _lost(_in_a_fresh_one),
        Mode.STRICT,
        "41 | d83d | de00",
    ),
    (
        "a-waiting-surrogate-comes-twice",
        _waits,
        "A high surrogate is replaced when its state is saved, and joined when it is restored.",
        pending_comes_twice,
        Mode.REPLACE,
        "d83d | de00",
    ),
    (
        "a-waiting-surrogate-is-lone-when-saved",
        _waits,
        "To save a state ends the text: a high surrogate that waits has no other half.",
        calls_alone,
        Mode.STRICT,
        "d83d | de00",
    ),
    (
        "a-saved-surrogate-is-overwritten",
        _waits,
        "A saved state shares its memory with the encoder, which puts the next surrogate there.",
        _restoring(_overwritten),
        Mode.STRICT,
        "d800 | dc00",
    ),
    (
        "a-surrogate-of-what-was-dropped-waits-on",
        _goes_on_with_low,
        "The encoder that wrote on keeps its own high surrogate, and joins a low one to it.",
        _in_between_waits,
        Mode.STRICT,
        "41 | de00",
    ),
)

_OF_TEXTS: tuple[tuple[str, Needs, str, Calls, Mode, str], ...] = (
    (
        "an-error-sticks",
        _may_err,
        "An error that was met behind a saved state is told again as soon as it is resumed.",
        _error_sticks,
        Mode.STRICT,
        "41 | 41 d800",
    ),
    (
        "the-index-is-not-saved",
        _may_err,
        "The index of an error counts from the last saved state.",
        _index_in_chunk,
        Mode.STRICT,
        "41 | d800 41",
    ),
    (
        "dropped-output-is-delivered",
        _several,
        "What was written before a state is restored stands in front of what follows.",
        _dropped_is_delivered,
        Mode.STRICT,
        "41 | 42",
    ),
)

_OF_SIGNATURES: tuple[tuple[str, Needs, str, Calls, Mode, str], ...] = (
    (
        "that-the-signature-stands-is-not-saved",
        _several,
        "What follows a restored state has a signature of its own.",
        _signed_anew(_always),
        Mode.STRICT,
        "41 | 42",
    ),
    (
        "a-fresh-encoder-signs",
        _several,
        "A fresh encoder with a restored state writes the signature once more.",
        _signed_anew(_in_a_fresh_one),
        Mode.STRICT,
        "41 | 42 | 43",
    ),
    (
        "that-no-signature-stands-is-not-saved",
        _begins_empty,
        "Behind a state that was saved before the text no signature is written.",
        _signature_was_dropped,
        Mode.STRICT,
        "- | feff 41",
    ),
    (
        "the-byte-order-is-not-saved",
        _several,
        "A fresh encoder with a restored state writes the other byte order.",
        _order_is_forgotten,
        Mode.STRICT,
        "41 | 42 | 43",
    ),
)

_ROWS: tuple[tuple[Encoding, Claims, tuple[tuple[str, Needs, str, Calls, Mode, str], ...]], ...] = (
    (Encoding.UTF_8, FROM_UTF_16, (*_OF_UNITS, *_OF_TEXTS)),
    (Encoding.UTF_16LE, _UNITS_TO_UTF_16, _OF_UNITS),
    (Encoding.UTF_16, WRITES_UTF_16, (*_OF_TEXTS, *_OF_SIGNATURES)),
    (Encoding.UTF_32, WRITES_UTF_32, _OF_SIGNATURES),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding, claims, rows in _ROWS:
        for name, needs, about, called, mode, exposed in rows:
            yield _mutant(encoding, claims, name, needs, about, called, mode, exposed)


def _mutant(  # noqa: PLR0913, PLR0917  (a line of a table)
    encoding: Encoding,
    claims: Claims,
    name: str,
    needs: Needs,
    about: str,
    called: Calls,
    mode: Mode,
    exposed: str,
) -> Mutant:
    return encoder(
        f"encoder-states/{name}",
        about,
        "Chunking",
        with_writer(lambda writer: replace(writer, resumes=called)),
        exposed,
        touches=calls(needs, (Op.ENCODE_RESUMED,)),
        op=Op.ENCODE_RESUMED,
        mode=mode,
        encoding=encoding,
        claims=claims,
    )
