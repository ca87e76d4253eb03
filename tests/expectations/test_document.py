"""A file of known failures as it is read: every field, and every mistake with its line."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from utfproof.errors import ExpectationsError
from utfproof.expectations import document
from utfproof.expectations.document import Defect, ExpectationFile, FailureGroup
from utfproof.model.verdict import Verdict

from .runs import block, defect

WHOLE = """\
codecs:
  mine/codec:
    - reason: reads overlong forms
      reference: https://example.org/7
      versions: ">=2, <3"
      expires: 2027-01-31
      cases:
        - verdict: fail
          ops: [decode UTF-8 strict]
          ids: ["utf-8/a/*", "!utf-8/a/one"]
          count: 2
          answer: ok 2f
        - verdict: crash
          level: complete
          ids: ["families/*"]
          count: 3
          answers: "0123456789abcdef"
    - reason: another
      reference: [https://example.org/8, RFC 3629]
      varies: "true"
      cases: [{verdict: hang, ids: [a], count: 1}]
  mine/other:
    - reason: x
      cases: [{verdict: overrun, ids: [b], count: 0}]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "expectations.yaml"
    path.write_text(text, "utf-8")
    return path


def test_every_field_of_a_file_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, WHOLE)
    two = (
        FailureGroup(
            Verdict.FAIL, "vectors", ("decode UTF-8 strict",), ("utf-8/a/*", "!utf-8/a/one"), 2,
            "ok 2f", "", 8,
        ),
        FailureGroup(
            Verdict.CRASH, "complete", (), ("families/*",), 3, "", "0123456789abcdef", 13
        ),
    )  # fmt: skip
    assert document.load(path) == ExpectationFile(
        path,
        {
            "mine/codec": (
                Defect(
                    "reads overlong forms", ("https://example.org/7",), ">=2, <3",
                    date(2027, 1, 31), two, 3,
                ),
                Defect(
                    "another", ("https://example.org/8", "RFC 3629"), "", None,
                    (FailureGroup(Verdict.HANG, "vectors", (), ("a",), 1, "", "", 21),), 18,
                    varies=True,
                ),
            ),
            "mine/other": (
                Defect(
                    "x", (), "", None,
                    (FailureGroup(Verdict.OVERRUN, "vectors", (), ("b",), 0, "", "", 24),), 23,
                ),
            ),
        },
    )  # fmt: skip


ENTRY = """\
codecs:
  a/b:
    - reason: x
      {}
      cases:
        - {{verdict: fail, level: {}, ids: {}, count: 1}}
"""
NOT_OF_VECTORS = (
    "6: families/edges/one is not of level vectors: put it into a block of `level: complete`"
)


@pytest.mark.parametrize(
    ("line", "level", "ids", "message"),
    [
        (
            "versions: 17 or so",
            "vectors",
            "[a]",
            "4: Invalid specifier: '17 or so': write a range, such as \">=17, <18\"",
        ),
        (
            "expires: 2027-02-30",
            "vectors",
            "[a]",
            "4: 2027-02-30 is no date: write it as 2027-01-31",
        ),
        (
            "seen: 2026-13-01",
            "vectors",
            "[a]",
            "4: 2026-13-01 is no date: write it as 2027-01-31",
        ),
        (
            "varies: 'true'",
            "vectors",
            "[utf-8/a, families/edges/one]",
            NOT_OF_VECTORS,
        ),
        (
            "varies: 'true'",
            "complete",
            '["families/{edges,shapes}/one", "utf-8/a"]',
            "6: utf-8/a is not of level complete: put it into a block of `level: vectors`",
        ),
        (
            "varies: 'true'",
            "vectors",
            '["utf-8/a", "families/{edges,shapes}/one"]',
            NOT_OF_VECTORS,
        ),
    ],
)
def test_a_mistake_is_told_with_its_line_and_the_next_step(
    line: str, level: str, ids: str, message: str, tmp_path: Path
) -> None:
    path = written(tmp_path, ENTRY.format(line, level, ids))
    with pytest.raises(ExpectationsError) as caught:
        document.load(path)
    assert str(caught.value) == f"{path}:{message}"


@pytest.mark.parametrize("pattern", ["families/*", "families/?", "families/[a]", "!families/a"])
def test_a_pattern_may_reach_into_other_levels(pattern: str, tmp_path: Path) -> None:
    path = written(tmp_path, ENTRY.format("varies: 'true'", "vectors", f'["{pattern}"]'))
    [found] = document.load(path).codecs["a/b"]
    assert found.blocks[0].ids == (pattern,)


def test_a_file_that_is_no_yaml_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, "codecs: [\n")
    with pytest.raises(ExpectationsError) as caught:
        document.load(path)
    assert caught.value.place.startswith(f"{path}:")


@pytest.mark.parametrize(
    ("versions", "version", "concerned"),
    [
        (">=2, <3", "2.5", True),
        (">=2, <3", "3.0", False),
        (">=2, <3", "libfoo-2.9 (debug)", True),
        (">=2, <3", "unknown", False),
        ("", "2.5", True),
        ("", "unknown", True),
    ],
)
def test_a_defect_concerns_the_versions_that_it_names(
    versions: str, version: str, concerned: bool
) -> None:
    assert defect(block("*"), versions=versions).concerns(version) is concerned


@pytest.mark.parametrize(
    ("listed", "verdict", "actual", "met"),
    [
        ("ok 2f", Verdict.FAIL, "ok 2f", True),
        ("ok 2f", Verdict.FAIL, "ok 2e", False),
        ("ok 2f", Verdict.CRASH, "ok 2f", False),
        ("", Verdict.FAIL, "ok 2e", True),
        ("", Verdict.CRASH, "ok 2e", False),
    ],
)
def test_a_block_is_met_by_its_verdict_and_by_its_answer_where_it_has_one(
    listed: str, verdict: Verdict, actual: str, met: bool
) -> None:
    assert block("*", answer=listed).is_met_by(verdict, actual) is met
