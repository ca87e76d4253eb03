"""The runner: parts of adapters side by side, each asked by a worker that plans and judges."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from utfproof.adapters.registry import Chosen
from utfproof.engine.asking import Asker, Scope
from utfproof.engine.events import Event
from utfproof.errors import UtfproofError
from utfproof.vectors import loader
from utfproof.vectors.suite import Suite

_BATCH = 256
_PART = 4


def run(suite: Suite, chosen: Sequence[Chosen], scope: Scope) -> Iterator[Event]:
    """Ask all chosen codecs, `scope.jobs` parts of adapters at a time, and yield what happens.

    Closing the iterator early stops the workers and the adapters' processes. A suite that is
    not the shipped one is asked in this process, one adapter after the other.
    """
    parts = list(cut(chosen))
    workers = min(scope.jobs, len(parts))
    if workers > 1 and suite is loader.load():
        yield from _side_by_side(parts, scope, workers)
        return
    asker = Asker(suite, scope)
    with collecting_rarely():
        for item in chosen:
            yield from asker.ask(item)


def cut(chosen: Iterable[Chosen]) -> Iterator[Chosen]:
    """Cut adapters of many codecs into parts, so that no worker is left with a long one alone."""
    for item in chosen:
        for start in range(0, len(item.codecs), _PART):
            yield replace(item, codecs=item.codecs[start : start + _PART])


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Look for garbage rarely: plans are millions of small values that stay, without cycles."""
    usual = gc.get_threshold()
    gc.set_threshold(1_000_000, 10, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Worker:
    """A process that asks one adapter after the other, and the pipe to it."""

    def __init__(self, scope: Scope) -> None:
        # Spawned, not forked: the console's progress runs in a thread of this process.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_work, args=(theirs, scope), daemon=True
        )
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        """End the process; its adapters end with it."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _side_by_side(chosen: Sequence[Chosen], scope: Scope, jobs: int) -> Iterator[Event]:
    todo = list(reversed(chosen))
    workers = {worker.pipe: worker for worker in (_Worker(scope) for _ in range(jobs))}
    try:
        for pipe in workers:
            pipe.send(todo.pop())
        busy = set(workers)
        while busy:
            for ready in wait(list(busy)):
                pipe = next(one for one in busy if one is ready)
                events, done = _received(pipe)
                yield from events
                if done and todo:
                    pipe.send(todo.pop())
                elif done:
                    busy.remove(pipe)
    finally:
        for worker in workers.values():
            worker.stop()


def _received(pipe: Connection) -> tuple[list[Event], bool]:
    """Take what a worker sent: events, and whether it is done with its adapter."""
    try:
        found = pipe.recv()
    except EOFError:
        raise UtfproofError("a worker process died", hint="run again with --jobs 1") from None
    if isinstance(found, BaseException):
        raise found
    events: list[Event] = found[0]
    return events, bool(found[1])


def _work(pipe: Connection, scope: Scope) -> None:
    """Ask adapters as they come through the pipe, until it is closed.

    The process ends at once then: to take millions of small values apart would take long.
    """
    try:
        _serve(pipe, scope)
    finally:
        os._exit(0)


def _serve(pipe: Connection, scope: Scope) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers itself
    signal.signal(signal.SIGTERM, _ended)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    asker = Asker(loader.load(), scope)
    while True:
        try:
            chosen = pipe.recv()
        except EOFError:
            return
        try:
            with collecting_rarely():
                _send(pipe, asker.ask(chosen))
        except (OSError, ValueError):
            return
        except Exception as error:  # noqa: BLE001  (handed to the parent, which raises it)
            pipe.send(error)
            return


def _ended(number: int, frame: FrameType | None) -> None:
    """End on SIGTERM by way of what is open: the adapters end with their sessions."""
    del frame
    raise SystemExit(128 + number)


def _end_with_the_parent() -> None:
    """Wait for the death of the parent, however it dies, and end too."""
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _send(pipe: Connection, events: Iterator[Event]) -> None:
    batch: list[Event] = []
    for event in events:
        batch.append(event)
        if len(batch) >= _BATCH:
            pipe.send((batch, False))
            batch = []
    pipe.send((batch, True))
