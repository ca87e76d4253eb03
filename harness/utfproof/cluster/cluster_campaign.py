"""A campaign on a cluster: rounds are played some at a time, all from the same state.

What the rounds of an epoch come to is merged in the order of their numbers, and known to the next
epoch. So which worker plays what, and how often it has to, does not show in what is found.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from distributed import Future

from utfproof import strict_json
from utfproof.cluster import round_task, tasks
from utfproof.cluster.checked_tasks import CheckedTasks, Task
from utfproof.cluster.connection import connected
from utfproof.cluster.cross_check import Sampling
from utfproof.cluster.deployment import Deployment, deploy, together
from utfproof.cluster.job_submitter import JobSubmitter, result
from utfproof.cluster.round_task import FinishedRound, RoundContext
from utfproof.cluster.tasks import AdapterTask
from utfproof.engine.journal.events import WorkerChecked
from utfproof.fuzz.campaign.campaign_totals import CampaignSnapshot, CampaignTotals, folder_lock
from utfproof.fuzz.campaign.finding_check import UNREPEATED, FindingCheck
from utfproof.fuzz.campaign.round_merge import RoundMerger
from utfproof.fuzz.campaign.rounds import CampaignState, Round, RoundResult
from utfproof.fuzz.campaign.statistics import WorkerStatistics
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.model.codec_id import CodecId
from utfproof.model.encoding import Encoding
from utfproof.vectors import loader

_LEAST, _FIRST, _MOST = 256, 1024, 16_384
"""Inputs of a round for each encoding; the most only where the clock must not decide."""
_ROUND_SECONDS = (2.0, 5.0)
_MOMENT_SECONDS = 1.0


class ClusterCampaign:
    """One campaign on a cluster. Iterate over `run` to the end, or close it to stop early."""

    def __init__(
        self, campaign: CampaignSettings, address: str, jobs: int | None, percent: int = 0
    ) -> None:
        """Prepare; nothing runs yet. `jobs` are the rounds of an epoch, None for all threads.

        So many per cent of the rounds are played twice, and compared.
        """
        self._campaign = campaign
        self._percent = percent
        self._address = address
        self._jobs = jobs
        self._totals: CampaignTotals | None = None

    @property
    def last(self) -> CampaignSnapshot | None:
        """Return how the campaign stood last; None before it began."""
        return self._totals.last if self._totals else None

    def run(self) -> Generator[CampaignSnapshot]:
        """Play the campaign; yield how it stands about once a second, and at the end.

        Raises:
            ClusterError: no cluster is there, it is lost, or its workers are not fit.
            FindingsError: the folder cannot be written, or another campaign runs in it.
        """
        with connected(self._address, self._jobs or os.cpu_count() or 1) as submitter:
            threads = sum(submitter.client.nthreads().values())
            campaign = replace(self._campaign, jobs=self._jobs or threads)
            deployments = [Deployment.of(item) for item in campaign.chosen]
            deploy(submitter, deployments)
            with folder_lock(campaign.folder):
                self._totals = CampaignTotals(campaign, campaign.suite or loader.load())
                checked = CheckedTasks(submitter, Sampling(self._percent))
                run = _CampaignRun(submitter, campaign, deployments, self._totals, checked)
                yield from run.snapshots()


@dataclass(slots=True)
class _Pace:
    """How many inputs a round has for each encoding."""

    by_clock: bool
    inputs: int = _FIRST

    def after(self, seconds: float) -> None:
        """Go on from an epoch whose longest round took so long."""
        # Without a clock rounds only grow, up to the most: every machine must make the same ones.
        least, most = _ROUND_SECONDS if self.by_clock else (float("inf"), float("inf"))
        if seconds < least and (self.by_clock or self.inputs < _MOST):
            self.inputs *= 2
        elif seconds > most and self.inputs > _LEAST:
            self.inputs //= 2


@dataclass(frozen=True, slots=True)
class _PlayedRound:
    """The result of a round, whose it is, the worker's share, and the state that it began with."""

    worker: str
    result: RoundResult
    share: WorkerStatistics
    known: CampaignState


@dataclass(frozen=True, slots=True)
class _MergedRound:
    """The result of a round that was merged: whose it is, of which epoch, and when it came."""

    worker: str
    epoch: int
    result: RoundResult
    seconds: float


