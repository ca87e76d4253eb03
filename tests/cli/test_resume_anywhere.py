"""Wherever a run is cut off, going on with it ends as the same run in one go, apart from times."""

from __future__ import annotations

import os
import platform
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from chained import chained
from utfproof import digests
from utfproof.cli.shared import run_command
from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import CodecStarted, RunFinished
from utfproof.report.run import files
from utfproof.report.run.summary import summarise
from utfproof.report.run.summary_json import as_json
from utfproof.vectors import loader

from . import adapters
from .conftest import Json, Run, Said

PROGRAM = "has_a_right_and_a_wrong_codec"
CASES = "utf-8/ill-formed/overlong-two/nul"
KNOWN = f"""\
codecs:
  {PROGRAM}/lax:
    - reason: It reads overlong forms.
      cases:
        - verdict: fail
          ops: [decode UTF-8 strict]
          ids: ["utf-8/ill-formed/overlong-two/nul"]
          count: 1
"""
KILLS = 3
STRIDE = 7
EVERY = "UTFPROOF_EVERY_OCTET"
"""Set in the environment it makes the tests cut at every octet, which takes half an hour."""


def result(run: Path) -> Json:
    """Return all that a run adds up to, without times and what follows from them."""
    events = list(journal.read(run))
    assert isinstance(events[-1], RunFinished)
    found = as_json(summarise(events))
    return {**found, "end": dict(events[-1].codecs), "status": events[-1].exit_code}


@pytest.fixture
def target(home: Path) -> str:
    found = adapters.put(home, PROGRAM, codecs=("table", "lax"))
    (home / found / "expectations.yaml").write_text(KNOWN, "utf-8")
    return found


@pytest.fixture
def whole(utfproof: Run, home: Path, target: str) -> Path:
    """Make a run in one go."""
    assert certify(utfproof, target, "whole").status == 1
    return home / "whole"


def certify(utfproof: Run, target: str, out: str) -> Said:
    return utfproof("certify", target, "--case", CASES, "--jobs", "1", "--out", out)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what is the same in every run: the proof of the vectors, and the pages."""
    monkeypatch.setattr(run_command, "load_consistent", loader.load)
    monkeypatch.setattr(files, "write", lambda *_: None)


def cut(whole: Path, octets: int) -> Path:
    """Put the beginning of a run's journal where a run goes on."""
    run = whole.parent / "run"
    shutil.rmtree(run, ignore_errors=True)
    run.mkdir()
    (run / packing.NAME).write_bytes((whole / packing.NAME).read_bytes()[:octets])
    return run


def places(text: bytes) -> list[int]:
    """List places to cut: the ends of lines, and some within them."""
    if os.environ.get(EVERY):
        return list(range(len(text)))
    ends = [at + 1 for at in range(len(text)) if text[at : at + 1] == b"\n"][:-1]
    inside = random.Random(1).sample(range(len(text) - 1), 5)  # noqa: S311  (no secret)
    return sorted({0, 1, *inside, *ends, ends[0] - 1, len(text) - 1})


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_journal_cut_anywhere_goes_on_to_the_same_end(
    utfproof: Run, whole: Path, target: str
) -> None:
    expected = result(whole)
    for octets in places((whole / packing.NAME).read_bytes()):
        run = cut(whole, octets)
        said = certify(utfproof, target, "run")
        assert said.status == 1, (octets, said)
        assert result(run) == expected, octets


def test_every_beginning_of_a_journal_holds_its_whole_lines(whole: Path) -> None:
    text = (whole / packing.NAME).read_bytes()
    path = whole / "part.jsonl"
    whole_events = list(journal.read(whole))
    for at in range(0, len(text), STRIDE):
        path.write_bytes(text[:at])
        events = list(journal.read(path))
        assert events == whole_events[: len(events)]
        assert text[:at].count(b"\n") <= len(events) < len(whole_events)


