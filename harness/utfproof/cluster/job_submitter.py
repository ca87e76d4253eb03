"""The submitter of jobs: hands tasks to a cluster, and tells which of them are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, TypeVar
from uuid import uuid4

from distributed import Client, Future
from distributed.scheduler import KilledWorker

from utfproof.errors import ClusterError
from utfproof.interrupts import DeferredInterrupt

URGENT = 10
"""The priority of tasks that others wait for, or that take long: all but shards of a sweep."""

_Data = TypeVar("_Data")


class JobSubmitter:
    """The tasks of one command on a cluster.

    Under its `topic` workers report how far they are.
    """

    def __init__(self, client: Client, interrupt: DeferredInterrupt) -> None:
        """Prepare; nothing is submitted yet."""
        self.client = client
        # Several commands may share a scheduler: each hears its own workers alone.
        self.topic = f"utfproof-{uuid4().hex}"
        self._interrupt = interrupt
        self._numbers = count()
        # Not a condition variable: a signal handler may put into a SimpleQueue at any moment.
        self._done: SimpleQueue[Future[Any] | None] = SimpleQueue()
        interrupt.wake = self._wake

    def submit(
        self,
        task: Callable[..., object],
        *arguments: object,
        workers: Sequence[str] | None = None,
        priority: int = URGENT,
    ) -> Future[Any]:
        """Submit a task, to some workers only if they are given."""
        future = self._submitted(task, arguments, workers, priority)
        future.add_done_callback(self._done.put)
        return future

    def upload(self, data: _Data) -> Future[_Data]:
        """Send data that many tasks need, once to each worker; a lost copy is sent again."""
        return self._submitted(_unchanged, (data,), None, URGENT)

    def next_done(self, seconds: float | None = None) -> Future[Any] | None:
        """Wait for the next task that is done; return None if none is within so many seconds.

        Raises:
            KeyboardInterrupt: the user wants to stop.
        """
        self._interrupt.raise_if_pending()
        try:
            # An interrupt puts None here: `finally` raises it before None is taken for a timeout.
            return self._done.get(timeout=seconds)
        except Empty:
            return None
        finally:
            self._interrupt.raise_if_pending()

    @contextmanager
    def listening(self, hear: Callable[[dict[str, Any]], None]) -> Iterator[None]:
        """Pass on the reports of workers, from a thread of the client's."""
        self.client.subscribe_topic(self.topic, lambda event: hear(event[1]))
        try:
            yield
        finally:
            with suppress(OSError, ValueError, TimeoutError):
                self.client.unsubscribe_topic(self.topic)

    def _submitted(
        self,
        task: Callable[..., object],
        arguments: Sequence[object],
        workers: Sequence[str] | None,
        priority: int,
    ) -> Future[Any]:
        # The scheduler groups tasks by the first part of the key, and keeps a group in a queue.
        key = (f"{task.__name__}-{self.topic}", next(self._numbers))
        return self.client.submit(task, *arguments, key=key, workers=workers, priority=priority)

    def _wake(self) -> None:
        self._done.put(None)


def _unchanged(data: _Data) -> _Data:
    return data


def result(future: Future[Any]) -> Any:  # noqa: ANN401  (each task has its own)
    """Return the result of a task.

    Raises:
        ClusterError: it took several workers with it, or the scheduler is gone.
    """
    try:
        return future.result()
    except KilledWorker as error:
        hint = "see what the last one says; it may need more memory"
        raise ClusterError(" ".join(str(error).split()), hint=hint) from None
    except (CancelledError, OSError) as error:
        hint = "run again with the same --out: it goes on where it stopped"
        raise ClusterError(f"the cluster is lost: {error}", hint=hint) from None
