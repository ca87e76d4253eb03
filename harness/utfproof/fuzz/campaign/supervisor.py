"""The supervisor: starts the workers of a campaign, puts others in lost ones' places, ends them.

What counts is in files, so a player can be lost at any moment: another takes its place. Workers
and their adapters end with this process, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Generator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from utfproof.errors import UtfproofError
from utfproof.fuzz.campaign.campaign_totals import CampaignSnapshot, CampaignTotals, folder_lock
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.vectors import loader

_RESTARTS = 20
_GRACE_SECONDS = 20.0


class _Job:
    """A worker's process, the pipe from it, and what it told last."""

    def __init__(self, campaign: CampaignSettings, number: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.number = number
        self.told = Snapshot(number)
        self.process: SpawnProcess = context.Process(
            target=_work, args=(theirs, campaign, number), daemon=True
        )
        self.process.start()
        theirs.close()

    def stop(self) -> None:
        """Ask the player to end its round and come to an end."""
        if self.process.pid and self.process.is_alive():
            os.kill(self.process.pid, signal.SIGTERM)

    def end(self) -> None:
        """End the player, gently at first."""
        self.process.join(_GRACE_SECONDS)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.pipe.close()


class Supervisor:
    """One campaign that runs. Iterate over `run` to the end, or close it to stop early."""

    def __init__(self, campaign: CampaignSettings) -> None:
        """Prepare; nothing runs yet."""
        self.campaign = campaign
        self.last: CampaignSnapshot | None = None
        self._restarts = 0

    def run(self) -> Generator[CampaignSnapshot]:
        """Play the campaign; yield how it stands about once a second, and at the end.

        Raises:
            FindingsError: the folder cannot be written, or another campaign runs in it.
        """
        with folder_lock(self.campaign.folder):
            yield from self._played(
                CampaignTotals(self.campaign, self.campaign.suite or loader.load())
            )

    def _played(self, totals: CampaignTotals) -> Generator[CampaignSnapshot]:
        jobs = [_Job(self.campaign, number) for number in range(self.campaign.jobs)]
        try:
            while any(not job.told.done for job in jobs):
                self._listen(jobs, totals)
                yield self._noted(totals, jobs, running=True)
        finally:
            for job in jobs:
                job.stop()
            for job in jobs:
                _drain(job)
                job.end()
            end = self._noted(totals, jobs, running=False)
        yield end

    def _noted(
        self, totals: CampaignTotals, jobs: Sequence[_Job], *, running: bool
    ) -> CampaignSnapshot:
        self.last = totals.record([job.told for job in jobs], running=running)
        return self.last

    def _listen(self, jobs: list[_Job], totals: CampaignTotals) -> None:
        """Take what the workers report within a second; put another in the place of a lost one."""
        end = time.monotonic() + 1.0
        while (left := end - time.monotonic()) > 0:
            busy = {job.pipe: job for job in jobs if not job.told.done}
            for ready in wait(list(busy), left):
                job = next(one for pipe, one in busy.items() if pipe is ready)
                try:
                    told = job.pipe.recv()
                except (EOFError, OSError):
                    totals.add_lost_worker(job.told)
                    self._replace(jobs, job)
                    continue
                if isinstance(told, BaseException):
                    raise told
                job.told = told
            if not busy:
                return

    def _replace(self, jobs: list[_Job], lost: _Job) -> None:
        self._restarts += 1
        if self._restarts > _RESTARTS:
            hint = "run again with --jobs 1; what was found is kept"
            raise UtfproofError("workers of the campaign die again and again", hint=hint)
        lost.end()
        jobs[jobs.index(lost)] = _Job(self.campaign, lost.number)


def _drain(job: _Job) -> None:
    """Take the last word of a player that comes to its end."""
    end = time.monotonic() + _GRACE_SECONDS
    while not job.told.done and (left := end - time.monotonic()) > 0:
        if not job.pipe.poll(left):
            return
        try:
            told = job.pipe.recv()
        except (EOFError, OSError):
            return
        if isinstance(told, Snapshot):
            job.told = told


def _work(pipe: Connection, campaign: CampaignSettings, job: int) -> None:
    """Play one job, in a process of its own."""
    from utfproof.fuzz.libfuzzer.engine_scheduler import EngineScheduler  # noqa: PLC0415  (the same)
    from utfproof.fuzz.worker.fuzz_worker import FuzzWorker  # noqa: PLC0415  (numpy is needed here only)

    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        stopped.set()

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor stops its workers itself
    signal.signal(signal.SIGTERM, stop)
    threading.Thread(target=_end_with_the_supervisor, daemon=True).start()
    try:
        plays = FuzzWorker if campaign.engine == "batch" else EngineScheduler
        plays(campaign, job, stopped.is_set).run(pipe.send)
    except (BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:  # noqa: BLE001  (handed to the supervisor, which raises it)
        pipe.send(error)


def _end_with_the_supervisor() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGKILL)
