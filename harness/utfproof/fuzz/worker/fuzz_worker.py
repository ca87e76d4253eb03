"""The fuzz worker: one process of a campaign, with its own adapters, random numbers and core."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from utfproof.fuzz.triage import known_failures
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.fuzz.worker.deadline import Deadline
from utfproof.fuzz.worker.loop_set import LoopSet, ReportSnapshot
from utfproof.fuzz.worker.running_targets import RunningTargets
from utfproof.model.encoding import Encoding
from utfproof.vectors import loader


class FuzzWorker:
    """Runs a campaign, or one job of it, until its deadline or until it is told to stop.

    `loops` is None until `run` has started the adapters.
    """

    def __init__(self, campaign: CampaignSettings, job: int, stop: Callable[[], bool]) -> None:
        """Prepare; nothing runs yet."""
        self._campaign = campaign
        self._job = job
        self._deadline = Deadline(campaign.seconds, stop)
        self._running = RunningTargets(campaign, campaign.suite or loader.load())
        self.loops: LoopSet | None = None

    def run(self, report: ReportSnapshot) -> None:
        """Run to the end; report about once a second, and last with `done`.

        An error ends it without `done`, so that whoever reads the reports waits for the error.
        """
        if not self._campaign.is_deterministic:
            _pin(self._job)
        prepare_memory()
        with ExitStack() as stack:
            self._running.start(stack)
            self._deadline.start()
            self.loops = LoopSet(self._campaign, self._job, self._running, self._deadline)
            seeding = self.loops.seeding(known_failures.load_defects(self._campaign.chosen))
            self.loops.seed(seeding, report)
            self.loops.mutate(report)
            seeding.sort_known(self._deadline.is_too_late)
            report(self.loops.snapshot(done=True))

    def encodings(self) -> list[Encoding]:
        """Return the encodings that the campaign's codecs offer here."""
        with ExitStack() as stack:
            self._running.start(stack)
            return list(dict.fromkeys(one.target.encoding for one in self._running.observers))

    def examine(self, inputs: Sequence[bytes]) -> dict[str, list[bytes]]:
        """Ask inputs and no others; return those that kill an adapter, by codec."""
        with ExitStack() as stack:
            self._running.start(stack)
            for loop in LoopSet(self._campaign, self._job, self._running, self._deadline).loops:
                loop.run_inputs(inputs)
            return self._running.quarantined()


def prepare_memory() -> None:
    """Have the garbage collector look rarely, and never at the suite: it stays, without cycles."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def _pin(job: int) -> None:
    """Keep a job and its adapters on one core: a question is answered ten times as fast there."""
    with contextlib.suppress(AttributeError, OSError):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[job % len(cores)]})