@pytest.mark.slow
def test_a_run_that_is_killed_repeatedly_ends_with_the_same_result(
    utfproof: Run, home: Path, whole: Path, target: str
) -> None:
    dice = random.Random(1)  # noqa: S311  (no secret)
    command = [sys.executable, "-m", "utfproof", "certify", target, "--case", CASES]
    for _ in range(KILLS):
        program = subprocess.Popen(
            [*command, "--out", "run"], cwd=home,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            written = home / "run" / packing.NAME
            until = time.monotonic() + 60
            size = written.stat().st_size if written.exists() else 0
            while program.poll() is None and time.monotonic() < until:
                if written.exists() and written.stat().st_size > size:
                    break
                time.sleep(0.001)
            time.sleep(dice.random() / 10)
        finally:
            program.send_signal(signal.SIGKILL)
            program.wait(timeout=30)
    said = certify(utfproof, target, "run")
    assert said.status == (1 if "going on" in said.err else 2), said
    assert result(home / "run") == result(whole)


def begun(run: Path) -> list[str]:
    return [event.codec for event in journal.read(run) if isinstance(event, CodecStarted)]


def of_the_first(whole: Path) -> int:
    """Return where the first codec ends in a journal."""
    text = (whole / packing.NAME).read_bytes()
    return text.index(b"\n", text.index(b'"event":"codec-end"')) + 1


@pytest.mark.usefixtures("quick")
def test_a_codec_that_was_finished_is_not_asked_again(
    utfproof: Run, whole: Path, target: str
) -> None:
    run = cut(whole, of_the_first(whole))
    certify(utfproof, target, "run")
    assert begun(run) == [f"{PROGRAM}/table", f"{PROGRAM}/lax"]


@pytest.mark.usefixtures("quick")
def test_a_codec_whose_build_has_changed_is_asked_again(
    utfproof: Run, whole: Path, home: Path, target: str
) -> None:
    run = cut(whole, of_the_first(whole))
    (home / target / "library.c").write_text("int changed;\n", "utf-8")
    certify(utfproof, target, "run")
    assert begun(run) == [f"{PROGRAM}/{name}" for name in ("table", "table", "lax")]
    before, *after = (one.build for one in journal.read(run) if isinstance(one, CodecStarted))
    assert {before}.isdisjoint(after)
    assert result(run) == result(whole)


@pytest.mark.usefixtures("quick")
def test_a_codec_that_cannot_be_asked_any_more_keeps_nothing_of_another_build(
    utfproof: Run, whole: Path, home: Path, target: str
) -> None:
    text = (whole / packing.NAME).read_bytes()
    run = cut(whole, text.rindex(b'{"event":"end"'))
    manifest = home / target / "adapter.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("run.py", "run.gone"), "utf-8")
    assert certify(utfproof, target, "run").status == 3
    found = {one["codec"]: one for one in result(run)["codecs"]}
    assert {one["verdict"] for one in found.values()} == {"broken"}
    assert not any(one["counts"] or one["failures"] or one["scope"] for one in found.values())


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("ops", "status"),
    [
        ("decode UTF-8 strict, decode UTF-8 replace, validate UTF-8 strict", 0),
        ("validate UTF-8 strict", 1),
    ],
)
def test_known_failures_are_held_as_they_are_listed_now(
    utfproof: Run, whole: Path, home: Path, target: str, ops: str, status: int
) -> None:
    """All codecs are finished; the list is made right, or wrong in another way."""
    text = (whole / packing.NAME).read_bytes()
    run = cut(whole, text.rindex(b'{"event":"end"'))
    listed = KNOWN.replace("decode UTF-8 strict", ops)
    (home / target / "expectations.yaml").write_text(listed, "utf-8")
    assert certify(utfproof, target, "again").status == status
    assert certify(utfproof, target, "run").status == status
    assert begun(run) == [f"{PROGRAM}/table", f"{PROGRAM}/lax"]
    assert result(run) == result(home / "again")
    assert result(run) != result(whole)


@pytest.mark.usefixtures("quick")
def test_an_interrupted_run_of_other_targets_is_refused(
    utfproof: Run, whole: Path, target: str
) -> None:
    run = cut(whole, of_the_first(whole))
    before = (run / packing.NAME).read_bytes()
    said = utfproof("certify", target, "--codec", "lax", "--case", CASES, "--out", "run")
    what = f"holds an interrupted run of other targets ({PROGRAM}/table): give another --out"
    assert (said.status, said.err) == (2, f"utfproof: run: {what}\n")
    assert (run / packing.NAME).read_bytes() == before


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("name", "now", "other"),
    [
        ("python", platform.python_version(), "3.10.1"),
        ("python", platform.python_version(), "3.99.0"),
        ("harness", digests.harness(), "0" * 64),
    ],
    ids=["older-python", "newer-python", "other-program"],
)
def test_an_interrupted_run_of_another_python_or_program_is_refused(
    utfproof: Run, whole: Path, target: str, name: str, now: str, other: str
) -> None:
    run = cut(whole, of_the_first(whole))
    path = run / packing.NAME
    before = path.read_text("ascii")
    changed = before.replace(f'"{name}":"{now}"', f'"{name}":"{other}"')
    assert changed != before
    path.write_text(chained(changed), "ascii")
    said = certify(utfproof, target, "run")
    assert said.status == 2
    assert "another utfproof, machine, Python or confinement" in said.err
