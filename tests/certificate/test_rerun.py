"""--rerun: a sample is asked again; a codec that changed its answers is found."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from chained import chained
from cli import adapters
from utfproof import digests
from utfproof.adapters import registry
from utfproof.certificate import certified_run as runs
from utfproof.certificate.rerun import ask_again
from utfproof.certificate.sample import RerunSample
from utfproof.certificate.verification import Check, CheckState, VerifiedCertificate
from utfproof.cli.shared.run_command import _header
from utfproof.cli.shared.run_request import RunRequest
from utfproof.engine.journal.events import RunFinished
from utfproof.engine.journal.journal import Journal
from utfproof.engine.journal.packing import NAME
from utfproof.engine.run import runner
from utfproof.engine.run.adapter_runner import RunScope
from utfproof.expectations.expectation_files import ExpectationFiles
from utfproof.proof.families.stage import FamiliesStage
from utfproof.proof.sweep.stage import SweepStage
from utfproof.vectors import loader

from .conftest import PATIENT, Issued, mine, started


def asked(issued: Issued, share: float, seed: int = 1) -> Check:
    found, suite = issued.verified(), loader.load()
    run = runs.read(issued.folder / NAME, suite)
    *_, last = ask_again(found, run, suite, RerunSample(share, seed))
    return last


def test_a_codec_that_answers_as_it_did_holds(issued: Issued) -> None:
    last = asked(issued, 0.01)
    assert last.what == "mine/table: asked again"
    assert (last.state, last.sentence.endswith("as signed")) == (CheckState.HOLDS, True)


def test_all_of_it_can_be_asked_again(issued: Issued) -> None:
    """A run that was narrowed is asked again as it was, with what its properties were told."""
    last = asked(issued, 1)
    assert (last.state, last.sentence.count("as signed")) == (CheckState.HOLDS, 1)


STRICTLY_WRONG = """\
import reads_by_the_table as right


def answer(header, line):
    wrong = header.startswith("decode") and "strict" in header
    return "ok" if wrong else right.answer(header, line)


right.converse(answer, right.hello("table"))
"""


def test_properties_are_told_again_of_what_the_issuer_asked_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts joined are asked of a strict decoder where one is asked, and else of one that replaces.

    This one is right where it replaces, and the certificate is of that alone.
    """
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    made = Issued(
        tmp_path / "run",
        mine(tmp_path, STRICTLY_WRONG),
        tmp_path / "k",
        tmp_path / "cache",
        tmp_path / "switch",
    )
    assert started("keygen", str(made.key)) == 0
    only = ("--op", "decode UTF-8 replace", "--jobs", "1", "--sign", str(made.key))
    given = (str(made.adapter), *only, "--issuer", "x", "--out", str(made.folder))
    assert started("certify", *given) == 0
    last = asked(made, 1)
    assert (last.state, last.sentence.endswith("as signed")) == (CheckState.HOLDS, True), (
        last.sentence
    )


@pytest.mark.usefixtures("unconfined")
def test_a_codec_that_answers_otherwise_is_refused(issued: Issued) -> None:
    issued.switch.write_text("validate")
    last = asked(issued, 0.05)
    assert last.state is CheckState.REFUSED
    assert "pass was signed, fail now" in last.sentence


def test_answers_to_what_was_not_asked_do_not_count(issued: Issued) -> None:
    issued.switch.write_text("decode")
    assert asked(issued, 0.05).state is CheckState.HOLDS


@pytest.mark.usefixtures("unconfined")
def test_a_seed_draws_the_same(issued: Issued) -> None:
    issued.switch.write_text("validate")
    assert asked(issued, 0.02, 7) == asked(issued, 0.02, 7)
    assert asked(issued, 0.02, 7) != asked(issued, 0.02, 8)


def test_an_adapter_that_was_changed_is_not_started(issued: Issued) -> None:
    source = issued.adapter / "codec.py"
    text = source.read_bytes()
    try:
        source.write_bytes(text + b"\n")
        last = asked(issued, 0.01)
    finally:
        source.write_bytes(text)
    assert (last.state, "sources" in last.sentence) == (CheckState.UNCHECKED, True)


