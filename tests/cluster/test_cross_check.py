"""Which workers are believed, and how likely it is that a false answer is found."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from utfproof.cluster import cross_check
from utfproof.cluster.cross_check import Opinion, Ruling, Sampling, ruling
from utfproof.engine.journal.events import CodecFinished, CodecStarted, Event, ShardFinished
from utfproof.model.verdict import CodecVerdict, Verdict

A, B, C = "tcp://a:1", "tcp://b:1", "tcp://c:1"
SHARD = ShardFinished("a/b", "sweep", "sweep UTF-8 strict", "-", 256, 128, "d", 0, Verdict.PASS)
STARTED = CodecStarted("a/b", "1", ("unicode",), {}, (), (), 0)
FINISHED = CodecFinished("a/b", CodecVerdict.PASS, {"pass": 3}, 0, 1.0)


def opinions(*digests: str) -> list[Opinion]:
    return [Opinion(worker, digest) for worker, digest in zip((A, B, C), digests, strict=False)]


@pytest.mark.parametrize(
    ("digests", "decided"),
    [
        ("x", Ruling(agreed=False)),
        ("xx", Ruling(agreed=True)),
        ("xy", Ruling(agreed=False)),
        ("xyx", Ruling(agreed=True, contradicted=(B,))),
        ("xyy", Ruling(agreed=True, contradicted=(A,))),
        ("xyz", Ruling(agreed=False)),
    ],
)
def test_two_answers_that_agree_decide_and_three_different_ones_blame_nobody(
    digests: str, decided: Ruling
) -> None:
    assert ruling(opinions(*digests)) == decided


def test_times_builds_and_names_are_no_difference_and_answers_are() -> None:
    honest: list[Event] = [STARTED, SHARD, FINISHED]
    elsewhere: list[Event] = [
        replace(FINISHED, seconds=9.0, harness=8.0, adapter=7.0, restarts=2, worker="w1"),
        replace(STARTED, build="other", product="other"),
        replace(SHARD, worker="w2"),
    ]
    assert cross_check.digest(elsewhere) == cross_check.digest(honest)
    lies: list[list[Event]] = [
        [STARTED, replace(SHARD, digest="e"), FINISHED],
        [STARTED, replace(SHARD, verdict=Verdict.FAIL), FINISHED],
        [replace(STARTED, version="2"), SHARD, FINISHED],
        [STARTED, SHARD, replace(FINISHED, counts={"fail": 3})],
        [STARTED, FINISHED],
    ]
    for lie in lies:
        assert cross_check.digest(lie) != cross_check.digest(honest)


def found(percent: int, tasks: int, dice: random.Random) -> bool:
    """Draw among the tasks of a worker as a run does; tell whether the false answer is drawn."""
    sampling = Sampling(percent, dice)
    false = dice.randrange(tasks)
    drawn = [number for number in range(tasks) if sampling.drawn()]
    return false in (drawn or sampling.one_of(range(tasks)))


@pytest.mark.parametrize(
    ("percent", "tasks", "probability"),
    [
        (10, 100, 0.10),  # p + (1-p)^n / n: one of a hundred answers is false
        (10, 1, 1.0),
        (10, 5, 0.10 + 0.9**5 / 5),
        (50, 100, 0.50),
        (100, 100, 1.0),
        (0, 100, 0.0),
    ],
)
def test_one_false_answer_is_found_with_the_probability_that_is_stated(
    percent: int, tasks: int, probability: float
) -> None:
    dice = random.Random(f"{percent} {tasks}")  # noqa: S311  (a test repeats)
    tries = 4000
    share = sum(found(percent, tasks, dice) for _ in range(tries)) / tries
    spread = (probability * (1 - probability) / tries) ** 0.5
    assert abs(share - probability) <= 4 * spread


def test_the_draw_cannot_be_computed_beforehand() -> None:
    assert isinstance(Sampling(10).dice, random.SystemRandom)
