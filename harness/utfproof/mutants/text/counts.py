"""Mutants: faults that show only after so many errors, characters or octets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import LAX, FaultyReading, changed, ill_formed, is_error
from utfproof.mutants.line_conditions import Found
from utfproof.mutants.mutant import Mutant
from utfproof.simulation.decoder import Lost, Piece

Number = Callable[[int], bool]


def _longer(count: int) -> Found:
    return lambda octets: len(octets) > count


def _errors(chosen: Number, least: int, change: Callable[[Part], Piece]) -> FaultyReading:
    """Change the errors whose number is chosen, counted from one."""

    def each(parts: Sequence[Part]) -> Iterator[Piece]:
        count = 0
        for part in parts:
            count += is_error(part)
            yield change(part) if is_error(part) and chosen(count) else part

    # A text with fewer octets cannot hold so many errors: it is not touched, and need not be read.
    return changed(lambda octets: len(octets) >= least and ill_formed(octets), each, LAX)


def _characters(number: int, change: Callable[[Part], Piece]) -> FaultyReading:
    """Change the characters whose number is a multiple of this."""

    def each(parts: Sequence[Part]) -> Iterator[Piece]:
        for count, part in enumerate(parts, 1):
            # Errors count as parts here, but stay as they are: the fault is one of characters.
            yield part if count % number or is_error(part) else change(part)

    return changed(_longer(number - 1), each)


def _lost(part: Part) -> Piece:
    return Lost(part.octets)


def _latin_1(part: Part) -> Piece:
    return Value(part.octets[0], part.octets)


def _octets(most: int, change: Callable[[Part], Piece | None]) -> FaultyReading:
    """Change the parts that begin behind so many octets; None ends the text."""

    def each(parts: Sequence[Part]) -> Iterator[Piece]:
        at = 0
        for part in parts:
            found = change(part) if at >= most else part
            if found is None:
                return
            yield found
            at += len(part.octets)

    return changed(_longer(most), each)


def _if_bad(part: Part) -> Piece:
    return _latin_1(part) if is_error(part) else part


def _whole_count_wraps(parts: Sequence[Part]) -> Iterable[Piece]:
    """See no error where their number is a multiple of 256."""
    # No error at all is a multiple of 256 too, and right.
    if sum(map(is_error, parts)) % 256:
        return parts
    return [_if_bad(part) for part in parts]


def _one_short(part: Part) -> Piece:
    wrong = isinstance(part, Value) and len(part.octets) > 1
    return IllFormed(part.octets) if wrong else part


_TABLE: tuple[tuple[str, str, str, FaultyReading, Mode, str], ...] = (
    (
        "every-second-error-is-lost",
        "ReplacementCount",
        "Every second error leaves no trace.",
        _errors(lambda number: number % 2 == 0, 2, _lost),
        Mode.REPLACE,
        "808080",
    ),
    (
        "the-third-error-is-lost",
        "ReplacementCount",
        "The third error leaves no trace.",
        _errors(lambda number: number == 3, 3, _lost),
        Mode.REPLACE,
        "808080",
    ),
    (
        "only-the-first-error-is-replaced",
        "ReplacementCount",
        "Errors behind the first leave no trace.",
        _errors(lambda number: number > 1, 2, _lost),
        Mode.REPLACE,
        "ff41ff",
    ),
    (
        "errors-behind-the-256th-pass",
        "ForbiddenByte",
        "From the 257th error on bad octets are passed on as Latin-1.",
        _errors(lambda number: number > 256, 257, _latin_1),
        Mode.REPLACE,
        "ff" * 257,
    ),
    (
        "256-errors-are-none",
        "ForbiddenByte",
        "Errors are counted in eight bits: 256 of them are none.",
        changed(lambda octets: len(octets) > 255 and ill_formed(octets), _whole_count_wraps),
        Mode.STRICT,
        "ff" * 256,
    ),
    (
        "the-64th-character-is-lost",
        "Position",
        "Every 64th character leaves no trace: a buffer is one too short.",
        _characters(64, _lost),
        Mode.STRICT,
        "41" * 64,
    ),
    (
        "the-100th-character-is-refused",
        "Position",
        "Every hundredth character is refused if it is longer than an octet.",
        _characters(100, _one_short),
        Mode.STRICT,
        "41" * 99 + "c3a9",
    ),
    (
        "text-ends-behind-4096-octets",
        "Position",
        "The text ends behind 4,096 octets, the size of a buffer.",
        _octets(4096, lambda _: None),
        Mode.STRICT,
        "41" * 4097,
    ),
    (
        "errors-behind-512-octets-pass",
        "Position",
        "Bad octets pass as Latin-1 behind the first 512: only the beginning is validated.",
        _octets(512, _if_bad),
        Mode.STRICT,
        "41" * 512 + "ff",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, reading, mode, exposed in _TABLE:
        yield misreads(f"counts/{name}", about, flag, reading, exposed, mode=mode)
