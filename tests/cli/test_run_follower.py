"""What is told of a run moves with its events, and with what workers elsewhere tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console

from utfproof.cli.shared.activity import Activity, Part
from utfproof.cli.shared.run_follower import RunFollower
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    FamilyStarted,
    ShardFinished,
)
from utfproof.engine.run.progress import CodecProgress
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.proof.proved_suite import load_consistent

CODEC = "a/[b]"
OP = "sweep UTF-8 strict"
DECODE = "decode UTF-8 strict"
START = CodecStarted(CODEC, "1", (), {}, (OP, DECODE), (), 2)
CASE = CaseFinished(CODEC, "utf-8/x", OP, Verdict.PASS, 1, "", "", "", "", (), ())
SWEPT = replace(CASE, case="families/sweep/utf-8/length-0")
FAMILY = FamilyStarted(CODEC, "families/sweep", OP, 3)
SHARD = ShardFinished(CODEC, "families/sweep", OP, "- 0", 1, 1, "d", 0, Verdict.PASS)
END = CodecFinished(CODEC, CodecVerdict.PASS, {}, 0, 1.0)


def shown(
    events: Sequence[Event], *steps: CodecProgress, level: str = "complete"
) -> tuple[int, list[tuple[str, Part]]]:
    """Return the finished codecs and the parts after some events and the reports of workers."""
    doing = Activity(Console(quiet=True))
    doing.count("asking", "codecs", 1)
    follower = RunFollower(doing, level, load_consistent().families)
    assert list(follower.follow(events)) == list(events)
    for progress in steps:
        follower.show(CODEC, progress)
    return doing.done, list(doing.parts.items())


def fraction(events: Sequence[Event], level: str = "complete") -> float:
    """Return the share of the codec's work that is shown as done."""
    [(_, part)] = shown(events, level=level)[1]
    return part.fraction


def test_written_cases_are_all_the_work_of_their_level() -> None:
    assert fraction([START], "vectors") == 0
    assert fraction([START, CASE], "vectors") == 0.5
    assert fraction([START, CASE, CASE], "vectors") == 1


def test_work_that_is_still_to_come_counts_before_it_is_begun() -> None:
    assert fraction([START, CASE, CASE]) < 0.01
    octets = FamilyStarted(CODEC, "families/octets", DECODE, 2)
    last = FamilyStarted(CODEC, "families/lengths", DECODE, 1)
    group = replace(CASE, case="families/octets/x", op=DECODE)
    of_families: list[Event] = [START, CASE, CASE, octets, group, group]
    assert 0.01 < fraction(of_families) < 0.3
    assert fraction(of_families) < fraction([*of_families, last, group]) < 0.6
    assert fraction([*of_families, FAMILY, SHARD, SHARD, SHARD, SWEPT]) == 1


def test_cases_groups_and_shards_move_a_codec_on() -> None:
    swept: list[Event] = [START, CASE, CASE, FAMILY]
    shares = [fraction([*swept, *[SHARD] * count]) for count in range(4)]
    assert shares == sorted(set(shares))
    every: list[Event] = [*swept, SHARD, SHARD, SHARD, SWEPT]
    [(_, part)] = shown(every)[1]
    assert part.about == "sweep"
    assert shown([*every, END]) == (1, [])


def test_a_codec_that_is_asked_elsewhere_shows_how_far_it_is() -> None:
    assert shown([], CodecProgress(1, 9, "sweep")) == (0, [(CODEC, Part("sweep", 1, 9))])
    assert shown([SHARD], CodecProgress(3, 4)) == (0, [(CODEC, Part("", 3, 4))])
    assert shown([SHARD]) == (0, [])  # the worker tells, and nothing is begun here


def test_codecs_that_took_long_before_count_for_more() -> None:
    doing = Activity(Console(quiet=True), clock=iter((0.0, 0.0, 30.0, 30.0)).__next__)
    doing.count("asking", "codecs", 2, {CODEC: 30.0, "b/c": 90.0})
    follower = RunFollower(doing, "vectors")
    assert list(follower.follow([START, END])) == [START, END]
    assert follower.seconds == {CODEC: 1.0}
    assert "1 of 2 codecs, about 2 min left" in doing.line()  # 90 s, and not 30


def test_a_codec_that_was_never_begun_took_no_time() -> None:
    follower = RunFollower(Activity(Console(quiet=True)))
    list(follower.follow([END]))
    assert follower.seconds == {}
