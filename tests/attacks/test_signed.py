"""A signature under a run that was not confined: only on demand, and the certificate says so."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from certificate.conftest import ONLY
from cli import adapters
from cli.conftest import Run
from utfproof.certificate import envelope, keys
from utfproof.confinement import choice

from .test_attempts import WARNING


@pytest.fixture
def signed(home: Path, utfproof: Run, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Run]:
    """Return the folder of a run that was signed without confinement, and the command line."""
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    monkeypatch.delenv(choice.MEANS_VARIABLE, raising=False)
    target = adapters.put(home, "reads_by_the_table")
    keys.generate(home / "k")
    said = utfproof("certify", target, *ONLY, "--sign", "k", "--out", "run", "--confine", "off")
    assert said.status == 0
    assert WARNING in said.err
    return home / "run", utfproof


def test_a_run_is_not_signed_unconfined_unless_that_is_said(
    home: Path, utfproof: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    monkeypatch.setenv(choice.MEANS_VARIABLE, "nothing that works")
    target = adapters.put(home, "reads_by_the_table")
    keys.generate(home / "k")
    said = utfproof("certify", target, *ONLY, "--sign", "k", "--out", "run")
    assert said.status == 2
    assert "codecs cannot be confined on this machine" in said.err
    assert not (home / "run").exists()


@pytest.mark.slow
def test_a_certificate_says_that_nothing_was_confined(signed: tuple[Path, Run]) -> None:
    folder, _ = signed
    public = keys.public(folder.parent / "k.pub")
    statement = envelope.opened((folder / envelope.NAME).read_bytes(), public, "c")
    assert choice.NONE in json.dumps(json.loads(statement))
    [page] = folder.glob("certificate*.html")
    assert choice.NONE in " ".join(re.sub(r"<[^>]*>", " ", page.read_text("utf-8")).split())


@pytest.mark.slow
def test_what_was_added_to_a_signed_adapter_is_not_run(signed: tuple[Path, Run]) -> None:
    folder, utfproof = signed
    adapter = folder.parent / "reads_by_the_table"
    evil = adapter / "evil.sh"
    evil.write_text(f"#!/bin/sh\ntouch {folder.parent}/ran\n", "ascii")
    evil.chmod(0o755)
    manifest = adapter / "adapter.yaml"
    added = f"requires: [{evil}]\nbuild: {evil}\n"
    manifest.write_text(added + manifest.read_text("utf-8"), "utf-8")
    certificate = str(folder / envelope.NAME)
    again = ("--adapter", str(adapter), "--rerun", "100%", "--confine", "off")
    said = utfproof("verify", certificate, "--key", str(folder.parent / "k.pub"), *again)
    assert not (folder.parent / "ran").exists()
    assert said.status == 1
    assert "sources are not those that were signed" in said.out + said.err
