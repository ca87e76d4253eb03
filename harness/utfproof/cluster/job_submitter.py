"""The submitter of jobs: hands tasks to a cluster, and tells which of them are done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

from distributed import Client, Future
from distributed.scheduler import KilledWorker

from utfproof.errors import ClusterError
from utfproof.interrupts import DeferredInterrupt

URGENT = 10
"""The priority of tasks that others wait for, or that take long: all but shards of a sweep."""

_SECONDS = 1.0
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
        self._names: dict[str, str] = {}
        self._workers: tuple[float, list[str]] = float("-inf"), []
        # Not a condition variable: a signal handler may put into a SimpleQueue at any moment.
        self._done: SimpleQueue[Future[Any] | None] = SimpleQueue()
        interrupt.wake = self._wake

    def submit(
        self,
        task: Callable[..., object],
        *arguments: object,
        workers: Sequence[str] | None = None,
        others: bool = False,
        priority: int = URGENT,
    ) -> Future[Any]:
        """Submit a task, to some workers or hosts only if they are given.

        With `others` it goes to other workers too, where all of those are gone.
        """
        future = self._submitted(task, arguments, workers, priority, others=others)
        future.add_done_callback(self._done.put)
        return future

    def take_back(self, futures: Sequence[Future[Any]]) -> None:
        """Take tasks back that are not done: no worker begins with them any more."""
        if futures:
            self.client.cancel(list(futures))

    def workers(self) -> list[str]:
        """List the addresses of the workers that are there, as it was a second ago at most."""
        asked, found = self._workers
        if time.monotonic() - asked > _SECONDS:
            found = list(self.client.nthreads())
            self._workers = time.monotonic(), found
        return found

    def answered_by(self, future: Future[Any]) -> str:
        """Return the address of the worker that has the result of a task; "" if it is gone."""
        [found] = self.client.who_has([future]).values()
        return str(found[0]) if found else ""

    def name(self, worker: str) -> str:
        """Return the name of a worker, with its host; it is called by its address if it is gone."""
        if worker not in self._names:
            for address, about in self.client.scheduler_info()["workers"].items():
                own = str(about["name"])
                full = own if "://" in own else f"{urlsplit(address).hostname}/{own}"
                self._names[str(address)] = full
        return self._names.setdefault(worker, worker or "a worker that is gone")

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
        *,
        others: bool = False,
    ) -> Future[Any]:
        # The scheduler groups tasks by the first part of the key, and keeps a group in a queue.
        key = (f"{task.__name__}-{self.topic}", next(self._numbers))
        return self.client.submit(
            task,
            *arguments,
            key=key,
            workers=workers,
            allow_other_workers=others,
            priority=priority,
        )

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
