"""A certificate that was issued once, for a codec that is built, and one of the small run."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from securesystemslib.signer import SSlibKey

import fake_programs
from cli.adapters import PYTHON
from utfproof import cli, digests
from utfproof.adapters import manifest
from utfproof.adapters.launch import OpenAdapter
from utfproof.adapters.registry import SelectedAdapter
from utfproof.certificate import envelope, keys, rerun, suite_strength
from utfproof.certificate.verification import Check, VerifiedCertificate, verify
from utfproof.report.certificate import certificate_page
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

from .small_certificate import Small, issued_with, put
from .small_rerun import Rerun, SimulatedSession

MANIFEST = f"""\
adapter: mine
about: A codec for a test.
language: Python
limits: {{seconds-per-block: 600}}
build: cp codec.py reads_by_the_table.py {{cache}}/
run: {PYTHON} "{{cache}}/codec.py"
codecs:
  table: {{about: Read by a table., profile: unicode}}
"""
CODEC = """\
import pathlib
import reads_by_the_table as right

SWITCH = pathlib.Path({switch!r})


def answer(header, line):
    if SWITCH.exists() and header.startswith(SWITCH.read_text()):
        return "ok"
    return right.answer(header, line)


right.converse(answer, right.hello("table"))
"""
PATIENT = "limits: {seconds-per-block: 600}"
"""For adapters of tests: a machine that runs many tests at once is slow at times."""
ONLY = ("--op", "validate", "--jobs", "1")
"""What is asked in tests: enough to be assessed, little enough to be fast."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A certificate with all that belongs to it; a codec answers wrongly once `switch` is there."""

    folder: Path
    adapter: Path
    key: Path
    cache: Path
    switch: Path

    @property
    def certificate(self) -> Path:
        return self.folder / envelope.NAME

    @property
    def public(self) -> SSlibKey:
        return keys.public(self.key.with_name(f"{self.key.name}.pub"))

    @property
    def product(self) -> Path:
        [folder] = [path for path in (self.cache / "adapters").glob("mine-*") if path.is_dir()]
        return folder

    def verified(self, *folders: Path) -> VerifiedCertificate:
        return verify(self.certificate, self.public, loader.load(), folders)

    def check(self, what: str, *folders: Path) -> Check:
        [found] = [check for check in self.verified(*folders).checks if check.what == what]
        return found


def started(*arguments: str) -> int:
    """Run the command line in this process, and give its exit status."""
    before, sys.argv = sys.argv, ["utfproof", *arguments]
    try:
        with pytest.raises(SystemExit) as ended:
            cli.main()
    finally:
        sys.argv = before
    return int(ended.value.code or 0)


def mine(home: Path, program: str = CODEC) -> Path:
    """Put an adapter into a folder."""
    folder = home / "mine"
    folder.mkdir()
    (folder / "adapter.yaml").write_text(MANIFEST, "utf-8")
    (folder / "codec.py").write_text(program.format(switch=str(home / "switch")), "utf-8")
    shutil.copy(fake_programs.file("reads_by_the_table"), folder)
    return folder


@pytest.fixture(scope="session")
def issued_once(tmp_path_factory: pytest.TempPathFactory) -> Issued:
    """Issue a certificate, with the command that users give."""
    home = tmp_path_factory.mktemp("issued")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UTFPROOF_CACHE", str(home / "cache"))
        made = Issued(home / "run", mine(home), home / "k", home / "cache", home / "switch")
        assert started("keygen", str(made.key)) == 0
        sign = ("--sign", str(made.key), "--issuer", "A <b>laboratory</b>", "--report-number", "7")
        assert started("certify", str(made.adapter), *ONLY, *sign, "--out", str(made.folder)) == 0
    # The cache is set back here: it would be that of all tests behind the first one.
    return made


@pytest.fixture
def issued(
    issued_once: Issued, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Issued]:
    """Return a copy of the run's folder; the adapter and its build are those of all tests."""
    monkeypatch.setenv("UTFPROOF_CACHE", str(issued_once.cache))
    folder = tmp_path / "run"
    shutil.copytree(issued_once.folder, folder)
    yield replace(issued_once, folder=folder)
    issued_once.switch.unlink(missing_ok=True)


@pytest.fixture
def quick_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    """State the digests of program and vectors, and print the page, without the work."""
    monkeypatch.setattr(digests, "harness", lambda: "1" * 64)
    monkeypatch.setattr(digests, "vectors", lambda: "2" * 64)
    monkeypatch.setattr(suite_strength, "recorded", lambda *_: {"state": "not measured"})
    monkeypatch.setattr(certificate_page, "render", _page)


def _page(statement: dict[str, object], key: str, suite: Suite) -> str:
    return f"{json.dumps(statement)} {key} {suite.version}"


@pytest.fixture
def small(tmp_path: Path, quick_digests: None) -> Small:
    """Issue a certificate of the small run."""
    return issued_with(tmp_path)


@pytest.fixture
def again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rerun:
    """Return a rerun in which no adapter is started."""
    made = Rerun(manifest.load(put(tmp_path / "a")), tmp_path / "run", SimulatedSession())

    @contextmanager
    def opened(chosen: SelectedAdapter) -> Iterator[OpenAdapter]:
        yield made.open(chosen)

    monkeypatch.setattr(rerun, "opened", opened)
    monkeypatch.setattr(rerun, "FamiliesStage", made.families_stage)
    monkeypatch.setattr(rerun, "FreshStage", made.fresh_stage)
    return made
