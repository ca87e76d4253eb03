"""Workers that falsify answers: they are found, and what they did is done anew by others."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

import fake_programs
from progress_lines import without_progress
from utfproof.engine.journal.events import CodecFinished, ShardFinished, WorkerChecked
from utfproof.model.verdict import WorkerFinding

from .conftest import SECONDS, SHORT, Home, Said

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unconfined")]

Start = Callable[..., str]
NAME = "127.0.0.1/w0"

# A task has few shards: so every worker has several.
MANY_TASKS = """
from utfproof import cli
from utfproof.cluster import runner

runner.STRINGS = 1 << 20
if __name__ == "__main__":
    cli.main()
"""


def certified(home: Home, address: str, *options: str, target: str = "./notes") -> Said:
    """Certify an adapter on a cluster, in about twenty tasks."""
    given = ("certify", target, *SHORT, "--cluster", address, "--out", "with", *options)
    program = home.start(*given, main=MANY_TASKS)
    out, err = program.communicate(timeout=SECONDS)
    return Said(program.returncode, out, without_progress(err))


def findings(home: Home) -> dict[str, WorkerChecked]:
    return {
        event.worker: event for event in home.events("with") if isinstance(event, WorkerChecked)
    }


@pytest.fixture
def result(home: Home) -> object:
    """Return the result of a run without a cluster."""
    assert home.run("certify", home.notes(), *SHORT, "--out", "without").status == 0
    return home.summary("without")["result_digest"]


def test_a_worker_that_lies_each_time_is_found_and_its_tasks_are_done_anew(
    home: Home, elsewhere: Start, result: object
) -> None:
    said = certified(home, elsewhere(3, liars=1))
    assert said.status == 0
    assert home.summary("with")["result_digest"] == result
    found = findings(home)
    assert found[NAME].finding is WorkerFinding.CONTRADICTED
    others = {name: one for name, one in found.items() if name != NAME}
    assert {one.finding for one in others.values()} == {WorkerFinding.CONFIRMED}
    assert all(one.again for one in others.values())

    events = home.events("with")
    after = events[events.index(found[NAME]) :]
    workers = {one.worker for one in after if isinstance(one, ShardFinished | CodecFinished)}
    assert workers
    assert NAME not in workers
    warning = f"worker {NAME} is contradicted: two others agree on another answer to notes/table"
    assert warning in said.err
    assert warning in said.out
    for report in ("summary.md", "index.html"):
        text = (home.folder / "with" / report).read_text("utf-8").replace("\\", "")
        assert f"worker {NAME} is contradicted" in text


def test_of_two_workers_this_machine_tells_which_one_lied_once(
    home: Home, elsewhere: Start, result: object
) -> None:
    said = certified(home, elsewhere(2, liars=1, lies=100), "--cross-check", "100")
    assert said.status == 0
    assert home.summary("with")["result_digest"] == result
    found = findings(home)
    assert found[NAME].finding is WorkerFinding.CONTRADICTED
    [other] = (one.finding for name, one in found.items() if name != NAME)
    assert other is not WorkerFinding.CONTRADICTED


def test_a_codec_that_is_unstable_is_held_against_no_worker(home: Home, elsewhere: Start) -> None:
    folder = home.folder / "random"
    folder.mkdir()
    program = f"{sys.executable} -E -B {fake_programs.line('sweeps_at_random')}"
    (folder / "adapter.yaml").write_text(
        "adapter: notes\nabout: A codec for a test.\nlanguage: Python\n"
        f"run: {program}\ncodecs:\n  table: {{about: A table., profile: iso10646}}\n",
        "utf-8",
    )
    said = certified(home, elsewhere(3), target="./random")
    assert said.status == 3  # what it decodes is not what it says of it: a broken adapter
    found = findings(home)
    assert found
    assert {one.finding for one in found.values()} <= {
        WorkerFinding.UNDECIDED,
        WorkerFinding.CONFIRMED,
    }
    assert "no two answers agree on notes/table" in said.out


def test_a_codec_that_fails_is_not_passed_by_a_lie(home: Home, elsewhere: Start) -> None:
    folder = home.folder / "lax"
    folder.mkdir()
    codecs = "".join(
        f"  table{number}: {{about: A table., profile: unicode}}\n" for number in range(24)
    )
    (folder / "adapter.yaml").write_text(
        "adapter: lax\nabout: Codecs for a test.\nlanguage: Python\n"
        f"run: {sys.executable} -E -B {fake_programs.line('has_many_lax_codecs')}\n"
        f"codecs:\n{codecs}",
        "utf-8",
    )
    few = ("--case", "utf-8/ill-formed/overlong*")
    address = elsewhere(3, liars=1)
    said = home.run("certify", "./lax", *few, "--cluster", address, "--out", "with")
    assert findings(home)[NAME].finding is WorkerFinding.CONTRADICTED
    assert said.status == 1
    verdicts = [codec["verdict"] for codec in home.summary("with")["codecs"]]  # type: ignore[attr-defined]
    assert verdicts == ["fail"] * 24


def test_with_one_worker_nothing_is_checked_and_the_run_says_so(
    home: Home, elsewhere: Start
) -> None:
    home.notes()
    said = certified(home, elsewhere(1))
    assert said.status == 0
    [found] = findings(home).values()
    assert (found.finding, found.again) == (WorkerFinding.UNCHECKED, 0)
    assert f"nothing that worker {NAME} answered was asked again elsewhere" in said.out
