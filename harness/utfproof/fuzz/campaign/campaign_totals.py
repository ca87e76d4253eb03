"""Campaign totals: the sums of the workers' snapshots, written to disk second by second."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import utfproof
from utfproof import storage
from utfproof.errors import FindingsError
from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.campaign.statistics import Cells, CodecStatistics, Statistics, WorkerStatistics
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.vectors.suite import Suite

_SHOWN_CELLS = 200


@dataclass(frozen=True, slots=True)
class CampaignSnapshot:
    """The state of a campaign to report: statistics, findings, problems and absent codecs."""

    statistics: Statistics
    findings: Sequence[Finding]
    complaints: Sequence[str] = ()
    absent: Sequence[tuple[str, str]] = ()


@dataclass(slots=True)
class CampaignTotals:
    """The sums of one campaign, added to those from before it was interrupted.

    `suite` is the vectors, `last` the last snapshot, `workers` the statistics of a cluster's
    workers by name.
    """

    campaign: CampaignSettings
    suite: Suite
    last: CampaignSnapshot | None = None
    workers: dict[str, WorkerStatistics] = field(default_factory=dict)
    _base: Counter[str] = field(default_factory=Counter)
    _asked: Counter[str] = field(default_factory=Counter)
    _differs: Counter[str] = field(default_factory=Counter)
    _first: str = ""
    _began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Read the sums of the folder."""
        before = statistics.load(self.campaign.folder)
        self._first = (before.started if before else "") or _now()
        if before is None:
            return
        # A campaign that goes on counts its time from its first start.
        self._began -= before.seconds
        self.workers |= before.workers
        self._base.update(inputs=before.inputs, restarts=before.restarts)
        for name, codec in before.codecs.items():
            self._asked[name] += codec.questions
            self._differs[name] += codec.differs

    @property
    def seconds(self) -> float:
        """Return the seconds that the campaign has run."""
        return time.monotonic() - self._began

    def add_lost_worker(self, last: Snapshot) -> None:
        """Add the last counters of a crashed worker to the sums; its successor starts from zero."""
        self._base.update(inputs=last.inputs, restarts=last.restarts + 1)
        self._asked.update(dict(last.questions))
        self._differs.update(dict(last.differs))

    def record(self, snapshots: Sequence[Snapshot], *, running: bool) -> CampaignSnapshot:
        """Sum up the snapshots of the workers; write and return the sum.

        Raises:
            FindingsError: the disk is full or gone.
        """
        self.last = self._totals_now(snapshots, self.seconds, running=running)
        statistics.write(self.campaign.folder, self.last.statistics)
        statistics.append_row(self.campaign.folder, self.last.statistics)
        return self.last

    def _totals_now(
        self, snapshots: Sequence[Snapshot], seconds: float, *, running: bool
    ) -> CampaignSnapshot:
        campaign = self.campaign
        path = campaign.folder / findings.NAME
        found = tuple(findings.load(campaign.folder).values()) if path.exists() else ()
        asked, differs = self._asked.copy(), self._differs.copy()
        for one in snapshots:
            asked.update(dict(one.questions))
            differs.update(dict(one.differs))
        # Workers share one corpus and its traits: a sum would count them once for each worker.
        most = max(snapshots, key=lambda one: one.inputs)
        shown = Statistics(
            engine=campaign.engine,
            command=campaign.command,
            seed=campaign.seed,
            started=self._first,
            seconds=round(seconds, 3),
            inputs=self._base["inputs"] + sum(one.inputs for one in snapshots),
            questions=sum(asked.values()),
            tuples=max(one.tuples for one in snapshots),
            corpus=max(one.corpus for one in snapshots),
            findings=len(found),
            new=sum(finding.state is FindingState.NEW for finding in found),
            restarts=self._base["restarts"] + sum(one.restarts for one in snapshots),
            running=running,
            vectors={"version": self.suite.version, "digest": self.suite.digest},
            utfproof=utfproof.__version__,
            codecs=_codecs(snapshots, asked, differs, self.last, seconds),
            cells=Cells(most.reached, most.cells, tuple(most.unreached[:_SHOWN_CELLS])),
            workers=dict(sorted(self.workers.items())),
        )
        complaints = tuple(dict.fromkeys(text for one in snapshots for text in one.complaints))
        absent = tuple(dict.fromkeys(item for one in snapshots for item in one.absent))
        return CampaignSnapshot(shown, found, complaints, absent)


def _codecs(
    snapshots: Sequence[Snapshot],
    asked: Counter[str],
    differs: Counter[str],
    last: CampaignSnapshot | None,
    seconds: float,
) -> dict[str, CodecStatistics]:
    before = last.statistics if last else Statistics()
    span = max(seconds - before.seconds, 0.001) if last else max(seconds, 0.001)
    deadly: Counter[str] = Counter()
    for one in snapshots:
        deadly.update(dict(one.quarantined))
    found = {}
    for name, questions in sorted(asked.items()):
        earlier = before.codecs.get(name, CodecStatistics())
        rate = round((questions - earlier.questions) / span, 1)
        found[name] = CodecStatistics(questions, rate, differs[name], 0, deadly[name])
    return found


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold a campaign's folder: two campaigns would take each other's findings for their own.

    Raises:
        FindingsError: it cannot be written, or another campaign runs in it.
    """
    _make(folder)
    path = folder / ".running"
    try:
        file = storage.appending(path)
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
        storage.make_run_folder(folder)
    except OSError as error:
        raise _unmade(error, folder) from None


def _unmade(error: OSError, path: Path) -> FindingsError:
    hint = "give another --out"
    return FindingsError(f"cannot be made: {error.strerror}", place=str(path), hint=hint)
