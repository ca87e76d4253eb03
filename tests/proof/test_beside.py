"""The families of one codec in several processes: the same happens as in one."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from fake_programs import FOLDER
from utfproof.adapters.registry import select
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished, CodecFinished, Event, FamilyFinished
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run import worker_pool
from utfproof.engine.run.adapter_runner import AdapterRunner, RunScope
from utfproof.engine.run.proof_stage import CodecContext, ProofStage
from utfproof.errors import ManifestError
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict
from utfproof.proof.families import parallel
from utfproof.proof.families.stage import FamiliesStage
from utfproof.vectors import loader

from .sweeping import Sweeping, context

OPS = ("decode-within", "decode-again", "encode-chunks")
PROGRAM = """
import os, sys
import honest

def answer(line):
    return honest.answer("decode", line)

def told(op, line):
    words = line.split(" ")
    if op == "decode-within":
        if {crashing!r} == words[1]:
            honest.complain("about to crash")
            os.abort()
        return answer(words[1])
    return " / ".join(map(answer, words))

stripped = (line.rstrip("\\n") for line in sys.stdin)
for header in stripped:
    if header:
        lines = list(iter(lambda: next(stripped, ""), ""))
        offers = '"offers":["decode-within UTF-8 strict","decode-again UTF-8 strict"]'
        hello = '{{"protocol":1,"adapter":"own","codecs":[{{"name":"it","version":"1",%s}}]}}'
        op = header.split(" ")[0]
        honest.say(*[hello % offers] if op == "hello" else [told(op, line) for line in lines], "")
"""


def happened(target: str, jobs: int, ops: tuple[str, ...] = OPS) -> list[Event]:
    scope = RunScope(Narrowing(ops=ops), (FamiliesStage(),), jobs, load_suite=loader.load)
    [chosen] = select([target])
    return list(AdapterRunner(loader.load(), scope).run(chosen))


def lasting(event: Event) -> Event:
    """Leave out what differs from run to run."""
    if isinstance(event, CodecFinished):
        return replace(event, seconds=0, harness=0, adapter=0)
    return replace(event, seconds=0) if isinstance(event, FamilyFinished) else event


def own_adapter(folder: Path, crashing: str = "") -> str:
    (folder / "it.py").write_text(PROGRAM.format(crashing=crashing), "utf-8")
    lines = [
        "adapter: own",
        f"environment: {{PYTHONPATH: '{FOLDER}'}}",
        "about: x",
        "language: Python",
        f"run: {sys.executable} -S -B it.py",
        "codecs: {it: {about: x, profile: rfc3629}}",
    ]
    (folder / "adapter.yaml").write_text("\n".join(lines), "utf-8")
    return str(folder)


def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note of how many lots it was each time that families were asked by workers."""
    lots: list[int] = []
    real = parallel.asked

    def noted(asked: CodecContext, ask: ProofStage, found: list[parallel.Lot]) -> Iterator[Event]:
        lots.append(len(found))
        return real(asked, ask, found)

    monkeypatch.setattr(parallel, "asked", noted)
    return lots


@pytest.mark.slow
@pytest.mark.adapters
def test_the_same_happens_in_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    lots = made(monkeypatch)
    alone = happened("c_glibc/iconv-ucs4", 1)
    assert lots == []
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    several = happened("c_glibc/iconv-ucs4", 2)
    assert lots == [2]
    assert list(map(lasting, several)) == list(map(lasting, alone))
    verdicts = {event.verdict for event in alone if isinstance(event, CaseFinished)}
    assert {Verdict.PASS, Verdict.FAIL} <= verdicts
    families = [event for event in several if isinstance(event, FamilyFinished)]
    assert len({event.family for event in families}) > 1
    assert len({event.op for event in families if event.family == "families/neighbours"}) > 1
    end = several[-1]
    assert isinstance(end, CodecFinished)
    assert end.harness > 0, "the time of the workers is not added"


