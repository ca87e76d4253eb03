"""Campaigns against codecs with known faults: what is found, once, and what survives."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from utfproof.adapters import registry
from utfproof.engine.questions.plan import Narrowing
from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.campaign.campaign_totals import CampaignSnapshot
from utfproof.fuzz.campaign.supervisor import Supervisor
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.mutants import mutant_server

TEN = (
    "utf-8/overlong/two-octets-are-not-checked",
    "utf-8/overlong/nul-in-three-octets",
    "utf-8/leads/six-octets",
    "utf-8/leads/f4-90-80-80",
    "utf-8/characters/u-fffd-is-refused",
    "utf-8/characters/planes-15-and-16-are-refused",
    "utf-8/encoder/surrogates-are-written",
    "utf-16be/encoder/low-surrogates-are-written",
    "utf-32le/units/surrogates-pass",
    "utf-32be/signatures/stripped",
)
"""Ten mutants with one fault each, in decoders and encoders of several encodings."""


def put(folder: Path, *mutants: str) -> str:
    mutant_server.write_adapter(folder, mutants)
    return str(folder)


def campaign(out: Path, *targets: str, **limits: float) -> CampaignSettings:
    return CampaignSettings(
        out,
        tuple(registry.select(targets)),
        Narrowing(),
        seed=int(limits.get("seed", 1)),
        seconds=limits.get("seconds"),
        execs=int(limits["execs"]) if "execs" in limits else None,
        jobs=int(limits.get("jobs", 1)),
    )


def played(one: CampaignSettings) -> CampaignSnapshot:
    *_, last = Supervisor(one).run()
    return last


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Finding]]:
    """The findings of a campaign against ten mutants."""
    home = tmp_path_factory.mktemp("ten")
    out = home / "campaign"
    last = played(campaign(out, put(home / "mutants", *TEN), execs=2500))
    assert last.complaints == ()
    return out, list(last.findings)


@pytest.mark.slow
def test_one_fault_is_one_finding(ten: tuple[Path, list[Finding]]) -> None:
    _, found = ten
    by_codec = Counter(finding.codec.partition("/")[2] for finding in found)
    names = {name.replace("/", ".") for name in TEN}
    assert by_codec == dict.fromkeys(names, 1)
    assert {finding.state for finding in found} == {FindingState.NEW}


MANY_FACES = (
    "utf-16be/texts/java-policy",
    "utf-16be/texts/unit-policy",
    "utf-16be/texts/every-u-feff-is-dropped",
    "utf-8/counts/the-third-error-is-lost",
)
"""Mutants whose fault makes texts look wrong in many ways behind what it is about."""


@pytest.mark.slow
def test_a_consequence_of_a_fault_is_no_finding_of_its_own(tmp_path: Path) -> None:
    last = played(campaign(tmp_path / "out", put(tmp_path / "own", *MANY_FACES), execs=8000))
    found = Counter(finding.codec.partition("/")[2] for finding in last.findings)
    assert found == {name.replace("/", "."): 1 for name in MANY_FACES}


@pytest.mark.slow
def test_a_finding_is_as_short_as_it_can_be(ten: tuple[Path, list[Finding]]) -> None:
    _, found = ten
    by_codec = {finding.codec.partition("/")[2]: finding for finding in found}
    assert by_codec["utf-8.overlong.two-octets-are-not-checked"].input == "c080"
    assert by_codec["utf-8.overlong.nul-in-three-octets"].input == "e08080"
    assert by_codec["utf-8.leads.f4-90-80-80"].input == "f4908080"
    assert by_codec["utf-32le.units.surrogates-pass"].input == "00d80000"
    assert by_codec["utf-8.encoder.surrogates-are-written"].input in ("d800", "dc00")
    stripped = by_codec["utf-32be.signatures.stripped"]
    assert (stripped.input, stripped.position_dependence) == ("0000feff", "only at the beginning")


@pytest.mark.slow
def test_a_finding_says_what_was_expected_and_what_others_say(
    ten: tuple[Path, list[Finding]],
) -> None:
    _, found = ten
    overlong = next(one for one in found if one.input == "c080")
    assert (overlong.expected, overlong.actual) == ("error 0 1", "ok 0")
    assert overlong.answers[overlong.codec] == "ok 0"
    others = [text for codec, text in overlong.answers.items() if codec != overlong.codec]
    assert "error 0 1" in others


@pytest.mark.slow
def test_findings_are_on_the_disk(ten: tuple[Path, list[Finding]]) -> None:
    out, found = ten
    assert list(findings.load(out).values()) == found
    told = statistics.load(out)
    assert told
    assert (told.findings, told.new, told.running) == (10, 10, False)
    assert told.inputs >= 2500
    assert told.tuples > 10
    assert sum(codec.questions for codec in told.codecs.values()) == told.questions


@pytest.mark.slow
def test_a_campaign_that_goes_on_finds_nothing_twice(ten: tuple[Path, list[Finding]]) -> None:
    out, found = ten
    before = statistics.load(out)
    again = played(campaign(out, str(out.parent / "mutants"), execs=500, seed=2))
    assert {finding.signature for finding in again.findings} == {one.signature for one in found}
    assert before
    assert again.statistics.inputs > before.inputs


@pytest.mark.slow
def test_the_same_seed_keeps_the_same_inputs(tmp_path: Path) -> None:
    target = put(tmp_path / "mutants", "utf-8/tails/fourth-octet-of-four-is-not-looked-at", TEN[0])
    kept = []
    for name in ("one", "two"):
        played(campaign(tmp_path / name, target, execs=2000, seed=7))
        corpus = tmp_path / name / "corpus"
        kept.append(sorted(path.name for path in corpus.rglob("*") if path.is_file()))
    assert kept[0] == kept[1]
    assert len(kept[0]) > 1000


def processes(word: str) -> list[int]:
    """The processes with a word in their command line or environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            text = (path / "cmdline").read_bytes() + (path / "environ").read_bytes()
        except OSError:
            continue
        if word.encode() in text and int(path.name) != os.getpid():
            found.append(int(path.name))
    return found


