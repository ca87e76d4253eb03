"""The engine scheduler: a job of a campaign with atheris, one encoding after the other.

libFuzzer needs a process for itself and one folder of inputs, so each encoding runs in a process of
its own. With a single job, the batch engine takes turns with atheris.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle

from utfproof.errors import UtfproofError
from utfproof.fuzz.libfuzzer import engines
from utfproof.fuzz.libfuzzer.libfuzzer_process import LibFuzzerProcess
from utfproof.fuzz.libfuzzer.worker_spec import WorkerSpec
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.fuzz_worker import FuzzWorker
from utfproof.fuzz.worker.loop_set import ReportSnapshot
from utfproof.model.encoding import Encoding

_LONGEST_SECONDS = 60.0
_SHORTEST_SECONDS = 2.0
_DEATHS = 20


_Counts = Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class _EngineRun:
    """A part of the campaign for one engine; for atheris one encoding of it."""

    part: CampaignSettings
    encoding: Encoding | None = None


class EngineScheduler:
    """Runs a campaign, or one job of it, until its deadline or until it is told to stop."""

    def __init__(self, campaign: CampaignSettings, job: int, stop: Callable[[], bool]) -> None:
        """Prepare; nothing runs yet."""
        self._campaign = campaign
        self._job = job
        self._stop = stop
        self._before = Snapshot(job)
        self._deaths = 0
        self._deadly: dict[str, list[str]] = {}
        self._outside: list[str] = []
        self._until: float | None = None

    def run(self, report: ReportSnapshot) -> None:
        """Run to the end; report about once a second, and last with `done`."""

        def note(snapshot: Snapshot) -> None:
            self._begin()
            report(snapshot)

        turns = list(self._turns())
        if self._campaign.execs is None:
            self._run_in_slices(turns, note)
        else:
            self._run_in_shares(turns, note)
        report(replace(self._before, done=True))

    def _turns(self) -> Iterator[_EngineRun]:
        """Yield the parts that this job runs: all, or one where there are several jobs."""
        parts = engines.campaign_parts(self._campaign)
        if self._campaign.jobs > 1:
            parts = [parts[self._job % len(parts)]]
        for part in parts:
            if part.engine == "batch":
                yield _EngineRun(part)
                continue
            for encoding in FuzzWorker(part, self._job, self._stop).encodings():
                yield _EngineRun(part, encoding)

    def _run_in_slices(self, turns: list[_EngineRun], report: ReportSnapshot) -> None:
        """Run all parts in turn for a slice of the time each, until the time is over."""
        if len(turns) == 1:
            self._run_one(turns[0], None, None, report)
            return
        seconds = max(_SHORTEST_SECONDS, min(self._left() / max(len(turns), 1), _LONGEST_SECONDS))
        for turn in cycle(turns):
            if self._over():
                return
            self._run_one(turn, seconds, None, report)

    def _run_in_shares(self, turns: list[_EngineRun], report: ReportSnapshot) -> None:
        """Run each part once, with an equal share of the inputs."""
        execs = self._campaign.share(self._job) or 0
        for number, turn in enumerate(turns):
            share = execs // len(turns) + (number < execs % len(turns))
            if share and not self._over():
                self._run_one(turn, None, share, report)

    def _run_one(
        self, turn: _EngineRun, seconds: float | None, execs: int | None, report: ReportSnapshot
    ) -> None:
        """Run one part; None for no limit but the campaign's."""
        limit = self._left() if seconds is None else min(self._left(), seconds)
        part = replace(
            turn.part, seconds=None if limit == float("inf") else max(limit, 0.0), execs=execs
        )
        if turn.encoding is not None:
            self._run_atheris(turn.encoding, part, report)
            return
        snapshots = [Snapshot(self._job)]

        def note(snapshot: Snapshot) -> None:
            snapshots.append(snapshot)
            report(self._sum(snapshot))

        # The share is this job's own already, and must not be divided among jobs again.
        alone = part if execs is None else replace(part, jobs=1)
        FuzzWorker(alone, 0 if execs else self._job, self._stop).run(note)
        self._before = self._sum(snapshots[-1])

    def _run_atheris(
        self, encoding: Encoding, part: CampaignSettings, report: ReportSnapshot
    ) -> None:
        """Run atheris on an encoding; start it again where a codec has killed it."""
        left, seconds = part.execs, part.seconds
        while not self._over() and left != 0:
            now = replace(part, seconds=seconds, execs=left)
            spec = WorkerSpec.of(
                now, self._job, encoding, exchanges=not self._campaign.is_deterministic
            )
            run = LibFuzzerProcess(replace(spec, deadly=self._deadly, outside=self._outside))
            for snapshot in run.snapshots(self._over):
                report(self._sum(snapshot))
            self._before = self._sum(run.last)
            if run.code == 0 or self._over():
                return
            left = None if left is None else max(0, left - run.made)
            seconds = None if seconds is None else min(seconds, self._left())
            self._handle_death(run, part)

    def _handle_death(self, run: LibFuzzerProcess, part: CampaignSettings) -> None:
        """Find the input that killed a worker: ask its last input of the codec's own process.

        A codec that kills workers repeatedly is asked in its own process only from then on.
        """
        self._deaths += 1
        last_inputs = run.last_inputs()
        # A signal is the codec's doing; a status without a last input is a fault of the worker
        # itself.
        if self._deaths > _DEATHS or (run.code > 0 and not last_inputs):
            problem = f"a worker of atheris has ended (status {run.code}): {run.log_tail()}"
            raise UtfproofError(problem, hint="run with --engine batch; what was found is kept")
        self._before = replace(self._before, restarts=self._before.restarts + 1)
        for octets in last_inputs:
            found = FuzzWorker(part, self._job, self._stop).examine([octets])
            for codec, deadly in found.items():
                self._outside += [codec] if codec in self._deadly else []
                self._deadly.setdefault(codec, []).extend(one.hex() for one in deadly)
            if not found:
                self._exclude_codecs(octets, part)

    def _exclude_codecs(self, octets: bytes, part: CampaignSettings) -> None:
        """Call no codec in the worker any more: it dies of an input that kills no adapter."""
        codecs = (name for one in part.chosen for name in one.by_id)
        self._outside += codecs
        text = f"atheris: {octets[:32].hex()} ends the worker, and no adapter: --engine batch"
        self._before = replace(self._before, complaints=(*self._before.complaints, text))

    def _begin(self) -> None:
        """Start the clock with the first report: the time to build adapters does not count."""
        if self._until is None and self._campaign.seconds is not None:
            self._until = time.monotonic() + self._campaign.seconds

    def _left(self) -> float:
        if self._campaign.seconds is None:
            return float("inf")
        return self._campaign.seconds if self._until is None else self._until - time.monotonic()

    def _over(self) -> bool:
        return self._stop() or self._left() <= 0

    def _sum(self, now: Snapshot) -> Snapshot:
        """Return the snapshot of this part and all parts before it."""
        return add_snapshots(self._before, now)


def add_snapshots(before: Snapshot, now: Snapshot) -> Snapshot:
    """Return the sum of two snapshots: counters are added, sizes are the larger of both."""
    return replace(
        now,
        inputs=before.inputs + now.inputs,
        restarts=before.restarts + now.restarts,
        tuples=max(before.tuples, now.tuples),
        corpus=max(before.corpus, now.corpus),
        reached=max(before.reached, now.reached),
        cells=max(before.cells, now.cells),
        questions=_added(before.questions, now.questions),
        differs=_added(before.differs, now.differs),
        quarantined=tuple({**dict(before.quarantined), **dict(now.quarantined)}.items()),
        complaints=tuple(dict.fromkeys((*before.complaints, *now.complaints))),
        absent=tuple(dict.fromkeys((*before.absent, *now.absent))),
        unreached=now.unreached or before.unreached,
        done=False,
    )


def _added(before: _Counts, now: _Counts) -> tuple[tuple[str, int], ...]:
    total = Counter(dict(before))
    total.update(dict(now))
    return tuple(total.items())
