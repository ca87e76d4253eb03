"""The progress bar moves with a run's events, and with what workers elsewhere tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Console

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
from utfproof.report.run import console
from utfproof.report.run.console import Follower

CODEC = "a/[b]"
OP = "sweep UTF-8 strict"
START = CodecStarted(CODEC, "1", (), {}, (OP,), (), 2)
CASE = CaseFinished(CODEC, "utf-8/x", OP, Verdict.PASS, 1, "", "", "", "", (), ())
SWEPT = replace(CASE, case="families/sweep/utf-8/length-0")
FAMILY = FamilyStarted(CODEC, "families/sweep", OP, 3)
SHARD = ShardFinished(CODEC, "families/sweep", OP, "- 0", 1, 1, "d", 0, Verdict.PASS)
END = CodecFinished(CODEC, CodecVerdict.PASS, {}, 0, 1.0)


def shown(
    events: Sequence[Event], *moments: CodecProgress
) -> list[tuple[str, float, float | None]]:
    """Return the bars after some events and what workers told."""
    with console.progress(Console(quiet=True), 1) as bar:
        follower = Follower(bar)
        assert list(follower.follow(events)) == list(events)
        for moment in moments:
            follower.show(CODEC, moment)
        return [(task.description, task.completed, task.total) for task in bar.tasks]


def test_cases_groups_and_shards_move_the_bar() -> None:
    assert shown([START]) == [("codecs", 0, 1), (r"a/\[b]", 0, 2)]
    assert shown([START, CASE, CASE]) == [("codecs", 0, 1), (r"a/\[b]", 2, 2)]
    every: list[Event] = [START, CASE, CASE, FAMILY, SHARD, SHARD, SHARD, SWEPT]
    assert shown(every) == [("codecs", 0, 1), (r"a/\[b] sweep", 5, 5)]
    assert shown([*every, END]) == [("codecs", 1, 1)]


def test_a_codec_that_is_asked_elsewhere_shows_how_far_it_is() -> None:
    assert shown([], CodecProgress(1, 9, "sweep")) == [("codecs", 0, 1), (r"a/\[b] sweep", 1, 9)]
    assert shown([SHARD], CodecProgress(3, 4)) == [("codecs", 0, 1), (r"a/\[b]", 3, 4)]
    assert shown([SHARD]) == [("codecs", 0, 1)]  # the worker tells, and nothing is begun here
