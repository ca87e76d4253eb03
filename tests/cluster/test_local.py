"""A cluster on this machine: the same result as without one, also when a worker is killed."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from progress_lines import without_progress
from utfproof import cli
from utfproof.adapters import registry
from utfproof.cluster.runner import run_on_cluster
from utfproof.engine.journal.events import CodecFinished, RunFinished, ShardFinished
from utfproof.engine.run.adapter_runner import RunScope
from utfproof.engine.run.progress import CodecProgress
from utfproof.model.encoding import Scheme
from utfproof.proof.sweep.shards import shards
from utfproof.proof.sweep.stage import SweepStage

from .conftest import SECONDS, SHORT, Home, descendants, runs_still, wait_for

LOCAL = ("--cluster", "local", "--jobs", "2")
ONCE = ("--cross-check", "0")
FEW = ("--case", "*/well-formed/*")

# The adapter notes who starts it: beside its folder, and by numbers that hold outside.
pytestmark = pytest.mark.usefixtures("unconfined")


@pytest.fixture
def without(home: Home) -> str:
    """Run without a cluster, into `without`, and give the target."""
    target = home.notes()
    assert home.run("certify", target, *SHORT, "--jobs", "2", "--out", "without").status == 0
    (home.folder / "swept").unlink()
    return target


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_changes_nothing(home: Home, without: str) -> None:
    program = home.start("certify", without, *SHORT, *LOCAL, *ONCE, "--out", "with")
    wait_for(lambda: len(home.swept()) > 2)
    _, worker, *_ = home.swept()[-1]
    workers = {int(parent) for _, parent, *_ in home.swept()}
    assert int(worker) in descendants(program.pid)
    os.kill(int(worker), signal.SIGKILL)
    out, err = program.communicate(timeout=SECONDS)
    assert (program.returncode, without_progress(err)) == (0, "")

    asked = [(prefix, count) for _, _, prefix, count in home.swept()]
    every = {tuple(str(one).split()) for one in shards(Scheme.UTF_32BE, "complete")}
    assert set(asked) == every
    assert len(asked) > len(every)  # what the killed worker was at was asked again
    before, after = home.summary("without"), home.summary("with")
    assert after["result_digest"] == before["result_digest"]
    assert home.cases("with") == home.cases("without")
    assert f"result {after['result_digest']}" in out
    *_, last = home.events("with")
    assert isinstance(last, RunFinished)
    assert last.result == after["result_digest"]

    found = [event for event in home.events("with") if isinstance(event, ShardFinished)]
    assert sorted(event.shard for event in found) == sorted(map(" ".join, every))
    processes = {int(process) for process, *_ in home.swept()}
    assert not any(map(runs_still, processes | workers | {int(worker)}))


@pytest.mark.slow
def test_the_report_says_which_worker_did_what(home: Home) -> None:
    target = home.notes()
    said = home.run("certify", target, "c_glibc/mbrtoc32", *SHORT, *LOCAL, "--out", "run")
    assert (said.status, said.err) == (0, "")
    events = home.events("run")
    codecs = {event.codec: event.worker for event in events if isinstance(event, CodecFinished)}
    swept = [event for event in events if isinstance(event, ShardFinished)]
    names = {event.worker for event in swept} | set(codecs.values())
    assert all(name.endswith(("/0", "/1")) for name in names)
    workers = home.summary("run")["workers"]
    assert isinstance(workers, dict)
    assert set(workers) == names
    assert sum(done["shards"] for done in workers.values()) == len(swept)
    assert sorted(codec for done in workers.values() for codec in done["codecs"]) == sorted(codecs)
    for name in names:
        assert name in said.out
        assert name in (home.folder / "run" / "summary.md").read_text("utf-8")


@pytest.mark.slow
def test_codecs_are_asked_as_without_a_cluster_and_folders_are_named_as_given(home: Home) -> None:
    target = home.notes()
    targets = (target, "c_glibc/mbrtoc32", "c_glibc/mbrtowc")
    for out, options in (("without", ("--jobs", "1")), ("with", LOCAL)):
        assert home.run("certify", *targets, *FEW, *options, "--out", out).status in (0, 1)
    assert home.summary("with")["result_digest"] == home.summary("without")["result_digest"]
    assert home.cases("with") == home.cases("without")
    for run in ("with", "without"):
        html = (home.folder / run / "index.html").read_text("utf-8")
        assert str(home.folder / "cache") not in html


@pytest.mark.slow
def test_ctrl_c_ends_the_cluster_and_its_adapters(home: Home) -> None:
    program = home.start("certify", home.notes(), *SHORT, *LOCAL, "--out", "run")
    wait_for(lambda: len(home.swept()) > 2)
    started = descendants(program.pid)
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=SECONDS)
    assert program.returncode == 130
    wait_for(lambda: not any(map(runs_still, started)))
    assert len(home.swept()) < len(shards(Scheme.UTF_32BE, "complete"))


@pytest.mark.slow
def test_a_run_that_was_cut_off_goes_on_in_a_cluster(home: Home, without: str) -> None:
    journal = home.folder / "without" / "journal.jsonl"
    digest = home.summary("without")["result_digest"]
    lines = journal.read_text("ascii").splitlines(keepends=True)
    done = [line for line in lines if '"event":"shard"' in line][:100]
    journal.write_text("".join([*lines[:3], *done]), "ascii")
    said = home.run("certify", without, *SHORT, *LOCAL, *ONCE, "--out", "without")
    assert (said.status, said.err.strip()) == (0, "going on with the run in without")
    assert home.summary("without")["result_digest"] == digest
    assert len(home.swept()) == len(shards(Scheme.UTF_32BE, "complete")) - len(done)


@pytest.mark.slow
def test_an_adapter_that_does_not_build_is_broken_as_without_a_cluster(home: Home) -> None:
    folder = home.folder / "broken"
    folder.mkdir()
    (folder / "adapter.yaml").write_text(
        "adapter: broken\nabout: Does not build.\nlanguage: C\nbuild: cc -o {cache}/x none.c\n"
        'run: "{cache}/x"\ncodecs:\n  x: {about: Nothing., profile: unicode}\n',
        "utf-8",
    )
    said = home.run("certify", "./broken", *SHORT, *LOCAL, "--out", "run")
    assert said.status == 3
    assert f"{folder}/adapter.yaml: the build failed" in said.out
    assert "none.c" in said.out


@pytest.mark.slow
def test_the_progress_of_workers_is_shown_while_they_work(home: Home) -> None:
    chosen = registry.select([str(home.folder / home.notes()), "c_glibc/mbrtoc32"])
    scope = RunScope(stages=(SweepStage("complete"),), jobs=2)
    shown: list[tuple[str, CodecProgress]] = []
    with run_on_cluster(chosen, scope, "local", lambda *told: shown.append(told)) as happening:
        events = list(happening)
    assert {event.codec for event in events if isinstance(event, CodecFinished)} == {
        "notes/table",
        "c_glibc/mbrtoc32",
    }
    every = len(shards(Scheme.UTF_32BE, "complete"))
    # Shards come first; what is told while the cases are asked counts those.
    swept = [one.done for codec, one in shown if codec == "notes/table" and one.total == every]
    assert [swept[0] > 0, swept[-1]] == [True, every]
    asked = [progress for codec, progress in shown if codec == "c_glibc/mbrtoc32"]
    assert any(
        0 < progress.done < progress.total for progress in asked if progress.family != "sweep"
    )


def test_dask_that_is_not_installed_is_told(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("utfproof.cluster")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.chdir(home.folder)
    monkeypatch.setattr(sys, "argv", ["utfproof", "certify", home.notes(), *LOCAL, "--out", "run"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = without_progress(capsys.readouterr().err)
    hint = "run `pip install 'utfproof[cluster]'`"
    assert (ended.value.code, said) == (2, f"utfproof: --cluster: Dask is not installed: {hint}\n")
