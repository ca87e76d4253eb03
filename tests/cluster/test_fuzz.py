"""Campaigns on a cluster: what they find and keep does not depend on who has played."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

import fake_programs
from progress_lines import without_progress

pytest.importorskip("numpy")

from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import FindingState

from .conftest import SECONDS, Home, NewCache, descendants, runs_still, starting, wait_for

# The adapter notes who starts it: beside its folder, and by numbers that hold outside.
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unconfined")]


TWICE = ("--op", "decode UTF-8 strict", "--jobs", "2", "--seed", "7")
SOME = (*TWICE, "--execs", "4096")
LOCAL = ("--cluster", "local")
Kept = tuple[list[str], list[findings.Finding]]


def lax(home: Home) -> str:
    """Put an adapter with one fault that notes who starts it, and give it as a target."""
    folder = home.folder / "lax"
    folder.mkdir(exist_ok=True)
    fake = fake_programs.line("notes_its_parent")
    program = f'{sys.executable} -E -B {fake} "{home.folder / "parents"}"'
    (folder / "adapter.yaml").write_text(
        "adapter: lax\nabout: A codec for a test.\nlanguage: Python\n"
        f"run: {program}\ncodecs:\n  table: {{about: A table., profile: unicode}}\n",
        "utf-8",
    )
    return "./lax"


def parents(home: Home) -> list[int]:
    path = home.folder / "parents"
    return [int(line) for line in path.read_text("ascii").split()] if path.exists() else []


def kept(home: Home, run: str) -> Kept:
    """Return what a campaign has kept and found, but for the places and times."""
    folder = home.folder / run
    corpus = sorted(path.name for path in (folder / "corpus").rglob("*") if path.is_file())
    found = findings.load(folder).values()
    return corpus, [replace(finding, seconds=0.0, target="") for finding in found]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory, new_cache: NewCache) -> Kept:
    """Play with one worker."""
    home = Home(tmp_path_factory.mktemp("alone"))
    new_cache(home.folder / "cache")
    with pytest.MonkeyPatch.context() as variables:
        variables.setenv("UTFPROOF_CONFINE", "off")
        with starting(home.folder, new_cache) as start:
            said = home.run("fuzz", lax(home), *SOME, "--cluster", start(1), "--out", "run")
    assert (said.status, said.err) == (1, "")
    found = kept(home, "run")
    assert len(found[0]) > 400
    assert [(one.input, one.state) for one in found[1]] == [("c080", FindingState.NEW)]
    return found


def test_two_workers_keep_and_find_what_one_does(home: Home, alone: Kept) -> None:
    said = home.run("fuzz", lax(home), *SOME, *LOCAL, "--out", "run")
    assert (said.status, said.err) == (1, "")
    assert kept(home, "run") == alone

    told = statistics.load(home.folder / "run")
    assert told
    assert not told.running
    assert told.corpus == len(alone[0])
    assert sum(done.rounds for done in told.workers.values()) == 1 + 2 + 2
    assert sum(done.inputs for done in told.workers.values()) == told.inputs
    assert len(told.workers) == 2
    page = (home.folder / "run" / "index.html").read_text("utf-8")
    for name in told.workers:
        assert name in said.out
        assert name in page
        assert name in (home.folder / "run" / "summary.md").read_text("utf-8")
    [finding] = findings.load(home.folder / "run").values()
    assert finding.target == str(home.folder / "lax")


def test_a_worker_killed_in_the_middle_of_a_round_changes_nothing(home: Home, alone: Kept) -> None:
    program = home.start("fuzz", lax(home), *SOME, *LOCAL, "--out", "run")
    opening = 4  # the adapter was greeted, began the opening, and repeated its finding twice
    wait_for(lambda: len(parents(home)) > opening)
    # The client asks too, to repeat a finding: what is killed is a worker.
    worker = next(pid for pid in reversed(parents(home)) if pid in descendants(program.pid))
    os.kill(worker, signal.SIGKILL)
    out, err = program.communicate(timeout=SECONDS)
    assert (program.returncode, without_progress(err)) == (1, ""), out
    assert len(parents(home)) > opening + 4  # what it was at was begun again
    assert kept(home, "run") == alone


def test_a_campaign_that_was_killed_leaves_nothing_behind_and_goes_on(home: Home) -> None:
    target = lax(home)
    program = home.start("fuzz", target, *TWICE, *LOCAL, "--out", "run")
    wait_for((home.folder / "run" / "findings.jsonl").exists)
    started = descendants(program.pid)
    assert any(worker in started for worker in parents(home))
    program.kill()
    program.communicate(timeout=SECONDS)
    wait_for(lambda: not any(map(runs_still, started)))
    before = [finding.input for finding in kept(home, "run")[1]]
    assert before == ["c080"]
    said = home.run("fuzz", target, *SOME, *LOCAL, "--out", "run")
    assert (said.status, said.err) == (1, "")
    assert [finding.input for finding in kept(home, "run")[1]] == before


def test_four_workers_keep_the_same_twice_and_find_what_one_finds(home: Home, alone: Kept) -> None:
    four = (*SOME, "--cluster", "local", "--jobs", "4", "--out", "run")
    assert home.run("fuzz", lax(home), *four).status == 1
    again = home.run("fuzz", "./lax", *(word if word != "run" else "again" for word in four))
    assert again.status == 1
    assert kept(home, "run") == kept(home, "again")
    assert kept(home, "run")[1] == alone[1]


def test_a_campaign_that_was_stopped_goes_on_without_a_cluster(home: Home) -> None:
    target = lax(home)
    program = home.start("fuzz", target, *TWICE, *LOCAL, "--out", "run")
    wait_for((home.folder / "run" / "findings.jsonl").exists)
    started = descendants(program.pid)
    program.send_signal(signal.SIGTERM)
    out, err = program.communicate(timeout=SECONDS)
    assert (program.returncode, without_progress(err)) == (1, ""), out
    wait_for(lambda: not any(map(runs_still, started)))
    before = statistics.load(home.folder / "run")
    assert before
    assert not before.running
    assert home.run("fuzz", target, *SOME, "--jobs", "1", "--out", "run").status == 1
    after = statistics.load(home.folder / "run")
    assert after
    assert after.inputs > before.inputs
    assert after.workers == before.workers
    assert [finding.input for finding in kept(home, "run")[1]] == ["c080"]


# The interrupt arrives while Dask's own callback of the garbage collector runs.
IN_THE_COLLECTOR = """
import gc, signal, threading
from pathlib import Path
from utfproof import cli

