"""expectations.yaml beside an adapter: what is listed is xfail, and strictly so."""

from __future__ import annotations

import pytest

from .conftest import FAULTY, NUL, RIGHT, Project, asks

STRICT = ("--utfproof-op", "decode UTF-8 strict")
LISTED = """\
  - reason: C0 and C1 are taken for first octets.
    reference: https://example.org/issues/1
    cases:
    - verdict: fail
      ops: [decode UTF-8 strict]
      ids: [utf-8/ill-formed/overlong-two/nul]
      count: 1
      answer: ok 0
"""


def test_a_listed_failure_is_expected_with_its_reason(project: Project) -> None:
    target = project.put(FAULTY)
    project.known(FAULTY, LISTED)
    done = project.run(*asks(target), *STRICT, "-rx")
    done.assert_outcomes(xfailed=1)
    assert done.ret == 0
    reason = "C0 and C1 are taken for first octets (https://example.org/issues/1)"
    done.stdout.fnmatch_lines([f"XFAIL {FAULTY}/table::decode UTF-8 strict::{NUL} - *{reason}"])


def test_an_unlisted_failure_still_fails(project: Project) -> None:
    target = project.put(FAULTY)
    project.known(FAULTY, LISTED)
    project.run(*asks(target)).assert_outcomes(xfailed=1, failed=2)


def test_a_listed_case_that_passes_fails(project: Project) -> None:
    target = project.put(RIGHT)
    project.known(RIGHT, LISTED)
    done = project.run(*asks(target), *STRICT)
    done.assert_outcomes(failed=1)
    words = "expectations.yaml:3: unexpected pass (C0 and C1 are taken for first octets *"
    done.stdout.fnmatch_lines([f"*{words}*: take it out of the list"])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("answer: ok 0", "answer: ok 2f", "other answer: listed is fail with the answer ok 2f"),
        ("verdict: fail", "verdict: crash", "other answer: listed is crash with the answer ok 0"),
        ("    cases:", "    expires: 2020-01-31\n    cases:", "expired on 2020-01-31: is it still"),
    ],
)
def test_a_list_that_is_not_right_any_more_fails(
    project: Project, old: str, new: str, words: str
) -> None:
    target = project.put(FAULTY)
    project.known(FAULTY, LISTED.replace(old, new))
    done = project.run(*asks(target), *STRICT)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["  actual   ok 0", f"  list     *expectations.yaml:3: {words}*"])


def test_an_expired_entry_fails_also_where_the_case_passes(project: Project) -> None:
    target = project.put(RIGHT)
    project.known(RIGHT, LISTED.replace("    cases:", "    expires: 2020-01-31\n    cases:"))
    done = project.run(*asks(target), *STRICT)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["  list     *expired on 2020-01-31*"])


def test_a_varying_failure_may_pass_or_fail(project: Project) -> None:
    varies = LISTED.replace("    cases:", "    varies: true\n    cases:")
    for program, outcomes in ((FAULTY, {"xfailed": 1}), (RIGHT, {"passed": 1})):
        target = project.put(program)
        project.known(program, varies.replace("answer: ok 0", "answer: ok 2f"))
        assert project.run(*asks(target), *STRICT).parseoutcomes() == outcomes


def test_an_entry_for_other_versions_says_nothing(project: Project) -> None:
    target = project.put(FAULTY)
    project.known(FAULTY, LISTED.replace("    cases:", '    versions: ">=2"\n    cases:'))
    project.run(*asks(target), *STRICT).assert_outcomes(failed=1)


def test_runxfail_shows_what_is_known(project: Project) -> None:
    target = project.put(FAULTY)
    project.known(FAULTY, LISTED)
    done = project.run(*asks(target), *STRICT, "--runxfail")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["  actual   ok 0", "  list     C0 and C1 are taken *"])


def test_a_broken_adapter_is_never_expected(project: Project) -> None:
    target = project.put("says_nonsense")
    project.known("says_nonsense", LISTED)
    project.run(*asks(target), *STRICT).assert_outcomes(errors=1)


def test_a_list_with_a_wrong_name_is_an_error(project: Project) -> None:
    target = project.put(FAULTY)
    project.known(FAULTY, LISTED)
    path = project.folder / FAULTY / "expectations.yaml"
    path.write_text(path.read_text("utf-8").replace("/table:", "/tabel:"), "utf-8")
    done = project.run(*asks(target))
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"*no codec {FAULTY}/tabel: adapter.yaml has table"])


def test_listed_failures_of_families_are_expected_too(project: Project) -> None:
    target = project.put(FAULTY)
    block = """\
  - reason: C0 and C1 are taken for first octets.
    cases:
    - verdict: fail
      level: complete
      ids: ["families/octets/utf-8/c[01]"]
      count: 6
"""
    level = ("--utfproof-level", "complete")
    project.known(FAULTY, block)
    cases = asks(target, "families/octets/utf-8/c[01]")
    project.run(*cases, *level).assert_outcomes(xfailed=1)
    project.known(FAULTY, block.replace("c[01]", "c[012]"))
    done = project.run(*asks(target, "families/octets/utf-8/c[012]"), *level)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["pass families/octets/utf-8/c2 *", "  list     *unexpected pass*"])
