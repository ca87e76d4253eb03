"""The five signatures, the longer before the shorter."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Encoding
from utfproof.reference.detect import detect


@pytest.mark.parametrize(
    ("octets", "encoding", "length"),
    [
        ("EF BB BF 41", Encoding.UTF_8, 3),
        ("FE FF 00 41", Encoding.UTF_16BE, 2),
        ("FF FE 41 00", Encoding.UTF_16LE, 2),
        ("FF FE", Encoding.UTF_16LE, 2),
        ("FF FE 00", Encoding.UTF_16LE, 2),
        ("00 00 FE FF", Encoding.UTF_32BE, 4),
        ("FF FE 00 00", Encoding.UTF_32LE, 4),
    ],
)
def test_a_signature_shows_its_encoding(octets: str, encoding: Encoding, length: int) -> None:
    assert detect(bytes.fromhex(octets)) == (encoding, length)


@pytest.mark.parametrize("octets", ["", "41", "EF BB", "FE", "00 00 FE", "41 EF BB BF", "00 FE FF"])
def test_anything_else_shows_nothing(octets: str) -> None:
    assert detect(bytes.fromhex(octets)) is None
