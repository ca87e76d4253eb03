"""Campaigns of the engine atheris: what is found, what is kept, and what a kill leaves."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha1
from pathlib import Path

import pytest

from atheris_engine.campaigns import (
    DIES_BESIDE_ATHERIS,
    DIES_OF_C0_80,
    IS_WRONG_BESIDE_ATHERIS,
    READS_ALL_RIGHT,
    READS_C0_80,
    REFUSES_ONE_WORD,
    adapter,
    campaign,
    played,
    processes,
)
from utfproof.errors import UtfproofError
from utfproof.fuzz.campaign.campaign_totals import CampaignSnapshot
from utfproof.fuzz.campaign.supervisor import Supervisor
from utfproof.fuzz.inputs.corpus import FolderCorpus
from utfproof.fuzz.inputs.seeds import seeds
from utfproof.fuzz.libfuzzer.engine_scheduler import EngineScheduler
from utfproof.fuzz.libfuzzer.libfuzzer_process import LibFuzzerProcess
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import FindingState
from utfproof.fuzz.worker.fuzz_worker import FuzzWorker
from utfproof.model.encoding import Encoding

pytestmark = pytest.mark.slow


_PATIENCE = 30.0
_BEFORE = 3000
_OF_LIBFUZZER = 8
"""Inputs that libFuzzer tries before it reads any."""


def digest(octets: bytes) -> str:
    return sha1(octets, usedforsecurity=False).hexdigest()


def kept(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (out / "corpus" / "UTF-8").iterdir()}


@pytest.fixture(scope="module")
def lenient(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CampaignSnapshot]:
    """A campaign against a codec that accepts C0 80."""
    home = tmp_path_factory.mktemp("lenient")
    out = home / "campaign"
    return out, played(campaign(out, adapter(home / "lenient", READS_C0_80), execs=6000))


def test_one_fault_is_one_finding_as_short_as_it_can_be(
    lenient: tuple[Path, CampaignSnapshot],
) -> None:
    out, last = lenient
    (finding,) = findings.load(out).values()
    assert finding.signature == "lenient/codec UTF-8 decode: accepts overlong"
    assert (finding.input, finding.actual) == ("c080", "ok 0")
    assert (finding.engine, finding.state) == ("atheris", FindingState.NEW)
    assert last.complaints == ()


def test_as_many_inputs_are_played_as_were_asked_for(
    lenient: tuple[Path, CampaignSnapshot],
) -> None:
    """Apart from those of the vectors, and but for those made that were known."""
    _, last = lenient
    begun_with = len(seeds(Encoding.UTF_8))
    assert 5000 < last.statistics.inputs - begun_with <= 6000 + _OF_LIBFUZZER
    assert last.statistics.engine == "atheris"
    assert last.statistics.restarts == 0


def test_stored_inputs_have_the_file_names_of_both_engines(
    lenient: tuple[Path, CampaignSnapshot],
) -> None:
    out, _ = lenient
    inputs = kept(out)
    assert [name for name, octets in inputs.items() if digest(octets) != name] == []
    corpus = FolderCorpus(out, Encoding.UTF_8)
    assert len(corpus.take_up()) == len(inputs)


def test_the_same_seed_keeps_the_same_inputs(
    lenient: tuple[Path, CampaignSnapshot], tmp_path: Path
) -> None:
    out, _ = lenient
    again, other = tmp_path / "again", tmp_path / "other"
    target = str(out.parent / "lenient")
    played(campaign(again, target, execs=6000))
    played(campaign(other, target, execs=6000, seed=2))
    assert kept(again) == kept(out)
    assert kept(other) != kept(out)


def test_each_engine_begins_with_what_the_other_kept(tmp_path: Path) -> None:
    target = adapter(tmp_path / "shy", REFUSES_ONE_WORD)
    for engine in ("atheris", "batch"):
        out = tmp_path / engine
        corpus = FolderCorpus(out, Encoding.UTF_8)
        corpus.add(b"say open sesame, twice")
        last = played(campaign(out, target, engine=engine, execs=300))
        (finding,) = last.findings
        assert bytes.fromhex(finding.input) == b"open sesame"
        assert finding.engine == engine


@pytest.mark.parametrize("engine", ["atheris", "batch"])
def test_a_worker_takes_up_inputs_that_another_stores_meanwhile(
    tmp_path: Path, engine: str
) -> None:
    """Nobody comes upon the word by chance; a text with it comes from outside, in the middle."""
    out = tmp_path / "campaign"
    target = adapter(tmp_path / "shy", REFUSES_ONE_WORD)
    snapshots = Supervisor(campaign(out, target, engine=engine, seconds=180, jobs=2)).run()
    given = False
    for snapshot in snapshots:
        if snapshot.statistics.inputs > _BEFORE and not given:
            assert not snapshot.findings
            given = FolderCorpus(out, Encoding.UTF_8).add(b"say open sesame, twice")
        if snapshot.findings:
            break
    snapshots.close()
    (finding,) = snapshot.findings
    assert b"open sesame" in bytes.fromhex(finding.input)
    assert finding.engine == engine


def test_a_job_alone_gives_both_engines_their_turns(tmp_path: Path) -> None:
    out = tmp_path / "campaign"
    target = adapter(tmp_path / "right", READS_ALL_RIGHT)
    last = played(campaign(out, target, engine="both", execs=2000))
    assert last.statistics.inputs >= 2000
    assert WorkerSpec.read(out / "atheris" / "0-UTF-8" / "spec.json").execs == 1000
    assert last.statistics.new == 0


def test_what_is_wrong_in_the_player_and_not_in_its_own_process_is_flaky(tmp_path: Path) -> None:
    out = tmp_path / "campaign"
    last = played(campaign(out, adapter(tmp_path / "odd", IS_WRONG_BESIDE_ATHERIS), execs=3000))
    assert last.findings
    assert {finding.state for finding in last.findings} == {FindingState.FLAKY}


def test_an_error_of_a_worker_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that ends with an error, and not by a codec, is not started again."""
    one = campaign(tmp_path / "campaign", adapter(tmp_path / "right", READS_ALL_RIGHT), execs=1)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    turns = EngineScheduler(one, 0, lambda: False)
    with pytest.raises(UtfproofError, match=r"a worker of atheris has ended \(status 1\)"):
        turns._run_atheris(Encoding.UTF_8, one, lambda _: None)
    assert turns._deaths == 1


