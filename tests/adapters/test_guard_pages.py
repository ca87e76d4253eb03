"""Codecs that touch memory beside their input or output, behind the kits of C, C++ and Rust."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import fake_programs
from utfproof import locations

from .overruns import ANSWERS, touches

SOURCES = fake_programs.FOLDER / "memory"
KIT = locations.adapters() / "kit" / "c"
CPP = locations.adapters() / "cpp_libraries"
RUST = locations.adapters() / "rust" / "src"
MODULES = ("conversation", "guarded", "notation", "operations", "sweep", "units")
SECONDS = 30

OF_DECODERS = {
    "decode": "41",
    "decode-within": "- 41 -",
    "decode-again": "41 42",
    "decode-room": "4 41",
    "decode-chunks": "41 42",
    "validate": "41",
    "validate-chunks": "41 42",
    "sweep": "41 1",
}
OF_ENCODERS = {"encode": "41", "encode-chunks": "41 | 42", "encode-room": "4 41"}
LINES = {**OF_DECODERS, **OF_ENCODERS}
TOUCHES = touches(LINES)
OF_ALL_LANGUAGES = ("reads-past", "reads-before", "writes-past")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    @cache
    def build(language: str) -> Path:
        folder = tmp_path_factory.mktemp(language)
        return {"c": in_c, "cpp": in_cpp, "rust": in_rust}[language](folder)

    return build


def run(*command: str | Path) -> None:
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"needs {command[0]}")
    subprocess.run(command, check=True)


def objects(folder: Path) -> list[Path]:
    found = []
    for source in sorted(KIT.glob("*.c")):
        found.append(folder / f"{source.stem}.o")
        run("cc", "-O1", f"-I{KIT}", "-c", source, "-o", found[-1])
    return found


def in_c(folder: Path) -> Path:
    source = SOURCES / "touches.c"
    run("cc", "-O1", f"-I{KIT}", source, *objects(folder), "-o", folder / "touches")
    return folder / "touches"


def in_cpp(folder: Path) -> Path:
    source = SOURCES / "touches.cpp"
    options = ["-O1", "-std=c++20", f"-I{KIT}", f"-I{CPP}"]
    run("c++", *options, source, *objects(folder), "-o", folder / "touches")
    return folder / "touches"


def in_rust(folder: Path) -> Path:
    run("cc", "-O1", "-c", KIT / "guarded.c", "-o", folder / "guarded.o")
    shutil.copy(SOURCES / "touches.rs", folder)
    for name in MODULES:
        shutil.copy(RUST / f"{name}.rs", folder)
    linked = f"link-arg={folder / 'guarded.o'}"
    options = ["--edition", "2021", "-O", "-C", linked]
    run("rustc", *options, folder / "touches.rs", "-o", folder / "touches")
    return folder / "touches"


def asked(program: Path, header: str, *lines: str) -> list[str]:
    text = "\n".join((header, *lines, "", ""))
    done = subprocess.run(
        [program], input=text.encode(), stdout=subprocess.PIPE, check=True, timeout=SECONDS
    )
    return done.stdout.decode("ascii").split("\n")[: len(lines)]


def header(op: str, codec: str, encoding: str = "UTF-8") -> str:
    return f"{op} {codec} {encoding} strict"


@pytest.mark.parametrize(("fault", "op"), TOUCHES)
def test_each_touch_shows_in_each_operation_in_c(
    built: Callable[[str], Path], fault: str, op: str
) -> None:
    assert asked(built("c"), header(op, fault), LINES[op]) == [ANSWERS[fault]]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "op"), [one for one in TOUCHES if one[0] in OF_ALL_LANGUAGES])
def test_each_touch_shows_in_each_operation_in_rust(
    built: Callable[[str], Path], fault: str, op: str
) -> None:
    assert asked(built("rust"), header(op, fault), LINES[op]) == [ANSWERS[fault]]


WITH_OUTPUT = {
    "decode": "{octets}",
    "encode": "41",
    "decode-room": "{room} {octets}",
    "encode-room": "{room} 41",
}


@pytest.mark.parametrize(
    ("language", "encoding", "octets"),
    [
        ("c", "UTF-8", "41"),
        pytest.param("cpp", "UTF-16LE", "4100", marks=pytest.mark.slow),
        pytest.param("rust", "UTF-8", "41", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("op", WITH_OUTPUT)
def test_a_write_behind_the_room_for_output_shows(
    built: Callable[[str], Path], language: str, encoding: str, octets: str, op: str
) -> None:
    for room in (1, 4, 100_000):
        line = WITH_OUTPUT[op].format(octets=octets, room=room)
        [fault] = asked(built(language), header(op, "overfills", encoding), line)
        [right] = asked(built(language), header(op, "right", encoding), line)
        assert (fault, right.split(" ")[0]) == ("overrun write 1 past the end", "ok")


@pytest.mark.slow
@pytest.mark.parametrize("fault", OF_ALL_LANGUAGES)
def test_units_lie_against_the_guard_in_rust(built: Callable[[str], Path], fault: str) -> None:
    within = header("decode-within", fault, "UTF-16BE")
    assert asked(built("rust"), within, "- 0041 -") == [ANSWERS[fault]]
    assert asked(built("rust"), f"encode {fault} UTF-8 replace", "41") == [ANSWERS[fault]]


@pytest.mark.slow
def test_two_answers_show_in_rust(built: Callable[[str], Path]) -> None:
    found = asked(built("rust"), "encode-room right UTF-8 replace", "4 41")
    assert found == ["unstable short 1 - ; ok 1 -"]


@pytest.mark.slow
@pytest.mark.parametrize("fault", OF_ALL_LANGUAGES)
def test_units_lie_against_the_guard_in_cpp(built: Callable[[str], Path], fault: str) -> None:
    expected = ANSWERS[fault].replace("1 before", "2 before")
    lines = {"decode": "4100", "decode-within": "- 4100 -", "encode": "41"}
    for op, line in lines.items():
        assert asked(built("cpp"), header(op, fault, "UTF-16LE"), line) == [expected], op
    [inside] = asked(built("cpp"), header("decode-within", fault, "UTF-16LE"), "4200 4100 4300")
    assert inside == "ok 41"


@pytest.mark.parametrize("language", ["c", pytest.param("rust", marks=pytest.mark.slow)])
@pytest.mark.parametrize("op", LINES)
def test_who_touches_nothing_else_is_not_accused(
    built: Callable[[str], Path], language: str, op: str
) -> None:
    [answer] = asked(built(language), header(op, "right"), LINES[op])
    assert answer.startswith("ok")


def test_touches_of_an_encoder_whose_state_is_saved_show_in_c(
    built: Callable[[str], Path],
) -> None:
    for fault in OF_ALL_LANGUAGES:
        found = asked(built("c"), header("encode-resumed", fault), "41 | 42")
        assert found == [ANSWERS[fault]]
    assert asked(built("c"), header("encode-resumed", "right"), "41 | 42") == ["ok 41 | 42 | -"]


def test_an_empty_input_has_guards_too(built: Callable[[str], Path]) -> None:
    for fault in OF_ALL_LANGUAGES:
        for op in ("decode", "validate", "encode", "decode-chunks", "validate-chunks"):
            assert asked(built("c"), header(op, fault), "-") == [ANSWERS[fault]]


def test_detectors_and_labels_have_guards_too(built: Callable[[str], Path]) -> None:
    for fault, answer in ANSWERS.items():
        for op, line in {"detect": "41", "label": "7574662d38"}.items():
            assert asked(built("c"), header(op, fault), line) == [answer], op


def test_each_text_of_decode_again_has_guards(built: Callable[[str], Path]) -> None:
    found = asked(built("c"), header("decode-again", "reads-past-a"), "41 42", "42 41", "42 43")
    assert found == [ANSWERS["reads-past"]] * 2 + ["ok 42 / ok 43"]


def test_a_touch_is_told_once_and_not_of_the_next_line(built: Callable[[str], Path]) -> None:
    lines = ["41", "- 41 -", "42 41 43", "42 41 -", "- 41 43"]
    touch = "overrun read 1 past the end"
    expected = [touch, touch, "ok 41", touch, "ok 41"]
    assert asked(built("c"), header("decode-within", "reads-past"), *lines)[1:] == expected[1:]
    before = "overrun read 1 before the beginning"
    lines = ["- 41 -", "42 41 43", "42 41 -", "- 41 43"]
    found = asked(built("c"), header("decode-within", "reads-before"), *lines)
    assert found == [before, "ok 41", "ok 41", before]


def test_long_input_moves_to_larger_pages(built: Callable[[str], Path]) -> None:
    long = "41" * 100_000
    found = asked(built("c"), header("validate", "reads-past"), "41", long, "41")
    assert found == [ANSWERS["reads-past"]] * 3
    assert asked(built("c"), header("validate", "right"), "41", long, "41") == ["ok"] * 3


@pytest.mark.parametrize("op", [op for op in LINES if op not in ("sweep", "decode-again")])
def test_two_answers_to_one_question_show(built: Callable[[str], Path], op: str) -> None:
    [answer] = asked(
        built("c"), header(op, "varies"), LINES[op].split(" | ")[0].removesuffix(" 42")
    )
    first, second = answer.removeprefix("unstable ").split(" ; ")
    assert answer.startswith("unstable ")
    assert first != second


@pytest.mark.parametrize("language", ["c", pytest.param("rust", marks=pytest.mark.slow)])
def test_the_memory_of_a_chunk_is_overwritten(built: Callable[[str], Path], language: str) -> None:
    program = built(language)
    assert asked(program, header("decode-chunks", "keeps"), "41") == ["ok 41 | a5"]
    for codec, answer in {"keeps": "error ? ?", "right": "ok"}.items():
        assert asked(program, header("validate-chunks", codec), "41 42") == [answer]


PARTS_OF_UNITS = {
    "decode": "004100",
    "decode-within": "00 00 0041",
    "validate": "00",
    "sweep": "0041 1",
}


@pytest.mark.parametrize(
    ("language", "codec"), [("c", "units"), pytest.param("rust", "right", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("op", PARTS_OF_UNITS)
def test_a_part_of_a_unit_is_a_line_that_cannot_be_read(
    built: Callable[[str], Path], language: str, codec: str, op: str
) -> None:
    whole = {"sweep": "0041 0", "decode-within": "00 0041 00"}.get(op, "0041")
    lines = (whole, PARTS_OF_UNITS[op], whole)
    first, part, second = asked(built(language), header(op, codec, "UTF-16BE"), *lines)
    assert part.startswith("failed ")
    assert (first, first[:2]) == (second, "ok")


def test_a_line_that_cannot_be_read_is_told_once(built: Callable[[str], Path]) -> None:
    [answer] = asked(built("c"), header("decode", "reads-past"), "4")
    assert answer.startswith("failed")