@dataclass(slots=True)
class _CampaignRun:
    """One campaign under way: its state, its running rounds, and the merged results of each worker.

    The rounds of an epoch are merged in the order of `_order`; those that are done early wait in
    `_done`.
    """

    submitter: JobSubmitter
    campaign: CampaignSettings
    deployments: Sequence[Deployment]
    totals: CampaignTotals
    checked: CheckedTasks
    _hosts: Sequence[str] | None = field(init=False)
    _merger: RoundMerger = field(init=False)
    _check: FindingCheck = field(init=False)
    _playing: dict[str, deque[Snapshot]] = field(default_factory=dict)
    _targets: list[FuzzTarget] = field(default_factory=list)
    _epoch_number: int = 0
    _known: CampaignState = field(default_factory=CampaignState)
    _carried: Future[CampaignState] | None = None
    _order: deque[str] = field(default_factory=deque)
    _done: dict[str, _PlayedRound] = field(default_factory=dict)
    _merged: list[_MergedRound] = field(default_factory=list)
    _longest: float = 0.0

    def __post_init__(self) -> None:
        """Find the hosts that can take part, and the state so far."""
        self._hosts = together(self.deployments)
        self._merger = RoundMerger.of(self.campaign, ())
        self._check = FindingCheck(self.campaign, self.campaign.suite or loader.load())

    def snapshots(self) -> Generator[CampaignSnapshot]:
        """Play to the end."""
        try:
            with self.submitter.listening(self._note_report):
                yield from self._begun()
                yield from self._played()
        finally:
            self._playing.clear()
            for outcome in self.checked.outcomes():
                self._note_check(outcome)
            end = self._noted(running=False)
        yield end

    def _note_report(self, report: Mapping[str, Any]) -> None:
        """Take a worker's report of a round, on a thread of the client's."""
        last = self._playing.get(str(report.get("round")))
        if last is not None:  # else it is merged
            # Whatever else a worker sends shows nothing.
            with suppress(ValueError, TypeError):
                last.append(Snapshot.of(strict_json.parse(report["told"])))

    def _noted(self, *, running: bool) -> CampaignSnapshot:
        reports = [last[-1] for last in self._playing.values()]
        return self.totals.record([self._merger.totals, *reports], running=running)

    def _begun(self) -> Generator[CampaignSnapshot]:
        """Have all adapters built and greeted, and find out which encodings they offer."""
        futures = [
            self.submitter.submit(
                tasks.greet, self._task(deployment), deployment.data, workers=deployment.hosts
            )
            for deployment in self.deployments
        ]
        while not all(future.done() for future in futures):
            self.submitter.next_done(_MOMENT_SECONDS)
            yield self._noted(running=True)
        suite = self.campaign.suite or loader.load()
        for deployment, future in zip(self.deployments, futures, strict=True):
            offers = result(future)
            for codec in deployment.chosen.codecs:
                kept = filter(self.campaign.narrowing.keeps, offers.get(codec.name, ()))
                self._targets += fuzz_targets(
                    str(CodecId(deployment.label.name, codec.name)), codec.claims, list(kept), suite
                )
        self._merger = RoundMerger.of(self.campaign, self._targets)

    def _played(self) -> Generator[CampaignSnapshot]:
        """Play the openings, an encoding each, and then epochs until it is over."""
        seconds, left = self.campaign.seconds, self.campaign.execs
        until = float("inf") if seconds is None else time.monotonic() + seconds
        every = tuple(self._merger.corpora)
        openings = openings_of(every, seconds, self.campaign.jobs)
        yield from self._epoch(openings, self._merger.initial_state())
        pace = _Pace(by_clock=left is None)
        number = 1
        while every and left != 0 and time.monotonic() < until:
            inputs = pace.inputs * len(every) * self.campaign.jobs
            inputs = inputs if left is None else min(left, inputs)
            left = None if left is None else left - inputs
            parts = rounds_of(every, number, inputs, self.campaign.jobs)
            number += len(parts)
            longest = yield from self._epoch(parts, self._merger.state())
            pace.after(longest)

    def _epoch(
        self, parts: Sequence[Round], known: CampaignState
    ) -> Generator[CampaignSnapshot, None, float]:
        """Play rounds that know the same; give how many seconds the longest has taken."""
        self._epoch_number += 1
        self._know(known)
        self._longest = 0.0
        for part in parts:
            self._hand_out(part)
        for event in self.checked.answers(_MOMENT_SECONDS):
            if isinstance(event, WorkerChecked):
                self._note_check(event)
                self._drop(event.worker)
            yield self._noted(running=True)
        self.checked.close()
        return self._longest

    def _know(self, known: CampaignState) -> None:
        self._known, self._carried = known, self.submitter.upload(known)

    def _hand_out(self, part: Round) -> None:
        """Hand out a round; one whose result does not count any more is played once more."""
        self._done.pop(part.name, None)
        if part.name not in self._order:
            self._order.append(part.name)
        self._playing[part.name] = deque([Snapshot(0)], maxlen=1)
        known = self._known
        archives = [deployment.data for deployment in self.deployments]
        about = f"round {part.number}" if part.number else f"the seeds of {part.name[2:]}"
        self.checked.submit(
            Task(
                about,
                self._hosts,
                round_task.play,
                (self._context(), part, self._carried, archives),
                handle=partial(self._played_by, part, known),
                repeat=partial(self._hand_out, part),
                here=partial(round_task.play_here, self.campaign, part, known),
                # How far the seeds are asked within a time is no question of honesty.
                digest=None if part.seconds else partial(round_task.digest, part=part),
            )
        )

    def _played_by(
        self, part: Round, known: CampaignState, played: FinishedRound, worker: str
    ) -> Iterator[WorkerChecked]:
        """Take a round, and merge those whose turn it is: one that is done early waits."""
        found = round_task.result(played, part)
        questions = sum(dict(found.snapshot.questions).values())
        share = WorkerStatistics(1, played.seconds, found.snapshot.inputs, questions)
        self._done[part.name] = _PlayedRound(worker, found, share, known)
        while self._order and self._order[0] in self._done:
            name = self._order.popleft()
            self._playing.pop(name)
            self._merge(self._done.pop(name))
        yield from ()

    def _merge(self, played: _PlayedRound) -> None:
        """Merge a round that was played; the first of those that are left."""
        worker, found = played.worker, played.result
        checked = self._check.checked(found.found)
        lost = [
            f"worker {worker} reported {told.signature}: {own.reason}"
            for told, own in zip(found.found, checked, strict=True)
            if own.reason == UNREPEATED
        ]
        complaints = (*found.snapshot.complaints, *lost)
        snapshot = replace(found.snapshot, complaints=complaints)
        right = replace(found, found=checked, snapshot=snapshot)
        seconds = self.totals.seconds
        self._merger.merge(right, played.known, seconds)
        self._merged.append(_MergedRound(worker, self._epoch_number, right, seconds))
        self._longest = max(self._longest, played.share.seconds)
        workers = self.totals.workers
        workers[worker] = workers.get(worker, WorkerStatistics()) + played.share

    def _note_check(self, event: WorkerChecked) -> None:
        workers = self.totals.workers
        workers[event.worker] = workers.get(event.worker, WorkerStatistics()).checked(event)

    def _drop(self, worker: str) -> None:
        """Forget the results of a worker: the state follows from the rounds of the others.

        Its findings stay, which were asked again here, and the octets that it kept.
        """
        dropped = [one for one in self._merged if one.worker == worker]
        self._merged = [one for one in self._merged if one.worker != worker]
        listed = self._known.listed
        self._merger = RoundMerger.of(self.campaign, self._targets)
        for one in self._merged:
            self._merger.merge(one.result, CampaignState(), one.seconds)
        # What the rounds of this epoch know has nothing of the worker's but that of earlier ones.
        if any(one.epoch < self._epoch_number for one in dropped):
            self._know(replace(self._merger.state(), listed=listed))

    def _task(self, deployment: Deployment) -> AdapterTask:
        names = tuple(codec.name for codec in deployment.chosen.codecs)
        return AdapterTask(deployment.label, names, tasks.suite_here(), self.submitter.topic)

    def _context(self) -> RoundContext:
        adapter_tasks = tuple(map(self._task, self.deployments))
        about = self.campaign
        return RoundContext(
            adapter_tasks, about.narrowing, about.seed, about.guided, self.submitter.topic
        )


def openings_of(encodings: tuple[Encoding, ...], seconds: float | None, jobs: int) -> list[Round]:
    """Make an opening of each encoding; so many at a time, all end within so many seconds."""
    turns = -(-len(encodings) // jobs) or 1
    own = None if seconds is None else seconds / turns
    return [Round((one,), seconds=own) for one in encodings] or [Round((), seconds=own)]


def rounds_of(encodings: tuple[Encoding, ...], first: int, inputs: int, jobs: int) -> list[Round]:
    """Divide inputs among rounds as evenly as can be; one that would have none is left out."""
    shares = (inputs // jobs + (number < inputs % jobs) for number in range(jobs))
    return [Round(encodings, first + at, share) for at, share in enumerate(shares) if share]
