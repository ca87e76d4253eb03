"""The runner: parts of adapters side by side, each asked by a worker that plans and judges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.journal.events import Event
from utfproof.engine.run import worker_pool
from utfproof.engine.run.adapter_runner import AdapterRunner, RunScope
from utfproof.engine.run.garbage_collection import rare_garbage_collection
from utfproof.engine.run.proof_stage import LoadSuite
from utfproof.vectors.suite import Suite

_PART = 4


def run(suite: Suite, chosen: Sequence[SelectedAdapter], scope: RunScope) -> Iterator[Event]:
    """Ask all chosen codecs, `scope.jobs` parts of adapters at a time, and yield the events.

    Closing the iterator early stops the workers and the adapters' processes. Without
    `scope.load_suite` this process asks one adapter after the other.
    """
    parts = list(cut(chosen))
    crew = min(scope.jobs, len(parts))
    if crew > 1 and scope.load_suite:
        # The processes that are left over ask the families of one codec side by side.
        asking = partial(_runner, scope.load_suite, replace(scope, jobs=scope.jobs // crew))
        with closing(worker_pool.run_tasks(asking, parts, crew)) as coming:
            for came in coming:
                yield from came.items
        return
    runner = AdapterRunner(suite, scope)
    with rare_garbage_collection():
        for item in chosen:
            yield from runner.run(item)


def cut(chosen: Iterable[SelectedAdapter]) -> Iterator[SelectedAdapter]:
    """Cut adapters of many codecs into parts, so that no worker is left with a long one alone."""
    for item in chosen:
        for start in range(0, len(item.codecs), _PART):
            yield replace(item, codecs=item.codecs[start : start + _PART])


def _runner(load: LoadSuite, scope: RunScope) -> Callable[[SelectedAdapter], Iterator[Event]]:
    return AdapterRunner(load(), scope).run