@pytest.mark.slow
def test_crashes_in_a_worker_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = own_adapter(tmp_path, "f0908080")
    scope = RunScope(stages=(FamiliesStage(),), jobs=2, load_suite=loader.load)
    suite = loader.load()
    monkeypatch.setattr(
        "utfproof.engine.run.codec_session.CodecSession.judge_cases", lambda *_: iter(())
    )
    lots = made(monkeypatch)
    [chosen] = select([target])
    events = list(AdapterRunner(suite, scope).run(chosen))
    end = events[-1]
    assert isinstance(end, CodecFinished)
    assert lots == [2]
    assert end.verdict == "fail"
    assert end.restarts > 0
    crashed = [
        event
        for event in events
        if isinstance(event, CaseFinished) and event.verdict is Verdict.CRASH
    ]
    assert crashed
    assert all("f0908080" in event.input for event in crashed)


def unstartable() -> Session:
    raise ManifestError("cannot be started")


def asked_of(*offers: str, jobs: int = 2, case: str = "*", restarts: int = 0) -> CodecContext:
    """Make an context of a codec that cannot be asked."""
    return replace(
        context(Sweeping(), case=case),
        offers=tuple(map(Offer.parse, offers)),
        session=cast("Session", SimpleNamespace(restarts=restarts)),
        another=unstartable,
        suite=loader.load(),
        load_suite=loader.load,
        jobs=jobs,
    )


def test_an_error_in_a_worker_is_raised_in_the_parent() -> None:
    asked = asked_of("decode-within UTF-8 strict", "decode-again UTF-8 strict")
    with pytest.raises(ManifestError, match="cannot be started"):
        list(FamiliesStage()(asked))
    assert multiprocessing.active_children() == []


def test_families_that_are_given_up_leave_no_worker(tmp_path: Path) -> None:
    [chosen] = select([own_adapter(tmp_path)])
    scope = RunScope(stages=(FamiliesStage(),), jobs=2, load_suite=loader.load)
    events = cast("Generator[Event]", AdapterRunner(loader.load(), scope).run(chosen))
    with closing(events):
        while not isinstance(next(events), FamilyFinished):
            pass
        assert len(multiprocessing.active_children()) == 2
    assert multiprocessing.active_children() == []


OFFERS = (
    "validate UTF-8 strict",
    "decode UTF-8 replace",
    "decode-again UTF-8 strict",
    "decode UTF-8 strict",
    "encode UTF-8 strict",
)


def lots(asked: CodecContext) -> list[list[str]]:
    return [list(map(str, lot)) for lot in parallel.lots(asked, asked.offers)]


def test_offers_are_divided_so_that_all_lots_take_as_long() -> None:
    assert lots(asked_of(*OFFERS, jobs=2)) == [
        ["validate UTF-8 strict", "decode UTF-8 replace"],
        ["decode-again UTF-8 strict", "decode UTF-8 strict", "encode UTF-8 strict"],
    ]


@pytest.mark.parametrize("jobs", range(1, 8))
def test_each_offer_is_in_one_lot_and_none_is_empty(jobs: int) -> None:
    found = lots(asked_of(*OFFERS, jobs=jobs))
    assert len(found) == min(jobs, len(OFFERS))
    assert sorted(offer for lot in found for offer in lot) == sorted(OFFERS)
    assert all(found)


def test_few_questions_or_counted_crashes_give_one_lot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(lots(asked_of(*OFFERS))) == 2
    assert lots(asked_of(*OFFERS, case="*/c080")) == [list(OFFERS)]
    assert lots(asked_of(*OFFERS, restarts=1)) == [list(OFFERS)]
    assert lots(replace(asked_of(*OFFERS), load_suite=None)) == [list(OFFERS)]
    assert lots(asked_of()) == []
    monkeypatch.setattr(worker_pool, "is_available", lambda: False)
    assert lots(asked_of(*OFFERS)) == [list(OFFERS)]
