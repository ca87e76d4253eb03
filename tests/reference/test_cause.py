"""Truncated is what a well-formed sequence begins with: held against every sequence there is."""

from __future__ import annotations

import random
from itertools import chain, product

import pytest

from utfproof.model.encoding import Scheme, facts
from utfproof.model.reading import IllFormed
from utfproof.reference import chunks, schemes

SCHEMES = (Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_16LE, Scheme.UTF_32BE, Scheme.CESU_8)
OCTETS = bytes(range(0x100))
LOW_BITS = (*range(0x100), *range(0x100, 0x400, 0x40))
"""Low ten bits of a character with which every proper prefix of its forms occurs."""


def prefixes(scheme: Scheme) -> set[bytes]:
    """Return the proper prefixes of all sequences, from what the reference writes for values."""
    found: set[bytes] = set()
    beyond = (high + low for high in range(0x10000, 0x110000, 0x400) for low in LOW_BITS)
    for value in chain(range(0x10000), beyond):
        octets = schemes.encode_value(scheme, value) or b""
        found |= {octets[:at] for at in range(1, len(octets))}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_truncated_is_a_proper_prefix_of_a_sequence_and_nothing_else_is(scheme: Scheme) -> None:
    right = prefixes(scheme)
    dice = random.Random(1)  # noqa: S311  (strings are no secrets)
    strings = {bytes(one) for size in (1, 2) for one in product(OCTETS, repeat=size)}
    strings |= {bytes(dice.choices(OCTETS, k=size)) for size in (3, 4) for _ in range(10_000)}
    strings |= {
        one + bytes((octet,)) for one in dice.sample(sorted(right), 150) for octet in OCTETS
    }
    for rest in {*strings, *right}:
        parts = schemes.read_text(scheme, rest).parts
        if not isinstance(parts[0], IllFormed):
            continue  # no error begins there
        odd = len(rest) % facts(scheme).unit and not parts[1:]
        assert chunks.truncated_rest(scheme, rest) is (
            True if rest in right else None if odd else False
        )


@pytest.mark.parametrize(
    ("scheme", "octets", "truncated"),
    [
        (Scheme.UTF_8, "41e282", True),
        (Scheme.UTF_8, "e282ace2", True),
        (Scheme.UTF_8, "e28241", False),
        (Scheme.UTF_8, "e2e282", False),
        (Scheme.UTF_8, "eda0", False),
        (Scheme.UTF_8, "f08f", False),
        (Scheme.UTF_8, "f490", False),
        (Scheme.UTF_8, "80", False),
        (Scheme.UTF_8, "c0", False),
        (Scheme.UTF_8, "41", None),
        (Scheme.UTF_16BE, "0041d83d", True),
        (Scheme.UTF_16BE, "d83dde", True),
        (Scheme.UTF_16BE, "d83d41", None),
        (Scheme.UTF_16BE, "dc", None),
        (Scheme.UTF_16BE, "dc00", False),
        (Scheme.UTF_16BE, "d83d0041", False),
        (Scheme.UTF_16LE, "dc", True),
        (Scheme.UTF_16, "fffe3dd8", True),
        (Scheme.UTF_16, "fffe00dc", False),
        (Scheme.UTF_32, "fffe000000d8", True),
        (Scheme.UTF_32, "fffe000000d800", None),
        (Scheme.UTF_32, "0000feff0010", True),
        (Scheme.UTF_32BE, "0011", None),
        (Scheme.UTF_32BE, "00110000", False),
        (Scheme.CESU_8, "eda080", True),
        (Scheme.CESU_8, "eda080ed", True),
        (Scheme.CESU_8, "eda08041", False),
        (Scheme.RFC_2279, "fc84808080", True),
        (Scheme.RFC_2279, "fc80", False),
    ],
)
def test_the_cause_is_that_of_the_first_error(
    scheme: Scheme, octets: str, truncated: bool | None
) -> None:
    assert chunks.truncated_error(scheme, schemes.read(scheme, bytes.fromhex(octets))) is truncated
