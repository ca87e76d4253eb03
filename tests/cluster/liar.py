"""The worker of a cluster that lies: put before Python's own path it is loaded when that starts.

`LIES` says of how many of its answers one is falsified: 1 for all. With `HIDES` it does not report
its findings of a round; else it invents one.
"""

from __future__ import annotations

import itertools
import os
import zlib
from collections.abc import Callable
from dataclasses import replace

from utfproof.cluster import round_task, tasks
from utfproof.cluster.round_task import FinishedRound
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import CaseFinished, CodecFinished, Event, ShardFinished
from utfproof.fuzz.campaign.rounds import RoundResult
from utfproof.fuzz.triage.findings import Finding
from utfproof.model.verdict import CodecVerdict, Verdict

_EVERY = int(os.environ["LIES"])
_numbers = itertools.count()


def falsified(packed: bytes) -> bytes:
    """Let every codec pass all that it was asked, whatever it answered."""
    found = [_better(event) for event in tasks.events(packed)]
    return zlib.compress(journal.text(found).encode("ascii"))


def _better(event: Event) -> Event:
    match event:
        case ShardFinished():
            return replace(event, digest="0" * 64, verdict=Verdict.PASS)
        case CaseFinished():
            return replace(event, verdict=Verdict.PASS, actual=event.expected)
        case CodecFinished():
            counts = {Verdict.PASS.value: sum(event.counts.values())}
            return replace(event, verdict=CodecVerdict.PASS, counts=counts)
        case _:
            return event


def _lying(task: Callable[..., bytes]) -> Callable[..., bytes]:
    def done(*arguments: object) -> bytes:
        honest = task(*arguments)
        return honest if next(_numbers) % _EVERY else falsified(honest)

    return done


INVENTED = Finding(
    signature="lax/table UTF-8 decode: surrogate, accepts",
    codec="lax/table",
    operation="decode UTF-8 strict",
    kind="surrogate",
    did="accepts",
    input="eda080",
    octets="eda080",
    line="eda080",
    expected="error 0 1",
    actual="ok d800",
)


def _hiding(task: Callable[..., FinishedRound]) -> Callable[..., FinishedRound]:
    def done(*arguments: object) -> FinishedRound:
        finished = task(*arguments)
        honest = RoundResult.unpacked(finished.result)
        nothing = replace(
            honest, found=(), signatures={}, tries={}, kept=dict.fromkeys(honest.kept, ())
        )
        return replace(finished, result=nothing.packed())

    return done


def _inventing(task: Callable[..., FinishedRound]) -> Callable[..., FinishedRound]:
    def done(*arguments: object) -> FinishedRound:
        finished = task(*arguments)
        honest = RoundResult.unpacked(finished.result)
        found = [*(replace(one, actual="ok 41") for one in honest.found), INVENTED]
        return replace(finished, result=replace(honest, found=found).packed())

    return done


tasks.sweep = _lying(tasks.sweep)
tasks.ask = _lying(tasks.ask)
round_task.play = (_hiding if "HIDES" in os.environ else _inventing)(round_task.play)
