"""The exchange between rounds: what each came to is merged, in the order of their numbers.

So what is known before the next rounds is the same, whoever played and in whatever order they came
back. It is on the disk when it is merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from utfproof.adapters import registry
from utfproof.fuzz.campaign.rounds import CampaignState, RoundResult
from utfproof.fuzz.inputs import corpus
from utfproof.fuzz.inputs.corpus import Corpus
from utfproof.fuzz.libfuzzer.engine_scheduler import add_snapshots
from utfproof.fuzz.targets.fuzz_target import FuzzTarget
from utfproof.fuzz.targets.guidance import Guidance
from utfproof.fuzz.triage import findings, known_failures
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.triage.triage import FaultKey, unshipped_folders
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.encoding_loop import DifferenceKind
from utfproof.model.encoding import Encoding, Scheme


@dataclass(slots=True)
class RoundMerger:
    """What is known of a campaign, in memory and in its folder.

    `totals` sums up the rounds that were merged.
    """

    campaign: CampaignSettings
    corpora: dict[Encoding, Corpus]
    guidance: dict[Encoding, Guidance]
    codecs: Mapping[Encoding, int]
    totals: Snapshot = field(default_factory=lambda: Snapshot(0))
    _found: dict[str, Finding] = field(default_factory=dict)
    _last: Mapping[str, Finding] = field(default_factory=dict)
    _signatures: dict[FaultKey, str] = field(default_factory=dict)
    _tries: Counter[FaultKey] = field(default_factory=Counter)
    _fruitless_looks: dict[Encoding, Counter[DifferenceKind]] = field(default_factory=dict)
    _stances: dict[str, int] = field(default_factory=dict)
    _targets: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, campaign: CampaignSettings, targets: Iterable[FuzzTarget]) -> RoundMerger:
        """Begin with what a campaign's folder has, for the targets that are there.

        Raises:
            FindingsError: the folder cannot be used.
        """
        schemes: dict[Encoding, Scheme] = {}
        codecs: dict[Encoding, set[str]] = {}
        for target in targets:
            schemes.setdefault(target.encoding, target.settings.scheme)
            codecs.setdefault(target.encoding, set()).add(target.codec)
        there = (campaign.folder / findings.NAME).exists()
        made = cls(
            campaign,
            {encoding: Corpus(campaign.folder, encoding) for encoding in schemes},
            {encoding: Guidance(scheme) for encoding, scheme in schemes.items()},
            {encoding: len(names) for encoding, names in codecs.items()},
            _found=findings.load(campaign.folder) if there else {},
            _last=findings.load(campaign.last) if campaign.last else {},
            _targets=unshipped_folders(campaign.chosen, registry.shipped()),
        )
        for one in made.corpora.values():
            one.take_up()
        return made

    def initial_state(self) -> CampaignState:
        """Return what openings have to know.

        Raises:
            ExpectationsError: what is listed beside an adapter is wrong.
        """
        return replace(self.state(), listed=known_failures.load_defects(self.campaign.chosen))

    def state(self) -> CampaignState:
        """Return what is known now; it stays as it is while rounds are merged."""
        return CampaignState(
            inputs={encoding: tuple(one.inputs) for encoding, one in self.corpora.items()},
            seen={encoding: frozenset(one.seen) for encoding, one in self.guidance.items()},
            found=dict(self._found),
            last=self._last,
            signatures=dict(self._signatures),
            tries=dict(self._tries),
            fruitless_looks={
                encoding: dict(ways) for encoding, ways in self._fruitless_looks.items()
            },
            stances=dict(self._stances),
        )

    def merge(self, harvest: RoundResult, before: CampaignState, seconds: float) -> None:
        """Take in what a round came to that knew what was known `before`.

        `seconds` is when that is, from the beginning of the campaign. Of an input that shows what
        another round has shown, and of a fault that another has found, the first counts.

        Raises:
            FindingsError: the disk is full or gone.
        """
        for encoding, inputs in harvest.kept.items():
            for octets, shows in inputs:
                new = [self.guidance[encoding].add(trait) for trait in shows]
                if any(new) or not shows:
                    self.corpora[encoding].add(octets)
        for encoding, octets in harvest.aside:
            corpus.quarantine(self.campaign.folder, encoding, octets)
        for finding in harvest.found:
            self._file(finding, before.found.get(finding.signature), seconds)
        self._signatures = {**harvest.signatures, **self._signatures}
        self._tries.update(harvest.tries)
        for encoding, ways in harvest.fruitless_looks.items():
            own = self._fruitless_looks.setdefault(encoding, Counter())
            own.update({way: max(more, -own[way]) for way, more in ways.items()})
        self._stances = {**harvest.stances, **self._stances}
        self.totals = self._counted(add_snapshots(self.totals, harvest.told))

    def _file(self, finding: Finding, before: Finding | None, seconds: float) -> None:
        """Write a finding down, or where another round has changed it what this one adds."""
        own = self._found.get(finding.signature)
        if own is None:
            target = self._targets.get(finding.codec, "")
            now = replace(finding, seconds=round(seconds, 3), target=target)
        elif own == before:
            now = finding
        else:
            operations = dict.fromkeys((*own.operations, *finding.operations))
            now = replace(own, operations=tuple(operations))
        if now != own:
            self._found[now.signature] = now
            findings.append(self.campaign.folder, now)

    def _counted(self, told: Snapshot) -> Snapshot:
        """Count what is merged, which is more than any round has, and less than all together."""
        every = self.guidance.items()
        return replace(
            told,
            tuples=sum(one.tuples for _, one in every),
            corpus=sum(len(one.inputs) for one in self.corpora.values()),
            reached=sum(one.reached * self.codecs[encoding] for encoding, one in every),
            cells=sum(one.cells * self.codecs[encoding] for encoding, one in every),
            unreached=[text for encoding, one in every for text in one.unreached(encoding)],
        )
