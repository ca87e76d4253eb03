"""The supervisor: starts the players of a campaign, sums up what they tell, and ends them well.

What counts is in files, so a player can be lost at any moment: another takes its place. Players
and their adapters end with this process, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType

import utfproof
from utfproof import storage
from utfproof.errors import FindingsError, UtfproofError
from utfproof.fuzz import findings, statistics
from utfproof.fuzz.campaign import Campaign, Snapshot
from utfproof.fuzz.findings import Finding, State
from utfproof.fuzz.statistics import Cells, CodecStatistics, Statistics

_RESTARTS = 20
_GRACE_SECONDS = 20.0
_SHOWN_CELLS = 200


@dataclass(frozen=True, slots=True)
class Moment:
    """How a campaign stands: the statistics, all findings, and what adapters complained of."""

    statistics: Statistics
    findings: Sequence[Finding]
    complaints: Sequence[str] = ()
    absent: Sequence[tuple[str, str]] = ()


class _Job:
    """A player's process, the pipe from it, and what it told last."""

    def __init__(self, campaign: Campaign, number: int) -> None:
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


@dataclass
class Supervisor:
    """One campaign that runs. Iterate over `run` to the end, or close it to stop early."""

    campaign: Campaign
    last: Moment | None = None
    _base: Counter[str] = field(default_factory=Counter)
    _asked: Counter[str] = field(default_factory=Counter)
    _differs: Counter[str] = field(default_factory=Counter)
    _restarts: int = 0

    def run(self) -> Generator[Moment]:
        """Play the campaign; yield how it stands about once a second, and at the end.

        Raises:
            FindingsError: the folder cannot be written, or another campaign runs in it.
        """
        folder = self.campaign.folder
        _make(folder)
        with _alone(folder):
            yield from self._played(folder)

    def _played(self, folder: Path) -> Generator[Moment]:
        before = statistics.load(folder)
        self._take_up(before)
        started = time.monotonic() - (before.seconds if before else 0.0)
        first = before.started if before and before.started else _now()
        jobs = [_Job(self.campaign, number) for number in range(self.campaign.jobs)]
        try:
            while any(not job.told.done for job in jobs):
                self._listen(jobs)
                yield self._noted(jobs, first, time.monotonic() - started, running=True)
        finally:
            for job in jobs:
                job.stop()
            for job in jobs:
                _drain(job)
                job.end()
            end = self._noted(jobs, first, time.monotonic() - started, running=False)
        yield end

    def _noted(
        self, jobs: Sequence[_Job], started: str, seconds: float, *, running: bool
    ) -> Moment:
        """Sum up how it stands, and write it down."""
        self.last = self._moment(jobs, started, seconds, running=running)
        statistics.write(self.campaign.folder, self.last.statistics)
        statistics.record(self.campaign.folder, self.last.statistics)
        return self.last

    def _take_up(self, before: Statistics | None) -> None:
        """Go on with the sums of a campaign that was interrupted."""
        if before is None:
            return
        self._base.update(inputs=before.inputs, restarts=before.restarts)
        for name, codec in before.codecs.items():
            self._asked[name] += codec.questions
            self._differs[name] += codec.differs

    def _listen(self, jobs: list[_Job]) -> None:
        """Take what the players tell within a second; put another in the place of a lost one."""
        end = time.monotonic() + 1.0
        while (left := end - time.monotonic()) > 0:
            busy = {job.pipe: job for job in jobs if not job.told.done}
            for ready in wait(list(busy), left):
                job = next(one for pipe, one in busy.items() if pipe is ready)
                try:
                    told = job.pipe.recv()
                except (EOFError, OSError):
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
            raise UtfproofError("players of the campaign die again and again", hint=hint)
        told = lost.told
        self._base.update(inputs=told.inputs, restarts=told.restarts)
        self._asked.update(dict(told.questions))
        self._differs.update(dict(told.differs))
        lost.end()
        jobs[jobs.index(lost)] = _Job(self.campaign, lost.number)

    def _moment(
        self,
        jobs: Sequence[_Job],
        started: str,
        seconds: float,
        *,
        running: bool,
    ) -> Moment:
        told = [job.told for job in jobs]
        campaign = self.campaign
        path = campaign.folder / findings.NAME
        found = tuple(findings.load(campaign.folder).values()) if path.exists() else ()
        asked, differs = self._asked.copy(), self._differs.copy()
        for one in told:
            asked.update(dict(one.questions))
            differs.update(dict(one.differs))
        most = max(told, key=lambda one: one.inputs)
        shown = Statistics(
            engine=campaign.engine,
            command=campaign.command,
            seed=campaign.seed,
            started=started,
            seconds=round(seconds, 3),
            inputs=self._base["inputs"] + sum(one.inputs for one in told),
            questions=sum(asked.values()),
            tuples=max(one.tuples for one in told),
            corpus=max(one.corpus for one in told),
            findings=len(found),
            new=sum(finding.state is State.NEW for finding in found),
            restarts=self._base["restarts"] + self._restarts + sum(one.restarts for one in told),
            running=running,
            vectors=_vectors(),
            utfproof=utfproof.__version__,
            codecs=_codecs(told, asked, differs, self.last, seconds),
            cells=Cells(most.reached, most.cells, tuple(most.unreached[:_SHOWN_CELLS])),
        )
        complaints = tuple(dict.fromkeys(text for one in told for text in one.complaints))
        absent = tuple(dict.fromkeys(item for one in told for item in one.absent))
        return Moment(shown, found, complaints, absent)


