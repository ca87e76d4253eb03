"""Several processes that sweep side by side."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from threading import get_ident
from time import monotonic, sleep
from typing import cast

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import ShardFinished
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.errors import ManifestError
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Op
from utfproof.model.verdict import Verdict
from utfproof.proof.sweep import parallel
from utfproof.proof.sweep.shards import SweepShard
from utfproof.proof.sweep.sweeper import Sweeper
from utfproof.proof.sweep.swept import SweptOffer

from .sweeping import Sweeping, allowed, context, swept


@dataclass
class Watched(Sweeping):
    """Takes its time, and notes who asks."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.threads: set[int] = set()

    def answer(self, op: Op, line: str) -> Answer:
        self.threads.add(get_ident())
        sleep(0.001)
        return super().answer(op, line)


def side_by_side_with(jobs: int, made: list[Watched]) -> CodecContext:
    def another() -> Session:
        made.append(Watched())
        return cast("Session", made[-1])

    return replace(context(Watched(), ops=(Op.SWEEP,)), jobs=jobs, another=another)


def shards_of_one_octet() -> list[SweepShard]:
    return [SweepShard(bytes((octet,)), 1) for octet in range(256)]


def test_shards_are_shared_among_sessions_and_each_is_asked_once() -> None:
    made: list[Watched] = []
    asked = side_by_side_with(3, made)
    sweeper = Sweeper(
        SweptOffer("fake/codec", "codec", asked.offers[0], None), allowed(Scheme.UTF_8)
    )
    found = list(parallel.asked(asked, shards_of_one_octet(), sweeper.ask))
    own = cast("Watched", asked.session)
    assert sorted(event.shard for event in found) == sorted(map(str, shards_of_one_octet()))
    assert {event.verdict for event in found} == {Verdict.PASS}
    assert sorted(line for one in (own, *made) for line in one.asked) == sorted(
        f"sweep {shard}" for shard in shards_of_one_octet()
    )
    assert len(made) == 2
    assert all(one.asked for one in (own, *made))
    assert [one.closed for one in (own, *made)] == [0, 1, 1]
    assert own.threads == {get_ident()}
    assert [len(one.threads) for one in made] == [1, 1]


def test_one_job_starts_no_other_session() -> None:
    made: list[Watched] = []
    swept(replace(side_by_side_with(1, made), narrowing=Narrowing(case="*/length-[012]")))
    assert made == []


def test_a_session_that_cannot_be_started_is_an_error_of_the_sweep() -> None:
    def another() -> Session:
        raise ManifestError("cannot run it")

    asked = replace(side_by_side_with(2, []), another=another)
    with pytest.raises(ManifestError, match="cannot run it"):
        swept(asked, "exhaustive")


def test_a_sweep_that_is_given_up_leaves_no_session_open() -> None:
    made: list[Watched] = []
    asked = side_by_side_with(2, made)
    sweeper = Sweeper(
        SweptOffer("fake/codec", "codec", asked.offers[0], None), allowed(Scheme.UTF_8)
    )
    running = parallel.asked(asked, shards_of_one_octet(), sweeper.ask)
    while not (made and made[0].asked):
        next(running)
    cast("Generator[ShardFinished]", running).close()
    until = monotonic() + 5
    while not made[0].closed and monotonic() < until:
        sleep(0.01)
    assert made[0].closed == 1
    assert len(made[0].asked) < 100
