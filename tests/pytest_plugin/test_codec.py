"""--utfproof-codec: a test for each case and offer, with verdicts as pytest has them."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.questions.plan import PlannedCase
from utfproof.pytest_plugin import codec_under_test
from utfproof.pytest_plugin.codec_under_test import CodecUnderTest

from .conftest import FAULTY, NUL, PLUGIN, RIGHT, Project, asks

OFFERS = ["decode UTF-8 strict", "decode UTF-8 replace", "validate UTF-8 strict"]


def test_a_right_codec_passes_a_case_in_every_offer(project: Project) -> None:
    done = project.run(*asks(project.put(RIGHT)))
    done.assert_outcomes(passed=3)
    assert done.ret == 0


def test_a_whole_codec_is_tested_as_certify_asks_it(project: Project) -> None:
    done = project.run(*asks(project.put(RIGHT), "*"), "--utfproof-op", "validate")
    found = done.parseoutcomes()
    assert set(found) == {"passed", "skipped"}
    assert found["passed"] > 1000


def test_a_failure_shows_octets_answer_clause_and_the_command_that_repeats_it(
    project: Project,
) -> None:
    target = project.put(FAULTY)
    certify = f"utfproof certify {project.folder}/{FAULTY} --codec table"
    again = f'{certify} --case {NUL} --op "decode UTF-8 strict"'
    done = project.run(*asks(target), "--utfproof-op", "decode UTF-8 strict")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            f"___* {FAULTY}/table decode UTF-8 strict {NUL} *___",
            f"fail {NUL}  decode UTF-8 strict, whole",
            "  input    c080",
            "  expected error 0 1",
            "  actual   ok 0",
            "  clauses  *RFC3629-3-21*",
            f"  repeat   {again}",
            f"FAILED {FAULTY}/table::decode UTF-8 strict::{NUL}*",
        ]
    )
    done.stdout.no_fnmatch_line("*Traceback*")
    done.stdout.no_fnmatch_line("*items.py*")


def test_a_test_is_called_after_codec_offer_and_case(project: Project) -> None:
    done = project.run(*asks(project.put(RIGHT)), "--collect-only", "-q")
    ids = [line for line in done.outlines if "::" in line]
    assert ids == [f"{RIGHT}/table::{offer}::{NUL}" for offer in OFFERS]


def test_properties_are_tests_too(project: Project) -> None:
    case = "properties/concatenation/utf-8"
    done = project.run(*asks(project.put(RIGHT), "properties/concatenation/*"), "-v")
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines([f"{RIGHT}/table::{case} PASSED*"])


def test_a_property_that_is_broken_fails(project: Project) -> None:
    program, case = "validates_everything", "properties/validator-agrees/utf-8"
    done = project.run(*asks(project.put(program), "properties/validator-agrees/*"))
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines([f"fail {case}  *", f"FAILED {program}/table::{case}*"])


@pytest.mark.parametrize(
    ("more", "count"),
    [
        (["--utfproof-op", "decode"], 2),
        (["--utfproof-op", "decode UTF-8 replace", "--utfproof-op", "validate"], 2),
        (["--utfproof-encoding", "utf-8"], 3),
        (["-k", "validate"], 1),
        (["-k", "overlong-two/nul and not replace"], 2),
        (["-m", "utfproof"], 3),
    ],
)
def test_options_choose(project: Project, more: list[str], count: int) -> None:
    done = project.run(*asks(project.put(FAULTY)), *more)
    assert done.parseoutcomes()["failed"] == count


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many cases are asked at once."""
    sizes: list[int] = []
    ask = CodecUnderTest.ask

    def noted(self: CodecUnderTest, cases: Sequence[PlannedCase]) -> Iterator[CaseFinished]:
        sizes.append(len(cases))
        return ask(self, cases)

    monkeypatch.setattr(codec_under_test.CodecUnderTest, "ask", noted)
    return sizes


