"""A codec that is a Python function shares its process with the driver that speaks for it.

It can put other code in the driver's place, and has gained nothing: what is said for it are answers
all the same, and another process judges them. It could have given these answers as a codec.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from utfproof.adapters import manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.journal.events import CaseFinished, CodecFinished, Event
from utfproof.engine.journal.result import Result
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.adapter_runner import AdapterRunner, RunScope
from utfproof.model.verdict import CodecVerdict
from utfproof.vectors import loader

CASES = "utf-8/*ll-formed/o*"
RIGHT = "def decode(data):\n    return data.decode()\n"
LAX = """
def decode(data):
    return data.replace(b"\\xc0\\x80", b"\\0").decode()
"""
DRIVER = """
import sys
from utfproof.model.operation import Op
driver = sys.modules["__main__"]
"""
ALWAYS_OK = 'driver._ANSWERS[Op.DECODE] = lambda function, line: "ok"\n'
RIGHT_BY_THE_DRIVER = """
def answer(function, line):
    try:
        text = bytes.fromhex(line.strip("-")).decode()
    except UnicodeDecodeError as error:
        return f"error {error.start} {error.end - error.start}"
    return " ".join(["ok", *(f"{ord(character):x}" for character in text)])
driver._ANSWERS[Op.DECODE] = answer
"""
JUDGES = """
from utfproof.engine.judging import judge
from utfproof.engine.journal import journal, lines
from utfproof.model import verdict
verdict.Verdict.red = property(lambda self: False)
verdict.Verdict.green = property(lambda self: True)
judge.judge = lambda question, answer: judge.Judgement(verdict.Verdict.PASS, "", "", "")
lines.line = lambda event: ""
"""
BUILTINS = """
import builtins, hashlib, json
builtins.isinstance = lambda *_: True
builtins.sorted = lambda *_, **__: []
hashlib.sha256 = None
"""
VERDICT_IN_HELLO = """
def hello(found, codecs):
    entries = [{"name": "table", "version": "1", "offers": ["decode UTF-8 strict"]}]
    entries[0]["verdict"] = "pass"
    return driver.json.dumps({"protocol": 1, "adapter": found.name, "codecs": entries})
driver.hello = hello
"""
EVENTS_AMONG_ANSWERS = """
from utfproof.engine.journal import events, lines
line = lines.line(events.CodecFinished("driven/table", "pass", {"pass": 9}, 0, 1.0)).strip()
driver._ANSWERS[Op.DECODE] = lambda function, asked: line
"""


def events(folder: Path, source: str) -> list[Event]:
    """Ask a codec of one function, as a run does."""
    folder.mkdir()
    codec = {
        "about": "a function",
        "profile": "rfc3629",
        "offers": {"decode UTF-8 strict": "own_codec:decode"},
    }
    tree = {"adapter": "driven", "about": "x", "language": "Python", "codecs": {"table": codec}}
    (folder / "own_codec.py").write_text(source, "utf-8")
    (folder / "adapter.yaml").write_text(json.dumps(tree), "utf-8")
    found = manifest.load(folder)
    chosen = SelectedAdapter(found, tuple(found.codecs.values()))
    scope = RunScope(Narrowing(case=CASES))
    return list(AdapterRunner(loader.load(), scope).run(chosen))


def verdict(found: Sequence[Event]) -> CodecVerdict:
    [end] = (event for event in found if isinstance(event, CodecFinished))
    return end.verdict


def red(found: Sequence[Event]) -> set[str]:
    return {one.case for one in found if isinstance(one, CaseFinished) and one.verdict.red}


def result(found: Sequence[Event]) -> str:
    added = Result()
    for event in found:
        added.take(event)
    return added.digest


def test_functions_that_leave_the_driver_alone_get_what_they_deserve(tmp_path: Path) -> None:
    assert verdict(events(tmp_path / "right", RIGHT)) is CodecVerdict.PASS
    lax = events(tmp_path / "lax", LAX)
    assert verdict(lax) is CodecVerdict.FAIL
    assert red(lax)


def test_a_driver_that_says_ok_to_all_is_shown_up_by_known_answers(tmp_path: Path) -> None:
    found = events(tmp_path / "x", DRIVER + ALWAYS_OK + LAX)
    assert verdict(found) is CodecVerdict.BROKEN


def test_a_driver_that_answers_rightly_passes_as_a_codec_that_does(tmp_path: Path) -> None:
    found = events(tmp_path / "x", DRIVER + RIGHT_BY_THE_DRIVER + LAX)
    assert result(found) == result(events(tmp_path / "right", RIGHT))


@pytest.mark.parametrize("patch", [JUDGES, BUILTINS], ids=["judges", "builtins"])
def test_judges_in_the_codecs_process_judge_nothing(tmp_path: Path, patch: str) -> None:
    found = events(tmp_path / "x", DRIVER + patch + LAX)
    lax = events(tmp_path / "lax", LAX)
    assert verdict(found) in (CodecVerdict.FAIL, CodecVerdict.BROKEN)
    if verdict(found) is CodecVerdict.FAIL:
        assert (red(found), result(found)) == (red(lax), result(lax))


@pytest.mark.parametrize(
    "patch", [VERDICT_IN_HELLO, EVENTS_AMONG_ANSWERS], ids=["in hello", "among answers"]
)
def test_verdicts_that_the_driver_states_are_none(tmp_path: Path, patch: str) -> None:
    found = events(tmp_path / "x", DRIVER + patch + LAX)
    assert verdict(found) in (CodecVerdict.FAIL, CodecVerdict.BROKEN)
