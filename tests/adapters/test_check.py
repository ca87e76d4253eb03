"""What `adapter check` finds: each faulty adapter is told in plain words what is wrong with it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import fake_programs
from utfproof.adapters.check import adapter_check, offer_checks
from utfproof.adapters.check.check_results import CheckResult, shown
from utfproof.model.contract import Contract, Term
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims

UNKNOWN = "each line below an unknown header is a failure of the adapter"
DECODE, ENCODE = "decode fake UTF-8 strict", "encode fake UTF-8 strict"


@pytest.fixture(autouse=True)
def short_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter_check, "_SECONDS", 3.0)
    monkeypatch.setattr(offer_checks, "_SECONDS", 3.0)


def put(folder: Path, *lines: str) -> Path:
    """Write an adapter.yaml of a codec called fake; `lines` say how it runs."""
    text = ["adapter: fake", "about: x", "language: Python", *lines, "codecs: {fake: {about: x}}"]
    (folder / "adapter.yaml").write_text("\n".join([*text, ""]), "utf-8")
    return folder


def running(folder: Path, fake: str) -> Path:
    limits = "limits: {memory: 256 MiB, seconds-per-block: 1}"
    return put(folder, f"run: {sys.executable} -S -E -B {fake_programs.line(fake)}", limits)


def wrong(folder: Path) -> list[CheckResult]:
    return [found for found in adapter_check.findings(folder) if found.problem]


@pytest.mark.parametrize("fake", ["honest", "ends_lines_with_cr_lf"])
def test_an_adapter_that_keeps_to_the_protocol_has_no_fault(tmp_path: Path, fake: str) -> None:
    found = list(adapter_check.findings(running(tmp_path, fake)))
    assert [each for each in found if each.problem] == []
    titles = [each.title for each in found]
    assert {"adapter.yaml is valid", "it builds", UNKNOWN, DECODE, ENCODE} <= set(titles)
    assert len(set(titles)) == len(titles)


def test_a_wrong_codec_behind_a_right_adapter_is_no_matter_of_the_check(tmp_path: Path) -> None:
    assert wrong(running(tmp_path, "crashes_on_ff")) == []


@pytest.mark.parametrize(
    ("fake", "where", "problem", "hint"),
    [
        ("stays_silent", "hello is answered", "no complete answer", "flush stdout"),
        ("never_greets", "hello is answered", "ended with exit status 1", "by hand"),
        ("greets_with_garbage", "hello says", "it is no JSON", "print banners on stderr"),
        ("speaks_version_2", "hello says", "it speaks protocol 2", "speaks protocol 1"),
        ("offers_the_unknown", "hello says", "fake offers 'guess UTF-8 strict'", "ops are decode"),
        ("calls_itself_otherwise", "hello says", "adapter.yaml calls it fake", "the same name"),
        ("has_a_right_and_a_wrong_codec", "hello says", "codecs that adapter.yaml", "declare them"),
        ("greets_once", "hello may come again", "line 5 of what came is ``", "with one line"),
        ("ends_with_status_1", "hello is answered with", "it ended with exit status 1", "by hand"),
        pytest.param(
            "outlives_its_input",
            "hello is answered with",
            "does not end when",
            "end of stdin",
            marks=pytest.mark.slow,
        ),
        ("echoes", UNKNOWN, "`41` and should be `failed unknown header`", "do not know"),
        ("says_a_line_too_few", UNKNOWN, "line 1 of what came is ``", "with one line"),
        ("says_a_line_too_many", "hello may come again", "line 4 of what came", "with one line"),
        ("says_the_same_always", DECODE, "a wrong answer to text of ASCII", "makes of them"),
        ("refuses_everything", DECODE, "a wrong answer to text of ASCII", "makes of them"),
        ("misreads_the_first_line", ENCODE, "(line 1 of its block)", "makes of them"),
        ("answers_without_asking", DECODE, "a wrong answer to text of ASCII", "makes of them"),
        ("leaves_an_answer_empty", DECODE, "no block of answers", "nothing else on stdout"),
        ("dies_of_malformed_lines", DECODE, "malformed lines: it ended with", "`failed WHY`"),
        ("keeps_the_cr", DECODE, "lines ending in CR LF", "answer it, or do not offer it"),
        ("cuts_long_lines", DECODE, "a wrong answer to text of ASCII", "makes of them"),
        pytest.param(
            "answers_when_the_input_ends",
            "each block is answered",
            "no complete answer",
            "flush",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_fault_is_named_with_what_to_do(
    tmp_path: Path, fake: str, where: str, problem: str, hint: str
) -> None:
    found = [each for each in wrong(running(tmp_path, fake)) if each.title.startswith(where)]
    assert found, f"{fake} has no fault in: {where}"
    assert problem in found[0].problem
    assert hint in found[0].hint
    assert found[0].hint


def test_what_was_sent_came_and_should_have_come_stands_beside_a_fault(tmp_path: Path) -> None:
    found = {each.title: each for each in wrong(running(tmp_path, "says_the_same_always"))}
    assert found[DECODE].sent == "decode fake UTF-8 strict\n4f4b"
    assert found[DECODE].came == "ok 41"
    assert found[DECODE].expected == "ok 4f 4b"


def test_the_last_words_on_stderr_are_shown(tmp_path: Path) -> None:
    (found,) = wrong(running(tmp_path, "never_greets"))
    assert "the library that this needs has moved" in found.output


def test_an_adapter_that_never_stops_talking_is_stopped(tmp_path: Path) -> None:
    start = time.monotonic()
    assert wrong(running(tmp_path, "floods_stdout"))[-1].last
    assert time.monotonic() - start < 30


@pytest.mark.slow
def test_no_input_is_longer_than_the_manifest_says(tmp_path: Path) -> None:
    """The fake reads 64 KiB of a line; the limit is one of decoders, not of encoders."""
    folder = running(tmp_path, "cuts_long_lines")
    path = folder / "adapter.yaml"
    assert [found.title for found in wrong(folder)] == [DECODE, ENCODE]
    text = path.read_text("utf-8")
    path.write_text(text.replace("{about: x}", "{about: x, longest: 20}"), "utf-8")
    assert [found.title for found in wrong(folder)] == [ENCODE]


@pytest.mark.parametrize(
    ("offer", "line", "asked"),
    [
        ("decode UTF-16BE strict", "d800", True),
        ("decode UTF-16BE strict", "-", True),
        ("decode UTF-16BE strict", "eda080", False),
        ("validate UTF-16BE strict", "ff", False),
        ("sweep UTF-16BE strict", "0041 2", True),
        ("sweep UTF-16BE strict", "0041 1", False),
        ("decode UTF-8 strict", "eda080", True),
        ("decode-room UTF-16BE strict", "64 0041", True),
    ],
)
def test_a_codec_that_demands_whole_units_is_asked_no_parts(
    offer: str, line: str, *, asked: bool
) -> None:
    contract = Contract(domain=(Term("whole-units", "a manual"),))
    claims = Claims(("rfc3629", "rfc2781"), contract=contract)
    assert offer_checks.makes_units(line, Offer.parse(offer), claims) is asked


# ---- before anything is said ----


def test_a_manifest_that_is_not_valid_is_the_only_finding(tmp_path: Path) -> None:
    (found,) = adapter_check.findings(put(tmp_path, "runs: echo"))
    assert (found.title, found.last) == ("adapter.yaml is valid", True)
    assert "adapter.yaml" in found.place
    assert "runs" in found.problem


def test_a_missing_tool_is_no_fault_of_the_adapter(tmp_path: Path) -> None:
    (found,) = wrong(put(tmp_path, "requires: [no-such-tool]", "run: x"))
    assert found.unavailable
    assert "no-such-tool" in found.problem


def test_a_build_that_fails_shows_what_it_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "fake"
    folder.mkdir()
    build = "build: sh -c 'echo line 7, no such codec; exit 1'"
    (found,) = wrong(put(folder, build, "run: x"))
    assert (found.title, found.output) == ("it builds", "line 7, no such codec\n")
    assert "correct what it printed" in found.hint


def test_a_program_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    (found,) = wrong(put(tmp_path, "run: /no/such/program"))
    assert found.title == "hello is answered"
    assert found.problem


# ---- how it is shown ----


def test_long_lines_and_long_blocks_are_cut() -> None:
    assert shown("41\n42") == "41\n42"
    assert "(5000 characters)" in shown("4" * 5000)
    lines = shown("\n".join(map(str, range(100)))).split("\n")
    assert lines[-1] == "… 89 lines more"
    assert len(lines) == 12
