"""utfproof_case: the written decode cases in tests of Python code."""

from __future__ import annotations

import pytest

from utfproof.model.case import DecodeCase
from utfproof.model.reading import IllFormed
from utfproof.vectors import loader

from .conftest import Project

DECODE = """
import pytest

@pytest.mark.utfproof({marker})
def test_decode(utfproof_case):
    case = utfproof_case
    try:
        text = case.octets.decode({codec!r})
    except UnicodeDecodeError as error:
        assert case.values is None, case.explanation
        assert error.start == case.offset, case.explanation
    else:
        assert text == case.text, case.explanation
"""


def cases(encoding: str, *, ill_formed: bool | None = None) -> int:
    found = (case for case in loader.load().cases if isinstance(case, DecodeCase))
    return sum(
        case.about.encoding == encoding
        and case.about.profile is None
        and ill_formed in (None, any(isinstance(part, IllFormed) for part in case.reads.parts))
        for case in found
    )


@pytest.mark.parametrize(
    ("marker", "codec", "count"),
    [
        ("", "utf-8", cases("UTF-8")),
        ("kind='ill-formed'", "utf-8", cases("UTF-8", ill_formed=True)),
        ("encoding='utf-32le'", "utf-32-le", cases("UTF-32LE")),
        ("case='utf-8/ill-formed/overlong-two/nul*'", "utf-8", 3),
    ],
)
def test_pythons_decoder_passes_all(project: Project, marker: str, codec: str, count: int) -> None:
    project.pytester.makepyfile(DECODE.format(marker=marker, codec=codec))
    done = project.run()
    assert count > 0
    assert done.parseoutcomes() == {"passed": count}


def test_the_kind_is_that_of_the_reading_wherever_the_case_is_written(project: Project) -> None:
    project.pytester.makepyfile(
        """
        import pytest

        @pytest.mark.utfproof(kind="ill-formed")
        def test_refused(utfproof_case):
            assert utfproof_case.values is None

        # F0 98 9F 80 is U+187C0, whose tails are those of a picture swapped.
        @pytest.mark.utfproof(kind="well-formed", case="utf-8/ill-formed/recovery/tails-*-swapped")
        def test_read(utfproof_case):
            assert utfproof_case.values == (0x187C0,)

        @pytest.mark.utfproof(kind="signature", case="*/signature-before-surrogate")
        def test_topic(utfproof_case):
            assert utfproof_case.values is None
        """
    )
    count = cases("UTF-8", ill_formed=True)
    assert project.run().parseoutcomes() == {"passed": count + 2}


def test_without_a_marker_all_of_utf_8_is_meant(project: Project) -> None:
    project.pytester.makepyfile("def test_one(utfproof_case): pass")
    assert project.run().parseoutcomes() == {"passed": cases("UTF-8")}


def test_a_wrong_decoder_fails_with_the_clause_in_words(project: Project) -> None:
    text = DECODE.format(marker="case='utf-8/ill-formed/overlong-two/nul'", codec="latin-1")
    project.pytester.makepyfile(text)
    done = project.run()
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "*AssertionError: utf-8/ill-formed/overlong-two/nul (vectors/utf-8/ill-formed/*:*)",
            "*C0 80: an error at offset 0",
            "*RFC3629-3-21: *",
            "FAILED *::test_decode[[]utf-8/ill-formed/overlong-two/nul[]]*",
        ]
    )


def test_a_case_says_all_that_may_come_out(project: Project) -> None:
    project.pytester.makepyfile(
        """
        import pytest

        @pytest.mark.utfproof(case="utf-8/ill-formed/surrogates/d800", profile="unicode")
        def test_refused(utfproof_case):
            assert utfproof_case.octets == b"\\xed\\xa0\\x80"
            assert (utfproof_case.values, utfproof_case.text) == (None, None)
            assert (utfproof_case.offset, utfproof_case.replaced) == (0, (0xFFFD,) * 3)
            assert (utfproof_case.keyword, utfproof_case.others) == ("MUST", ())

        @pytest.mark.utfproof(case="utf-8/ill-formed/surrogates/d800")
        def test_replacement_is_left_open(utfproof_case):
            assert utfproof_case.replaced is None

        @pytest.mark.utfproof(case="utf-8/signature/initial/signature-alone")
        def test_kept(utfproof_case):
            assert (utfproof_case.values, utfproof_case.others) == ((0xFEFF,), ((),))

        @pytest.mark.utfproof(case="utf-8/signature/initial/signature-alone", profile="whatwg")
        def test_taken_off(utfproof_case):
            assert (utfproof_case.values, utfproof_case.offset) == ((), None)
        """
    )
    done = project.run()
    assert set(done.parseoutcomes()) == {"passed"}
    assert done.parseoutcomes()["passed"] >= 4


def test_the_cases_go_through_fixtures_of_ones_own(project: Project) -> None:
    project.pytester.makepyfile(
        """
        import pytest

        @pytest.fixture
        def octets(utfproof_case):
            return utfproof_case.octets

        @pytest.mark.utfproof(kind="well-formed")
        def test_read(octets):
            octets.decode()
        """
    )
    count = cases("UTF-8", ill_formed=False)
    assert project.run().parseoutcomes() == {"passed": count}


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        ("encoding='UTF-7'", "no encoding is called 'UTF-7': there are UTF-8, UTF-16"),
        ("profile='rfc1'", "'rfc1' is no profile for UTF-8: for it there are rfc3629"),
        ("kind='ill'", "no case fits kind='ill', case='*': the kinds are ill-formed, "),
        ("kinds='x'", "it does not take kinds: it takes encoding, kind, case, profile, by name"),
        ("'UTF-8'", "it does not take 'UTF-8': it takes encoding, "),
    ],
)
def test_a_marker_that_is_wrong_is_one_line(project: Project, marker: str, words: str) -> None:
    project.pytester.makepyfile(test_it=DECODE.format(marker=marker, codec="utf-8"))
    done = project.run()
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines([f"test_it.py::test_decode: marker utfproof: {words}*"])


def test_the_case_of_a_test_cannot_be_asked_for_at_run_time(project: Project) -> None:
    project.pytester.makepyfile("def test_one(request): request.getfixturevalue('utfproof_case')")
    done = project.run()
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["utfproof_case was asked for *: make it an argument of the test"])


def test_the_marker_is_known_where_markers_are_strict(project: Project) -> None:
    project.pytester.makepyfile(DECODE.format(marker="kind='well-formed'", codec="utf-8"))
    assert project.run("--strict-markers").ret == 0
    project.run("--markers").stdout.fnmatch_lines(["@pytest.mark.utfproof(encoding='UTF-8', *"])
