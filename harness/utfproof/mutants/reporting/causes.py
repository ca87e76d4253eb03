"""Mutants: errors whose cause is told wrongly: truncated for ill-formed, or the reverse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import EXACT, Claims
from utfproof.mutants.byte_orders import UTF_16, UTF_32, line_in
from utfproof.mutants.faulty_readings import is_error
from utfproof.mutants.line_conditions import texts
from utfproof.mutants.mutant import DECODERS, Mutant, decoding
from utfproof.simulation.causes import Causes
from utfproof.simulation.decoder import right_parts

Rest = Callable[[bytes], bool]
"""A condition on the octets from the error to the end of the input."""


def _lengths(*lengths: int) -> Rest:
    return lambda rest: len(rest) in lengths


def _leads(first: int, last: int) -> Rest:
    return lambda rest: first <= rest[0] <= last


def _missed(chosen: Rest) -> Causes:
    """Call truncated sequences of a kind ill-formed."""
    return lambda rest, truncated: truncated and not chosen(rest)


def _mistaken(chosen: Rest) -> Causes:
    """Call ill-formed octets of a kind truncated."""
    return lambda rest, truncated: truncated or chosen(rest)


def _any(rest: bytes) -> bool:
    del rest
    return True


def _announced(first: int, last: int, length: int) -> Rest:
    """Choose what a lead and tails begin, however narrow the range of its second octet is."""
    return lambda rest: (
        first <= rest[0] <= last
        and len(rest) < length
        and all(0x80 <= octet < 0xC0 for octet in rest[1:])
    )


def _cut_by_another(rest: bytes) -> bool:
    return 0xC2 <= rest[0] <= 0xF4 and len(rest) > 1


_UTF_8: tuple[tuple[str, str, Causes, str], ...] = (
    ("truncated-is-never-told", "Every error is called ill-formed.", _missed(_any), "e282"),
    ("ill-formed-is-never-told", "Every error is called truncated.", _mistaken(_any), "ff41"),
    *(
        (
            f"truncated-is-told-of-{word.replace(' ', '-')}-only",
            f"Truncated is told of sequences of which {word} came, and of no others.",
            _missed(_lengths(*({1, 2, 3} - {length}))),
            exposed,
        )
        for word, length, exposed in (
            ("one octet", 1, "e282"),
            ("two octets", 2, "e2"),
            ("three octets", 3, "e282"),
        )
    ),
    *(
        (
            f"{word}-left-{'is' if length == 1 else 'are'}-ill-formed",
            f"A sequence of which {word.replace('-', ' ')} came is called ill-formed.",
            _missed(_lengths(length)),
            exposed,
        )
        for word, length, exposed in (
            ("one-octet", 1, "c3"),
            ("two-octets", 2, "e282"),
            ("three-octets", 3, "f09f98"),
        )
    ),
    *(
        (
            f"leads-of-{word}-are-never-truncated",
            f"A cut sequence of {word} octets is called ill-formed.",
            _missed(_leads(first, last)),
            exposed,
        )
        for word, first, last, exposed in (
            ("two", 0xC2, 0xDF, "c3"),
            ("three", 0xE0, 0xEF, "e2"),
            ("four", 0xF0, 0xF4, "f0"),
        )
    ),
    (
        "e0-is-never-truncated",
        "What E0 begins is called ill-formed.",
        _missed(_leads(0xE0, 0xE0)),
        "e0a0",
    ),
    (
        "ed-is-never-truncated",
        "What ED begins is called ill-formed.",
        _missed(_leads(0xED, 0xED)),
        "ed80",
    ),
    (
        "f4-is-never-truncated",
        "What F4 begins is called ill-formed.",
        _missed(_leads(0xF4, 0xF4)),
        "f48fbf",
    ),
    (
        "surrogates-are-truncated",
        "ED A0 to ED BF at the end are called truncated.",
        _mistaken(_announced(0xED, 0xED, 3)),
        "eda0",
    ),
    (
        "overlong-forms-are-truncated",
        "E0 80 to E0 9F and F0 80 to F0 8F at the end are called truncated.",
        _mistaken(
            lambda rest: _announced(0xE0, 0xE0, 3)(rest) or _announced(0xF0, 0xF0, 4)(rest),
        ),
        "e080",
    ),
    (
        "values-above-the-limit-are-truncated",
        "F4 90 to F4 BF at the end are called truncated.",
        _mistaken(_announced(0xF4, 0xF4, 4)),
        "f490",
    ),
    (
        "f5-to-f7-are-leads",
        "F5 to F7 at the end are called truncated.",
        _mistaken(_announced(0xF5, 0xF7, 4)),
        "f5",
    ),
    (
        "c0-and-c1-are-leads",
        "C0 and C1 at the end are called truncated.",
        _mistaken(_announced(0xC0, 0xC1, 2)),
        "c0",
    ),
    (
        "the-last-octet-is-truncated",
        "Whatever is wrong with the last octet is called truncated.",
        _mistaken(_lengths(1)),
        "80",
    ),
    (
        "the-last-three-octets-are-truncated",
        "Every error within the last three octets is called truncated.",
        _mistaken(_lengths(1, 2, 3)),
        "ff41",
    ),
    (
        "a-cut-sequence-is-truncated-anywhere",
        "A sequence that another character cuts is called truncated.",
        _mistaken(_cut_by_another),
        "e28241",
    ),
)

_UTF_16: tuple[tuple[str, str, Causes, str], ...] = (
    ("truncated-is-never-told", "Every error is called ill-formed.", _missed(_any), "d800"),
    ("ill-formed-is-never-told", "Every error is called truncated.", _mistaken(_any), "dc00"),
    (
        "a-high-surrogate-at-the-end-is-ill-formed",
        "A high surrogate that ends the text is called ill-formed.",
        _missed(_lengths(2)),
        "d800",
    ),
    (
        "half-a-unit-is-ill-formed",
        "Half a unit that ends the text is called ill-formed.",
        _missed(_lengths(1)),
        "00",
    ),
    (
        "three-octets-of-a-pair-are-ill-formed",
        "Three octets of a pair that end the text are called ill-formed.",
        _missed(_lengths(3)),
        "d800dc",
    ),
    (
        "a-low-surrogate-at-the-end-is-truncated",
        "A low surrogate that ends the text is called truncated.",
        _mistaken(_lengths(2)),
        "dc00",
    ),
)

_UTF_32: tuple[tuple[str, str, Causes, str], ...] = (
    ("truncated-is-never-told", "Every error is called ill-formed.", _missed(_any), "0000"),
    ("ill-formed-is-never-told", "Every error is called truncated.", _mistaken(_any), "00110000"),
    *(
        (
            f"{word}-of-a-unit-{'is' if length == 1 else 'are'}-ill-formed",
            f"The rest of a unit that has {word.replace('-', ' ')} is called ill-formed.",
            _missed(_lengths(length)),
            "00" * length,
        )
        for word, length in (("one-octet", 1), ("two-octets", 2), ("three-octets", 3))
    ),
    (
        "a-bad-unit-at-the-end-is-truncated",
        "A whole unit that is no scalar value is called truncated at the end.",
        _mistaken(_lengths(4)),
        "0000d800",
    ),
)


def _mutant(encoding: Encoding, name: str, about: str, causes: Causes, exposed: str) -> Mutant:
    claims, scheme = DECODERS[encoding], Scheme(encoding.value)
    return Mutant(
        id=f"{encoding.lower()}/causes/{name}",
        about=about,
        flag="Truncated",
        claims=Claims(claims.profiles, {**claims.options, "cause": EXACT}),
        offers=decoding(encoding, Op.VALIDATE_CAUSE),
        fault=lambda codec: replace(codec, causes=causes),
        touches=texts(
            lambda octets: any(map(is_error, right_parts(scheme, octets))),
            ops=(Op.VALIDATE_CAUSE,),
        ),
        exposed_by=(
            Offer(Op.VALIDATE_CAUSE, encoding, Mode.STRICT),
            line_in(encoding, exposed),
        ),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    tables = ((Encoding.UTF_8,), _UTF_8), (UTF_16, _UTF_16), (UTF_32, _UTF_32)
    for encodings, table in tables:
        for encoding in encodings:
            for name, about, causes, exposed in table:
                yield _mutant(encoding, name, about, causes, exposed)
