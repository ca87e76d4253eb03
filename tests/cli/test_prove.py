"""`utfproof prove` as a user sees it: sentences, JSON, exit statuses."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from utfproof.model.contract import Contract

from .conftest import Run

SOURCE = Path(__file__).parents[1] / "proving" / "validators.c"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    pytest.importorskip("angr", reason="the extra `prove` is not installed")
    made = tmp_path / "libmine.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-DLEAST_OF_TWO=0xC0", "-o", str(made), str(SOURCE)]
    subprocess.run(command, check=True, capture_output=True)
    return made


def test_the_tables_are_proved_in_a_sentence(utfproof: Run) -> None:
    ended = utfproof("prove", "keiser-lemire")
    assert ended.status == 0
    assert "proved  the tables of Keiser and Lemire: they accept UTF-8 and nothing" in ended.out


@pytest.mark.slow
def test_the_shortest_text_that_refutes_a_function_is_shown(utfproof: Run, library: Path) -> None:
    ended = utfproof("prove", "is_utf8", "--library", str(library))
    assert ended.status == 1
    assert "refuted  is_utf8: it accepts UTF-8 and nothing else" in ended.out
    assert "C0 80: it accepts them" in ended.out
    ended = utfproof("prove", "is_utf8", "--library", str(library), "--format", "json")
    (found,) = ended.json()["proofs"]
    assert (found["state"], found["counterexample"]) == ("refuted", "c080")


def test_what_is_neither_proved_nor_refuted_has_a_status_of_its_own(
    utfproof: Run, library: Path
) -> None:
    ended = utfproof("prove", "counts_calls", "--library", str(library))
    assert ended.status == 5
    assert "not proved  counts_calls" in ended.out


def test_what_cannot_be_proved_is_said_with_the_next_step(utfproof: Run, library: Path) -> None:
    for words, problem in (
        (["--library", str(library)], "which function of the library?"),
        (["c_glibc/iconv"], "c_glibc/iconv cannot be proved"),
        (["nobody"], "nobody"),
        (["is_utf8", "--library", str(library), "--returns", "truth"], "'truth' is not a valid"),
    ):
        ended = utfproof("prove", *words)
        assert ended.status == 2, words
        assert problem in ended.out + ended.err


XML = "c_libraries/libxml2-xmlCheckUTF8"


@pytest.mark.slow
@pytest.mark.adapters
def test_a_text_that_refutes_the_function_of_a_codec_is_a_finding(
    utfproof: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("angr", reason="the extra `prove` is not installed")
    monkeypatch.setattr(Contract, "announced", ())
    out = str(tmp_path / "campaign")
    ended = utfproof("prove", XML, "--out", out)
    assert ended.status == 1
    assert f"accepts overlong (utfproof findings list --out {out})" in ended.out
    assert "C0 80" in utfproof("findings", "list", "--out", out).out


@pytest.mark.slow
@pytest.mark.adapters
def test_a_text_that_the_documentation_announces_is_none(utfproof: Run, tmp_path: Path) -> None:
    pytest.importorskip("angr", reason="the extra `prove` is not installed")
    out = str(tmp_path / "campaign")
    ended = utfproof("prove", XML, "--out", out)
    assert ended.status == 1
    assert f"{XML}: no finding; its documentation announces: overlong forms" in ended.out
    assert "C0 80" not in utfproof("findings", "list", "--out", out).out


def test_findings_are_of_codecs_and_not_of_libraries(utfproof: Run, library: Path) -> None:
    ended = utfproof("prove", "is_utf8", "--library", str(library), "--out", "x")
    assert ended.status == 2
    assert "write an adapter for the library" in ended.out + ended.err