def _codecs(
    told: Sequence[Snapshot],
    asked: Counter[str],
    differs: Counter[str],
    last: Moment | None,
    seconds: float,
) -> dict[str, CodecStatistics]:
    before = last.statistics if last else Statistics()
    span = max(seconds - before.seconds, 0.001) if last else max(seconds, 0.001)
    deadly: Counter[str] = Counter()
    for one in told:
        deadly.update(dict(one.quarantined))
    found = {}
    for name, questions in sorted(asked.items()):
        earlier = before.codecs.get(name, CodecStatistics())
        rate = round((questions - earlier.questions) / span, 1)
        found[name] = CodecStatistics(questions, rate, differs[name], 0, deadly[name])
    return found


def _vectors() -> dict[str, str]:
    from utfproof.vectors import loader  # noqa: PLC0415  (parsed once, when it is needed)

    suite = loader.load()
    return {"version": suite.version, "digest": suite.digest}


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a campaign's folder: two at once would take each other's findings for their own."""
    path = folder / ".running"
    try:
        file = path.open("w")
    except OSError as error:
        raise _unmade(error, path) from None
    with file:
        if not storage.taken(file.fileno()):
            hint = "wait for it, or give another --out"
            raise FindingsError("another campaign runs here", place=str(folder), hint=hint)
        yield


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unmade(error, folder) from None


def _unmade(error: OSError, path: Path) -> FindingsError:
    hint = "give another --out"
    return FindingsError(f"cannot be made: {error.strerror}", place=str(path), hint=hint)


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


def _work(pipe: Connection, campaign: Campaign, job: int) -> None:
    """Play one job, in a process of its own."""
    from utfproof.fuzz.player import Player  # noqa: PLC0415  (numpy is needed here only)
    from utfproof.fuzz.turns import Turns  # noqa: PLC0415  (the same)

    stopped = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        stopped.set()

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the supervisor stops its players itself
    signal.signal(signal.SIGTERM, stop)
    threading.Thread(target=_end_with_the_supervisor, daemon=True).start()
    try:
        plays = Player if campaign.engine == "batch" else Turns
        plays(campaign, job, stopped.is_set).play(pipe.send)
    except (BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:  # noqa: BLE001  (handed to the supervisor, which raises it)
        pipe.send(error)


def _end_with_the_supervisor() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGKILL)