def test_the_cases_of_an_offer_are_asked_together(project: Project, batches: list[int]) -> None:
    done = project.run(*asks(project.put(RIGHT), "utf-8/ill-formed/overlong-two/*"))
    count = done.parseoutcomes()["passed"]
    assert batches == [count // 3] * 3


def test_a_deselected_test_asks_nothing(project: Project, batches: list[int]) -> None:
    done = project.run(*asks(project.put(RIGHT), "utf-8/*"), "-k", "overlong-two/nul and validate")
    assert done.parseoutcomes()["passed"] == 3
    assert batches == [3]


def test_nothing_is_asked_where_tests_are_only_collected(
    project: Project, batches: list[int]
) -> None:
    project.run(*asks(project.put(RIGHT)), "--collect-only")
    assert not batches


def test_the_last_failures_are_asked_again_alone(project: Project, batches: list[int]) -> None:
    target = project.put(FAULTY)
    first = project.run(*asks(target, "utf-8/*/nul"), "-p", "cacheprovider").parseoutcomes()
    assert first["passed"] > 0
    batches.clear()
    again = project.run(*asks(target, "utf-8/*/nul"), "-p", "cacheprovider", "--lf")
    assert again.parseoutcomes()["failed"] == first["failed"]
    assert sum(batches) == first["failed"]


def test_a_codec_of_an_adapter_is_named_behind_its_folder(project: Project) -> None:
    program = "has_a_right_and_a_wrong_codec"
    target = project.put(program, codecs=("table", "lax"))
    assert project.run(*asks(target)).parseoutcomes() == {"passed": 3, "failed": 3}
    assert project.run(*asks(f"{target}/table")).parseoutcomes() == {"passed": 3}
    assert project.run(*asks(f"{target}/l?x")).parseoutcomes() == {"failed": 3}
    both = project.run(*asks(f"{target}/table"), *asks(f"{target}/lax")[:2])
    assert both.parseoutcomes() == {"passed": 3, "failed": 3}


def test_hooks_of_ones_own_see_the_tests_of_a_codec(project: Project) -> None:
    hook = "def pytest_collection_modifyitems(items):\n    del items[1:]\n"
    project.pytester.makeconftest(hook)
    project.run(*asks(project.put(RIGHT))).assert_outcomes(passed=1)


def test_tests_of_ones_own_run_beside_those_of_a_codec(project: Project) -> None:
    project.pytester.makepyfile("def test_one(): pass")
    done = project.run(*asks(project.put(RIGHT)))
    done.assert_outcomes(passed=4)


@pytest.mark.slow
def test_two_workers_start_an_adapter_each_and_say_the_same(project: Project) -> None:
    target = project.put(FAULTY)
    alone = project.run(*asks(target, "utf-8/ill-formed/overlong-t*")).parseoutcomes()
    done = project.run_apart(*asks(target, "utf-8/ill-formed/overlong-t*"), "-n", "2", "-v")
    assert done.parseoutcomes() == alone
    seen = {line.split("]")[0] for line in done.outlines if line.startswith("[gw")}
    assert seen == {"[gw0", "[gw1"}
    assert {"failed", "passed"} == set(alone)


def test_the_process_of_the_adapter_ends_with_the_run(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    close = Session.close

    def noted(self: Session) -> None:
        close(self)
        closed.append("closed" if self._processes._wire is None else "open")

    monkeypatch.setattr(Session, "close", noted)
    project.run(*asks(project.put(RIGHT)))
    assert closed == ["closed"]


def test_excluded_characters_are_skipped(project: Project) -> None:
    done = project.run(*asks(project.put(RIGHT, 'excludes: ["C0"]')), "-rs")
    done.assert_outcomes(skipped=3)
    done.stdout.fnmatch_lines(["SKIPPED*unsupported: the codec's format excludes it"])


def test_a_level_adds_a_test_of_what_is_generated(project: Project) -> None:
    more = ("--utfproof-level", "complete", "-v")
    done = project.run(*asks(project.put(RIGHT), "families/octets/*/c[01]"), *more)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines([f"{RIGHT}/table::level complete PASSED*"])
    done = project.run(*asks(project.put(FAULTY), "families/octets/*/c[01]"), *more)
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["fail families/octets/utf-8/c0  decode UTF-8 strict, *", "… 1 more"])


def test_a_level_of_which_nothing_is_asked_is_skipped(project: Project) -> None:
    more = ("--utfproof-level", "complete")
    project.run(*asks(project.put(RIGHT)), *more).assert_outcomes(passed=3, skipped=1)


def test_terminal_sequences_are_escaped() -> None:
    assert codec_under_test._printable("a\x1b[2J\u202e\n\tb") == "a\\x1b[2J\\u202e\n\tb"


def test_the_plugin_is_found_by_its_entry_point() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    entries = tomllib.loads(text)["project"]["entry-points"]["pytest11"]
    assert list(entries) == ["utfproof"]
    assert hasattr(importlib.import_module(entries["utfproof"]), "pytest_addoption")


IDLE = """
import sys, pytest
assert pytest.main([*sys.argv[1:], "-q"]) == 5
print(sorted(name for name in sys.modules if name.split(".")[0] == "utfproof"))
"""


def test_without_the_option_nothing_is_loaded_and_nothing_collected(project: Project) -> None:
    path = project.pytester.makepyfile(idle=IDLE)
    done = project.pytester.run(sys.executable, path, *PLUGIN)
    assert done.outlines[-1] == str(
        ["utfproof", "utfproof.model", "utfproof.model.level", "utfproof.pytest_plugin"]
    )
    done.stdout.fnmatch_lines(["no tests ran in *"])
