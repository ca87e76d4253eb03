"""Acceptable answers where a codec predicts how long its output will be, and then writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from utfproof.engine.questions.expected_answer import (
    Acceptable,
    Expectation,
    Gap,
    Gaps,
    Octets,
    OctetsOf,
    Refusal,
    Text,
)
from utfproof.engine.questions.expected_size import ExpectedSize
from utfproof.model.encoding import octet_length, signature_octets
from utfproof.model.operation import Offer
from utfproof.model.profile import Settings
from utfproof.model.verdict import Verdict
from utfproof.reference import utf16

_REFUSAL = Refusal(None)
"""A refusal at any place: whether the place is right, decode and encode ask."""
ABOVE = 0xFFFF
"""The last value that is one unit of UTF-16."""
LAST = 0x10FFFF
_SHOWN = 3
"""Octets of U+FFFD in UTF-8; of the other replacements one."""


def answers(
    offer: Offer, choices: Sequence[Acceptable], settings: Settings
) -> Sequence[Acceptable]:
    """Make the answers of decode or encode those of an offer: to their sizes where it asks them."""
    if not offer.op.sizes:
        return choices
    make = encoded if offer.op.encodes else decoded
    return make(choices, exact=settings.sizes)


def decoded(choices: Iterable[Acceptable], *, exact: bool) -> list[Acceptable]:
    """Make the answers to a text those to its size, of a decoder.

    It may count octets of UTF-8, units of UTF-16, or code points.
    """
    found = [Acceptable(_of_choice(choice, exact=exact), choice.verdict) for choice in choices]
    return list(dict.fromkeys(found))


def of_text(text: Text, *, exact: bool) -> ExpectedSize:
    """Return the size of a text."""
    lengths = dict.fromkeys(_lengths(text.values))
    return ExpectedSize(tuple(range(one, one + 1) for one in lengths), exact)


def _of_choice(choice: Acceptable, *, exact: bool) -> Expectation:
    match choice.expectation:
        case Text() as text:
            return of_text(text, exact=exact)
        case Gaps(items):
            return ExpectedSize(tuple(_of_gaps(items)), exact)
        case Refusal():
            return _REFUSAL
        case other:
            return other


def _lengths(values: Sequence[int]) -> Iterator[int]:
    """Yield the number of octets in UTF-8, of units in UTF-16 and of code points."""
    yield sum(map(octets_in_utf_8, values))
    # Two surrogates one after the other are a pair to a codec that writes UTF-16, or from it.
    pairs = sum(utf16.is_pair(*both) for both in pairwise(values))
    if pairs:
        yield sum(map(octets_in_utf_8, values)) - 2 * pairs
        yield len(values) - pairs
    # What is above the last scalar value has no units of UTF-16.
    if all(value <= LAST for value in values):
        yield sum(1 + (value > ABOVE) for value in values)
    yield len(values)


def _of_gaps(items: Sequence[int | Gap]) -> Iterator[range]:
    values = tuple(item for item in items if not isinstance(item, Gap))
    gaps = [item.most for item in items if isinstance(item, Gap)]
    for length in dict.fromkeys(_lengths(values)):
        yield range(length + len(gaps), length + _SHOWN * sum(gaps) + 1)


def octets_in_utf_8(value: int) -> int:
    """Return the octets of a value in UTF-8 as of 1993, which has values beyond U+10FFFF."""
    return 1 + sum(value > last for last in (0x7F, 0x7FF, 0xFFFF, 0x1FFFFF, 0x3FFFFFF))


def encoded(choices: Iterable[Acceptable], *, exact: bool) -> list[Acceptable]:
    """Make the answers to values those to the size of their octets, of an encoder."""
    return list(dict.fromkeys(_encoded(choices, exact=exact)))


def _encoded(choices: Iterable[Acceptable], *, exact: bool) -> Iterator[Acceptable]:
    for choice in choices:
        match choice.expectation:
            case Octets(octets):
                yield Acceptable(_size(len(octets), exact=exact), choice.verdict)
            case OctetsOf(scheme, values, signed):
                length = sum(octet_length(scheme, value) for value in values)
                signature = len(signature_octets(scheme))
                yield Acceptable(_size(length + signature, exact=exact), choice.verdict)
                # RFC 2781 section 3.3: a signature SHOULD stand first.
                lacks = Verdict.NON_STRICT if signed and values else choice.verdict
                yield Acceptable(_size(length, exact=exact), lacks)
            case _:
                yield Acceptable(_REFUSAL, choice.verdict)


def _size(octets: int, *, exact: bool) -> ExpectedSize:
    return ExpectedSize((range(octets, octets + 1),), exact)
