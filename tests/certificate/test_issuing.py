"""certify --sign: what is stated of a run, and which runs get no certificate."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chained import chained
from cli import adapters
from utfproof import digests
from utfproof.certificate import certified_run, envelope, keys
from utfproof.certificate.verification import CheckState, verify
from utfproof.errors import CertificateError
from utfproof.report.run import files
from utfproof.report.run.summary import Summary
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

from .conftest import PATIENT, Issued, started

Json = dict[str, Any]
QUICK = ("--jobs", "1", "--op", "validate")


def statement(folder: Path, key: Path) -> Json:
    public = keys.public(key.with_name(f"{key.name}.pub"))
    text = envelope.opened((folder / envelope.NAME).read_bytes(), public, "c")
    found: Json = json.loads(text)
    return found


def codec(found: Json) -> Json:
    [entry] = found["predicate"]["utfproof_certificate"]["codecs"]
    own: Json = entry
    return own


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    keys.generate(tmp_path / "k")
    return tmp_path


def test_the_statement_is_one_of_in_toto(issued: Issued) -> None:
    found = statement(issued.folder, issued.key)
    assert found["_type"] == "https://in-toto.io/Statement/v1"
    assert found["predicateType"] == "https://in-toto.io/attestation/test-result/v0.1"
    subject = {item["name"]: item["digest"] for item in found["subject"]}
    assert subject == {
        "mine: build product": {"dirHash": codec(found)["product_dirHash"]},
        "mine: sources": {"dirHash": codec(found)["sources_dirHash"]},
        "mine 1.0: name and version": {"sha256": digests.of_text("mine 1.0")},
    }
    predicate = found["predicate"]
    assert predicate["result"] == "PASSED"
    names = [item["name"] for item in predicate["configuration"]]
    assert names[0] == "vectors"
    assert {"journal.jsonl", "options", "environment"} <= set(names)
    assert "mine/table RFC3629-3-11" in predicate["passedTests"]
    assert not predicate["failedTests"]


def test_it_says_who_when_and_what(issued: Issued) -> None:
    own = statement(issued.folder, issued.key)["predicate"]["utfproof_certificate"]
    assert (own["issuer"], own["number"]) == ("A <b>laboratory</b>", "7")
    assert own["run"]["only_operations"] == ["validate"]
    assert own["run"]["vectors"]["sha256"] == loader.load().digest
    assert own["run"]["journal"]["sha256"] == digests.of_file(issued.folder / "journal.jsonl")
    [entry] = own["codecs"]
    assert (entry["verdict"], entry["scope"]) == ("conformant", ["validate UTF-8 strict"])
    assert {item["state"] for item in entry["requirements"]} == {"met"}


def test_every_requirement_is_met_not_met_or_not_assessed_once(issued: Issued) -> None:
    entry = codec(statement(issued.folder, issued.key))
    rest = entry["requirements_not_assessed"]
    ids = [name for item in entry["requirements"] for name in (item["id"], *item["same"])]
    assert sorted([*ids, *rest["untestable"], *rest["out_of_scope"]]) == sorted(
        loader.load().requirements
    )
    assert all(sum(item["cases"].values()) for item in entry["requirements"])


def test_a_faulty_codec_is_not_conformant(home: Path) -> None:
    target = adapters.put(home, "reads_overlong_forms", PATIENT)
    assert started("certify", target, *QUICK, "--sign", "k", "--out", "run") == 1
    found = statement(home / "run", home / "k")
    assert found["predicate"]["result"] == "FAILED"
    assert "reads_overlong_forms/table RFC3629-3-11" in found["predicate"]["failedTests"]
    entry = codec(found)
    assert entry["verdict"] == "not conformant"
    states = {item["id"]: item for item in entry["requirements"]}
    overlong = states["RFC3629-3-11"]
    assert (overlong["state"], overlong["cases"]["fail"] > 0) == ("not met", True)
    assert "RFC3629-3-21" in overlong["same"]
    others = {item["state"] for name, item in states.items() if name != "RFC3629-3-11"}
    assert others == {"met"}
    assert sum(item["cases"] for item in entry["failures"]) == entry["counts"]["fail"]
    assert started("verify", "run", "--key", "k.pub", "--rerun", "2%") == 0


def test_known_failures_do_not_change_the_verdict(home: Path) -> None:
    target = adapters.put(home, "decodes_overlong_forms", PATIENT)
    only = ("--jobs", "1", "--codec", "table")
    assert started("certify", target, *only, "--update", "--out", "first") == 0
    assert started("certify", target, *only, "--sign", "k", "--out", "run") == 0
    entry = codec(statement(home / "run", home / "k"))
    assert entry["verdict"] == "not conformant"
    known = sum(item["cases"] for item in entry["known_failures"])
    assert known == entry["counts"]["fail"]
    own = statement(home / "run", home / "k")["predicate"]["utfproof_certificate"]
    assert list(own["run"]["expectations"]) == ["decodes_overlong_forms"]
    assert known_failures(home) is CheckState.HOLDS
    (home / "decodes_overlong_forms" / "expectations.yaml").write_text("")
    assert known_failures(home) is CheckState.UNCHECKED


def known_failures(home: Path) -> CheckState:
    """Return what verification says of the list of known failures."""
    found = verify(home / "run" / envelope.NAME, keys.public(home / "k.pub"), loader.load())
    [check] = [one for one in found.checks if one.what.endswith("known failures")]
    return check.state


def test_a_broken_adapter_gets_none(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = adapters.put(home, "says_nonsense")
    assert started("certify", target, *QUICK, "--sign", "k", "--out", "run") == 3
    assert "no certificate: the adapter of says_nonsense/table is broken" in capsys.readouterr().err
    assert not (home / "run" / envelope.NAME).exists()


def test_a_codec_that_could_not_run_gets_no_certificate(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = adapters.put(home, "reads_by_the_table", "requires: [a-tool-that-nobody-has]")
    assert started("certify", target, *QUICK, "--sign", "k", "--out", "run") == 5
    assert "no certificate: nothing was assessed" in capsys.readouterr().err


def test_some_cases_alone_get_none(home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    given = ("--case", "utf-8/*", "--sign", "k", "--out", "run")
    assert started("certify", target, *given) == 2
    assert not (home / "run").exists()


def test_a_journal_that_another_process_changed_is_not_signed(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A process that an adapter left behind rewrites it when the run has ended."""
    real = files.write

    def rewritten(summary: Summary, suite: Suite, folder: Path) -> None:
        journal = folder / "journal.jsonl"
        text = journal.read_text("ascii")
        text = re.sub(r'("event":"case",.*"verdict":)"fail"', r'\1"alternative"', text)
        text = re.sub(r'"counts":{[^}]*}', '"counts":{}', text)
        journal.write_text(chained(text), "ascii")
        real(summary, suite, folder)

    monkeypatch.setattr(files, "write", rewritten)
    target = adapters.put(home, "reads_overlong_forms")
    assert started("certify", target, *QUICK, "--sign", "k", "--out", "run") == 1
    assert not (home / "run" / envelope.NAME).exists()
    said = capsys.readouterr().err
    assert "the journal is not the one that this run wrote: another process changed it" in said


