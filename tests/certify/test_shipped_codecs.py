"""The whole way, with real codecs: right ones are green, exactly the known defects are found."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from utfproof import locations
from utfproof.adapters import needs, registry
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CaseFinished
from utfproof.model.verdict import Verdict

pytestmark = [pytest.mark.adapters, pytest.mark.slow]

Codecs = dict[str, dict[str, Any]]

RIGHT = [
    "rust/std",
    "go/unicode-utf8",
    "python_cpython/bytes.decode",
    "js_node/TextDecoder",
    "js_node/isUtf8",
    "rust/simdutf8-basic",
    "rust/simdutf8-compat",
    "rust/bstr",
]

DEFECTS = [
    ("L01", "java/CharsetDecoder", "decode UTF-32BE strict", "0000d800", "ok d800"),
    ("L02", "java/CharsetDecoder", "decode UTF-32BE strict", "0000feff00000041", "ok 41"),
    ("L02", "java/CharsetDecoder", "decode UTF-32LE strict", "fffe000041000000", "ok 41"),
    ("L03", "java/CharsetDecoder", "decode UTF-16BE replace", "d8000041", "ok fffd"),
    ("L03", "java/CharsetDecoder", "decode UTF-16BE skip", "d8000041", "ok"),
    ("L03", "java/String", "decode UTF-16BE replace", "d8000041", "ok fffd"),
    ("L06", "c_glibc/mbrtoc16", "decode UTF-8 strict", "f4908080", "ok dc00 dc00"),
    ("L11", "perl/Encode", "decode UTF-16BE strict", "fdd0", "error ? ?"),
    ("L11", "perl/Encode", "decode UTF-16BE strict", "ffff", "error ? ?"),
    ("L11", "perl/Encode", "decode UTF-32BE strict", "0010ffff", "error ? ?"),
    ("L11", "perl/Encode", "encode UTF-16BE replace", "10ffff", "ok fffd"),
    ("L12", "perl/Encode", "decode UTF-8 replace", "ffe282ac", "ok fffd"),
    ("L13", "perl/Encode", "decode UTF-16BE replace", "004100", "ok 41"),
    ("L14", "ruby/String", "validate UTF-32BE strict", "ffffffff", "ok"),
    ("L15", "ruby/pack-U", "encode UTF-8 strict", "d800", "ok eda080"),
    ("L16", "cpp_libraries/codecvt_utf8", "decode UTF-8 strict", "eda080", "ok d800"),
    ("L16", "cpp_libraries/codecvt_utf8", "encode UTF-8 strict", "d800", "ok eda080"),
    ("L16", "cpp_libraries/codecvt_utf8_utf16", "decode UTF-8 strict", "eda080", "ok d800"),
    ("L16", "cpp_libraries/wstring_convert", "decode UTF-8 strict", "c2", "ok"),
    ("L17", "php/mb_convert_encoding", "encode UTF-8 replace", "d800", "ok eda080"),
    ("L18", "php/IntlChar.chr", "encode UTF-8 strict", "d800", "ok eda080"),
    ("L20", "tcl/encoding", "decode UTF-8 replace", "80", "ok 80"),
    ("L20", "tcl/encoding", "decode UTF-8 replace", "c080", "ok 0"),
    ("L20", "tcl/encoding", "encode UTF-8 replace", "d800", "ok eda080"),
    ("L23", "python_packages/ujson", "decode UTF-8 strict", "eda080", "ok d800"),
    ("L24", "js_npm/stablelib-utf8-2.0.0", "decode UTF-8 strict", "bfbf", "ok 7ff"),
    ("L25", "js_npm/stablelib-utf8-2.0.0", "encode UTF-8 strict", "dfff", "ok edbfbf"),
    ("L26", "js_npm/is-utf8", "validate UTF-8 strict", "00", "error ? ?"),
    (
        "L27",
        "js_npm/iconv-lite-0.7.2",
        "decode-chunks UTF-32BE replace",
        "00 000041",
        "ok | fffd |",
    ),
    ("L28", "js_npm/iconv-lite", "decode UTF-32BE replace", "0000d800", "ok d800"),
    ("L28", "js_npm/iconv-lite", "decode UTF-16BE replace", "d800", "ok d800"),
    ("L28", "js_npm/iconv-lite", "encode UTF-32BE replace", "d800", "ok 0000d800"),
    (
        "L29",
        "js_npm/string_decoder-0.10.31",
        "decode-chunks UTF-8 replace",
        "c3 c3a9",
        "ok | fffd fffd fffd |",
    ),
    ("L31", "js_npm/fast-text-encoding", "decode UTF-8 replace", "f4908080", "ok 10000"),
    ("L32", "js_npm/protobufjs-utf8", "decode UTF-8 replace", "c241", "ok 81"),
    ("L33", "python_packages/mutf8", "decode MUTF-8 strict", "80", "ok 80"),
]
"""Live defects: software, what it was asked, the input, what it answers. In the versions that the
expectations beside the adapters name; others may have been mended."""

ANNOUNCED = [
    ("perl/Encode", "decode UTF-8 strict", "efbfbe", "error ? ?"),
    ("perl/Encode", "decode UTF-8 strict", "efb790", "error ? ?"),
    ("perl/Encode", "decode UTF-8 strict", "f48fbfbf", "error ? ?"),
    ("perl/Encode", "encode UTF-8 replace", "10ffff", "ok efbfbd"),
    ("c_libraries/libxml2-xmlCheckUTF8", "validate UTF-8 strict", "c080", "ok"),
    ("c_libraries/libxml2-xmlCheckUTF8", "validate UTF-8 strict", "f4908080", "ok"),
    ("python_cpython/json.loads", "decode UTF-8 strict", "eda080", "ok d800"),
]
"""Answers that the documentation of a library announces (L11 in UTF-8 among them)."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, Codecs, Path]:
    """Certify everything that is available on this machine, once."""
    folder = tmp_path_factory.mktemp("run") / "all"
    words = ["certify", "--format", "json", "--out", str(folder)]
    command = [sys.executable, "-m", "utfproof", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    codecs = {codec["codec"]: codec for codec in json.loads(done.stdout)["codecs"]}
    return done.returncode, codecs, folder


def _codec(codecs: Codecs, name: str) -> dict[str, Any]:
    codec = codecs[name]
    if codec["verdict"] == "unavailable":
        pytest.skip(f"{name}: {codec['why']}")
    return codec


def test_no_adapter_is_broken_and_none_is_left_out(run: tuple[int, Codecs, Path]) -> None:
    _, codecs, _ = run
    assert not {name for name, codec in codecs.items() if codec["verdict"] in ("broken", "not-run")}
    every = registry.select([])
    lacking = [item for item in every if needs.missing(item.manifest)]
    available = {name for name, codec in codecs.items() if codec["verdict"] != "unavailable"}
    assert len({name.partition("/")[0] for name in available}) == len(every) - len(lacking)
    if not lacking:
        assert len(available) >= 85


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_codec_has_no_failure(run: tuple[int, Codecs, Path], name: str) -> None:
    codec = _codec(run[1], name)
    assert codec["failures"] == []
    assert codec["verdict"] == "pass"


@pytest.mark.parametrize(("defect", "name", "op", "octets", "answer"), DEFECTS)
def test_a_live_defect_is_found(
    run: tuple[int, Codecs, Path], defect: str, name: str, op: str, octets: str, answer: str
) -> None:
    codec = _codec(run[1], name)
    if not any(case["known"] for case in codec["failures"]):
        pytest.skip(f"{defect} was seen in another version than {name} {codec['version']}")
    found = [case for case in codec["failures"] if (case["op"], case["input"]) == (op, octets)]
    assert [case["actual"] for case in found][:1] == [answer]
    assert found[0]["clauses"]
    assert found[0]["reproduce"].startswith(f"utfproof certify {name} --case {found[0]['id']}")


@pytest.mark.parametrize(("name", "op", "octets", "answer"), ANNOUNCED)
def test_what_the_documentation_announces_is_by_design(
    run: tuple[int, Codecs, Path], name: str, op: str, octets: str, answer: str
) -> None:
    _codec(run[1], name)
    found = [
        (event.verdict, event.actual)
        for event in journal.read(run[2])
        if isinstance(event, CaseFinished)
        and (event.codec, event.op, event.input) == (name, op, octets)
    ]
    assert found[:1] == [(Verdict.BY_DESIGN, answer)]


def test_failures_of_shipped_codecs_are_exactly_the_known_ones(
    run: tuple[int, Codecs, Path],
) -> None:
    code, codecs, _ = run
    wrong = {
        name: codec.get("unmet") or [case["id"] for case in codec["failures"] if not case["known"]]
        for name, codec in codecs.items()
    }
    assert {name: found[:3] for name, found in wrong.items() if found} == {}
    assert code == 0


def test_the_pictures_of_the_matrix_show_todays_verdicts(run: tuple[int, Codecs, Path]) -> None:
    text = (locations.adapters().parent / "reports" / "screens" / "matrix.txt").read_text("utf-8")
    shown = dict(line.split(" ") for line in text.splitlines())
    assert len(shown) > 10
    assert {name: _codec(run[1], name)["verdict"] for name in shown} == shown, "run make screens"


def test_the_run_leaves_its_reports(run: tuple[int, Codecs, Path]) -> None:
    names = {path.name for path in run[2].iterdir()}
    assert names == {"journal.jsonl", "index.html", "summary.json", "summary.md", "junit.xml"}


def test_the_command_of_a_failure_repeats_it_alone(
    run: tuple[int, Codecs, Path], tmp_path: Path
) -> None:
    failing = [codec for codec in run[1].values() if codec["failures"]]
    if not failing:
        pytest.skip("no codec here fails")
    first = failing[0]["failures"][0]
    words = shlex.split(first["reproduce"])[1:]
    command = [
        sys.executable,
        "-m",
        "utfproof",
        *words,
        "--format",
        "json",
        "--out",
        str(tmp_path / "r"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    [codec] = json.loads(done.stdout)["codecs"]
    assert done.returncode == 0  # it is a known one
    assert {case["id"] for case in codec["failures"]} == {first["id"]}
