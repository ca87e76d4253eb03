"""The player: one process of a campaign, with its own adapters, its own dice and one core."""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack

from utfproof.adapters import needs, registry
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.errors import UtfproofError
from utfproof.expectations.document import Defect
from utfproof.fuzz.inputs.corpus import Corpus
from utfproof.fuzz.inputs.mutators import Mutator
from utfproof.fuzz.targets.fuzz_target import fuzz_targets
from utfproof.fuzz.targets.guidance import Guidance
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.fuzz.triage import findings, known_failures
from utfproof.fuzz.triage.triage import Triage, unshipped_folders
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.encoding_loop import EncodingLoop
from utfproof.fuzz.worker.seeding import Seeding
from utfproof.model.encoding import Encoding
from utfproof.vectors import loader

_LEAST, _FIRST, _MOST = 256, 1024, 16_384
_ROUND_SECONDS = (0.5, 2.0)
_EXCHANGE_SECONDS = 2.0
_GRACE_SECONDS = 5.0
_SORTING_SECONDS = 30.0

ReportSnapshot = Callable[[Snapshot], None]


class FuzzWorker:
    """Plays a campaign, or one job of it, until it is over or told to stop."""

    engine = "batch"

    def __init__(self, campaign: CampaignSettings, job: int, stop: Callable[[], bool]) -> None:
        """Prepare; nothing runs yet."""
        self._campaign = campaign
        self._job = job
        self._stop = stop
        self._adapters: list[RunningAdapter] = []
        self._absent: dict[str, str] = {}
        self._versions: dict[str, str] = {}
        self._fields: list[EncodingLoop] = []
        self._seeding: Seeding
        self._until = float("inf")

    def run(self, report: ReportSnapshot) -> None:
        """Play; report about once a second how far it is, and at the end that it is done.

        What ends in an error is not done: whoever hears the last word still waits for the error.
        """
        if not self._campaign.is_deterministic:
            _pin(self._job)
        gc.freeze()  # the suite stays, and has no cycles: it need not be looked at again
        gc.set_threshold(100_000, 20, 50)
        with ExitStack() as stack:
            observers = self._observers(stack)
            if self._campaign.seconds is not None:
                self._until = time.monotonic() + self._campaign.seconds
            self._fields = list(self._made(observers))
            self._seeding = self._opened()
            self._begin(report)
            self._rounds(report)
            self._seeding.sort_known(self._too_late)
            report(self._snapshot(done=True))

    def encodings(self) -> list[Encoding]:
        """List the encodings in which there is something to play."""
        with ExitStack() as stack:
            return list(dict.fromkeys(one.target.encoding for one in self._observers(stack)))

    def examine(self, inputs: Sequence[bytes]) -> dict[str, list[bytes]]:
        """Play inputs and no others; give those that kill an adapter, by codec."""
        with ExitStack() as stack:
            for field in self._made(self._observers(stack)):
                field.run_inputs(inputs)
            return {
                codec: deadly
                for adapter in self._adapters
                for codec, deadly in adapter.quarantine.items()
            }

    def _observers(self, stack: ExitStack) -> list[Observer]:
        """Start the adapters; those that cannot run are told, and the others go on without."""
        found: list[Observer] = []
        for chosen in self._campaign.chosen:
            lacking = needs.missing(chosen.manifest)
            if lacking:
                self._miss(chosen, f"needs {', '.join(lacking)}")
                continue
            try:
                found += self._started(chosen, stack)
            except UtfproofError as error:
                self._miss(chosen, str(error))
        return found

    def _started(self, chosen: SelectedAdapter, stack: ExitStack) -> list[Observer]:
        adapter = self._adapter(chosen.manifest)
        stack.callback(adapter.close)
        self._adapters.append(adapter)
        said = {item.name: item for item in adapter.session.hello()}
        found = []
        for codec in chosen.codecs:
            name = chosen.manifest.id_of(codec)
            if codec.name not in said:
                self._absent[name] = "the adapter's hello does not name it"
                continue
            self._versions[name] = said[codec.name].version
            keeps = self._campaign.narrowing.keeps
            offers = [offer for offer in said[codec.name].offers if keeps(offer)]
            found += [
                Observer(target, adapter) for target in fuzz_targets(name, codec.claims, offers)
            ]
        return found

    def _adapter(self, manifest: Manifest) -> RunningAdapter:
        return RunningAdapter.of(manifest)

    def _miss(self, chosen: SelectedAdapter, why: str) -> None:
        for codec in chosen.codecs:
            self._absent[chosen.manifest.id_of(codec)] = why

    def _made(self, observers: Sequence[Observer]) -> Iterator[EncodingLoop]:
        campaign = self._campaign
        last = campaign.last
        triage = Triage(
            campaign.folder,
            observers,
            self._versions,
            unshipped_folders(campaign.chosen, registry.shipped()),
            engine=self.engine,
            before=frozenset(findings.load(last)) if last else frozenset(),
            is_over=self._late,
        )
        triage.reload()
        encodings = dict.fromkeys(observer.target.encoding for observer in observers)
        for number, encoding in enumerate(encodings):
            own = [one for one in observers if one.target.encoding is encoding]
            own.sort(key=lambda one: not one.target.has_one_way)
            scheme = own[0].target.settings.scheme
            yield EncodingLoop(
                encoding=encoding,
                observers=own,
                corpus=Corpus(campaign.folder, encoding),
                guidance=Guidance(scheme),
                mutator=Mutator(scheme, campaign.seed * 1009 + self._job * 101 + number),
                triage=triage,
                is_over=self._over,
                guided=campaign.guided,
                size=_FIRST if campaign.is_deterministic else _LEAST,
            )

    def _opened(self) -> Seeding:
        return Seeding(
            self._fields,
            self._campaign.suite or loader.load(),
            self._listed(),
            self._versions,
            self._look_again,
            self._campaign.seconds,
        )

    def _listed(self) -> Mapping[str, Sequence[Defect]]:
        """Return what is listed beside the adapters."""
        return known_failures.load_defects(self._campaign.chosen)

    def _begin(self, report: ReportSnapshot) -> None:
        """Play the opening, as far as its share of the time goes."""
        while self._seeding.has_time() and not self._over():
            self._seeding.take_step()
            report(self._snapshot())

    def _look_again(self, field: EncodingLoop) -> None:
        """Ask what was found before again; what does no harm any more is fixed."""
        if self._job:
            return
        last = self._campaign.last
        earlier = {**(findings.load(last) if last else {}), **field.triage.found}
        for finding in earlier.values():
            for observer in field.observers:
                if (observer.target.codec, str(observer.target.offer)) == (
                    finding.codec,
                    finding.operation,
                ):
                    field.triage.recheck(observer, finding)

    def _rounds(self, report: ReportSnapshot) -> None:
        told = exchanged = time.monotonic()
        left = self._campaign.share(self._job)
        while self._fields and not self._over():
            for number, field in enumerate(self._fields):
                if left is not None:  # the last round is shared by all
                    share = -(-left // (len(self._fields) - number))
                    field.size = min(field.size, share)
                    left -= field.size
                started = time.monotonic()
                if field.size:
                    field.run_round()
                self._fit(field, time.monotonic() - started)
                if time.monotonic() - told >= 1:
                    told = time.monotonic()
                    report(self._snapshot())
            if left == 0:
                return
            if self._campaign.jobs > 1 and time.monotonic() - exchanged > _EXCHANGE_SECONDS:
                exchanged = time.monotonic()
                for field in self._fields:
                    field.corpus.take_up()
                    field.triage.reload()

    def _over(self) -> bool:
        """Tell whether nothing new is begun any more."""
        if self._stop() and self._until > time.monotonic():
            self._until = time.monotonic()
        return time.monotonic() >= self._until

    def _late(self) -> bool:
        """Tell whether a finding that is being made has to end as it is."""
        return self._over() and time.monotonic() >= self._until + _GRACE_SECONDS

    def _too_late(self) -> bool:
        """Tell whether what is found has to stay unsorted; what is listed must not pass for new."""
        patience = 0.0 if self._stop() else _SORTING_SECONDS
        return self._late() and time.monotonic() >= self._until + patience

    def _fit(self, field: EncodingLoop, seconds: float) -> None:
        """Make rounds so large that most time goes to the codecs, and so small that they end."""
        if self._campaign.is_deterministic:
            return
        least, most = _ROUND_SECONDS
        if seconds < least and field.size < _MOST:
            field.size *= 2
        elif seconds > most and field.size > _LEAST:
            field.size //= 2

    def _snapshot(self, *, done: bool = False) -> Snapshot:
        fields = self._fields
        questions: Counter[str] = Counter()
        for adapter in self._adapters:
            questions.update(adapter.questions)
        differs: Counter[str] = Counter()
        for field in fields:
            differs.update(field.differs)
        codecs = {field.encoding: self._codecs(field) for field in fields}
        deadly = Counter(
            {
                codec: len(inputs)
                for adapter in self._adapters
                for codec, inputs in adapter.quarantine.items()
            }
        )
        return Snapshot(
            job=self._job,
            inputs=sum(field.inputs for field in fields),
            tuples=sum(field.guidance.tuples for field in fields),
            corpus=sum(len(field.corpus.inputs) for field in fields),
            restarts=sum(adapter.all_restarts for adapter in self._adapters),
            reached=sum(field.guidance.reached * len(codecs[field.encoding]) for field in fields),
            cells=sum(field.guidance.cells * len(codecs[field.encoding]) for field in fields),
            questions=tuple(questions.items()),
            differs=tuple(differs.items()),
            unreached=[
                text for field in fields for text in field.guidance.unreached(field.encoding)
            ],
            complaints=tuple(text for one in self._adapters for text in one.complaints),
            quarantined=tuple(deadly.items()),
            absent=tuple(self._absent.items()),
            done=done,
        )

    def _codecs(self, field: EncodingLoop) -> list[str]:
        return list(dict.fromkeys(one.target.codec for one in field.observers))


def _pin(job: int) -> None:
    """Keep a job and its adapters on one core: a question is answered ten times as fast there."""
    with contextlib.suppress(AttributeError, OSError):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[job % len(cores)]})
