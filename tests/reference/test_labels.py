"""Labels by both registries."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Encoding
from utfproof.reference import labels


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        (b"UTF-8", Encoding.UTF_8),
        (b"utf-8", Encoding.UTF_8),
        (b"csUTF8", Encoding.UTF_8),
        (b"UTF8", None),
        (b"UTF-16", Encoding.UTF_16),
        (b"utf-16be", Encoding.UTF_16BE),
        (b"csUTF16LE", Encoding.UTF_16LE),
        (b"UTF-32", Encoding.UTF_32),
        (b"CESU-8", Encoding.CESU_8),
        (b"cscesu-8", Encoding.CESU_8),
        (b"ISO-10646-UCS-2", Encoding.UCS_2),
        (b"csUnicode", Encoding.UCS_2),
        (b"csUCS4", Encoding.UCS_4),
        (b"UNICODE-1-1-UTF-8", None),
        (b" UTF-8", None),
        (b"", None),
        (b"latin1", None),
    ],
)
def test_iana_names_are_taken_as_they_stand_but_for_case(
    label: bytes, encoding: Encoding | None
) -> None:
    assert labels.name("iana", label) == encoding


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        (b"utf8", Encoding.UTF_8),
        (b"Unicode-1-1-UTF-8", Encoding.UTF_8),
        (b"\t\n\x0c\r utf-8 \r\n", Encoding.UTF_8),
        (b"\x0butf-8", None),
        (b"utf-8\x00", None),
        (b"\xc2\xa0utf-8", None),
        (b"utf 8", None),
        (b"utf-16", Encoding.UTF_16LE),
        (b"unicodeFFFE", Encoding.UTF_16BE),
        (b"csUnicode", Encoding.UTF_16LE),
        (b"utf-32", None),
        (b"csUTF8", None),
        (b"", None),
    ],
)
def test_the_encoding_standard_strips_whitespace_and_has_its_own_names(
    label: bytes, encoding: Encoding | None
) -> None:
    assert labels.name("encoding_standard", label) == encoding


def test_only_ascii_letters_change_case() -> None:
    # U+212A KELVIN SIGN and U+017F LONG S fold to k and s in Unicode, not in ASCII.
    assert labels.name("encoding_standard", b"c\xc5\xbfunicode") is None


@pytest.mark.parametrize("table", [labels.IANA, labels.ENCODING_STANDARD])
def test_no_label_names_two_encodings(table: dict[Encoding, bytes]) -> None:
    names = b" ".join(table.values()).lower().split()
    assert len(names) == len(set(names))
