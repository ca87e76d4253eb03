"""The text of a file of known failures: what is quoted, what is folded, and where lines end."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from utfproof.expectations import document, rendered
from utfproof.expectations.document import Defect, FailureGroup
from utfproof.model.verdict import Verdict

from .runs import DECODE, VALIDATE, block, defect

HEAD = """\
# Known failures. Reasons, references, versions and dates are written by people, as are the ids that
# tell one defect from another; counts and answers by `utfproof certify --level complete --update`.
"""
LISTED = """\
codecs:
  a/one:
    - reason: "a \\"reason\\": #1"
      reference:
        - "https://example.org/1"
        - a b
      versions: ">=1, <2"
      expires: 2027-01-31
      varies: true
      cases:
        - verdict: fail
          ops: [decode UTF-8 strict]
          ids: [utf-8/a/one]
          count: 2
          answer: ok 2f
        - verdict: fail
          level: complete
          ops: [decode UTF-8 strict, validate UTF-8 strict]
          ids: ["families/*"]
          count: 3
          answers: "0000000000000000"
    - reason: reads overlong forms
      reference: "https://example.org/7"
      versions: ">=2, <3"
      cases:
        - verdict: fail
          ops: [decode UTF-8 strict]
          ids: ["*"]
          count: 2
          answer: ok 2f
  b/two:
    - reason: known
      cases:
        - verdict: crash
          ids: ["utf-8/*", "!utf-8/a/one"]
          count: 12
"""


def test_a_file_without_defects_has_an_empty_list() -> None:
    assert rendered.text({}) == f"{HEAD}codecs: {{}}\n"


def test_a_file_lists_codecs_by_name_and_leaves_out_empty_fields() -> None:
    crash = FailureGroup(Verdict.CRASH, "vectors", (), ("utf-8/*", "!utf-8/a/one"), 12)
    many = FailureGroup(
        Verdict.FAIL, "complete", (DECODE, VALIDATE), ("families/*",), 3, "", "0" * 16
    )
    plain = Defect("known", (), "", None, (crash,))
    full = Defect(
        'a "reason": #1', ("https://example.org/1", "a b"), ">=1, <2", date(2027, 1, 31),
        (block("utf-8/a/one"), many), varies=True,
    )  # fmt: skip
    assert rendered.text({"b/two": [plain], "a/one": [full, defect(block("*"))]}) == (HEAD + LISTED)


def test_the_facts_that_a_run_writes_are_read_again(tmp_path: Path) -> None:
    own = replace(
        defect(block("utf-8/a/one")),
        kind="open",
        breaks=("RFC3629-3-11", "ISO-9.2-07"),
        diagnosis="C0 80 is read as U+0000 from offset 16 on.",
        seen=date(2026, 11, 25),
    )
    path = tmp_path / "expectations.yaml"
    path.write_text(rendered.text({"a/b": [own]}), "utf-8")
    (found,) = document.load(path).codecs["a/b"]
    blocks = tuple(replace(one, line=0) for one in found.blocks)
    assert replace(found, line=0, blocks=blocks) == own


def lines(reason: str = "x", ids: tuple[str, ...] = ("a",)) -> list[str]:
    one = Defect(reason, (), "", None, (replace(block(*ids), ops=()),))
    return [line.strip() for line in rendered.text({"a/b": [one]}).splitlines()]


def test_a_reason_of_80_characters_stands_on_one_line_and_a_longer_one_is_folded() -> None:
    assert f"- reason: {'x' * 80}" in lines("x" * 80)
    folded = lines("x" * 81)
    assert folded[folded.index("- reason: >-") + 1] == "x" * 81


def test_a_folded_reason_fills_lines_of_92_characters() -> None:
    folded = lines(f"{'x' * 45} {'y' * 46} z")
    at = folded.index("- reason: >-")
    assert folded[at + 1 : at + 3] == [f"{'x' * 45} {'y' * 46}", "z"]


@pytest.mark.parametrize(
    ("length", "written"),
    [
        (85, [f"ids: [{'a' * 85}]"]),
        (86, ["ids:", f"- {'a' * 86}"]),
    ],
)
def test_a_list_of_more_than_92_characters_has_a_line_for_each_word(
    length: int, written: list[str]
) -> None:
    found = lines(ids=("a" * length,))
    at = found.index(written[0])
    assert found[at : at + len(written)] == written


def test_each_word_of_a_long_list_is_quoted_where_it_has_to_be() -> None:
    found = lines(ids=("a" * 60, "b*" * 20))
    at = found.index("ids:")
    assert found[at + 1 : at + 3] == [f"- {'a' * 60}", f'- "{"b*" * 20}"']


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("a", "a"),
        ("7", "7"),
        ("ok 2f", "ok 2f"),
        ("utf-8/a.b_c+(d)", "utf-8/a.b_c+(d)"),
        ("!utf-8/a", '"!utf-8/a"'),
        ("/a", "/a"),
        ("12", '"12"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        ("a ", '"a "'),
        ("-", '"-"'),
        ("{a,b}", '"{a,b}"'),
        ("", '""'),
    ],
)
def test_a_word_that_yaml_would_read_as_something_else_is_quoted(word: str, written: str) -> None:
    found = rendered.text({"a/b": [replace(defect(block("x")), reason=word)]})
    assert f"    - reason: {written}\n" in found


def test_an_edit_is_a_unified_difference_with_the_name_of_the_file() -> None:
    assert rendered.edit("x.yaml", "a\nb\n", "a\nc\n") == (
        "--- x.yaml\n+++ x.yaml\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
    )
    assert rendered.edit("x.yaml", "a\n", "a\n") == ""
