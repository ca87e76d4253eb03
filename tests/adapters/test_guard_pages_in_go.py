"""Codecs that touch memory beside their input or output, behind the kit of Go."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import fake_programs
from utfproof import locations

from .overruns import ANSWERS, touches

KIT = locations.adapters() / "kit" / "go"
ADAPTER = locations.adapters() / "go"
FILES = ("fields.go", "ops.go", "protocol.go", "sweep.go")
SECONDS = 60

LINES = {
    "decode": "41",
    "decode-within": "- 41 -",
    "decode-again": "41 42",
    "decode-room": "4 41",
    "decode-chunks": "41 42",
    "validate": "41",
    "sweep": "41 1",
    "encode": "41",
    "encode-chunks": "41 | 42",
    "encode-room": "4 41",
}
TOUCHES = touches(LINES)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("go") is None:
        pytest.skip("needs go")
    folder = tmp_path_factory.mktemp("go")
    for name in FILES:
        shutil.copy(ADAPTER / name, folder)
    shutil.copy(fake_programs.FOLDER / "memory" / "touches.go", folder)
    replaced = f"require utfproof/guarded v0.0.0\nreplace utfproof/guarded => {KIT}\n"
    # Go 1.20 has unsafe.StringData, by which the faults find the memory of a string.
    (folder / "go.mod").write_text(f"module touches\ngo 1.20\n{replaced}", "utf-8")
    environment = {**os.environ, "GOTOOLCHAIN": "local", "CGO_ENABLED": "0", "GOFLAGS": ""}
    subprocess.run(["go", "build", "-o", "touches", "."], cwd=folder, env=environment, check=True)
    return folder / "touches"


def told(program: Path, header: str, *lines: str) -> list[str]:
    text = "\n".join((header, *lines, "", ""))
    done = subprocess.run(
        [program], input=text.encode(), stdout=subprocess.PIPE, check=True, timeout=SECONDS
    )
    return done.stdout.decode("ascii").split("\n")[: len(lines)]


def header(op: str, codec: str, mode: str = "strict") -> str:
    return f"{op} {codec} UTF-8 {mode}"


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "op"), TOUCHES)
def test_each_touch_shows_in_each_operation(program: Path, fault: str, op: str) -> None:
    assert told(program, header(op, fault), LINES[op]) == [ANSWERS[fault]]


@pytest.mark.slow
@pytest.mark.parametrize("op", ["decode", "decode-within"])
@pytest.mark.parametrize("fault", ["reads-past", "reads-far", "reads-before"])
def test_strings_lie_against_the_guard(program: Path, fault: str, op: str) -> None:
    assert told(program, header(op, fault, "replace"), LINES[op]) == [ANSWERS[fault]]


@pytest.mark.slow
@pytest.mark.parametrize("fault", ANSWERS)
def test_units_and_the_empty_input_lie_against_the_guard(program: Path, fault: str) -> None:
    assert told(program, f"decode {fault} UTF-16BE strict", "4100") == [ANSWERS[fault]]
    for op in ("decode", "validate", "encode", "decode-chunks"):
        assert told(program, header(op, fault), "-") == [ANSWERS[fault]]


@pytest.mark.slow
@pytest.mark.parametrize("op", ["decode-room", "encode-room"])
def test_a_write_behind_the_room_for_output_shows(program: Path, op: str) -> None:
    for room in (0, 1, 4, 100_000):
        [fault] = told(program, header(op, "overfills"), f"{room} 41")
        [right] = told(program, header(op, "right"), f"{room} 41")
        assert (fault, right.split(" ")[0]) == ("overrun write 1 past the end", "ok")


@pytest.mark.slow
@pytest.mark.parametrize("op", LINES)
def test_who_touches_nothing_else_is_not_accused(program: Path, op: str) -> None:
    [answer] = told(program, header(op, "right"), LINES[op])
    assert answer.startswith("ok")


@pytest.mark.slow
def test_the_first_touch_is_told_by_what_it_was(program: Path) -> None:
    found = told(program, header("decode", "reads-then-writes"), "41")
    assert found == ["overrun read 3 past the end"]


@pytest.mark.slow
def test_an_append_to_the_input_is_a_write_behind_it(program: Path) -> None:
    found = told(program, header("validate", "appends", "replace"), "41")
    assert found == ["overrun write 1 past the end"]


@pytest.mark.slow
def test_a_touch_is_told_once_and_not_of_the_next_line(program: Path) -> None:
    long = "41" * 100_000
    lines = ["- 41 -", "42 41 43", f"42 {long} -", "- 41 43", "42 41 -"]
    touch = ANSWERS["reads-past"]
    found = told(program, header("decode-within", "reads-past"), *lines)
    assert found == [touch, "ok 41", touch, "ok 41", touch]
    before = ANSWERS["reads-before"]
    found = told(program, header("decode-within", "reads-before"), *lines)
    assert found[:2] == [before, "ok 41"]
    assert found[3:] == [before, "ok 41"]


@pytest.mark.slow
def test_two_answers_and_a_kept_chunk_show(program: Path) -> None:
    found = told(program, header("decode-room", "right", "replace"), "4 41")
    assert found == ["unstable ok 1 ; ok 2"]
    assert told(program, header("decode-chunks", "keeps"), "41") == ["ok 41 | 1100a5"]


@pytest.mark.slow
def test_a_codec_that_panics_otherwise_ends_the_program(program: Path) -> None:
    text = f"{header('decode', 'leaves-the-slice')}\n41\n\n"
    done = subprocess.run(
        [program], input=text.encode(), capture_output=True, check=False, timeout=SECONDS
    )
    assert done.returncode == 2
    assert b"index out of range [0] with length 0" in done.stderr
    assert b"leavesTheSlice" in done.stderr
