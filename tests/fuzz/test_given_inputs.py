"""Inputs that somebody gives, asked as a campaign asks its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.adapters import put
from utfproof.adapters import registry
from utfproof.engine.questions.plan import Narrowing
from utfproof.fuzz.campaign import given_inputs
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.worker.campaign_settings import CampaignSettings

OVERLONG = bytes.fromhex("C080")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path


def asked(home: Path, program: str, *inputs: bytes) -> list[Finding]:
    chosen = tuple(registry.select([put(home, program)], ()))
    return given_inputs.ask(CampaignSettings(home / "out", chosen, Narrowing()), inputs)


def test_a_wrong_answer_is_a_finding_of_the_folder(home: Path) -> None:
    [found] = asked(home, "reads_overlong_forms", OVERLONG)
    assert (found.codec, found.input) == ("reads_overlong_forms/table", "c080")
    assert (found.kind, found.did) == ("overlong", "accepts")
    assert findings.load(home / "out") == {found.signature: found}


def test_right_answers_are_none(home: Path) -> None:
    assert asked(home, "reads_by_the_table", OVERLONG, b"\xff", b"A") == []


def test_findings_of_other_codecs_are_left_out(home: Path) -> None:
    assert asked(home, "reads_overlong_forms", OVERLONG)
    assert asked(home, "reads_by_the_table", OVERLONG) == []
