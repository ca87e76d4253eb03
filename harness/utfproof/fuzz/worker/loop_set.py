"""The loop set: the encodings of a campaign in one process, with everything that they share."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from utfproof.adapters import registry
from utfproof.expectations.document import Defect
from utfproof.fuzz.inputs.corpus import FolderCorpus
from utfproof.fuzz.inputs.mutators import make_mutator
from utfproof.fuzz.targets.guidance import Guidance
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.finding_store import FindingStore
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.triage.triage import Triage, unshipped_folders
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.deadline import Deadline
from utfproof.fuzz.worker.encoding_loop import EncodingLoop
from utfproof.fuzz.worker.running_targets import RunningTargets
from utfproof.fuzz.worker.seeding import Seeding

LEAST, FIRST, MOST = 256, 1024, 16_384
"""Inputs of a round; the first is that of campaigns in which the clock must not decide."""
_ROUND_SECONDS = (0.5, 2.0)
_EXCHANGE_SECONDS = 2.0

ReportSnapshot = Callable[[Snapshot], None]


@dataclass(slots=True)
class LoopSet:
    """The loops of one job of a campaign; they share one triage.

    Attributes:
        campaign: what is run.
        job: the number of the job, which selects its random numbers.
        running: the targets.
        deadline: when the loops end.
        engine: the engine that makes the inputs.
        triage: makes findings of wrong answers.
        loops: one for each encoding.
    """

    campaign: CampaignSettings
    job: int
    running: RunningTargets
    deadline: Deadline
    engine: str = "batch"
    triage: Triage = field(init=False)
    loops: list[EncodingLoop] = field(init=False)

    def __post_init__(self) -> None:
        """Open the campaign's folder.

        Raises:
            FindingsError: it cannot be used.
            UsageError: numpy is not installed.
        """
        campaign, running = self.campaign, self.running
        self.triage = Triage(
            FindingStore(campaign.folder, frozenset(self._earlier())),
            running.observers,
            running.versions,
            unshipped_folders(campaign.chosen, registry.shipped()),
            engine=self.engine,
            is_over=self.deadline.is_late,
        )
        self.triage.reload()
        self.loops = list(self._loops())

    def _loops(self) -> Iterator[EncodingLoop]:
        campaign, observers = self.campaign, self.running.observers
        encodings = dict.fromkeys(one.target.encoding for one in observers)
        for number, encoding in enumerate(encodings):
            own = [one for one in observers if one.target.encoding is encoding]
            # Whole inputs first: their findings explain most of what other ways show.
            own.sort(key=lambda one: not one.target.has_one_way)
            scheme = own[0].target.settings.scheme
            yield EncodingLoop(
                encoding=encoding,
                observers=own,
                corpus=FolderCorpus(campaign.folder, encoding),
                guidance=Guidance(scheme),
                # Jobs and encodings need different streams of random numbers from one seed.
                mutator=make_mutator(scheme, campaign.seed * 1009 + self.job * 101 + number),
                triage=self.triage,
                is_over=self.deadline.is_over,
                guided=campaign.guided,
                size=FIRST if campaign.is_deterministic else LEAST,
            )

    def seeding(self, listed: Mapping[str, Sequence[Defect]]) -> Seeding:
        """Return the seeding of these loops; `listed` are the known failures by codec."""
        return Seeding(
            self.loops,
            self.running.suite,
            listed,
            self.running.versions,
            self._recheck,
            self.campaign.seconds,
        )

    def seed(self, seeding: Seeding, report: ReportSnapshot) -> None:
        """Run the seeding as far as its share of the time goes."""
        while seeding.has_time() and not self.deadline.is_over():
            seeding.take_step()
            report(self.snapshot())

    def mutate(self, report: ReportSnapshot) -> None:
        """Run rounds of mutated inputs until the deadline, or until all inputs were asked."""
        reported = exchanged = time.monotonic()
        left = self.campaign.share(self.job)
        while self.loops and not self.deadline.is_over():
            for number, loop in enumerate(self.loops):
                if left is not None:  # all encodings share the last round
                    share = -(-left // (len(self.loops) - number))
                    loop.size = min(loop.size, share)
                    left -= loop.size
                started = time.monotonic()
                if loop.size:
                    loop.run_round()
                self._fit(loop, time.monotonic() - started)
                if time.monotonic() - reported >= 1:
                    reported = time.monotonic()
                    report(self.snapshot())
            if left == 0:
                return
            if self.campaign.jobs > 1 and time.monotonic() - exchanged > _EXCHANGE_SECONDS:
                exchanged = time.monotonic()
                for loop in self.loops:
                    loop.corpus.take_up()
                self.triage.reload()

    def snapshot(self, *, done: bool = False) -> Snapshot:
        """Return the counters of the job so far."""
        loops, adapters = self.loops, self.running.adapters
        questions: Counter[str] = Counter()
        for adapter in adapters:
            questions.update(adapter.questions)
        differs: Counter[str] = Counter()
        for loop in loops:
            differs.update(loop.differs)
        # Each codec has the cells of its encoding.
        codecs = {loop.encoding: len(loop.codecs) for loop in loops}
        deadly = {codec: len(inputs) for codec, inputs in self.running.quarantined().items()}
        return Snapshot(
            job=self.job,
            inputs=sum(loop.inputs for loop in loops),
            tuples=sum(loop.guidance.tuples for loop in loops),
            corpus=sum(len(loop.corpus.inputs) for loop in loops),
            restarts=sum(adapter.all_restarts for adapter in adapters),
            reached=sum(loop.guidance.reached * codecs[loop.encoding] for loop in loops),
            cells=sum(loop.guidance.cells * codecs[loop.encoding] for loop in loops),
            questions=tuple(questions.items()),
            differs=tuple(differs.items()),
            unreached=[text for loop in loops for text in loop.guidance.unreached(loop.encoding)],
            complaints=tuple(text for one in adapters for text in one.complaints),
            quarantined=tuple(deadly.items()),
            absent=tuple(self.running.absent.items()),
            done=done,
        )

    def _recheck(self, loop: EncodingLoop) -> None:
        """Ask the inputs of earlier findings again, so that mended faults are marked as fixed."""
        # One job suffices: all of a campaign's jobs share its findings.
        if self.job:
            return
        earlier = {**self._earlier(), **self.triage.store.found}
        for finding in earlier.values():
            for observer in loop.observers:
                target = observer.target
                if (target.codec, str(target.offer)) == (finding.codec, finding.operation):
                    self.triage.recheck(observer, finding)

    def _earlier(self) -> dict[str, Finding]:
        """Read the findings of the campaign before."""
        return findings.load(self.campaign.last) if self.campaign.last else {}

    def _fit(self, loop: EncodingLoop, seconds: float) -> None:
        """Make rounds so large that most time goes to the codecs, and so small that they end."""
        if self.campaign.is_deterministic:
            return
        least, most = _ROUND_SECONDS
        if seconds < least and loop.size < MOST:
            loop.size *= 2
        elif seconds > most and loop.size > LEAST:
            loop.size //= 2
