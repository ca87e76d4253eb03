"""Mutants: errors are found but reported wrongly: offset, length, text before them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed, Signature, Value
from utfproof.mutants.faulty_readings import ill_formed, is_error
from utfproof.mutants.line_conditions import Found, has, texts
from utfproof.mutants.mutant import DECODERS, WEB, Mutant, decode, decoding, with_reader
from utfproof.simulation.decoder import ErrorReport, Pieces, reports, right_parts

Told = Callable[[Pieces, int], ErrorReport]


def _offset(change: Callable[[int], int]) -> Told:
    def tell(pieces: Pieces, index: int) -> ErrorReport:
        report = reports(pieces, index)
        return report._replace(offset=change(report.offset or 0))

    return tell


def _length(change: Callable[[IllFormed], int]) -> Told:
    def tell(pieces: Pieces, index: int) -> ErrorReport:
        bad = pieces[index]
        length = change(bad) if isinstance(bad, IllFormed) else 0
        return reports(pieces, index)._replace(length=length)

    return tell


def _in_characters(pieces: Pieces, index: int) -> ErrorReport:
    return reports(pieces, index)._replace(offset=index)


def _in_units(pieces: Pieces, index: int) -> ErrorReport:
    # A character of four octets is two units in UTF-16.
    units = sum(1 + (len(piece.octets) == 4) for piece in pieces[:index])
    return reports(pieces, index)._replace(offset=units)


def _behind(pieces: Pieces, index: int) -> ErrorReport:
    offset, length, before = reports(pieces, index)
    return ErrorReport((offset or 0) + (length or 0), length, before)


def _where_it_shows(pieces: Pieces, index: int) -> ErrorReport:
    """Tell the octet that does not fit, where a sequence is cut by another octet."""
    report = reports(pieces, index)
    bad = pieces[index].octets
    # A cut at the end of the text has no octet that shows it.
    cut = index + 1 < len(pieces) and bad[0] >= 0xC2
    return report._replace(offset=(report.offset or 0) + len(bad)) if cut else report


def _last_character(pieces: Pieces, index: int) -> ErrorReport:
    report = reports(pieces, index)
    if not index:
        return report
    return report._replace(offset=(report.offset or 0) - len(pieces[index - 1].octets))


def _last_error(pieces: Pieces, index: int) -> ErrorReport:
    # The offset is that of the last error, the text is delivered up to the first.
    last = max(at for at, piece in enumerate(pieces) if is_error(piece))
    return ErrorReport(*reports(pieces, last)[:2], pieces[:index])


def _without_signature(pieces: Pieces, index: int) -> ErrorReport:
    report = reports(pieces, index)
    signed = isinstance(pieces[0], Signature)
    # Three octets: the signature of UTF-8.
    return report._replace(offset=(report.offset or 0) - 3) if signed else report


def _announced(part: IllFormed) -> int:
    lead = part.octets[0]
    return 4 if lead >= 0xF0 else 3 if lead >= 0xE0 else 2 if lead >= 0xC0 else 1


def _with_replacement(pieces: Pieces, index: int) -> ErrorReport:
    report = reports(pieces, index)
    return report._replace(before=(*report.before, Value(0xFFFD, b"")))


def _without_the_first(pieces: Pieces, index: int) -> ErrorReport:
    report = reports(pieces, index)
    return report._replace(before=report.before[1:])


def _with_the_rest(pieces: Pieces, index: int) -> ErrorReport:
    good = [piece for piece in pieces if not is_error(piece)]
    return reports(pieces, index)._replace(before=good)


_LONG = has(rb"[\xc2-\xf4][\x80-\xbf]")
_BEHIND = has(rb"(?!^)[\x80-\xff]")


_TABLE: tuple[tuple[str, str, Told, Found, str], ...] = (
    (
        "offset-is-in-characters",
        "The offset of an error counts characters.",
        _in_characters,
        _LONG,
        "c28080",
    ),
    (
        "offset-is-in-utf-16-units",
        "The offset of an error counts UTF-16 units.",
        _in_units,
        _LONG,
        "e282acff",
    ),
    (
        "offset-begins-at-one",
        "The offset of an error counts from one.",
        _offset(lambda offset: offset + 1),
        ill_formed,
        "ff",
    ),
    (
        "offset-is-zero",
        "The offset of every error is told as zero.",
        _offset(lambda _: 0),
        _BEHIND,
        "41ff",
    ),
    (
        "offset-is-behind-the-error",
        "The offset is that of the first octet behind the error.",
        _behind,
        ill_formed,
        "ff41",
    ),
    (
        "offset-is-where-it-shows",
        "The offset of a cut sequence is that of the octet that cuts it.",
        _where_it_shows,
        has(rb"[\xc2-\xff]."),
        "e28241",
    ),
    (
        "offset-is-of-the-character-before",
        "The offset is that of the last good character.",
        _last_character,
        _BEHIND,
        "41ff",
    ),
    (
        "offset-is-of-the-last-error",
        "The last error is told, and not the first.",
        _last_error,
        has(rb"[\x80-\xff].*[\x80-\xff]"),
        "80ff",
    ),
    (
        "offset-has-eight-bits",
        "The offset is cut to eight bits.",
        _offset(lambda offset: offset & 0xFF),
        lambda octets: len(octets) > 0x100,
        "41" * 257 + "ff",
    ),
    (
        "offset-is-of-the-word",
        "The offset is that of the eight octets in which the error stands.",
        _offset(lambda offset: offset & ~7),
        _BEHIND,
        "41ff",
    ),
    (
        "length-is-one",
        "The length of every error is told as one.",
        _length(lambda _: 1),
        has(rb"[\xe0-\xf4][\x80-\xbf]"),
        "e28241",
    ),
    (
        "length-is-announced",
        "The length of an error is the length that its lead announced.",
        _length(_announced),
        has(rb"[\xc0-\xff]"),
        "c241",
    ),
    (
        "length-is-one-more",
        "The length of an error includes the octet that shows it.",
        _length(lambda part: len(part.octets) + (not part.truncated)),
        ill_formed,
        "c241",
    ),
    (
        "length-is-zero",
        "The length of every error is told as zero.",
        _length(lambda _: 0),
        ill_formed,
        "ff",
    ),
    (
        "replacement-is-delivered",
        "A strict decoder delivers U+FFFD before it reports the error.",
        _with_replacement,
        ill_formed,
        "41ff",
    ),
    (
        "the-first-character-is-lost",
        "What a strict decoder delivers before an error lacks the first character.",
        _without_the_first,
        _BEHIND,
        "4142ff",
    ),
    (
        "the-rest-is-delivered",
        "A strict decoder delivers what stands behind the error before it reports it.",
        _with_the_rest,
        ill_formed,
        "41ff42",
    ),
)


def _in_code_units(width: int) -> Told:
    return _offset(lambda offset: offset // width)


def _second_half(pieces: Pieces, index: int) -> ErrorReport:
    """Tell the unit that should have been a low surrogate."""
    report = reports(pieces, index)
    # Two octets are a lone unit; one octet is the rest of a cut text.
    lone = len(pieces[index].octets) == 2 and index + 1 < len(pieces)
    return report._replace(offset=(report.offset or 0) + 2) if lone else report


_WIDE: tuple[tuple[Encoding, str, str, Told, str], ...] = (
    (
        Encoding.UTF_16BE,
        "offset-is-in-units",
        "The offset of an error counts units of two octets.",
        _in_code_units(2),
        "0041dc00",
    ),
    (
        Encoding.UTF_16BE,
        "offset-is-of-the-second-half",
        "The offset of a lone high surrogate is that of the unit behind it.",
        _second_half,
        "d8000041",
    ),
    (
        Encoding.UTF_32BE,
        "offset-is-in-units",
        "The offset of an error counts units of four octets.",
        _in_code_units(4),
        "000000410000d800",
    ),
)


def _mutant(  # noqa: PLR0913  (a line of a table)
    name: str,
    about: str,
    tell: Told,
    found: Found,
    exposed: str,
    *,
    encoding: Encoding = Encoding.UTF_8,
    claims: Claims | None = None,
) -> Mutant:
    return Mutant(
        id=f"{encoding.lower()}/reports/{name}",
        about=about,
        flag="Offset",
        claims=claims or DECODERS[encoding],
        offers=decoding(encoding),
        fault=with_reader(lambda reader: replace(reader, reports=tell)),
        touches=texts(found, (Mode.STRICT,)),
        exposed_by=(decode(encoding), exposed),
    )


def _and_ill_formed(found: Found) -> Found:
    return lambda octets: found(octets) and ill_formed(octets)


def _has_error(scheme: Scheme) -> Found:
    return lambda octets: any(map(is_error, right_parts(scheme, octets)))


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, tell, found, exposed in _TABLE:
        yield _mutant(name, about, tell, _and_ill_formed(found), exposed)
    yield _mutant(
        "offset-leaves-out-the-signature",
        "The offset of an error does not count a signature that was stripped.",
        _without_signature,
        _and_ill_formed(has(rb"\A\xef\xbb\xbf")),
        "efbbbf41ff",
        claims=WEB,
    )
    for encoding, name, about, tell, exposed in _WIDE:
        found = _has_error(Scheme(encoding.value))
        yield _mutant(name, about, tell, found, exposed, encoding=encoding)
