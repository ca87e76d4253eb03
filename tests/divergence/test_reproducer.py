"""The reproducer: what it writes runs as it stands, and is red only while the fault is there."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import fake_programs
from changed_fields import changed
from cli import adapters
from utfproof.errors import FindingsError
from utfproof.fuzz.triage import reproducer
from utfproof.fuzz.triage.findings import Finding

from .found import CRASH, INJECTED, OVERLONG, SOME, SURROGATE, injected

PROGRAM = "has_a_right_and_a_wrong_codec"


def put(home: Path, codec: str) -> Finding:
    """Return a finding of a codec in an adapter that lies in a folder of its own."""
    target = str(home / adapters.put(home, PROGRAM, codecs=("table", "lax")))
    return replace(OVERLONG, codec=f"{PROGRAM}/{codec}", target=target)


def ran(finding: Finding, home: Path, written: str = "") -> subprocess.CompletedProcess[str]:
    """Run the test of a finding with pytest, in a process of its own."""
    path = home / f"test_{reproducer.filename(finding).replace('-', '_')}.py"
    path.write_text(written or reproducer.pytest_module(finding, home), "ascii")
    environment = {
        **os.environ,
        "UTFPROOF_CACHE": str(home / "cache"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    return subprocess.run(
        [*command, "--rootdir", home, path],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_written_test_is_red_against_the_faulty_codec(tmp_path: Path) -> None:
    done = ran(put(tmp_path, "lax"), tmp_path)
    assert done.returncode == 1
    assert "assert 'ok 2f' != 'ok 2f'" in done.stdout


def test_a_written_test_is_green_against_the_right_codec(tmp_path: Path) -> None:
    done = ran(put(tmp_path, "table"), tmp_path)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


def test_a_written_test_is_red_when_the_codec_dies(tmp_path: Path) -> None:
    target = str(tmp_path / adapters.put(tmp_path, "crashes_on_ff", codecs=("fake",)))
    finding = replace(OVERLONG, codec="crashes_on_ff/fake", target=target, line="ff")
    done = ran(finding, tmp_path)
    assert done.returncode == 1
    assert "NoAnswerError: crashes_on_ff/fake: crash" in done.stdout


def test_a_written_test_moves_with_the_adapter_and_names_no_internal_module(
    tmp_path: Path,
) -> None:
    (tmp_path / "here").mkdir()
    finding = put(tmp_path / "here", "lax")
    written = reproducer.pytest_module(finding, tmp_path / "here" / "tests")
    assert str(tmp_path) not in written
    assert re.findall("utfproof[.a-z_]+", written) == ["utfproof.asking"]
    (tmp_path / "here").rename(tmp_path / "there")
    (tmp_path / "there" / "tests").mkdir()
    done = ran(finding, tmp_path / "there" / "tests", written)
    assert done.returncode == 1
    assert "assert 'ok 2f' != 'ok 2f'" in done.stdout


@pytest.mark.parametrize("text", INJECTED)
def test_a_written_test_is_a_program_whatever_the_words_are(text: str) -> None:
    finding = replace(
        injected(text), operation=OVERLONG.operation, line=OVERLONG.line, input=OVERLONG.input
    )
    written = reproducer.pytest_module(finding, Path())
    assert written.isascii()
    imports, *_, function = [item for item in ast.parse(written).body if not _is_constant(item)]
    assert isinstance(imports, ast.Import)
    assert isinstance(function, ast.FunctionDef)
    assert "\x1b" not in written


def _is_constant(item: ast.stmt) -> bool:
    return isinstance(item, ast.Assign) and isinstance(item.value, ast.Constant)


def test_each_signature_has_a_name_of_its_own() -> None:
    others = [
        replace(OVERLONG, signature=text)
        for text in ("a b", "a-b", "A B", "a  b", "b" * 300, "b" * 301, "é", "", "../../etc")
    ]
    names = [reproducer.filename(item) for item in [*SOME, *others]]
    assert len(set(names)) == len(names)
    assert all(len(name) < 100 and name.replace("-", "").isalnum() for name in names)


@pytest.mark.parametrize(
    ("operation", "expected", "right", "wrong"),
    [
        (
            "decode UTF-8 strict",
            "error 3 2",
            ["error 3 2", "error 3 ?", "error ? ?", "error 3 2 41 42"],
            ["error 3 1", "error 2 2", "ok 41", "error 33 2", "error 3"],
        ),
        ("decode UTF-8 strict", "error 3 ?", ["error 3 7", "error ? ?"], ["error 4 ?", "ok"]),
        ("decode UTF-8 replace", "ok 41 fffd", ["ok 41 fffd"], ["ok 41 fffd fffd", "ok 41"]),
        (
            "decode UTF-8 replace",
            "ok 41 fffd{1,3} 42",
            ["ok 41 fffd 42", "ok 41 fffd fffd fffd 42"],
            ["ok 41 42", "ok 41 fffd fffd fffd fffd 42", "ok 41 fffd{1,3} 42"],
        ),
        (
            "decode-chunks UTF-8 strict",
            "ok 20ac 41",
            ["ok | 20ac 41 |", "ok 20ac | 41 |", "ok 20ac 41"],
            ["ok | 20ac |", "ok | 20ac 41 41 |"],
        ),
        (
            "decode-chunks UTF-8 replace",
            "ok | fffd{1,2} 41",
            ["ok | fffd | fffd 41", "ok fffd | 41 |"],
            ["ok 41", "ok fffd fffd fffd 41"],
        ),
        (
            "decode-again UTF-8 strict",
            "error 0 1 / ok 41",
            ["error 0 1 / ok 41", "error ? ? / ok 41"],
            ["error 0 1 / ok 42", "ok 41"],
        ),
        ("decode-again UTF-8 strict", "… / ok 41", ["ok 7 / ok 41"], ["ok 7 / ok"]),
        ("decode-room UTF-8 strict", "ok 0 -", ["ok 0"], ["ok 0 41", "short 0"]),
        ("decode-room UTF-8 strict", "short or error", ["short 3 41", "error 3 1"], ["ok 3 41"]),
        (
            "decode-refill UTF-8 strict",
            "ok 41 42",
            ["ok 41 42", "ok 41 | 42"],
            ["ok 41 |", "short"],
        ),
        (
            "decode-replaced UTF-8 replace",
            "ok no 41",
            ["ok no 41", "ok 0 41"],
            ["ok yes 41", "ok 1 41"],
        ),
        (
            "decode-replaced UTF-8 replace",
            "ok 2 fffd fffd",
            ["ok 2 fffd fffd", "ok yes fffd fffd"],
            ["ok 1 fffd fffd", "ok no fffd fffd", "ok fffd fffd"],
        ),
        (
            "decode-replaced UTF-8 replace",
            "ok yes fffd{1,3}",
            ["ok yes fffd", "ok 3 fffd fffd fffd"],
            ["ok no fffd", "ok 0 fffd", "ok yes"],
        ),
        ("encode-refill UTF-8 strict", "ok 4142", ["ok 4142", "ok 41 | 42"], ["ok 41", "short -"]),
        ("encode-size UTF-8 strict", "ok 6 6", ["ok 6 6"], ["ok 7 6", "ok 5 6", "error 0"]),
        (
            "decode-size UTF-8 strict",
            "ok 19+ 19 or ok 9+ 9",
            ["ok 19 19", "ok 20 19", "ok 100 19", "ok 9 9", "ok 10 9"],
            ["ok 18 19", "ok 9 19", "ok 8 9", "ok 19 20", "error 0 1"],
        ),
        ("decode-size UTF-8 replace", "ok 3+ 3+", ["ok 3 3", "ok 4 10"], ["ok 2 3", "ok 3 2"]),
        ("validate UTF-8 strict", "ok", ["ok"], ["error 0 1", "ok 41"]),
        ("encode UTF-8 strict", "error 1", ["error 1", "error ?"], ["error 0", "ok eda080"]),
        ("encode UTF-16LE strict", "ok 3dd8", ["ok 3dd8"], ["ok d83d"]),
        (
            "encode-chunks UTF-8 strict",
            "ok e282ac41",
            ["ok e2 | 82ac41 | -", "ok - | e282ac | - | 41 | -", "ok e282ac41"],
            ["ok e282 | ac | -", "ok - | -"],
        ),
        ("encode-chunks UTF-8 strict", "ok -", ["ok - | -", "ok -"], ["ok 41 | -"]),
        (
            "encode UTF-16 replace",
            "ok (octets that read as 41)",
            ["ok feff0041", "ok 4100"],
            ["error 0", "ok -"],
        ),
        ("detect - -", "ok ? 0", ["ok ? 0"], ["ok UTF-8 0", "ok  0"]),
    ],
)
def test_as_much_is_accepted_as_the_expected_words_allow(
    operation: str, expected: str, right: list[str], wrong: list[str]
) -> None:
    finding = replace(OVERLONG, operation=operation, expected=expected, actual="ok 10ffff")
    assert [text for text in right if not reproducer.accepts(finding, text)] == []
    assert [text for text in wrong if reproducer.accepts(finding, text)] == []


def test_the_answer_that_was_found_is_never_accepted() -> None:
    finding = replace(OVERLONG, actual="error 0 1 fffd")
    assert reproducer.accepts(finding, "error 0 1")
    assert not reproducer.accepts(finding, "error 0 1 fffd")


def test_the_file_of_a_decoder_is_the_input_and_of_an_encoder_its_code_points() -> None:
    assert reproducer.input_file(OVERLONG) == b"\xc0\xaf"
    assert reproducer.input_file(replace(OVERLONG, input="-", line="-")) == b""
    assert reproducer.input_file(CRASH) == b"41 d800\n"


def test_the_adapter_can_be_asked_without_utfproof() -> None:
    program = [sys.executable, "-E", "-B", *fake_programs.arguments(PROGRAM)]
    line = reproducer.shell_block(OVERLONG, program)
    said = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    assert said.stdout == "ok 2f\n\n"


def test_explain_is_named_for_octets_only() -> None:
    assert reproducer.explain_command(SURROGATE).startswith("utfproof explain 'F0 9F 92 A9 41 41")
    assert reproducer.explain_command(CRASH) == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"line": "41\nvalidate x UTF-8 strict"},
        {"line": ""},
        {"line": "é"},
        {"operation": "decode UTF-9 strict"},
        {"operation": "decode"},
    ],
)
def test_an_invalid_line_or_offer_is_refused_with_the_next_step(changes: dict[str, str]) -> None:
    with pytest.raises(FindingsError, match=r"two/lax .* is no .*: the line in findings\.jsonl"):
        reproducer.pytest_module(changed(OVERLONG, **changes), Path())
