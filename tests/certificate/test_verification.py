"""verify: what was signed holds; one octet changed anywhere is refused, with the reason."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof import digests
from utfproof.certificate import envelope, keys
from utfproof.certificate.verification import CheckState, verify
from utfproof.errors import CertificateRefused
from utfproof.vectors import loader

from .conftest import Issued, started

ALL = [
    "signature", "vectors", "harness", "journal", "results", "reports", "page", "folder",
    "mine: sources",
    "mine: build product",
]  # fmt: skip


def changed(text: bytes, at: int, bit: int = 1) -> bytes:
    return text[:at] + bytes((text[at] ^ bit,)) + text[at + 1 :]


def change(path: Path, at: int) -> None:
    path.write_bytes(changed(path.read_bytes(), at))


def test_all_of_it_is_checked_and_holds(issued: Issued) -> None:
    found = issued.verified()
    assert [check.what for check in found.checks] == ALL
    assert {check.state for check in found.checks} == {CheckState.HOLDS}


def test_every_octet_of_an_envelope_counts(tmp_path: Path) -> None:
    keys.generate(tmp_path / "k")
    signer, public = keys.signer(tmp_path / "k"), keys.public(tmp_path / "k.pub")
    text = envelope.sealed({"a": [1, {"b": "cd"}]}, signer)
    assert json.loads(envelope.opened(text, public, "c")) == {"a": [1, {"b": "cd"}]}
    for at in range(len(text)):
        for bit in (0x01, 0x04, 0x20, 0x80):
            with pytest.raises(CertificateRefused):
                envelope.opened(changed(text, at, bit), public, "c")
        for other in (text[:at], text[:at] + text[at + 1 :], text[:at] + b" " + text[at:]):
            with pytest.raises(CertificateRefused):
                envelope.opened(other, public, "c")


def test_octets_of_a_whole_certificate_count(issued: Issued) -> None:
    text, suite, public = issued.certificate.read_bytes(), loader.load(), issued.public
    places = range(1, len(text) - 1, len(text) // 60)
    for at in [0, *places, len(text) - 1]:
        issued.certificate.write_bytes(changed(text, at))
        with pytest.raises(CertificateRefused):
            verify(issued.certificate, public, suite)


@pytest.mark.parametrize("at", [0, 700, -2])
def test_a_changed_journal_is_refused(issued: Issued, at: int) -> None:
    journal = issued.folder / "journal.jsonl"
    change(journal, at % journal.stat().st_size)
    assert issued.check("journal").state is CheckState.REFUSED
    assert issued.check("results").state is CheckState.UNCHECKED


def test_a_longer_journal_is_refused(issued: Issued) -> None:
    with (issued.folder / "journal.jsonl").open("ab") as file:
        file.write(b"\n")
    assert issued.check("journal").state is CheckState.REFUSED


def test_a_changed_page_is_refused(issued: Issued) -> None:
    change(issued.folder / "certificate.html", 2000)
    assert issued.check("page").state is CheckState.REFUSED


@pytest.mark.parametrize("name", ["index.html", "junit.xml", "summary.json", "summary.md"])
def test_a_changed_report_is_refused(issued: Issued, name: str) -> None:
    change(issued.folder / name, (issued.folder / name).stat().st_size // 2)
    refused = issued.verified().refused
    assert [check.what for check in refused] == ["reports"]
    assert f"{name} does not follow from the journal" in refused[0].sentence
    (issued.folder / name).unlink()
    assert issued.check("reports").state is CheckState.HOLDS


def test_reports_hold_wherever_the_run_lies_and_need_not_be_there(
    issued: Issued, tmp_path: Path
) -> None:
    elsewhere = shutil.copytree(issued.folder, tmp_path / "else" / "where")
    own = replace(issued, folder=elsewhere)
    assert own.check("reports").state is CheckState.HOLDS
    for name in ("index.html", "junit.xml", "summary.json", "summary.md"):
        (elsewhere / name).unlink()
    assert own.check("reports").state is CheckState.UNCHECKED
    assert not own.verified().refused


def test_a_changed_source_is_refused(issued: Issued) -> None:
    source = issued.adapter / "codec.py"
    text = source.read_bytes()
    try:
        source.write_bytes(text + b"\n")
        assert issued.check("mine: sources").state is CheckState.REFUSED
    finally:
        source.write_bytes(text)


def test_a_source_more_is_refused(issued: Issued) -> None:
    further = issued.adapter / "further.py"
    try:
        further.write_bytes(b"")
        assert issued.check("mine: sources").state is CheckState.REFUSED
    finally:
        further.unlink()


def test_a_changed_build_is_refused(issued: Issued) -> None:
    program = issued.product / "codec.py"
    text = program.read_bytes()
    try:
        program.write_bytes(text + b"\n")
        assert issued.check("mine: build product").state is CheckState.REFUSED
        assert issued.check("mine: sources").state is CheckState.HOLDS
    finally:
        program.write_bytes(text)


@pytest.mark.parametrize(("what", "name"), [("vectors", "vectors"), ("harness", "harness")])
def test_other_vectors_and_another_harness_are_refused(
    issued: Issued, monkeypatch: pytest.MonkeyPatch, what: str, name: str
) -> None:
    monkeypatch.setattr(digests, name, lambda: "0" * 64)
    assert issued.check(what).state is CheckState.REFUSED
    assert issued.check("results").state is CheckState.UNCHECKED
    assert issued.check("page").state is CheckState.UNCHECKED


def test_a_missing_adapter_is_reported_as_unchecked(issued: Issued) -> None:
    (issued.folder / "journal.jsonl").unlink()
    (issued.folder / "certificate.html").unlink()
    found = {check.what: check.state for check in issued.verified().checks}
    unchecked = {"journal", "results", "reports", "page", "folder"}
    assert found == {
        what: CheckState.UNCHECKED if what in unchecked else CheckState.HOLDS for what in ALL
    }


def test_an_adapter_elsewhere_is_named(issued: Issued, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    shutil.copytree(issued.adapter, moved)
    assert issued.check("mine: sources", moved).state is CheckState.HOLDS
    product = issued.check("mine: build product", moved)
    assert (product.state, "not built" in product.sentence) == (CheckState.UNCHECKED, True)
    (moved / "codec.py").write_text("")
    assert issued.check("mine: sources", moved).state is CheckState.REFUSED


def test_another_key_is_refused(issued: Issued, tmp_path: Path) -> None:
    keys.generate(tmp_path / "other")
    with pytest.raises(CertificateRefused, match="signed by another key"):
        verify(issued.certificate, keys.public(tmp_path / "other.pub"), loader.load())


def test_the_command_gives_1_for_what_is_refused(
    issued: Issued, capsys: pytest.CaptureFixture[str]
) -> None:
    public = f"{issued.key}.pub"
    assert started("verify", str(issued.folder), "--key", public) == 0
    assert "the certificate holds" in capsys.readouterr().out
    change(issued.folder / "journal.jsonl", 5)
    assert started("verify", str(issued.folder), "--key", public, "--format", "json") == 1
    sentence = json.loads(capsys.readouterr().out)
    assert (sentence["holds"], sentence["number"]) == (False, "7")
    change(issued.certificate, 50)
    assert started("verify", str(issued.certificate), "--key", public) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [("nowhere",), ("run", "--rerun", "0%"), ("run", "--key", "k")]
)
def test_the_command_gives_2_for_what_cannot_be_read(
    issued: Issued, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(issued.folder.parent)
    key = () if "--key" in arguments else ("--key", f"{issued.key}.pub")
    assert started("verify", *arguments, *key) == 2


def test_the_digest_of_files_is_what_sha256sum_adds_up_to(issued: Issued) -> None:
    own = json.loads(envelope.opened(issued.certificate.read_bytes(), issued.public, "c"))[
        "predicate"
    ]["utfproof_certificate"]
    line = "LC_ALL=C ls -A | grep -v expectations | xargs sha256sum | sha256sum"
    done = subprocess.run(["sh", "-c", line], cwd=issued.adapter, capture_output=True, check=True)
    assert own["codecs"][0]["sources_dirHash"] == done.stdout.decode().split()[0]
