"""Several processes of one adapter at work, each taking the next shard when it has finished one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from threading import Thread

from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import ShardFinished
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.proof.sweep.shards import SweepShard

Ask = Callable[[Session, SweepShard], ShardFinished]


def asked(context: CodecContext, shards: Sequence[SweepShard], ask: Ask) -> Iterator[ShardFinished]:
    """Ask shards with `context.jobs` sessions and yield their results, as they finish.

    The context's own session is asked by the caller's thread, because a process of an adapter
    dies with the thread that started it; results of the others come right after.
    When the iterator is closed early, they stop behind their current shard.
    """
    left = deque(shards)
    found: SimpleQueue[ShardFinished | Exception] = SimpleQueue()
    helpers = [
        Thread(target=_help, args=(context.another, left, ask, found), daemon=True)
        for _ in range(min(context.jobs, len(shards)) - 1)
    ]
    for helper in helpers:
        helper.start()
    try:
        while shard := _taken(left):
            found.put(ask(context.session, shard))
            yield from _finished(found)
        for helper in helpers:
            helper.join()
            yield from _finished(found)
    finally:
        # The helpers then find nothing more to take.
        left.clear()


def _help(
    another: Callable[[], Session],
    left: deque[SweepShard],
    ask: Ask,
    found: SimpleQueue[ShardFinished | Exception],
) -> None:
    """Ask with a session of one's own until no shard is left; an error is the caller's to raise."""
    try:
        with another() as session:
            while shard := _taken(left):
                found.put(ask(session, shard))
    except Exception as error:  # noqa: BLE001  (it is raised in the caller's thread)
        found.put(error)


def _taken(left: deque[SweepShard]) -> SweepShard | None:
    try:
        return left.popleft()
    except IndexError:
        return None


def _finished(found: SimpleQueue[ShardFinished | Exception]) -> Iterator[ShardFinished]:
    while not found.empty():
        item = found.get()
        if isinstance(item, Exception):
            raise item
        yield item
