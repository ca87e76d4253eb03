"""The tasks of a run: handed out, answered, asked again in part, and done anew where need be.

Who has answered a task is what the scheduler says, never what the worker says of itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from distributed import Future

from utfproof.cluster.cross_check import HERE, Opinion, Sampling, ruling
from utfproof.cluster.job_submitter import JobSubmitter, result
from utfproof.engine.journal.events import Event, WorkerChecked
from utfproof.errors import ClusterError, UtfproofError
from utfproof.model.verdict import WorkerFinding


@dataclass(slots=True, eq=False)
class Task:
    """A task of a run or of a campaign, with its answer and the opinions of others.

    Attributes:
        about: what is asked, in words.
        hosts: those that can do it; None for all.
        function: what a worker does.
        arguments: what it is given.
        handle: takes the answer and the worker's name.
        repeat: hands out a task of the same, whose answer counts instead.
        here: does the same on this machine.
        digest: returns that by which answers are compared; None where this one is not.
        priority: how soon it is done.
        worker: who has answered; "" for one that is gone.
        answer: what it said.
        opinions: the answers that were compared, its own first; none where it was not drawn.
        agreed: whether two of them agree, as far as is known.
        void: whether its answer counts no more.
        closed: whether it is too late to ask others.
    """

    about: str
    hosts: Sequence[str] | None
    function: Callable[..., Any]
    arguments: tuple[object, ...]
    handle: Callable[[Any, str], Iterator[Event]]
    repeat: Callable[[], None]
    here: Callable[[], Any]
    digest: Callable[[Any], str] | None = None
    priority: int = 0
    worker: str = ""
    answer: Any = None
    opinions: list[Opinion] = field(default_factory=list)
    agreed: bool = True
    void: bool = False
    closed: bool = False


_Receive = Callable[[Task, str, Any], Iterator[Event]]


@dataclass(slots=True)
class CheckedTasks:
    """The tasks of one run, and the workers that are believed."""

    submitter: JobSubmitter
    sampling: Sampling
    _waiting: dict[str, tuple[Future[Any], Task, _Receive]] = field(default_factory=dict)
    _answered: list[Task] = field(default_factory=list)
    _contradicted: set[str] = field(default_factory=set)

    def submit(self, task: Task) -> None:
        """Hand out a task; no worker that was contradicted gets it.

        Raises:
            ClusterError: there is no other.
        """
        if not self._contradicted:
            self._hand_out(task, self._first, task.hosts)
            return
        workers = self._believed(task)
        if not workers:
            hint = "look at the machines of the others, and run again with the same --out"
            raise ClusterError("no worker is left that was not contradicted", hint=hint)
        self._hand_out(task, self._first, workers, others=True)

    def events(self) -> Iterator[Event]:
        """Take answers as they come, and yield the outcome for each worker last."""
        yield from (event for event in self.answers() if event)
        yield from self.outcomes()

    def answers(self, seconds: float | None = None) -> Iterator[Event | None]:
        """Take answers as they come, until all are here and a share of them has been compared.

        Yield None behind each, and where none comes within so many seconds.
        """
        while True:
            while self._waiting:
                future = self.submitter.next_done(seconds)
                # A task that was taken back is done too, and waited for no more.
                if future and str(future.key) in self._waiting:
                    _, task, receive = self._waiting.pop(str(future.key))
                    answer = result(future)
                    yield from receive(task, self.submitter.answered_by(future), answer)
                yield None
            drawn = self._rest()
            for task in drawn:
                yield from self._heard(task, task.worker, task.answer)
            if not drawn:
                return

    def outcomes(self) -> Iterator[WorkerChecked]:
        """Say of each worker that is believed how much of its work was asked again."""
        by_worker = self._by_worker()
        yield from (self._checked(name, by_worker[name]) for name in sorted(by_worker))

    def close(self) -> None:
        """Forget the questions and answers so far; whose they were stays known."""
        for task in self._answered:
            task.closed, task.arguments, task.answer = True, (), None

    def _hand_out(
        self,
        task: Task,
        receive: _Receive,
        workers: Sequence[str] | None,
        *,
        others: bool = False,
    ) -> None:
        future = self.submitter.submit(
            task.function,
            *task.arguments,
            workers=workers,
            others=others,
            priority=task.priority,
        )
        # The future is kept: the scheduler forgets a task that nobody holds.
        self._waiting[str(future.key)] = future, task, receive

    def _first(self, task: Task, worker: str, answer: Any) -> Iterator[Event]:  # noqa: ANN401
        """Take the answer to a task; only now it is drawn whether another worker is asked."""
        if task.void:
            return
        if worker in self._contradicted:
            self.submit(task)
            return
        task.worker, task.answer = worker, answer
        self._answered.append(task)
        yield from task.handle(answer, self.submitter.name(worker))
        if task.digest and self.sampling.drawn() and self._others(task):
            yield from self._heard(task, task.worker, task.answer)

    def _heard(self, task: Task, worker: str, answer: Any) -> Iterator[Event]:  # noqa: ANN401
        """Take one more answer to a task; go on until two agree, or nobody is left to ask."""
        if task.void or task.digest is None:
            return
        known = {one.worker for one in task.opinions}
        if worker not in known | self._contradicted:
            task.opinions.append(Opinion(worker, task.digest(answer)))
        found = ruling(task.opinions)
        task.agreed = found.agreed
        if found.agreed:
            for name in found.contradicted:
                yield from self._contradict(name, task)
        elif others := self._others(task):
            self._hand_out(task, self._heard, others, others=True)
        elif HERE not in known and worker != HERE:
            yield from self._heard_here(task)

    def _heard_here(self, task: Task) -> Iterator[Event]:
        """Ask on this machine: there is nobody else, and two workers contradict each other."""
        try:
            answer = task.here()
        except UtfproofError:
            return  # the adapter cannot be had here: it stays undecided
        yield from self._heard(task, HERE, answer)

    def _contradict(self, worker: str, about: Task) -> Iterator[Event]:
        """Believe a worker no more: it gets no task, and others do its tasks anew."""
        if worker in self._contradicted or worker == HERE:
            return
        self._contradicted.add(worker)
        done = [task for task in self._answered if task.worker == worker and not task.void]
        again = sum(bool(task.opinions) for task in done)
        name = self.submitter.name(worker)
        yield WorkerChecked(name, len(done), again, WorkerFinding.CONTRADICTED, about.about)
        # Tasks that wait are taken back and handed out anew, for it may be given any of them.
        open_ones = [one for one in self._waiting.values() if not one[0].done()]
        self.submitter.take_back([future for future, _, _ in open_ones])
        for future, _, _ in open_ones:
            del self._waiting[str(future.key)]
        for task in done:
            task.void = True
        for _, task, receive in open_ones:
            if task.void:
                continue
            if receive == self._first:
                self.submit(task)
            else:  # an answer that was to be compared
                yield from self._heard(task, task.worker, task.answer)
        for task in done:
            task.repeat()

    def _believed(self, task: Task) -> list[str]:
        hosts = task.hosts
        return [
            worker
            for worker in self.submitter.workers()
            if worker not in self._contradicted and (hosts is None or _host(worker) in hosts)
        ]

    def _others(self, task: Task) -> list[str]:
        """Name the workers that can be asked next; those of other machines where there are any."""
        asked = {task.worker, *(one.worker for one in task.opinions)}
        left = [worker for worker in self._believed(task) if worker not in asked]
        # What is wrong with a worker may be wrong with its machine.
        hosts = {_host(worker) for worker in asked}
        return [worker for worker in left if _host(worker) not in hosts] or left

    def _rest(self) -> list[Task]:
        """Draw a task of each worker of whom none was compared, as far as others can be asked."""
        return [
            task
            for done in self._by_worker().values()
            if not any(task.opinions for task in done)
            for task in self.sampling.one_of(
                [task for task in done if not task.closed and self._others(task)]
            )
        ]

    def _by_worker(self) -> dict[str, list[Task]]:
        found: dict[str, list[Task]] = {}
        for task in self._answered:
            if task.digest and not task.void:
                found.setdefault(task.worker, []).append(task)
        return found

    def _checked(self, worker: str, done: Sequence[Task]) -> WorkerChecked:
        # Where a run is stopped, some wait for a second answer; and a liar's agreement is none.
        compared = [
            task
            for task in done
            if sum(one.worker not in self._contradicted for one in task.opinions) > 1
        ]
        unclear = [task.about for task in compared if not task.agreed]
        finding = WorkerFinding.CONFIRMED if compared else WorkerFinding.UNCHECKED
        if unclear:
            finding = WorkerFinding.UNDECIDED
        about = unclear[0] if unclear else ""
        name = self.submitter.name(worker)
        return WorkerChecked(name, len(done), len(compared), finding, about)


def _host(worker: str) -> str:
    return urlsplit(worker).hostname or ""
