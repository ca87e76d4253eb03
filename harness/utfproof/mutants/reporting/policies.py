"""Mutants: wrong replacements in replaced or skipped text, and errors counted wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile

from utfproof.model.encoding import REPLACEMENT, Encoding, Scheme
from utfproof.model.operation import Mode
from utfproof.model.outcome import Values
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import LAX, FaultyReading, changed, ill_formed, is_error
from utfproof.mutants.line_conditions import Found, has, texts
from utfproof.mutants.mutant import UNICODE, Mutant, decode, decoding, with_reader
from utfproof.reference import replacement
from utfproof.simulation.decoder import Lost, Piece, Pieces, right_parts

_POLICIES: tuple[tuple[str, str, bytes, str], ...] = (
    (
        "byte",
        "Each octet of an error is an error of its own.",
        rb"[\xe0-\xf4][\x80-\xbf]",
        "e28241",
    ),
    ("run", "All errors in a row are one.", rb"[\x80-\xff]{2}", "8080"),
    (
        "lead-4",
        "The tails that a lead announces are one error with it, for leads of up to four octets.",
        rb"[\xc0-\xf7][\x80-\xbf]",
        "c080",
    ),
    (
        "lead-4-single",
        "The tails that a lead announces are one error with it, but C0 and C1 announce none.",
        rb"[\xe0-\xf7][\x80-\xbf]",
        "e08080",
    ),
    (
        "lead-6",
        "The tails that a lead announces are one error with it, for leads of up to six octets.",
        rb"[\xc0-\xfd][\x80-\xbf]",
        "f888808080",
    ),
    (
        "java",
        "A surrogate of three octets is one error, or what there is of it.",
        rb"\xed[\xa0-\xbf]",
        "eda080",
    ),
    (
        "two-byte",
        "A tail that is out of its lead's range is one error with the lead.",
        rb"[\xe0\xed\xf0\xf4][\x80-\xbf]",
        "e080",
    ),
)


def _segmented(name: str, touched: Found) -> FaultyReading:
    """Read by a policy that is not the one promised."""

    def read(octets: bytes, mode: Mode) -> Pieces:
        del mode
        if not (touched(octets) and ill_formed(octets)):
            return right_parts(Scheme.UTF_8, octets)
        return replacement.segments(name, Scheme.UTF_8, octets).parts

    # Only octets that both policies read apart are touched: elsewhere the mutant is right.
    return FaultyReading(read, lambda octets: touched(octets) and ill_formed(octets))


def _swallowed(parts: Sequence[Part], most: int) -> Iterator[Piece]:
    """Let a truncated sequence swallow octets up to its announced length or to `most`."""
    rest = list(parts)
    while rest:
        part = rest.pop(0)
        room = min(most, _announced(part) - len(part.octets)) if is_error(part) else 0
        octets = part.octets
        while rest and 0 < len(rest[0].octets) <= room:
            room -= len(rest[0].octets)
            octets += rest.pop(0).octets
        yield part if octets == part.octets else IllFormed(octets)


def _announced(part: Part) -> int:
    lead = part.octets[0]
    return 1 if lead < 0xC2 or lead > 0xF4 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


def _next_is_lost(parts: Sequence[Part]) -> Iterator[Piece]:
    lost = False
    for part in parts:
        yield Lost(part.octets) if lost and isinstance(part, Value) else part
        lost = is_error(part)


def _second_lead_is_lost(parts: Sequence[Part]) -> Iterator[Piece]:
    before = b""
    for part in parts:
        # FF and its like count as leads here: they look like one to a comparison by >=.
        both = is_error(part) and before[:1] >= b"\xc2" and part.octets[:1] >= b"\xc2"
        yield Lost(part.octets) if both and len(before) == 1 else part
        before = part.octets if is_error(part) and not both else b""


def _until_error(parts: Sequence[Part]) -> Iterable[Piece]:
    return takewhile(lambda part: not is_error(part), parts)


def _dropped(parts: Sequence[Part]) -> Iterable[Piece]:
    return (Lost(part.octets) if is_error(part) else part for part in parts)


def _each_octet(chosen: Callable[[IllFormed], bool]) -> Callable[[Sequence[Part]], Iterable[Piece]]:
    """Make each octet of some errors an error of its own."""

    def change(parts: Sequence[Part]) -> Iterable[Piece]:
        return chain.from_iterable(
            [IllFormed(bytes((octet,))) for octet in part.octets]
            if isinstance(part, IllFormed) and chosen(part)
            else (part,)
            for part in parts
        )

    return change


def _without_a_cut_end(parts: Sequence[Part]) -> Iterable[Piece]:
    cut = isinstance(parts[-1], IllFormed) and parts[-1].truncated
    return (*parts[:-1], Lost(parts[-1].octets)) if cut else parts


def _latin_1(parts: Sequence[Part]) -> Iterable[Piece]:
    return chain.from_iterable(
        [Value(octet, bytes((octet,))) for octet in part.octets]
        if isinstance(part, IllFormed)
        else (part,)
        for part in parts
    )


_CUT = has(rb"[\xc2-\xf4][\x80-\xbf]{0,2}\Z")
_BEFORE_ASCII = has(rb"[\xc2-\xf4][\x80-\xbf]{0,2}[\x00-\x7f]")
_BEFORE_LEAD = has(rb"[\xc2-\xf4][\x80-\xbf]{0,2}[\xc2-\xf4]")


def _cut_end(octets: bytes) -> bool:
    return bool(_CUT(octets)) and ill_formed(octets)


def _cut_before_other(octets: bytes) -> bool:
    return bool(_BEFORE_ASCII(octets) or _BEFORE_LEAD(octets)) and ill_formed(octets)


_CHANGED: tuple[tuple[str, str, str, FaultyReading, str], ...] = (
    (
        "announced-length-is-swallowed",
        "SwallowedByte",
        "A cut sequence takes as many octets as its lead announced, good ones too.",
        changed(_cut_before_other, lambda parts: _swallowed(parts, 4), LAX),
        "e28241",
    ),
    (
        "one-octet-is-swallowed",
        "SwallowedByte",
        "A cut sequence takes the octet that cuts it, if that is ASCII or begins nothing.",
        changed(_cut_before_other, lambda parts: _swallowed(parts, 1), LAX),
        "c241",
    ),
    (
        "next-character-is-lost",
        "SwallowedByte",
        "The character behind an error is lost: the state is not reset.",
        changed(ill_formed, _next_is_lost, LAX),
        "8041",
    ),
    (
        "second-lead-is-lost",
        "SwallowedByte",
        "Of two leads in a row the second is lost when it begins nothing either.",
        changed(has(rb"[\xc2-\xff]{2}"), _second_lead_is_lost, LAX),
        "c2c2",
    ),
    (
        "errors-are-dropped",
        "Policy",
        "Errors leave no trace, in any mode.",
        changed(ill_formed, _dropped),
        "41ff42",
    ),
    (
        "replacement-drops",
        "Policy",
        "Errors leave no trace where they should be replaced.",
        changed(ill_formed, _dropped, (Mode.REPLACE,)),
        "80",
    ),
    (
        "ends-at-an-error",
        "Policy",
        "The text ends without an error before the first that is ill-formed, in any mode.",
        changed(ill_formed, _until_error),
        "41ff42",
    ),
    (
        "errors-are-latin-1",
        "Policy",
        "Octets of an error come out as Latin-1, in any mode.",
        changed(ill_formed, _latin_1),
        "80",
    ),
    (
        "cut-end-is-each-octet",
        "ReplacementCount",
        "A sequence that the end cuts is one error for each octet.",
        changed(
            _CUT, _each_octet(lambda part: part.truncated and len(part.octets) > 1), (Mode.REPLACE,)
        ),
        "e282",
    ),
    (
        "cut-end-is-dropped",
        "Truncated",
        "A sequence that the end cuts leaves no trace, in any mode.",
        changed(_cut_end, _without_a_cut_end),
        "c2",
    ),
)


Shows = Callable[[IllFormed, Mode], Values]
"""What comes out for an error."""


def _twice(part: IllFormed, mode: Mode) -> Values:
    del part
    return (REPLACEMENT, REPLACEMENT) if mode is Mode.REPLACE else ()


def _for_each(value: int) -> Shows:
    return lambda _, mode: (value,) if mode is Mode.REPLACE else ()


_SHOWN: tuple[tuple[str, str, Shows, Mode, str], ...] = (
    ("two-replacements", "Each error comes out as two U+FFFD.", _twice, Mode.REPLACE, "ff"),
    (
        "question-mark",
        "An error comes out as a question mark where U+FFFD is promised.",
        _for_each(ord("?")),
        Mode.REPLACE,
        "ff",
    ),
    (
        "substitute",
        "An error comes out as the control 1A where U+FFFD is promised.",
        _for_each(0x1A),
        Mode.REPLACE,
        "ff",
    ),
    (
        "skip-replaces",
        "An error comes out as U+FFFD where it should be left out.",
        lambda *_: (REPLACEMENT,),
        Mode.SKIP,
        "41ff",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for policy, about, pattern, exposed in _POLICIES:
        reading = _segmented(policy, has(pattern))
        name = f"policies/{policy}"
        yield misreads(name, about, "ReplacementCount", reading, exposed, mode=Mode.REPLACE)
    for name, flag, about, reading, exposed in _CHANGED:
        yield misreads(f"policies/{name}", about, flag, reading, exposed, mode=Mode.REPLACE)
    for name, about, shown, mode, exposed in _SHOWN:
        yield _showing(name, about, shown, mode, exposed)


def _showing(name: str, about: str, shown: Shows, mode: Mode, exposed: str) -> Mutant:
    return Mutant(
        id=f"utf-8/policies/{name}",
        about=about,
        flag="Policy",
        claims=UNICODE,
        offers=decoding(Encoding.UTF_8),
        fault=with_reader(lambda reader: replace(reader, shows=shown)),
        touches=texts(ill_formed, LAX),
        exposed_by=(decode(Encoding.UTF_8, mode), exposed),
    )
