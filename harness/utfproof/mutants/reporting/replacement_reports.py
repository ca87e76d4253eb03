"""Mutants: decoders that tell wrongly whether, or how often, they replaced ill-formed input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.reading import Signature
from utfproof.mutants.byte_orders import UTF_16, UTF_32, line_in
from utfproof.mutants.line_conditions import texts
from utfproof.mutants.mutant import DECODERS, Change, Mutant, decoding
from utfproof.mutants.reporting.replacement_numbers import (
    begins_with,
    behind_text,
    behind_the_first_block,
    beyond_ascii_too,
    counting_too,
    end_counts_twice,
    forgetting,
    in_eight_bits,
    is_cut,
    is_value,
    long_texts_too,
    none,
    of_the_last_block,
    of_whole_blocks,
    one_at_most,
    replaced_octets,
    runs,
    without_surrogates,
    without_those_behind_signs,
)
from utfproof.simulation.replacements import Tells

Row = tuple[str, str, str, Tells, str]
"""Name, flag, sentence, what is told, and a line that shows it."""

_NEVER = (
    "nothing-is-ever-told",
    "ReplacementCharacter",
    "No replacement is told.",
    none,
)
_CUT_END = (
    "the-cut-end-is-not-told",
    "Truncated",
    "A sequence that the end cuts off is replaced and not told.",
    forgetting(is_cut),
)
_WELL_FORMED = (
    "a-well-formed-u-fffd-is-told",
    "ReplacementCharacter",
    "A U+FFFD that the text holds is told as a replacement.",
    counting_too(is_value(REPLACEMENT)),
)
_OCTETS = (
    "octets-are-counted",
    "ReplacementCount",
    "The octets that were replaced are counted, and not the replacements.",
    replaced_octets,
)

_UTF_8: tuple[Row, ...] = (
    (*_NEVER, "41ff"),
    (*_CUT_END, "41e282"),
    (*_WELL_FORMED, "efbfbd"),
    (*_OCTETS, "e28241"),
    (
        "a-signature-is-told",
        "Signature",
        "An initial U+FEFF is told as a replacement.",
        counting_too(lambda piece: isinstance(piece, Signature)),
        "efbbbf41",
    ),
    (
        "u-feff-inside-is-told",
        "SignatureInside",
        "A U+FEFF within the text is told as a replacement.",
        counting_too(is_value(SIGNATURE)),
        "41efbbbf",
    ),
    (
        "noncharacters-are-told",
        "Noncharacter",
        "U+FFFE and U+FFFF are told as replacements.",
        counting_too(is_value(0xFFFE, 0xFFFF)),
        "efbfbf",
    ),
    (
        "question-marks-are-told",
        "ReplacementCharacter",
        "A question mark of the text is told as a replacement.",
        counting_too(is_value(ord("?"))),
        "3f",
    ),
    (
        "u-001a-is-told",
        "Control",
        "A U+001A of the text is told as a replacement.",
        counting_too(is_value(0x1A)),
        "1a",
    ),
    (
        "an-error-behind-u-fffd-is-not-told",
        "ReplacementCharacter",
        "A replacement behind a U+FFFD of the text is not told.",
        without_those_behind_signs,
        "efbfbdff",
    ),
    (
        "text-beyond-ascii-is-told",
        "Ascii",
        "Any text beyond ASCII is told to hold a replacement.",
        beyond_ascii_too,
        "c3a9",
    ),
    *(
        (
            f"a-text-of-more-than-{most}-octets-is-told",
            "Boundary",
            f"A text of more than {most:,} octets is told to hold a replacement.",
            long_texts_too(most),
            "41" * (most + 1),
        )
        for most in (64, 1024, 4096)
    ),
    *(
        (
            f"the-first-{size}-octets-are-not-told",
            "Boundary",
            f"A replacement in the first {size} octets of a longer text is not told.",
            behind_the_first_block(size),
            f"ff{'41' * size}",
        )
        for size in (8, 16, 32, 64)
    ),
    *(
        (
            f"only-the-last-block-of-{size}-octets-is-told",
            "Boundary",
            f"Only the replacements in the last block of {size:,} octets are told.",
            of_the_last_block(size),
            f"ff{'41' * size}",
        )
        for size in (16, 64, 4096)
    ),
    *(
        (
            f"what-is-left-of-blocks-of-{size}-octets-is-not-told",
            "Boundary",
            f"A replacement behind the last whole block of {size} octets is not told.",
            of_whole_blocks(size),
            f"{'41' * size}ff",
        )
        for size in (8, 16, 32, 64)
    ),
    (
        "the-last-octet-is-not-told",
        "Boundary",
        "A replacement for the last octet alone is not told.",
        forgetting(lambda at, _, end: at == end - 1),
        "41ff",
    ),
    (
        "errors-at-the-beginning-are-not-told",
        "Boundary",
        "Replacements before the first character are not told.",
        behind_text,
        "ff41",
    ),
    (
        "surrogates-are-not-told",
        "Surrogate",
        "The replacements of a surrogate are not told.",
        without_surrogates,
        "eda080",
    ),
    (
        "stray-tails-are-not-told",
        "StrayTail",
        "The replacement of a tail without a lead is not told.",
        forgetting(begins_with(*range(0x80, 0xC0))),
        "80",
    ),
    (
        "c0-and-c1-are-not-told",
        "Overlong",
        "The replacement of C0 or C1 is not told.",
        forgetting(begins_with(0xC0, 0xC1)),
        "c0",
    ),
    (
        "f4-is-not-told",
        "OutOfRange",
        "The replacement of an F4 that begins no character is not told.",
        forgetting(begins_with(0xF4)),
        "f4908080",
    ),
    (
        "f5-to-ff-are-not-told",
        "ForbiddenByte",
        "The replacements of F5 to FF are not told.",
        forgetting(begins_with(*range(0xF5, 0x100))),
        "ff",
    ),
    (
        "cut-sequences-inside-are-not-told",
        "Truncated",
        "The replacement of a sequence that another character cuts off is not told.",
        forgetting(lambda _, piece, __: piece.octets[0] in range(0xC2, 0xF5)),
        "e28241",
    ),
    (
        "neighbours-count-as-one",
        "ReplacementCount",
        "Replacements that stand side by side are counted once.",
        runs,
        "8080",
    ),
    (
        "one-is-counted-at-most",
        "ReplacementCount",
        "The number never exceeds one.",
        one_at_most,
        "ff41ff",
    ),
    (
        "the-number-has-eight-bits",
        "ReplacementCount",
        "The number of replacements wraps round at 256.",
        in_eight_bits,
        "ff" * 256,
    ),
    (
        "the-cut-end-counts-twice",
        "Truncated",
        "A sequence that the end cuts off is counted twice.",
        end_counts_twice,
        "41e282",
    ),
)

_UTF_16: tuple[Row, ...] = (
    (*_NEVER, "dc00"),
    (*_WELL_FORMED, "fffd"),
    (*_OCTETS, "dc00"),
    (
        "a-high-surrogate-at-the-end-is-not-told",
        "UnpairedSurrogate",
        "The replacement of a high surrogate that ends the text is not told.",
        forgetting(lambda at, piece, end: is_cut(at, piece, end) and len(piece.octets) > 1),
        "d800",
    ),
    (
        "half-a-unit-is-not-told",
        "OddLength",
        "The replacement of half a unit that ends the text is not told.",
        forgetting(lambda _, piece, __: len(piece.octets) == 1),
        "004100",
    ),
)

_UTF_32: tuple[Row, ...] = (
    (*_NEVER, "00110000"),
    (*_WELL_FORMED, "0000fffd"),
    (*_OCTETS, "00110000"),
    (
        "a-part-of-a-unit-is-not-told",
        "OddLength",
        "The replacement of a part of a unit that ends the text is not told.",
        forgetting(is_cut),
        "0000004100",
    ),
)


def _telling(tells: Tells) -> Change:
    return lambda codec: replace(codec, tells=tells)


def _mutants(encoding: Encoding, rows: Iterable[Row]) -> Iterator[Mutant]:
    for name, flag, about, tells, exposed in rows:
        yield Mutant(
            id=f"{encoding.lower()}/replacement-reports/{name}",
            about=about,
            flag=flag,
            claims=DECODERS[encoding],
            offers=decoding(encoding, Op.DECODE_REPLACED),
            fault=_telling(tells),
            touches=texts(bool, ops=(Op.DECODE_REPLACED,)),
            exposed_by=(
                Offer(Op.DECODE_REPLACED, encoding, Mode.REPLACE),
                line_in(encoding, exposed),
            ),
        )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    yield from _mutants(Encoding.UTF_8, _UTF_8)
    for encoding in UTF_16:
        yield from _mutants(encoding, _UTF_16)
    for encoding in UTF_32:
        yield from _mutants(encoding, _UTF_32)
