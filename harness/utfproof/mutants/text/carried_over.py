"""Mutants: a decoder carries state over from one character to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import (
    LAX,
    FaultyReading,
    changed,
    ill_formed,
    is_error,
    takes,
)
from utfproof.mutants.line_conditions import has
from utfproof.mutants.mutant import Mutant
from utfproof.simulation.decoder import Lost, Piece

_T = rb"[\x80-\xbf]"
_STRICT = (Mode.STRICT,)


def _bits_leak(parts: Sequence[Part]) -> Iterator[Piece]:
    """Put the bits of a cut lead in front of those of the next character."""
    held = 0
    for part in parts:
        if isinstance(part, Value) and len(part.octets) > 1:
            # Sixteen bits up: characters of two and three octets have no bits of their own there.
            yield Value(part.value | held << 16, part.octets)
        else:
            yield part
        # C0 and C1 lead nothing in a right decoder, which keeps no bits of them.
        cut = isinstance(part, IllFormed) and part.octets[0] >= 0xC2
        held = part.octets[0] & 0x0F if cut else 0


def _next_is_refused(parts: Sequence[Part]) -> Iterator[Piece]:
    """Refuse a longer character that stands directly behind an error."""
    bad = False
    for part in parts:
        if bad and isinstance(part, Value) and len(part.octets) > 1:
            yield from (IllFormed(bytes((octet,))) for octet in part.octets)
        else:
            yield part
        bad = is_error(part)


def _forgiven(behind: Callable[[Part], bool]) -> Callable[[Sequence[Part]], Iterable[Piece]]:
    """Forget the errors that something stands behind."""

    def change(parts: Sequence[Part]) -> Iterable[Piece]:
        # From the end: an error counts as forgiven when anything fitting stands behind it.
        last = max((at for at, part in enumerate(parts) if behind(part)), default=-1)
        forgotten = (Lost(part.octets) if is_error(part) else part for part in parts[: last + 1])
        return (*forgotten, *parts[last + 1 :])

    return change


def _replacements_refused(parts: Sequence[Part]) -> Iterable[Piece]:
    return (IllFormed(part.octets) if part.octets == b"\xef\xbf\xbd" else part for part in parts)


def _is_value(part: Part) -> bool:
    return isinstance(part, Value)


def _is_long(part: Part) -> bool:
    return isinstance(part, Value) and len(part.octets) > 1


_TABLE: tuple[tuple[str, str, str, FaultyReading, Mode, str], ...] = (
    (
        "bits-of-a-cut-lead",
        "LoneLead",
        "The bits of a cut sequence leak into the next character.",
        changed(has(rb"[\xc2-\xf4].*[\xc2-\xf4][\x80-\xbf]"), _bits_leak, LAX),
        Mode.REPLACE,
        "c3e282ac",
    ),
    (
        "next-character-is-refused",
        "LoneLead",
        "A longer character directly behind an error is refused octet by octet.",
        changed(ill_formed, _next_is_refused, LAX),
        Mode.REPLACE,
        "ffe282ac",
    ),
    (
        "e0-is-like-e1-behind-four-octets",
        "Overlong",
        "E0 is taken for E1 behind a character of four octets: a state of the automaton is wrong.",
        takes(rb"(?<=[\xf0-\xf4][\x80-\xbf]{3})\xe0[\x80-\x9f]" + _T),
        Mode.STRICT,
        "f0908080e08080",
    ),
    (
        "e0-is-like-e1-behind-e0",
        "Overlong",
        "The second octet is looked at for the first of two E0 in a row, and not for the next.",
        takes(rb"(?<=\xe0[\xa0-\xbf][\x80-\xbf])\xe0[\x80-\x9f]" + _T),
        Mode.STRICT,
        "e0a080e08080",
    ),
    (
        "ed-is-like-ee-behind-three-octets",
        "Surrogate",
        "Surrogates are read directly behind another character of three octets.",
        takes(rb"(?<=[\xe1-\xec][\x80-\xbf]{2})\xed[\xa0-\xbf]" + _T),
        Mode.STRICT,
        "e282aceda080",
    ),
    (
        "c0-is-a-lead-behind-two-octets",
        "Overlong",
        "C0 and C1 are taken for leads directly behind a character of two octets.",
        takes(rb"(?<=[\xc2-\xdf][\x80-\xbf])[\xc0\xc1]" + _T),
        Mode.STRICT,
        "c3a9c080",
    ),
    (
        "a-tail-too-many-behind-four-octets",
        "StrayTail",
        "A tail behind a character of four octets is passed on as Latin-1.",
        takes(rb"(?<=[\xf0-\xf4][\x80-\xbf]{3})" + _T),
        Mode.STRICT,
        "f09f988080",
    ),
    (
        "errors-are-forgiven",
        "Policy",
        "A strict decoder forgets an error as soon as a good character follows.",
        changed(ill_formed, _forgiven(_is_value), _STRICT),
        Mode.STRICT,
        "c2c280",
    ),
    (
        "errors-are-forgiven-by-longer-characters",
        "Policy",
        "A strict decoder forgets an error as soon as a character of more than one octet follows.",
        changed(ill_formed, _forgiven(_is_long), _STRICT),
        Mode.STRICT,
        "ffc3a9",
    ),
    (
        "replacement-characters-are-errors",
        "ReplacementCharacter",
        "A strict decoder replaces errors, and then looks for U+FFFD to find that it did.",
        changed(has(rb"\xef\xbf\xbd"), _replacements_refused, _STRICT),
        Mode.STRICT,
        "41efbfbd",
    ),
    (
        "errors-are-forgiven-by-line",
        "Policy",
        "A strict decoder forgets an error at the end of the line.",
        changed(has(rb"\n"), _forgiven(lambda part: part.octets == b"\n"), _STRICT),
        Mode.STRICT,
        "ff0a",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, flag, about, reading, mode, exposed in _TABLE:
        yield misreads(f"carried/{name}", about, flag, reading, exposed, mode=mode)