def test_a_codec_that_crashes_is_found_and_played_on(tmp_path: Path) -> None:
    out = tmp_path / "campaign"
    last = played(campaign(out, adapter(tmp_path / "frail", DIES_OF_C0_80), execs=2000))
    (finding,) = last.findings
    assert (finding.did, finding.input) == ("crashes", "c080")
    assert last.statistics.inputs > 2000
    assert last.complaints == ()


def test_a_call_that_ends_only_the_worker_is_reported_and_not_repeated(tmp_path: Path) -> None:
    out = tmp_path / "campaign"
    last = played(campaign(out, adapter(tmp_path / "shy", DIES_BESIDE_ATHERIS), execs=3000))
    spec = WorkerSpec.read(out / "atheris" / "0-UTF-8" / "spec.json")
    assert spec.outside == ["shy/codec"]
    assert last.statistics.restarts == 1
    assert last.findings == ()
    (complaint,) = last.complaints
    assert "ends the worker, and no adapter" in complaint


def test_a_deadly_input_is_not_repeated_and_a_codec_that_keeps_dying_is_not_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = campaign(tmp_path, adapter(tmp_path / "frail", READS_ALL_RIGHT), execs=1)
    turns = EngineScheduler(one, 0, lambda: False)
    dead = LibFuzzerProcess(WorkerSpec.of(one, 0, Encoding.UTF_8, exchanges=False))
    dead.code = 77
    (tmp_path / "atheris" / "0-UTF-8" / "crash-1").write_bytes(b"?")
    monkeypatch.setattr(FuzzWorker, "examine", lambda *_: {"frail/codec": [b"\xff"]})
    turns._handle_death(dead, one)
    assert (turns._deadly, turns._outside) == ({"frail/codec": ["ff"]}, [])
    turns._handle_death(dead, one)
    assert turns._outside == ["frail/codec"]


def wait_for(ready: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE
    while not ready():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.1)


def players(out: Path) -> list[int]:
    return processes(str(out / "atheris"))


def test_a_killed_player_loses_nothing_and_another_takes_its_place(tmp_path: Path) -> None:
    out = tmp_path / "campaign"
    one = campaign(out, adapter(tmp_path / "lenient", READS_C0_80), seconds=25)
    killed: list[int] = []
    for snapshot in Supervisor(one).run():
        if not killed and snapshot.findings and players(out):
            killed += players(out)
            os.kill(killed[0], signal.SIGKILL)
            before = findings.load(out)
        last = snapshot
    assert killed
    assert before.items() <= findings.load(out).items()
    assert last.statistics.restarts == 1
    assert [finding.signature for finding in last.findings] == list(before)
    assert players(out) == []


def test_a_player_ends_with_who_started_it(tmp_path: Path) -> None:
    out = tmp_path / "campaign"
    one = campaign(out, adapter(tmp_path / "orphan", READS_ALL_RIGHT), seconds=600)
    snapshots = Supervisor(one).run()
    while not next(snapshots).statistics.inputs:
        pass
    (player,) = players(out)
    job = int(Path(f"/proc/{player}/stat").read_text("ascii").rpartition(")")[2].split()[1])
    os.kill(player, signal.SIGSTOP)  # so that it cannot end by itself
    try:
        os.kill(job, signal.SIGKILL)
        wait_for(lambda: player not in players(out))
    finally:
        with suppress(ProcessLookupError):
            os.kill(player, signal.SIGKILL)
        snapshots.close()
    wait_for(lambda: players(out) == [] and processes(str(tmp_path / "orphan")) == [])
