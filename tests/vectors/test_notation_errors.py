"""The notation refuses what it does not know, and says what to write instead."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from utfproof.model.encoding import Scheme
from utfproof.vectors import notation

ALPHABET = st.text("UuAF08+[]{}()~ \t\nx", max_size=12)


def refuses(call: object, told: str, *arguments: object) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        call(*arguments)  # type: ignore[operator]


@pytest.mark.parametrize(
    "text",
    ["2f", "2", "2FC0", "2F  C0", " 2F", "2F ", "2F,C0", "0x2F", "2F\tC0", "2F\n", "GG", "²F", "-"],
)
def test_octets_are_upper_case_pairs_parted_by_single_spaces(text: str) -> None:
    refuses(notation.octets, "write upper-case pairs such as 2F C0 AE", text)


@pytest.mark.parametrize(
    "digits",
    ["", "41", "041", "00041", "010000", "20ac", "0000000041", "123456789", "-0041", "1_0"],
)
def test_a_value_has_four_to_eight_digits_and_no_superfluous_zeros(digits: str) -> None:
    with pytest.raises(ValueError, match="is not four to eight digits without superfluous zeros"):
        notation.value(digits)


@pytest.mark.parametrize(
    "text",
    [
        "0041",
        "U+0041,U+0042",
        "U+0041  U+0042",
        " U+0041",
        "U+0041 ",
        "u+0041",
        "[U+0041]",
        "U+",
        "U+ U+",
    ],
)
def test_values_are_words_of_u_plus_and_digits(text: str) -> None:
    with pytest.raises(ValueError, match=r"write U\+ and four to eight digits|superfluous zeros"):
        notation.values(text)


@pytest.mark.parametrize(
    ("text", "octets", "told"),
    [
        ("U+0041", "41 42", "the parts end at offset 1, the bytes at 2"),
        ("", "41", "the parts end at offset 0, the bytes at 1"),
        ("[C0 AF]", "C0", "[C0 AF] is not what stands at offset 0"),
        ("U+0041 [C0]", "41 C1", "[C0] is not what stands at offset 1"),
        ("U+20AC", "E2 82", "U+20AC does not fit what stands at offset 0"),
        ("U+002F{C0 AF}", "C0 AE", "U+002F{C0 AF} does not fit what stands at offset 0"),
        ("U+0041 U+0042", "41", "U+0042 does not fit what stands at offset 1"),
        ("U+0041 (EF BB BF)", "41 EF BB BF", "only at the very start"),
        ("(EF BB BF) (EF BB BF)", "EF BB BF EF BB BF", "only at the very start"),
        ("(EF BB BF)", "EF BB BE", "(EF BB BF) is not what stands at offset 0"),
        ("[E2 ~] U+0041", "E2 41", "(~) stands only at the very end"),
        ("[E2 ~] [E2 ~]", "E2 E2", "(~) stands only at the very end"),
        ("U+41", "41", "U+41 is not four to eight digits"),
        ("U+00041", "41", "U+00041 is not four to eight digits"),
        ("U+0041 ", "41", "a space stands at the end"),
        (" U+0041", "41", "' U+0041' does not start with a part"),
        ("U+0041  U+0042", "41 42", "' U+0042' does not start with a part"),
        ("U+0041U+0042", "41 42", "does not start with a part such as U+002F or [C0]"),
        ("u+0041", "41", "does not start with a part"),
        ("[]", "", "does not start with a part"),
        ("[c0]", "C0", "does not start with a part"),
        ("[C0AF]", "C0 AF", "does not start with a part"),
        ("[C0~]", "C0", "does not start with a part"),
        ("[C0 ~ ]", "C0", "does not start with a part"),
        ("[C0", "C0", "does not start with a part"),
        ("U+0041{}", "41", "does not start with a part"),
        ("()", "", "does not start with a part"),
        ("41", "41", "'41' does not start with a part"),
        ("[U+D800]", "ED A0 80", "does not start with a part"),
    ],
)
def test_a_reading_that_does_not_fit_says_where(text: str, octets: str, told: str) -> None:
    refuses(notation.reading, told, text, bytes.fromhex(octets), Scheme.UTF_8)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4", "does not start with a part"),
        ("41  42", "does not start with a part"),
        ("41 ", "a space stands at the end"),
        ("U+0041", "does not start with a part"),
        ("[D83D]", "does not start with a part"),
        ("[U+41]", "U+41 is not four to eight digits"),
        ("[U+D83D ~]", "does not start with a part"),
        ("00 41 (FE FF)", "only at the very start"),
        ("(FE FF) (FE FF)", "only at the very start"),
        ("41[U+D83D]", "does not start with a part"),
    ],
)
def test_a_writing_that_is_none_is_refused(text: str, told: str) -> None:
    refuses(notation.written, told, text)


@pytest.mark.parametrize("scheme", [Scheme.UTF_8, Scheme.UTF_16LE, Scheme.UTF_32BE])
@given(text=ALPHABET, data=st.binary(max_size=6))
def test_any_text_is_read_or_refused_and_never_crashes(
    scheme: Scheme, text: str, data: bytes
) -> None:
    try:
        reads = notation.reading(text, data, scheme)
    except ValueError:
        return
    assert reads.octets == data
    assert notation.show_reading(reads) == re.sub(r"\{[^}]*\}", "", text)


@given(text=ALPHABET)
def test_any_writing_is_read_or_refused_and_never_crashes(text: str) -> None:
    try:
        writes = notation.written(text)
    except ValueError:
        return
    assert bool(text) == bool(writes.parts or writes.signature)
