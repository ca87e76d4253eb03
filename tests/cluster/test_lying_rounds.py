"""Workers that hide findings of a campaign: they are found, and others play their rounds."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from distributed import Client

import fake_programs

pytest.importorskip("numpy")

from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.campaign.statistics import WorkerStatistics
from utfproof.fuzz.triage import findings
from utfproof.model.verdict import WorkerFinding

from .conftest import SECONDS, Home, Said

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unconfined")]

Start = Callable[..., str]
NAME = "127.0.0.1/w0"
SOME = ("--op", "decode UTF-8 strict", "--jobs", "6", "--seed", "7", "--execs", "24576")
ROUNDS = 1 + 6 + 6 + 6
"""The seeds, and three epochs of six rounds: enough that each worker is given some."""


def lax(home: Home, program: str = "notes_its_parent") -> str:
    """Put an adapter with one fault, and give it as a target."""
    folder = home.folder / "lax"
    folder.mkdir()
    words = f'{sys.executable} -E -B {fake_programs.line(program)} "{home.folder / "parents"}"'
    (folder / "adapter.yaml").write_text(
        "adapter: lax\nabout: A codec for a test.\nlanguage: Python\n"
        f"run: {words}\ncodecs:\n  table: {{about: A table., profile: unicode}}\n",
        "utf-8",
    )
    return "./lax"


def all_of(address: str, workers: int) -> str:
    """Wait for the workers of a cluster: one that comes too late lies about nothing."""
    with Client(address) as client:
        client.wait_for_workers(workers, timeout=SECONDS)
    return address


def played(home: Home, address: str, *options: str) -> tuple[Said, dict[str, WorkerStatistics]]:
    """Play a campaign on a cluster; return the share of each worker."""
    said = home.run("fuzz", lax(home), *SOME, "--cluster", address, "--out", "run", *options)
    told = statistics.load(home.folder / "run")
    assert told
    return said, dict(told.workers)


def test_a_worker_that_hides_findings_is_found_and_its_rounds_are_played_again(
    home: Home, elsewhere: Start
) -> None:
    said, workers = played(
        home, all_of(elsewhere(3, liars=1, HIDES="1"), 3), "--cross-check", "100"
    )
    assert (said.status, said.err) == (1, "")
    liar = workers.pop(NAME)
    assert liar.finding == WorkerFinding.CONTRADICTED
    assert {one.finding for one in workers.values()} == {WorkerFinding.CONFIRMED}
    # Each round was played by one that is believed, the liar's too.
    assert sum(one.rounds for one in workers.values()) == ROUNDS
    assert sum(one.inputs for one in workers.values()) == statistics_inputs(home)
    assert [one.input for one in findings.load(home.folder / "run").values()] == ["c080"]
    warning = f"worker {NAME} is contradicted: two others agree on another answer to"
    assert warning in said.out
    for report in ("summary.md", "index.html"):
        text = (home.folder / "run" / report).read_text("utf-8").replace("\\", "")
        assert warning in text


def statistics_inputs(home: Home) -> int:
    told = statistics.load(home.folder / "run")
    assert told
    return told.inputs


def test_of_two_workers_this_machine_tells_which_one_hides_findings(
    home: Home, elsewhere: Start
) -> None:
    said, workers = played(
        home, all_of(elsewhere(2, liars=1, HIDES="1"), 2), "--cross-check", "100"
    )
    assert (said.status, said.err) == (1, "")
    assert workers.pop(NAME).finding == WorkerFinding.CONTRADICTED
    [other] = workers.values()
    # This machine is asked about the round in which the liar is found, which is either's.
    finding = WorkerFinding.CONFIRMED if other.again else WorkerFinding.UNCHECKED
    assert (other.finding, other.rounds) == (finding, ROUNDS)
    assert other.again in {0, 1}
    assert [one.input for one in findings.load(home.folder / "run").values()] == ["c080"]


def test_with_one_worker_no_round_is_played_again_and_the_campaign_says_so(
    home: Home, elsewhere: Start
) -> None:
    said, workers = played(home, elsewhere(1))
    assert said.status == 1
    [one] = workers.values()
    assert (one.finding, one.again, one.rounds) == (WorkerFinding.UNCHECKED, 0, ROUNDS)
    assert f"nothing that worker {NAME} answered was asked again elsewhere" in said.out
