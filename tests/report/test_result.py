"""The digest of a result: the same for the same answers, and for no others."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from utfproof.engine.journal import journal
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    FamilyFinished,
    ShardFinished,
)
from utfproof.engine.journal.result import Result
from utfproof.model.verdict import CodecVerdict, Verdict

CODEC = "a/b"
OP = "decode UTF-8 strict"
SWEEP = "sweep UTF-8 strict"
START = CodecStarted(CODEC, "1", ("unicode",), {}, (OP,), (), 2)
PASS = CaseFinished(
    CODEC, "utf-8/x", OP, Verdict.PASS, 3, "whole", "41", "ok 41", "ok 41", ("R",), ()
)
FAIL = replace(PASS, case="utf-8/y", verdict=Verdict.FAIL, actual="ok fffd")
SHARD = ShardFinished(CODEC, "families/sweep", SWEEP, "41 2", 65536, 1, "d1", 64, Verdict.PASS)
CRASH = replace(SHARD, shard="42 2", digest="", verdict=Verdict.CRASH, actual="crashed: SIGSEGV")
FAMILY = FamilyFinished(CODEC, "families/sweep", SWEEP, 65536, 1, 1.5, "d2")
END = CodecFinished(CODEC, CodecVerdict.FAIL, {"pass": 1, "fail": 1}, 0, 2.0)
MIDDLE: list[Event] = [PASS, FAIL, SHARD, CRASH, FAMILY]


def digest(events: Iterable[Event]) -> str:
    result = Result()
    for event in events:
        result.take(event)
    return result.digest


RIGHT = digest([START, *MIDDLE, END])


def test_order_times_and_workers_do_not_count() -> None:
    dice = random.Random(1)  # noqa: S311  (the same orders each time)
    middle: list[Event] = [
        PASS,
        FAIL,
        replace(SHARD, worker="w", sampled=63),
        replace(CRASH, worker="v"),
        replace(FAMILY, seconds=9.0, note="slow"),
    ]
    for _ in range(10):
        dice.shuffle(middle)
        end = replace(END, seconds=99.0, harness=1.0, worker="v", restarts=3)
        assert digest([START, *middle, end]) == RIGHT


def test_shards_may_come_before_their_codec_and_the_last_answer_counts() -> None:
    early = replace(SHARD, digest="", verdict=Verdict.NOT_RUN, actual="not run: spent")
    assert digest([early, SHARD, CRASH, START, PASS, FAIL, FAMILY, END]) == RIGHT


def test_questions_of_an_interrupted_run_count_once() -> None:
    assert digest([START, PASS, SHARD, START, PASS, FAIL, CRASH, FAMILY, END]) == RIGHT


def test_of_a_codec_that_ends_once_more_the_shards_that_were_not_asked_again_stay() -> None:
    lie = replace(SHARD, digest="d9")
    once: list[Event] = [lie, CRASH, START, PASS, FAIL, replace(FAMILY, digest="d8"), END]
    assert digest([*once, SHARD, START, PASS, FAIL, FAMILY, END]) == RIGHT


def test_a_journal_read_again_has_the_same_result() -> None:
    events = [START, *MIDDLE, END]
    assert digest(journal.parse(journal.text(events).splitlines(keepends=True), "x")) == RIGHT


@pytest.mark.parametrize(
    "other",
    [
        (PASS, replace(PASS, verdict=Verdict.FAIL)),
        (PASS, replace(PASS, case="utf-8/z")),
        (PASS, replace(PASS, op="decode UTF-8 replace")),
        (FAIL, replace(FAIL, actual="ok fffe")),
        (SHARD, replace(SHARD, digest="d3")),
        (CRASH, replace(CRASH, actual="crashed: SIGBUS")),
        (FAMILY, replace(FAMILY, digest="d3")),
        (END, replace(END, verdict=CodecVerdict.PASS)),
    ],
)
def test_every_answer_and_verdict_counts(other: tuple[Event, Event]) -> None:
    before, after = other
    assert digest([after if one is before else one for one in (START, *MIDDLE, END)]) != RIGHT


def test_another_codec_with_the_same_answers_is_another_result() -> None:
    middle = [replace(event, codec="a/c") for event in (START, PASS, END)]
    assert digest(middle) != digest([START, PASS, END])