def interrupt(phase, info):
    here = threading.current_thread() is threading.main_thread()
    if here and interrupt in gc.callbacks and Path("run/findings.jsonl").exists():
        gc.callbacks.remove(interrupt)
        signal.raise_signal(signal.SIGTERM)

gc.callbacks.append(interrupt)
if __name__ == "__main__":
    cli.main()
"""


def test_an_interrupt_in_a_callback_of_the_garbage_collector_stops_a_campaign(home: Home) -> None:
    program = home.start("fuzz", lax(home), *TWICE, *LOCAL, "--out", "run", main=IN_THE_COLLECTOR)
    out, err = program.communicate(timeout=SECONDS)
    assert (program.returncode, without_progress(err)) == (1, ""), out
    told = statistics.load(home.folder / "run")
    assert told
    assert not told.running


def test_failures_listed_beside_an_adapter_are_known_on_a_cluster(
    home: Home, elsewhere: Callable[..., str]
) -> None:
    target = lax(home)
    (home.folder / "lax" / "expectations.yaml").write_text(
        "codecs:\n  lax/table:\n    - reason: it takes C0 and C1 for leads\n      cases:\n"
        "        - verdict: fail\n          ids: ['utf-8/ill-formed/overlong-two/*']\n"
        "          count: 1\n",
        "utf-8",
    )
    few = (*TWICE, "--execs", "100", "--cluster", elsewhere(1), "--out", "run")
    said = home.run("fuzz", target, *few)
    assert (said.status, said.err) == (0, "")
    [finding] = kept(home, "run")[1]
    assert (finding.state, finding.reason) == (FindingState.KNOWN, "it takes C0 and C1 for leads")


def test_a_finding_that_a_worker_invents_is_not_kept_as_one(
    home: Home, elsewhere: Callable[..., str]
) -> None:
    target = lax(home)
    address = elsewhere(1, liars=1)
    said = home.run("fuzz", target, *TWICE, "--execs", "100", "--cluster", address, "--out", "run")
    assert said.status == 3
    assert "reported lax/table UTF-8 decode: surrogate, accepts: the machine that leads" in said.out
    states = {finding.input: finding.state for finding in kept(home, "run")[1]}
    assert states == {"c080": FindingState.NEW, "eda080": FindingState.FLAKY}
    [real] = [one for one in kept(home, "run")[1] if one.input == "c080"]
    assert real.actual == "ok 0"  # not what the worker says it answered


NO_SCHEDULER = "start one with `dask scheduler`, and give the address that it prints"


def test_a_scheduler_that_does_not_answer_is_told_before_anything_is_played(home: Home) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    said = home.run("fuzz", lax(home), "--cluster", address, "--out", "run")
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"utfproof: {address}: no scheduler answers: ")
    assert said.err.endswith(f": {NO_SCHEDULER}\n")
    assert not (home.folder / "run").exists()


def test_an_engine_that_a_cluster_does_not_play_is_refused(home: Home) -> None:
    said = home.run("fuzz", lax(home), *LOCAL, "--engine", "both", "--out", "run")
    assert said.status == 2
    assert "--engine: a cluster does not run both: leave --engine out" in said.err
