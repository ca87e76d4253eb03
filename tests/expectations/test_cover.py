"""Patterns of ids: what they fit, and the shortest ones that fit some ids and no others."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from utfproof.expectations.pattern_cover import cover
from utfproof.expectations.patterns import Patterns, expanded

ASKED = ["u/a/1", "u/a/2", "u/a/3", "u/b/1", "u/b/2", "v/1"]
PART = st.sampled_from(["a", "b", "c"])
IDS = st.lists(st.lists(PART, min_size=1, max_size=4).map("/".join), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("wanted", "patterns"),
    [
        (ASKED, ["*"]),
        (["u/a/1", "u/a/2", "u/a/3"], ["u/a/*"]),
        (["u/a/1"], ["u/a/1"]),
        (["u/a/1", "u/a/2", "u/b/1", "u/b/2", "v/1"], ["*", "!u/a/3"]),
        (["u/a/1", "u/a/2", "u/a/3", "u/b/1", "u/b/2"], ["u/*"]),
        (["u/a/1", "u/b/1", "u/b/2"], ["u/a/1", "u/b/*"]),
        (["u/a/1", "u/a/2", "v/1"], ["u/a/{1,2}", "v/1"]),
        ([], []),
    ],
)
def test_a_cover_is_as_short_as_can_be(wanted: list[str], patterns: list[str]) -> None:
    assert cover(wanted, ASKED) == patterns


@given(IDS, st.data())
def test_a_cover_fits_what_is_wanted_and_nothing_else(
    asked: list[str], data: st.DataObject
) -> None:
    wanted = set(data.draw(st.lists(st.sampled_from(asked))))
    patterns = Patterns(cover(wanted, asked))
    assert {case for case in asked if patterns.fits(case)} == wanted
    assert len(patterns.texts) <= len(wanted)


@given(
    IDS,
    st.lists(
        st.sampled_from(["*", "a/*", "a/b/*", "a", "*/b", "a*", "?/b", "a/{b,c}"]), max_size=6
    ),
)
def test_the_last_pattern_that_fits_decides(asked: list[str], texts: list[str]) -> None:
    signed = [f"!{text}" if number % 2 else text for number, text in enumerate(texts)]
    for case in asked:
        fitting = [
            text
            for text in signed
            if any(fnmatchcase(case, one) for one in expanded(text.removeprefix("!")))
        ]
        assert Patterns(signed).fits(case) is bool(fitting and not fitting[-1].startswith("!"))


@pytest.mark.parametrize(
    ("wanted", "others", "patterns"),
    [
        (["a", "b/1"], ["b/2"], ["b/1", "a"]),
        (["f/1", "f/2"], ["f/3", "f/4", "f/5"], ["f/{1,2}"]),
        (["f/1", "g/1"], ["f/2", "f/3", "g/2", "g/3"], ["f/1", "g/1"]),
        # A folder ends a brace, and another begins behind it.
        (["f/1", "f/2", "f/g/1", "f/g/2"], ["f/3", "f/4", "f/5"], ["f/g/*", "f/{1,2}"]),
        (["f/a/1", "f/b/1", "f/b/2"], ["f/a/2", "f/a/3"], ["f/a/1", "f/b/*"]),
        # A folder within a folder is left out, and one within that is taken in again.
        (
            ["f/1", "f/2", "f/3", "f/4", "f/g/h/1", "f/g/h/2"],
            ["f/g/1", "f/g/2", "f/g/3", "x/1"],
            ["f/*", "!f/g/*", "f/g/h/*"],
        ),
        (
            ["f/a/1", "f/b/1", "f/c/1", "f/d", "f/e"],
            ["f/a/2", "f/a/3"],
            ["f/*", "!f/a/{2,3}"],
        ),
    ],
)
def test_neighbours_of_one_folder_share_braces(
    wanted: list[str], others: list[str], patterns: list[str]
) -> None:
    assert cover(wanted, [*wanted, *others]) == patterns


@pytest.mark.parametrize(
    ("lengths", "braces"),
    [
        ((20, 20, 20, 20), [4]),
        ((20, 20, 20, 21), [3, 1]),
        ((20,) * 7, [4, 3]),
        ((80, 20, 20), [1, 2]),
    ],
)
def test_braces_end_where_a_pattern_would_be_longer_than_87_characters(
    lengths: tuple[int, ...], braces: list[int]
) -> None:
    wanted = [f"f/{letter * length}" for letter, length in zip("abcdefg", lengths, strict=False)]
    patterns = cover(wanted, [*wanted, *(f"f/{number}" for number in range(9))])
    assert [len(expanded(pattern)) for pattern in patterns] == braces
    assert [one for pattern in patterns for one in expanded(pattern)] == wanted
    assert max(map(len, patterns)) <= 87


@pytest.mark.parametrize(
    ("patterns", "case", "fits"),
    [
        (["a/b"], "a/b", True),
        (["a/b"], "a/b/c", False),
        (["a/b"], "a", False),
        (["a/*"], "a/b", True),
        (["a/*"], "a/b/c", True),
        (["a/*"], "a", False),
        (["a/*"], "ab/c", False),
        (["*"], "a/b", True),
        (["*/c"], "a/b/c", True),
        (["*/c"], "a/b/d", False),
        (["a/*/c/*"], "a/b/c/d", True),
        (["a/*/c/*"], "a/b/d", False),
        (["a/?"], "a/b", True),
        (["a/?"], "a/bc", False),
        (["a/[bc]"], "a/c", True),
        (["a/[bc]"], "a/d", False),
        (["a/[bc]/*"], "a/b/d", True),
        (["a/{b,c}"], "a/c", True),
        (["a/{b,c}"], "a/d", False),
        (["a/{b,c}/*"], "a/c/d", True),
        (["a/*", "!a/b"], "a/b", False),
        (["a/*", "!a/b"], "a/c", True),
        (["a/*", "!a/{b,c}"], "a/c", False),
        (["a/*", "!a/b/*", "a/b/c"], "a/b/c", True),
        (["!a/b", "a/*"], "a/b", True),
        (["a/b", "!*"], "a/b", False),
        (["!a/b"], "a/b", False),
        (["!a/b"], "a/c", False),
        (["a/b/*", "!a/*"], "a/b/c", False),
        (["x", "a/b"], "a/b", True),
        ([], "a/b", False),
    ],
)
def test_a_case_is_taken_in_by_the_last_pattern_that_fits_it(
    patterns: list[str], case: str, fits: bool
) -> None:
    assert Patterns(patterns).fits(case) is fits


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("a/{b,c}", ["a/b", "a/c"]),
        ("{a,b}/c", ["a/c", "b/c"]),
        ("!a/{b,c}/*", ["!a/b/*", "!a/c/*"]),
        ("a/b", ["a/b"]),
        ("a/{b", ["a/{b"]),
        ("{a,b}/{c,d}", ["{a,b}/{c,d}"]),
    ],
)
def test_one_pair_of_braces_stands_for_several_patterns(text: str, texts: list[str]) -> None:
    assert expanded(text) == texts
