"""Whose agreement confirms a worker: that of one who is believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

import pytest

pytest.importorskip("distributed")

from utfproof.cluster.checked_tasks import CheckedTasks, Task
from utfproof.cluster.cross_check import Sampling
from utfproof.cluster.job_submitter import JobSubmitter
from utfproof.engine.journal.events import WorkerChecked
from utfproof.model.verdict import WorkerFinding

HONEST, LIAR = "tcp://127.0.0.1:1", "tcp://127.0.0.1:2"


@dataclass(frozen=True)
class Done:
    """What a worker has answered."""

    key: str
    worker: str
    answer: str

    def result(self) -> str:
        return self.answer

    def done(self) -> bool:
        return True


@dataclass
class Two:
    """A cluster of two workers, who take turns where both may be asked; the second lies once."""

    lie: str
    waiting: list[Done] = field(default_factory=list)
    turns: int = 0

    def submit(
        self, function: Callable[[str], str], text: str, workers: Sequence[str] | None, **_: object
    ) -> Done:
        able = list(workers or self.workers())
        worker = able[self.turns % len(able)]
        self.turns += 1
        told = "hidden" if worker == LIAR and text == self.lie else function(text)
        self.waiting.append(Done(f"{self.turns}", worker, told))
        return self.waiting[-1]

    def next_done(self, _: float | None = None) -> Done:
        return self.waiting.pop(0)

    def take_back(self, futures: Sequence[Done]) -> None:
        assert not futures

    def workers(self) -> list[str]:
        return [HONEST, LIAR]

    def answered_by(self, future: Done) -> str:
        return future.worker

    def name(self, worker: str) -> str:
        return worker


def outcome(lie: str) -> dict[str, WorkerFinding]:
    """Ask two texts, of which the honest worker is given the first, and compare all answers."""
    tasks = CheckedTasks(cast("JobSubmitter", Two(lie)), Sampling(100))

    def submit(text: str) -> None:
        tasks.submit(
            Task(
                about=text,
                hosts=None,
                function=str.upper,
                arguments=(text,),
                handle=lambda *_: iter(()),
                repeat=lambda: submit(text),
                here=text.upper,
                digest=str,
            )
        )

    submit("one")
    submit("two")
    found = [event for event in tasks.events() if isinstance(event, WorkerChecked)]
    return {event.worker: event.finding for event in found}


def test_the_agreement_of_a_liar_confirms_nobody() -> None:
    assert outcome(lie="two") == {LIAR: WorkerFinding.CONTRADICTED, HONEST: WorkerFinding.UNCHECKED}


def test_the_agreement_of_one_who_is_believed_confirms_both() -> None:
    assert outcome(lie="") == {HONEST: WorkerFinding.CONFIRMED, LIAR: WorkerFinding.CONFIRMED}
