"""The pool of worker processes: each does one task after the other, and sends back its results."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType, TracebackType
from typing import Generic, NamedTuple, Self, TypeVar

from utfproof.engine.run.garbage_collection import collect_rarely
from utfproof.errors import UtfproofError

_BATCH = 256
_END_SECONDS = 20.0
"""How long a worker may take to end before it is killed."""

E = TypeVar("E")
T = TypeVar("T")


class ResultPipe(Generic[T]):
    """The way from a worker process to its parent, as the task that runs there sees it."""

    def __init__(self, pipe: Connection, stopping: threading.Event) -> None:
        """Take the worker's end of the pipe."""
        self._pipe = pipe
        self._stopping = stopping

    def send(self, *items: T) -> None:
        """Send results to the parent now."""
        self._pipe.send((items, False))

    def is_stopping(self) -> bool:
        """Tell whether the parent wants the task to come to an end; needs `Supervision.grace`."""
        return self._stopping.is_set()


Work = Callable[[E, ResultPipe[T]], None]
"""Does one task in a worker process."""
Prepare = Callable[[], Callable[[E], Iterable[T]]]
"""Makes, in a worker process, the function that yields the results of a task."""


class TaskOutput(NamedTuple, Generic[T]):
    """Results of the task of that number, in order.

    `last` marks the end of the task; `lost` that its worker died, and another begins it anew.
    """

    number: int
    items: Sequence[T]
    last: bool
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Supervision:
    """How a pool treats workers that die, and tasks that shall end early.

    `restarts` is how many workers are replaced before the pool gives up; `problem` and `hint` say
    that it has. With a `grace` of more than 0 seconds a task is asked to end, and has so long for
    its last results; else its worker ends at once.
    """

    restarts: int = 0
    grace: float = 0.0
    problem: str = "a worker process died"
    hint: str = "run again with --jobs 1"


