"""A worker's answer is data: it is that of its task, or the run is refused."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import replace

import pytest

from utfproof.cluster import tasks
from utfproof.engine.journal import journal
from utfproof.engine.journal.events import (
    CodecFinished,
    CodecStarted,
    Event,
    RunFinished,
    ShardFinished,
)
from utfproof.errors import ClusterError
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.proof.sweep.shards import SweepShard
from utfproof.proof.sweep.stage import OfferSweep
from utfproof.proof.sweep.swept import FAMILY, SweptOffer

CODEC, OFFER = "a/b", "sweep UTF-8 strict"
SHARDS = (SweepShard(b"", 1), SweepShard(b"\xc3", 1))
SETTINGS = Claims(("unicode",)).settings(Encoding.UTF_8)
FIRST, SECOND = (
    ShardFinished(CODEC, FAMILY, OFFER, str(shard), 256, 128, "d", 0, Verdict.PASS)
    for shard in SHARDS
)
STARTED = CodecStarted(CODEC, "1", ("unicode",), {}, (OFFER,), (), 0)
FINISHED = CodecFinished(CODEC, CodecVerdict.PASS, {}, 0, 1.0)


def packed(*events: Event) -> bytes:
    return zlib.compress(journal.text(events).encode("ascii"))


def planned() -> OfferSweep:
    assert SETTINGS
    return OfferSweep(SweptOffer(CODEC, "b", Offer.parse(OFFER), None), SETTINGS, SHARDS)


def test_the_shards_of_a_task_are_read_in_any_order() -> None:
    assert tasks.of_shards(packed(SECOND, FIRST), planned()) == [SECOND, FIRST]
    unasked = replace(SECOND, verdict=Verdict.NOT_RUN, asked=0)
    assert tasks.of_shards(packed(FIRST, unasked), planned()) == [FIRST, unasked]


@pytest.mark.parametrize(
    "events",
    [
        (),
        (FIRST,),
        (FIRST, FIRST),
        (FIRST, SECOND, SECOND),
        (FIRST, replace(SECOND, shard="- 0")),
        (FIRST, replace(SECOND, codec="a/c")),
        (FIRST, replace(SECOND, op="sweep UTF-16BE strict")),
        (FIRST, FINISHED),
        (FIRST, SECOND, FINISHED),
    ],
)
def test_other_shards_than_those_of_the_task_are_refused(events: Iterable[Event]) -> None:
    with pytest.raises(ClusterError, match="shards that it was asked"):
        tasks.of_shards(packed(*events), planned())


def test_a_worker_speaks_of_the_codecs_of_its_task_alone() -> None:
    assert list(tasks.of_codecs(packed(STARTED, FINISHED), [CODEC])) == [STARTED, FINISHED]
    for other in (replace(FINISHED, codec="a/c"), RunFinished(1.0)):
        with pytest.raises(ClusterError, match="a codec that it was not asked"):
            list(tasks.of_codecs(packed(STARTED, other, FINISHED), [CODEC]))
    with pytest.raises(ClusterError, match="it has no end of a/b"):
        list(tasks.of_codecs(packed(STARTED), [CODEC]))


@pytest.mark.parametrize(
    "answer", [b"", b"x", packed(FINISHED)[:-3], zlib.compress("é\n".encode()), "text"]
)
def test_what_is_no_packed_journal_is_refused(answer: bytes) -> None:
    with pytest.raises(ClusterError, match="a worker's answer"):
        list(tasks.events(answer))


def test_an_answer_that_unpacks_to_more_than_any_task_has_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "_MOST_OCTETS", 1_000)
    with pytest.raises(ClusterError, match="too long"):
        list(tasks.events(zlib.compress(bytes(10_000_000))))