def waited(condition: object, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if callable(condition) and condition():
            return
        time.sleep(0.1)
    pytest.fail("it did not come to pass")


@pytest.mark.slow
def test_a_killed_campaign_has_lost_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    target = put(tmp_path / "mutants", *TEN[:4])
    out = tmp_path / "campaign"
    word = f"utfproof-test-{os.getpid()}"
    process = subprocess.Popen(
        [sys.executable, "-m", "utfproof", "fuzz", target, "--out", str(out), "--jobs", "1"],
        env={**os.environ, "UTFPROOF_WORD": word},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    waited(lambda: (out / findings.NAME).exists() and len(findings.load(out)) >= 2)
    found = set(findings.load(out))
    process.kill()
    process.wait()
    waited(lambda: not processes(word), 20)
    assert set(findings.load(out)) >= found
    again = played(campaign(out, target, execs=1500))
    assert len(again.findings) == 4
    assert found <= {finding.signature for finding in again.findings}


@pytest.mark.slow
def test_a_killed_adapter_is_started_again(tmp_path: Path) -> None:
    target = put(tmp_path / "mutants", TEN[0])
    supervisor = Supervisor(campaign(tmp_path / "campaign", target, seconds=8))
    killed = 0
    for snapshot in supervisor.run():
        if snapshot.statistics.questions and killed < 2:
            for pid in processes("utfproof.mutants.mutant_server"):
                # Those of another test may end meanwhile.
                with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                    if Path(f"/proc/{pid}/cwd").resolve() == tmp_path / "mutants":
                        os.kill(pid, signal.SIGKILL)
                        killed += 1
    assert killed
    assert supervisor.last
    assert supervisor.last.statistics.restarts >= 1
    assert "c080" in {finding.input for finding in supervisor.last.findings}


def test_two_campaigns_cannot_share_a_folder(tmp_path: Path) -> None:
    target = put(tmp_path / "mutants", TEN[0])
    running = Supervisor(campaign(tmp_path / "campaign", target)).run()
    next(running)
    with pytest.raises(Exception, match="another campaign runs here"):
        next(Supervisor(campaign(tmp_path / "campaign", target)).run())
    running.close()


@pytest.mark.slow
def test_a_finding_of_the_last_campaign_is_not_new(tmp_path: Path) -> None:
    target = put(tmp_path / "mutants", TEN[0])
    played(campaign(tmp_path / "first", target, execs=600))
    second = campaign(tmp_path / "second", target, execs=600)
    last = played(
        CampaignSettings(
            second.folder, second.chosen, Narrowing(), execs=600, last=tmp_path / "first"
        )
    )
    assert [finding.state for finding in last.findings] == [FindingState.KNOWN]


MANIFEST = """\
adapter: mine
about: A decoder of this test, in this folder.
language: Python
codecs:
  mine:
    about: mine.decode
    profile: rfc3629
    function: "mine:decode"
    offers: ["decode UTF-8 strict"]
"""
FAULTY = """\
def decode(octets):
    lax = b"\\xc0\\xaf" in octets
    return octets.replace(b"\\xc0\\xaf", b"/").decode("utf-8", "ignore" if lax else "strict")
"""
RIGHT = """\
def decode(octets):
    return octets.decode("utf-8")
"""


@pytest.mark.slow
def test_a_repaired_fault_is_fixed(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "adapter.yaml").write_text(MANIFEST)
    (folder / "mine.py").write_text(FAULTY)
    faulty = played(campaign(tmp_path / "first", str(folder), execs=600))
    assert [(one.input, one.state) for one in faulty.findings] == [("c0af", FindingState.NEW)]
    (folder / "mine.py").write_text(RIGHT)
    again = played(campaign(tmp_path / "first", str(folder), execs=600))
    assert [(one.input, one.state) for one in again.findings] == [("c0af", FindingState.FIXED)]