class WorkerPool(Generic[E, T]):
    """Worker processes that do tasks. Enter it to start them; leaving it ends them.

    The workers and their adapters end with this process, however it ends.
    """

    def __init__(
        self,
        work: Work[E, T],
        tasks: Sequence[E],
        workers: int,
        supervision: Supervision = Supervision(),
    ) -> None:
        """Prepare; nothing runs yet. `work` and the tasks are sent to the workers: plain data."""
        self._work = work
        self._tasks = tasks
        self._size = workers
        self._supervision = supervision
        self._waiting = deque(range(len(tasks)))
        self._idle: list[_Worker] = []
        self._busy: dict[_Worker, int] = {}
        self._restarts = 0

    def __enter__(self) -> Self:
        """Start the workers, each with a task."""
        try:
            for _ in range(self._size):
                self._idle.append(self._started())
            while self._idle and self._waiting:
                self._give(self._idle.pop(0), self._waiting.popleft())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the workers, and wait until they have."""
        del kind, error, trace
        self._end()

    @property
    def is_busy(self) -> bool:
        """Tell whether a task is not done yet."""
        return bool(self._busy)

    def receive(self, seconds: float | None = None) -> Iterator[TaskOutput[T]]:
        """Wait until workers have sent something, so many seconds at most, and yield it.

        Raises:
            UtfproofError: a worker died, and none may take its place.
            Exception: what went wrong in a worker.
        """
        pipes = {worker.pipe: worker for worker in self._busy}
        for ready in wait(list(pipes), seconds):
            worker = next(one for pipe, one in pipes.items() if pipe is ready)
            number = self._busy[worker]
            batch: TaskOutput[T] | None = worker.received(number)
            if batch is None:
                self._replace(worker)
                yield TaskOutput(number, (), last=False, lost=True)
                continue
            if batch.last:
                self._next_task(worker)
            yield batch

    def stop(self) -> Iterator[TaskOutput[T]]:
        """Ask the tasks to end, and yield their last results.

        Raises:
            Exception: what went wrong in a worker.
        """
        self._waiting.clear()
        for worker in self._busy:
            worker.terminate()
        until = time.monotonic() + self._supervision.grace
        for worker, number in list(self._busy.items()):
            last = False
            while not last and (left := until - time.monotonic()) > 0 and worker.pipe.poll(left):
                batch: TaskOutput[T] | None = worker.received(number)
                if batch is None:
                    break
                yield batch
                last = batch.last

    def _started(self) -> _Worker:
        return _Worker(self._work, graceful=self._supervision.grace > 0)

    def _give(self, worker: _Worker, number: int) -> None:
        self._busy[worker] = number
        with suppress(OSError):  # it has died, which `receive` will find out
            worker.pipe.send(self._tasks[number])

    def _next_task(self, worker: _Worker) -> None:
        del self._busy[worker]
        if self._waiting:
            self._give(worker, self._waiting.popleft())
        else:
            self._idle.append(worker)

    def _replace(self, lost: _Worker) -> None:
        self._restarts += 1
        if self._restarts > self._supervision.restarts:
            raise UtfproofError(self._supervision.problem, hint=self._supervision.hint)
        number = self._busy.pop(lost)
        lost.end()
        self._give(self._started(), number)

    def _end(self) -> None:
        # All are told first: they end at the same time.
        workers = [*self._busy, *self._idle]
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.end()
        self._busy.clear()
        self._idle.clear()


def run_tasks(
    prepare: Prepare[E, T], tasks: Sequence[E], workers: int
) -> Generator[TaskOutput[T], None, None]:
    """Run tasks on so many processes; yield their results as they arrive.

    Closing the generator early ends the workers, and with them the adapters' processes.

    Raises:
        UtfproofError: a worker process died.
    """
    with WorkerPool[E, T](partial(_iterating, _Prepared(prepare)), tasks, workers) as pool:
        while pool.is_busy:
            yield from pool.receive()


def is_available() -> bool:
    """Tell whether this process may have workers; one that is a worker itself may not."""
    return not multiprocessing.current_process().daemon


class _Prepared(Generic[E, T]):
    """A function that is made when the first task comes, in the process of the worker."""

    def __init__(self, prepare: Prepare[E, T]) -> None:
        self._prepare = prepare
        self._function: Callable[[E], Iterable[T]] | None = None

    def __call__(self, task: E) -> Iterable[T]:
        self._function = self._function or self._prepare()
        return self._function(task)


def _iterating(function: _Prepared[E, T], task: E, results: ResultPipe[T]) -> None:
    """Send the results of a task in batches: an event by itself costs more than to make it."""
    batch: list[T] = []
    for item in function(task):
        batch.append(item)
        if len(batch) >= _BATCH:
            results.send(*batch)
            batch = []
    if batch:
        results.send(*batch)


class _Worker:
    """A process that does one task after the other, and the pipe to it."""

    def __init__(self, work: Work[E, T], *, graceful: bool) -> None:
        # Spawned, not forked: the console's progress runs in a thread of this process.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            # Daemonic: it ends with this process, and has no workers of its own (`is_available`).
            target=_serve,
            args=(theirs, work, graceful),
            daemon=True,
        )
        self._process.start()
        # While this process held the other end open, the death of the worker would not be seen.
        theirs.close()

    def received(self, number: int) -> TaskOutput[T] | None:
        """Take some results of the task of that number; None if the process has died."""
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, BaseException):
            raise found
        items, last = found
        return TaskOutput(number, items, last)

    def terminate(self) -> None:
        """Tell the process, or the task in it, to end."""
        self._process.terminate()

    def end(self) -> None:
        """Wait for the end of the process, which was told to end or has died."""
        self.pipe.close()  # a worker that waits for a task ends now
        self._process.join(_END_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve(pipe: Connection, work: Work[E, T], graceful: bool) -> None:
    """Do tasks as they come through the pipe, until it is closed.

    The process ends at once then: to take millions of small values apart would take long.
    """
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        del frame
        stopping.set()
        if not graceful:
            # It unwinds what is open: the adapters end with their sessions.
            raise SystemExit(128 + number)

    sys.unraisablehook = _told_unless_an_exit
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers itself
    signal.signal(signal.SIGTERM, stop)
    # To a graceful worker SIGTERM is a request, and nobody is left to wait for its answer.
    last_signal = signal.SIGKILL if graceful else signal.SIGTERM
    threading.Thread(target=_end_with_the_parent, args=(last_signal,), daemon=True).start()
    collect_rarely()
    try:
        while not stopping.is_set():
            _do(pipe, work, ResultPipe(pipe, stopping))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the parent has closed its end
    finally:
        os._exit(0)


def _told_unless_an_exit(about: sys.UnraisableHookArgs) -> None:
    """Say nothing of an exit in a finaliser: Python goes on there, and the parent waits."""
    if not isinstance(about.exc_value, SystemExit):
        sys.__unraisablehook__(about)


def _do(pipe: Connection, work: Work[E, T], results: ResultPipe[T]) -> None:
    """Do the next task; send an error to the parent, which raises it."""
    task = pipe.recv()
    try:
        work(task, results)
    except (BrokenPipeError, ConnectionResetError):
        raise
    except Exception as error:  # noqa: BLE001  (handed to the parent, which raises it)
        # A traceback does not go through a pipe, notes do.
        error.add_note(f"in a worker process:\n{traceback.format_exc()}")
        pipe.send(error)
    else:
        pipe.send(((), True))


def _end_with_the_parent(last_signal: signal.Signals) -> None:
    """Wait for the death of the parent, however it dies, and end too."""
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
    os.kill(os.getpid(), last_signal)
