"""Adapters that are broken, missing or unavailable: each says so in a test of its own."""

from __future__ import annotations

import sys
from contextlib import ExitStack

import pytest

from utfproof.adapters import registry
from utfproof.errors import UtfproofError
from utfproof.pytest_plugin import codec_under_test

from .conftest import FAULTY, NUL, RIGHT, Project, asks


def test_an_adapter_that_does_not_greet_is_an_error_with_its_words(project: Project) -> None:
    done = project.run(*asks(project.put("never_greets"), "*"))
    done.assert_outcomes(errors=1)
    assert done.ret == 1
    words = "no hello: exit status 1: the program said: the library that this needs has moved"
    done.stdout.fnmatch_lines([f"*never_greets/adapter.yaml: {words}"])
    done.stdout.no_fnmatch_line("During handling*")
    done.stdout.fnmatch_lines(["ERROR never_greets/table::adapter*"])


def test_an_adapter_that_does_not_build_shows_what_the_build_printed(project: Project) -> None:
    target = project.put(RIGHT)
    (project.folder / RIGHT / "build.py").write_text("raise SystemExit('lacking utf8.h')")
    project.edit(RIGHT, "run:", f"build: {sys.executable} build.py\nrun:")
    done = project.run(*asks(target))
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines([f"*{RIGHT}*build*", "lacking utf8.h"])


def test_an_adapter_that_answers_nonsense_is_an_error_of_every_test(project: Project) -> None:
    done = project.run(*asks(project.put("says_nonsense")))
    done.assert_outcomes(errors=3)
    done.stdout.fnmatch_lines(
        [
            f"broken {NUL}  decode UTF-8 strict, whole",
            "  actual   all * known answers are wrong*",
            f"  check    utfproof adapter check {project.folder}/says_nonsense",
        ]
    )


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("changes_its_hello", "a later process names other codecs, versions or offers"),
        ("starts_only_once", "the licence is used up"),
    ],
)
@pytest.mark.usefixtures("unconfined")
def test_a_question_that_is_no_longer_answered_is_an_error(
    project: Project, program: str, words: str
) -> None:
    """It dies on `ff` and cannot be asked any more; what was not run is not green."""
    target = project.put(program, codecs=("fake",))
    done = project.run(*asks(target, "utf-8/ill-formed/f*"))
    done.stdout.fnmatch_lines([f"*{words}*"])
    assert done.parseoutcomes()["errors"] > 1


def test_a_broken_adapter_is_reported_again_without_asking(project: Project) -> None:
    [chosen] = registry.select([str(project.folder / project.put(RIGHT))])
    with ExitStack() as closing:
        adapter = codec_under_test.AdapterUnderTest(chosen, closing)
        assert adapter.lacks("table") == ""
        adapter.give_up(UtfproofError("it was something else before"))
        with pytest.raises(UtfproofError, match="something else before"):
            adapter.open()


def test_a_crash_fails_the_case_that_did_it(project: Project) -> None:
    target = project.put("crashes_on_ff", codecs=("fake",))
    done = project.run(*asks(target, "utf-8/ill-formed/forbidden-bytes/*"))
    assert done.parseoutcomes()["failed"] > 0
    done.stdout.fnmatch_lines(["crash utf-8/ill-formed/forbidden-bytes/*", "  actual   crashed: *"])


def test_a_codec_of_which_nothing_is_asked_is_an_error(project: Project) -> None:
    done = project.run(*asks(project.put(RIGHT), "utf-16/*"))
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines([f"{RIGHT}/table: nothing is asked: no case fits what it offers, *"])


def _unavailable(project: Project) -> str:
    target = project.put(FAULTY)
    project.edit(FAULTY, "run:", "requires: [no-such-compiler]\nrun:")
    return target


def test_a_codec_that_is_unavailable_is_no_success_alone(project: Project) -> None:
    done = project.run(*asks(_unavailable(project)))
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines([f"{FAULTY}/table is unavailable: needs no-such-compiler: *"])


def test_a_codec_that_is_unavailable_is_skipped_beside_others(project: Project) -> None:
    done = project.run(*asks(project.put(RIGHT)), *asks(_unavailable(project))[:2])
    done.assert_outcomes(passed=3, skipped=1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--utfproof-codec", "./nowhere"], "no adapter, codec or folder is called ./nowhere: *"),
        (["--utfproof-codec", f"./{RIGHT}/nope"], "*has no codec nope: adapter.yaml has table"),
        (
            [*asks(f"./{RIGHT}"), "--utfproof-op", "decipher"],
            "--utfproof-op: 'decipher' is no operation: there are decode, *",
        ),
        (
            [*asks(f"./{RIGHT}"), "--utfproof-encoding", "UTF-7"],
            "--utfproof-encoding: 'UTF-7' is no encoding: there are UTF-8, *",
        ),
    ],
    ids=lambda value: value[-1] if isinstance(value, list) else "",
)
@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_missing_adapter_is_one_line_and_the_status_of_wrong_use(
    project: Project, arguments: list[str], words: str, workers: str
) -> None:
    project.put(RIGHT)
    done = project.run(*arguments, "-n", workers)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"ERROR: utfproof: {words}"])
