"""Worker processes: each takes one errand after the other, and sends back what comes of it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Generic, NamedTuple, TypeVar

from utfproof.errors import UtfproofError

_BATCH = 256

E = TypeVar("E")
T = TypeVar("T")

Prepare = Callable[[], Callable[[E], Iterable[T]]]
"""Makes ready, in the process of a worker, what does the errands. It is sent there: plain data."""


class TaskOutput(NamedTuple, Generic[T]):
    """Some of what comes of the errand of that number, in order; `last` with the end of it."""

    number: int
    items: Sequence[T]
    last: bool


def run_tasks(
    prepare: Prepare[E, T], errands: Sequence[E], workers: int
) -> Generator[TaskOutput[T], None, None]:
    """Do errands with so many processes, and yield what comes of them, as it comes.

    Closing the generator early stops the workers, and with them the adapters' processes.
    """
    todo = list(enumerate(errands))[::-1]
    crew = {worker.pipe: worker for worker in (_Worker(prepare) for _ in range(workers))}
    try:
        busy = {pipe: _given(pipe, todo.pop()) for pipe in crew if todo}
        while busy:
            for ready in wait(list(busy)):
                pipe = next(one for one in busy if one is ready)
                items: Sequence[T]
                items, last = _received(pipe)
                yield TaskOutput(busy[pipe], items, last)
                if last and todo:
                    busy[pipe] = _given(pipe, todo.pop())
                elif last:
                    del busy[pipe]
    finally:
        for worker in crew.values():
            worker.stop()


def is_available() -> bool:
    """Tell whether this process may have workers; one that is a worker itself may not."""
    return not multiprocessing.current_process().daemon


def _given(pipe: Connection, errand: tuple[int, object]) -> int:
    number, what = errand
    pipe.send(what)
    return number


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Look for garbage rarely: plans are millions of small values that stay, without cycles."""
    usual = gc.get_threshold()
    gc.set_threshold(1_000_000, 10, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Worker:
    """A process that does one errand after the other, and the pipe to it."""

    def __init__(self, prepare: Prepare[E, T]) -> None:
        # Spawned, not forked: the console's progress runs in a thread of this process.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_work, args=(theirs, prepare), daemon=True
        )
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        """End the process; its adapters end with it."""
        self.process.terminate()
        self.process.join()
        self.pipe.close()


def _received(pipe: Connection) -> tuple[Sequence[T], bool]:
    """Take what a worker sent: some of what comes of its errand, and whether that is all."""
    try:
        found = pipe.recv()
    except EOFError:
        raise UtfproofError("a worker process died", hint="run again with --jobs 1") from None
    if isinstance(found, BaseException):
        raise found
    items: Sequence[T] = found[0]
    return items, bool(found[1])


def _work(pipe: Connection, prepare: Prepare[E, T]) -> None:
    """Do errands as they come through the pipe, until it is closed.

    The process ends at once then: to take millions of small values apart would take long.
    """
    try:
        _serve(pipe, prepare)
    finally:
        os._exit(0)


def _serve(pipe: Connection, prepare: Prepare[E, T]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers itself
    signal.signal(signal.SIGTERM, _ended)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    do = prepare()
    while True:
        try:
            errand = pipe.recv()
        except EOFError:
            return
        try:
            with rare_garbage_collection():
                _send(pipe, do(errand))
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


def _send(pipe: Connection, items: Iterable[T]) -> None:
    batch: list[T] = []
    for item in items:
        batch.append(item)
        if len(batch) >= _BATCH:
            pipe.send((batch, False))
            batch = []
    pipe.send((batch, True))
