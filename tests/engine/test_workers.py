"""Worker processes: tasks are run, each once, and nothing stays behind."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from utfproof.engine.run import worker_pool
from utfproof.errors import UtfproofError


def counting(places: Path | None = None) -> Callable[[int], Iterator[int]]:
    """Prepare what counts up to a task's number, and notes who does it."""
    own = os.getpid()

    def count(number: int) -> Iterator[int]:
        if places:
            (places / f"{number}-{own}").touch()
        yield from range(number)

    return count


def failing() -> Callable[[int], Iterator[int]]:
    def fail(number: int) -> Iterator[int]:
        yield number
        raise UtfproofError(f"no {number}")

    return fail


def dying() -> Callable[[int], Iterator[int]]:
    return os._exit


def asking_whether_they_may_have_workers() -> Callable[[int], Iterator[bool]]:
    return lambda _: iter([worker_pool.is_available()])


def done(adapter_tasks: list[int], places: Path | None, count: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {number: [] for number in range(len(adapter_tasks))}
    ends = []
    for came in worker_pool.run_tasks(partial(counting, places), adapter_tasks, count):
        assert came.number not in ends
        found[came.number] += came.items
        if came.last:
            ends.append(came.number)
    assert sorted(ends) == sorted(found)
    return found


@pytest.mark.parametrize("count", [1, 2, 5])
def test_each_errand_is_done_once_and_all_of_it_comes_in_its_order(
    count: int, tmp_path: Path
) -> None:
    adapter_tasks = [0, 1, 700, 256]
    found = done(adapter_tasks, tmp_path, count)
    assert [found[number] for number in range(4)] == [list(range(many)) for many in adapter_tasks]
    told = [path.name.split("-") for path in tmp_path.iterdir()]
    assert sorted(int(number) for number, _ in told) == sorted(adapter_tasks)
    assert str(os.getpid()) not in {worker for _, worker in told}
    assert len({worker for _, worker in told}) <= count


def test_an_error_in_a_worker_is_raised_in_the_parent_and_ends_the_workers() -> None:
    coming = worker_pool.run_tasks(failing, [3, 4], 2)
    with pytest.raises(UtfproofError, match=r"no [34]"):
        list(coming)
    assert multiprocessing.active_children() == []


def test_a_worker_that_dies_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(UtfproofError, match="a worker process died") as caught:
        list(worker_pool.run_tasks(dying, [1], 1))
    assert caught.value.hint == "run again with --jobs 1"
    assert multiprocessing.active_children() == []


def test_no_worker_is_left_when_nobody_waits_any_more() -> None:
    coming = worker_pool.run_tasks(counting, [10**8, 10**8], 2)
    next(coming)
    assert len(multiprocessing.active_children()) == 2
    started = time.monotonic()
    coming.close()
    assert multiprocessing.active_children() == []
    assert time.monotonic() - started < 20


def ended_in_a_finaliser() -> Callable[[int], Iterator[int]]:
    def finalised() -> Iterator[int]:
        try:
            yield 1
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(0.1)

    def task(number: int) -> Iterator[int]:
        open_ended = finalised()
        yield next(open_ended) + number
        del open_ended

    return task


def test_a_worker_that_is_ended_while_it_tidies_up_says_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with contextlib.suppress(UtfproofError):
        list(worker_pool.run_tasks(ended_in_a_finaliser, [1], 1))
    assert capfd.readouterr().err == ""


def test_a_worker_has_no_workers() -> None:
    assert worker_pool.is_available()
    batches = worker_pool.run_tasks(asking_whether_they_may_have_workers, [0], 1)
    assert [item for batch in batches for item in batch.items] == [False]


def play(folder: Path, number: int, results: worker_pool.ResultPipe[int]) -> None:
    """Die twice, and then count until the parent wants to end."""
    (folder / f"{number}-{os.getpid()}").touch()
    results.send(number)
    if len(list(folder.glob(f"{number}-*"))) < 3:
        os.kill(os.getpid(), signal.SIGKILL)
    while not results.is_stopping():
        time.sleep(0.01)
    results.send(-number)


PATIENT = worker_pool.Supervision(restarts=4, grace=20, problem="all dead", hint="give up")


def test_a_worker_that_dies_is_replaced_and_its_task_begun_anew(tmp_path: Path) -> None:
    batches: list[worker_pool.TaskOutput[int]] = []
    with worker_pool.WorkerPool[int, int](partial(play, tmp_path), [7, 8], 2, PATIENT) as pool:
        while len([one for one in batches if one.items]) < 6:
            batches += pool.receive(1)
        batches += pool.stop()
    assert multiprocessing.active_children() == []
    for number, task in enumerate([7, 8]):
        own = [one for one in batches if one.number == number]
        assert [item for one in own for item in one.items] == [task, task, task, -task]
        assert [one.lost for one in own].count(True) == 2
        assert [one.last for one in own] == [*(len(own) - 1) * [False], True]


def test_workers_that_die_again_and_again_are_given_up(tmp_path: Path) -> None:
    def received_to_the_end() -> None:
        few = replace(PATIENT, restarts=1)
        with worker_pool.WorkerPool[int, int](partial(play, tmp_path), [7], 1, few) as pool:
            while pool.is_busy:
                list(pool.receive(1))

    with pytest.raises(UtfproofError, match="all dead") as caught:
        received_to_the_end()
    assert caught.value.hint == "give up"
    assert multiprocessing.active_children() == []


def breaking() -> Callable[[int], Iterator[int]]:
    def break_down(number: int) -> Iterator[int]:
        raise ValueError(f"no {number}")

    return break_down


def test_an_error_of_python_in_a_worker_is_raised_here_too() -> None:
    with pytest.raises(ValueError, match="no 3") as caught:
        list(worker_pool.run_tasks(breaking, [3], 1))
    # What goes through a pipe has no traceback; a note says where it was.
    [note] = caught.value.__notes__
    assert "in break_down" in note