@pytest.mark.usefixtures("unconfined")
def test_the_command_says_what_was_asked(
    issued: Issued, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--key", f"{issued.key}.pub", "--rerun", "1%", "--seed", "5", "--format", "json")
    assert started("verify", str(issued.folder), *given) == 0
    sentence = json.loads(capsys.readouterr().out)
    assert sentence["seed"] == 5
    states = {check["what"]: check["state"] for check in sentence["checks"]}
    assert states["mine/table: library version"] == "ok"
    assert states["mine/table: asked again"] == "ok"
    issued.switch.write_text("validate")
    assert started("verify", str(issued.folder), *given) == 1


def test_nothing_is_asked_again_by_a_journal_that_was_changed(
    issued: Issued, capsys: pytest.CaptureFixture[str]
) -> None:
    with (issued.folder / NAME).open("ab") as file:
        file.write(b"\n")
    given = ("--key", f"{issued.key}.pub", "--rerun", "1%", "--format", "json")
    assert started("verify", str(issued.folder), *given) == 1
    last = json.loads(capsys.readouterr().out)["checks"][-1]
    assert (last["what"], last["state"]) == ("asked again", "not checked")


def test_without_a_journal_nothing_can_be_asked_again(issued: Issued) -> None:
    (issued.folder / NAME).unlink()
    assert started("verify", str(issued.folder), "--key", f"{issued.key}.pub", "--rerun", "1%") == 2


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[VerifiedCertificate, Path]:
    """Return a run of one family and of short sweeps, and what a certificate would say of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UTFPROOF_CACHE", str(tmp_path / "cache"))
    program = "sweeps_from_a_table"
    target = adapters.put(tmp_path, program, PATIENT)
    manifest = tmp_path / program / "adapter.yaml"
    manifest.write_text(manifest.read_text().replace(f'" {program}', f'" {program} right'))
    suite = loader.load()
    families = tuple(one for one in suite.families if one.id == "families/counts")
    chosen = registry.select([target])
    wanted = RunRequest((target,), (), (), (), "*", "complete", 0, None, None, 1, None, None)
    book = ExpectationFiles(chosen, None, "complete", whole=True, today=date(2026, 1, 1))
    header = _header(suite, wanted, chosen, book)
    scope = RunScope(stages=(FamiliesStage(), SweepStage("complete")))
    small = replace(suite, families=families, cases=suite.cases[-1:], properties=())
    folder = tmp_path / "run"
    with Journal(folder) as journal:
        for event in (header, *runner.run(small, chosen, scope), RunFinished(1.0)):
            journal.write(event)
    run = runs.read(folder / NAME, suite)
    codec = {
        "codec": f"{program}/table",
        "sources_dirHash": run.started[f"{program}/table"].sources,
        "product_dirHash": "",
        "version": "1.0",
        "library": "x",
    }
    statement = {"predicate": {"utfproof_certificate": {"codecs": [codec]}}}
    found = VerifiedCertificate(folder, statement, {program: chosen[0].manifest})
    found.checks.append(Check(f"{program}: sources", CheckState.HOLDS))
    return found, folder / NAME


@pytest.mark.slow
def test_families_and_shards_are_compared_by_their_digests(
    generated: tuple[VerifiedCertificate, Path],
) -> None:
    found, journal = generated
    suite = loader.load()
    *_, last = ask_again(found, runs.read(journal, suite), suite, RerunSample(0.005, 1))
    assert last.state is CheckState.HOLDS
    assert "1 of 2 families (5,500 questions), 2 of 259 shards" in last.sentence
    text = journal.read_text()
    for kind, words in (("family-end", "by their digest"), ("shard", "another answer")):
        lines = [json.loads(line) for line in text.splitlines()]
        for entry in lines:
            if entry["event"] == kind and entry["digest"]:
                entry["digest"] = digests.of_text("other")
        changed = "".join(json.dumps(entry) + "\n" for entry in lines)
        journal.write_text(chained(changed), "ascii")
        *_, last = ask_again(found, runs.read(journal, suite), suite, RerunSample(0.005, 1))
        assert last.state is CheckState.REFUSED
        assert words in last.sentence
