"""Running targets: the adapters of a campaign in one process, and the codecs that cannot run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from utfproof.adapters import needs
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.errors import UtfproofError
from utfproof.fuzz.targets.fuzz_target import FuzzTarget, fuzz_targets
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.targets.running_adapter import RunningAdapter
from utfproof.fuzz.worker.campaign_settings import CampaignSettings
from utfproof.model.encoding import Encoding
from utfproof.vectors.suite import Suite


@dataclass(slots=True)
class RunningTargets:
    """The targets of a campaign's codecs.

    Attributes:
        campaign: which codecs and offers are asked.
        suite: the vectors, which define the meaning of labels.
        start_adapter: starts an adapter.
        encodings: the encodings of the targets that are kept; None for all.
        observers: one for each target, in the order of the codecs' offers.
        adapters: those that run.
        versions: the versions of the codecs, by full name.
        absent: why a codec cannot run, by full name.
    """

    campaign: CampaignSettings
    suite: Suite
    start_adapter: Callable[[Manifest], RunningAdapter] = RunningAdapter.of
    encodings: Sequence[Encoding] | None = None
    observers: list[Observer] = field(default_factory=list)
    adapters: list[RunningAdapter] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    def start(self, stack: ExitStack) -> None:
        """Start all adapters; `stack` closes them. The campaign goes on without those that fail."""
        for chosen in self.campaign.chosen:
            lacking = needs.missing(chosen.manifest)
            if lacking:
                self._skip(chosen, f"needs {', '.join(lacking)}")
                continue
            try:
                self._start(chosen, stack)
            except UtfproofError as error:
                self._skip(chosen, str(error))

    def quarantined(self) -> dict[str, list[bytes]]:
        """Return by codec the inputs that it is not asked any more because they kill it."""
        return {
            codec: deadly
            for adapter in self.adapters
            for codec, deadly in adapter.quarantine.items()
        }

    def _start(self, chosen: SelectedAdapter, stack: ExitStack) -> None:
        adapter = self.start_adapter(chosen.manifest)
        # Before hello, which may fail: the process has to end in any case.
        stack.callback(adapter.close)
        self.adapters.append(adapter)
        offered = adapter.offers()
        for codec in chosen.codecs:
            name = chosen.manifest.id_of(codec)
            if codec.name not in offered:
                self.absent[name] = "the adapter's hello does not name it"
                continue
            self.versions[name] = offered[codec.name].version
            offers = list(filter(self.campaign.narrowing.keeps, offered[codec.name].offers))
            for target in fuzz_targets(name, codec.claims, offers, self.suite):
                if self._keeps(target):
                    self.observers.append(Observer(target, adapter))

    def _keeps(self, target: FuzzTarget) -> bool:
        return self.encodings is None or target.encoding in self.encodings

    def _skip(self, chosen: SelectedAdapter, why: str) -> None:
        for codec in chosen.codecs:
            self.absent[chosen.manifest.id_of(codec)] = why
