"""What an encoder must write: pieces, pairs, what cannot be encoded."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Scheme, facts
from utfproof.model.profile import Units
from utfproof.reference import schemes
from utfproof.reference.schemes import Unencodable, Written

PAIR = (0xD83D, 0xDE00)


def noted(pieces: tuple[schemes.Piece, ...]) -> str:
    """Write pieces as the vectors do: `41 [U+D83D]`."""
    return " ".join(
        piece.octets.hex(" ").upper() if isinstance(piece, Written) else f"[U+{piece.value:04X}]"
        for piece in pieces
    )


@pytest.mark.parametrize(
    ("scheme", "points", "units"),
    [
        (Scheme.UTF_8, "[U+D83D] [U+DE00]", "F0 9F 98 80"),
        (Scheme.UTF_16BE, "[U+D83D] [U+DE00]", "D8 3D DE 00"),
        (Scheme.UTF_16, "[U+D83D] [U+DE00]", "D8 3D DE 00"),
        (Scheme.UTF_32LE, "[U+D83D] [U+DE00]", "00 F6 01 00"),
        (Scheme.UCS_2, "[U+D83D] [U+DE00]", "[U+1F600]"),
        (Scheme.UCS_4, "00 00 D8 3D 00 00 DE 00", "00 01 F6 00"),
        (Scheme.RFC_2279, "[U+D83D] [U+DE00]", "F0 9F 98 80"),
        (Scheme.CESU_8, "[U+D83D] [U+DE00]", "ED A0 BD ED B8 80"),
        (Scheme.MUTF_8, "ED A0 BD ED B8 80", "ED A0 BD ED B8 80"),
        (Scheme.WTF_8, "F0 9F 98 80", "F0 9F 98 80"),
        (Scheme.GENERALIZED_UTF_8, "ED A0 BD ED B8 80", "F0 9F 98 80"),
    ],
)
def test_a_pair_of_units_is_one_character_and_two_code_points_are_not(
    scheme: Scheme, points: str, units: str
) -> None:
    assert noted(schemes.encode(scheme, PAIR)) == points
    assert noted(schemes.encode(scheme, PAIR, Units.UTF_16)) == units


def test_only_a_high_half_directly_before_a_low_one_is_a_pair() -> None:
    values = (0xDE00, 0xD83D, 0x41, 0xD83D, 0xD83D, 0xDE00)
    assert noted(schemes.encode(Scheme.UTF_8, values, Units.UTF_16)) == (
        "[U+DE00] [U+D83D] 41 [U+D83D] F0 9F 98 80"
    )


def test_a_piece_knows_where_it_begins_among_the_values() -> None:
    assert schemes.encode(Scheme.UTF_8, (*PAIR, 0x41, 0xD800), Units.UTF_16) == (
        Written(0, 0x1F600, bytes.fromhex("F0 9F 98 80")),
        Written(2, 0x41, b"A"),
        Unencodable(3, 0xD800),
    )


@pytest.mark.parametrize("scheme", list(Scheme))
def test_exactly_the_values_of_a_scheme_are_encodable(scheme: Scheme) -> None:
    highest = facts(scheme).highest
    assert schemes.encode_value(scheme, highest) is not None
    assert schemes.encode_value(scheme, highest + 1) is None
    for value in (0xD800, 0xDBFF, 0xDC00, 0xDFFF):
        assert (schemes.encode_value(scheme, value) is not None) == facts(scheme).surrogates
    for value in (0xFFFFFFFF, -1):
        assert schemes.encode_value(scheme, value) is None


@pytest.mark.parametrize(
    ("scheme", "octets"),
    [
        (Scheme.UTF_8, "EF BB BF"),
        (Scheme.UTF_16, "FE FF"),
        (Scheme.UTF_16LE, "FF FE"),
        (Scheme.UTF_32, "00 00 FE FF"),
        (Scheme.UCS_2, "FE FF"),
    ],
)
def test_no_signature_is_added_to_a_value(scheme: Scheme, octets: str) -> None:
    assert schemes.encode_value(scheme, 0xFEFF) == bytes.fromhex(octets)
