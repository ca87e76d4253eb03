"""A campaign on a cluster: rounds are played some at a time, all from the same state.

What the rounds of an epoch come to is merged in the order of their numbers, and known to the next
epoch. So which worker plays what, and how often it has to, does not show in what is found.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from utfproof.cluster import round_task, tasks
from utfproof.cluster.connection import connected
from utfproof.cluster.deployment import Deployment, deploy, together
from utfproof.cluster.job_submitter import JobSubmitter, result
from utfproof.cluster.round_task import FinishedRound, RoundContext
from utfproof.cluster.tasks import AdapterTask
from utfproof.errors import ClusterError
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

    def __init__(self, campaign: CampaignSettings, address: str, jobs: int | None) -> None:
        """Prepare; nothing runs yet. `jobs` are the rounds of an epoch, None for all threads."""
        self._campaign = campaign
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
                yield from _CampaignRun(submitter, campaign, deployments, self._totals).snapshots()


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


@dataclass(slots=True)
class _CampaignRun:
    """One campaign under way: its state, and its running rounds."""

    submitter: JobSubmitter
    campaign: CampaignSettings
    deployments: Sequence[Deployment]
    totals: CampaignTotals
    _hosts: Sequence[str] | None = field(init=False)
    _merger: RoundMerger = field(init=False)
    _check: FindingCheck = field(init=False)
    _playing: dict[str, deque[Snapshot]] = field(default_factory=dict)

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
            end = self._noted(running=False)
        yield end

    def _note_report(self, report: Mapping[str, Any]) -> None:
        """Take a worker's report of a round, on a thread of the client's."""
        last = self._playing.get(report["round"])
        if last is not None:  # else it is merged
            last.append(Snapshot.of(report["told"]))

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
        found: list[FuzzTarget] = []
        suite = self.campaign.suite or loader.load()
        for deployment, future in zip(self.deployments, futures, strict=True):
            offers = result(future)
            for codec in deployment.chosen.codecs:
                kept = filter(self.campaign.narrowing.keeps, offers.get(codec.name, ()))
                found += fuzz_targets(
                    str(CodecId(deployment.label.name, codec.name)), codec.claims, list(kept), suite
                )
        self._merger = RoundMerger.of(self.campaign, found)

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
        longest = 0.0
        self._playing = {part.name: deque([Snapshot(0)], maxlen=1) for part in parts}
        order = self._order()
        archives = [deployment.data for deployment in self.deployments]
        carried = self.submitter.upload(known)
        submit = partial(self.submitter.submit, round_task.play, order, workers=self._hosts)
        futures = [submit(part, carried, archives) for part in parts]
        left = deque(zip(parts, futures, strict=True))
        while left:
            self.submitter.next_done(_MOMENT_SECONDS)
            # In the order of their numbers: a round that is done early waits for those before it.
            while left and left[0][1].done():
                part, future = left.popleft()
                played: FinishedRound = result(future)
                self._playing.pop(part.name)
                self._merge(played, known)
                longest = max(longest, played.seconds)
            yield self._noted(running=True)
        return longest

    def _merge(self, played: FinishedRound, known: CampaignState) -> None:
        """Merge a round that was played; the first of those that are left."""
        try:
            result = RoundResult.unpacked(played.result)
        except ValueError as error:
            hint = "install the same version of utfproof on all workers"
            raise ClusterError(str(error), place=played.worker, hint=hint) from None
        found = self._check.checked(result.found)
        lost = [
            f"worker {played.worker} reported {told.signature}: {own.reason}"
            for told, own in zip(result.found, found, strict=True)
            if own.reason == UNREPEATED
        ]
        complaints = (*result.snapshot.complaints, *lost)
        snapshot = replace(result.snapshot, complaints=complaints)
        result = replace(result, found=found, snapshot=snapshot)
        self._merger.merge(result, known, self.totals.seconds)
        questions = sum(dict(result.snapshot.questions).values())
        done = WorkerStatistics(1, played.seconds, result.snapshot.inputs, questions)
        workers = self.totals.workers
        workers[played.worker] = workers.get(played.worker, WorkerStatistics()) + done

    def _task(self, deployment: Deployment) -> AdapterTask:
        names = tuple(codec.name for codec in deployment.chosen.codecs)
        return AdapterTask(deployment.label, names, tasks.suite_here(), self.submitter.topic)

    def _order(self) -> RoundContext:
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
