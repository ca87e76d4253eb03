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

CODEC = "a/[b]"
OP = "sweep UTF-8 strict"
START = CodecStarted(CODEC, "1", (), {}, (OP,), (), 2)
CASE = CaseFinished(CODEC, "utf-8/x", OP, Verdict.PASS, 1, "", "", "", "", (), ())
SWEPT = replace(CASE, case="families/sweep/utf-8/length-0")
FAMILY = FamilyStarted(CODEC, "families/sweep", OP, 3)
SHARD = ShardFinished(CODEC, "families/sweep", OP, "- 0", 1, 1, "d", 0, Verdict.PASS)
END = CodecFinished(CODEC, CodecVerdict.PASS, {}, 0, 1.0)


def shown(events: Sequence[Event], *steps: CodecProgress) -> tuple[int, list[tuple[str, Part]]]:
    """Return the finished codecs and the parts after some events and what workers told."""
    doing = Activity(Console(quiet=True))
    doing.count("asking", "codecs", 1)
    follower = RunFollower(doing)
    assert list(follower.follow(events)) == list(events)
    for progress in steps:
        follower.show(CODEC, progress)
    return doing.done, list(doing.parts.items())


def test_cases_groups_and_shards_move_a_codec_on() -> None:
    assert shown([START]) == (0, [(CODEC, Part("", 0, 2))])
    assert shown([START, CASE, CASE]) == (0, [(CODEC, Part("", 2, 2))])
    every: list[Event] = [START, CASE, CASE, FAMILY, SHARD, SHARD, SHARD, SWEPT]
    assert shown(every) == (0, [(CODEC, Part("sweep", 5, 5))])
    assert shown([*every, END]) == (1, [])


def test_a_codec_that_is_asked_elsewhere_shows_how_far_it_is() -> None:
    assert shown([], CodecProgress(1, 9, "sweep")) == (0, [(CODEC, Part("sweep", 1, 9))])
    assert shown([SHARD], CodecProgress(3, 4)) == (0, [(CODEC, Part("", 3, 4))])
    assert shown([SHARD]) == (0, [])  # the worker tells, and nothing is begun here
