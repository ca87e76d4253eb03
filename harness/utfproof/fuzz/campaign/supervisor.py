"""The supervisor of a campaign on this machine: adds up the reports of its workers.

All that counts is in files, so a worker can be lost at any moment: another takes its place.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from functools import partial

from utfproof.engine.run.worker_pool import ResultPipe, Supervision, TaskOutput, WorkerPool
from utfproof.fuzz.campaign.campaign_totals import CampaignSnapshot, CampaignTotals, folder_lock
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.vectors import loader

_SNAPSHOT_SECONDS = 1.0
_SUPERVISION = Supervision(
    restarts=20,
    grace=20.0,
    problem="workers of the campaign die again and again",
    hint="run again with --jobs 1; what was found is kept",
)


class Supervisor:
    """One campaign that runs. Iterate over `run` to the end, or close it to stop early."""

    def __init__(self, campaign: CampaignSettings) -> None:
        """Prepare; nothing runs yet."""
        self.campaign = campaign
        self.last: CampaignSnapshot | None = None

    def run(self) -> Generator[CampaignSnapshot]:
        """Run the campaign; yield a snapshot about once a second, and at the end.

        Raises:
            FindingsError: the folder cannot be written, or another campaign runs in it.
            UtfproofError: workers die again and again.
        """
        with folder_lock(self.campaign.folder):
            yield from self._supervised(
                CampaignTotals(self.campaign, self.campaign.suite or loader.load())
            )

    def _supervised(self, totals: CampaignTotals) -> Generator[CampaignSnapshot]:
        numbers = range(self.campaign.jobs)
        reports = [Snapshot(number) for number in numbers]
        work = partial(_fuzz, self.campaign)
        try:
            with WorkerPool[int, Snapshot](work, numbers, len(numbers), _SUPERVISION) as pool:
                try:
                    while pool.is_busy:
                        _listen(pool, reports, totals)
                        yield self._recorded(totals, reports, running=True)
                finally:
                    # An interrupt comes through here as well: the last reports are still counted.
                    for batch in pool.stop():
                        _take(batch, reports, totals)
        finally:
            end = self._recorded(totals, reports, running=False)
        yield end

    def _recorded(
        self, totals: CampaignTotals, reports: list[Snapshot], *, running: bool
    ) -> CampaignSnapshot:
        self.last = totals.record(reports, running=running)
        return self.last


def _listen(
    pool: WorkerPool[int, Snapshot], reports: list[Snapshot], totals: CampaignTotals
) -> None:
    """Take the reports of the workers within a second."""
    end = time.monotonic() + _SNAPSHOT_SECONDS
    while pool.is_busy and (left := end - time.monotonic()) > 0:
        for batch in pool.receive(left):
            _take(batch, reports, totals)


def _take(batch: TaskOutput[Snapshot], reports: list[Snapshot], totals: CampaignTotals) -> None:
    """Keep a worker's last report; add that of a lost one to the totals."""
    if batch.lost:
        totals.add_lost_worker(reports[batch.number])
        # The worker in its place counts from 0 again.
        reports[batch.number] = Snapshot(batch.number)
    elif batch.items:
        reports[batch.number] = batch.items[-1]


def _fuzz(campaign: CampaignSettings, number: int, results: ResultPipe[Snapshot]) -> None:
    """Do one worker's part of a campaign, in a process of its own."""
    from utfproof.fuzz.libfuzzer.engine_scheduler import EngineScheduler  # noqa: PLC0415  (the same)
    from utfproof.fuzz.worker.fuzz_worker import FuzzWorker  # noqa: PLC0415  (numpy is needed here only)

    runs = FuzzWorker if campaign.engine == "batch" else EngineScheduler
    runs(campaign, number, results.is_stopping).run(results.send)