def test_a_key_that_cannot_be_used_is_said_before_the_run(home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    assert started("certify", target, "--sign", "k.pub", "--out", "run") == 2
    assert not (home / "run").exists()


def test_an_issuer_without_a_key_is_a_mistake(home: Path) -> None:
    assert started("certify", "--issuer", "Nobody") == 2


def again(lines: list[str], at: int, word: str) -> list[str]:
    """Put a line in once more, with another digest."""
    other = lines[at].replace(f'"{word}":"', f'"{word}":"0', 1)
    assert other != lines[at]
    return [*lines[: at + 1], other, *lines[at + 1 :]]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[:-1], "was interrupted"),
        (lambda lines: again(lines, 0, "files"), "changed during the run"),
        (lambda lines: again(lines, 0, "harness"), "changed during the run"),
        (lambda lines: lines[1:], "a journal without a header"),
    ],
)
def test_a_journal_that_is_not_of_one_piece_gets_none(
    issued: Issued, change: Callable[[list[str]], list[str]], said: str
) -> None:
    journal = issued.folder / "journal.jsonl"
    lines = change(journal.read_text("ascii").splitlines(keepends=True))
    journal.write_text(chained("".join(lines)), "ascii")
    with pytest.raises(CertificateError, match=said):
        certified_run.read(journal, loader.load())
