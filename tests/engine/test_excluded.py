"""What a codec's format keeps out is not asked."""

from __future__ import annotations

import pytest

from utfproof.engine.questions.plan import excluded
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims

CLAIMS = Claims(("rfc3629",), excludes=frozenset({0x0A, 0x22}), longest=4)


@pytest.mark.parametrize(
    ("offer", "line", "is_excluded"),
    [
        ("decode UTF-8 strict", b"61", False),
        ("decode UTF-8 strict", b"-", False),
        ("decode UTF-8 strict", b"6122", True),
        ("decode UTF-8 strict", b"0a", True),
        ("decode UTF-8 strict", b"a0a2", False),
        ("decode UTF-8 strict", b"61626364", False),
        ("decode UTF-8 strict", b"6162636465", True),
        ("decode-chunks UTF-8 strict", b"61 - 62", False),
        ("decode-chunks UTF-8 strict", b"61 - 0a", True),
        ("decode-chunks UTF-8 strict", b"6162 636465", True),
        ("decode-within UTF-8 strict", b"22 61 62", True),
        ("decode-room UTF-8 strict", b"22 61", False),
        ("decode-room UTF-8 strict", b"1 22", True),
        ("encode UTF-8 strict", b"61 22", True),
        ("encode UTF-8 strict", b"220 a0", False),
        ("encode UTF-8 strict", b"61 62 63 64 65", False),
        ("encode-chunks UTF-8 strict", b"61 | a", True),
        ("encode-chunks UTF-8 strict", b"61 | -", False),
        ("encode-room UTF-8 strict", b"10 61", False),
        ("encode-room UTF-8 strict", b"1 a", True),
    ],
)
def test_a_line_with_what_is_kept_out_or_too_much_of_it(
    offer: str, line: bytes, is_excluded: bool
) -> None:
    settings = CLAIMS.settings(Encoding.UTF_8)
    assert settings
    assert excluded(Offer.parse(offer), line, settings) is is_excluded


def test_a_format_that_keeps_nothing_out_excludes_nothing() -> None:
    settings = Claims(("rfc3629",)).settings(Encoding.UTF_8)
    assert settings
    assert not excluded(Offer.parse("decode UTF-8 strict"), b"0a22" * 9, settings)
