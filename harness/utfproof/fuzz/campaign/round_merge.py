"""The round merger: the results of rounds become the campaign's state, in order of their numbers.

The state before the next rounds is therefore the same, whichever machines ran the rounds and in
whatever order they finished. A merged result is on the disk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from utfproof.adapters import registry
from utfproof.fuzz.campaign.rounds import CampaignState, RoundResult
from utfproof.fuzz.inputs import corpus
from utfproof.fuzz.inputs.corpus import FolderCorpus
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
    """The state of a campaign, in memory and in its folder.

    Attributes:
        campaign: the settings.
        corpora: by encoding the kept inputs.
        guidance: by encoding the traits seen.
        codecs: by encoding the number of codecs.
        totals: the sum of the merged rounds.
    """

    campaign: CampaignSettings
    corpora: dict[Encoding, FolderCorpus]
    guidance: dict[Encoding, Guidance]
    codecs: Mapping[Encoding, int]
    totals: Snapshot = field(default_factory=lambda: Snapshot(0))
    _found: dict[str, Finding] = field(default_factory=dict)
    _last: Mapping[str, Finding] = field(default_factory=dict)
    _signatures: dict[FaultKey, str] = field(default_factory=dict)
    _tries: Counter[FaultKey] = field(default_factory=Counter)
    _fruitless_looks: dict[Encoding, Counter[DifferenceKind]] = field(default_factory=dict)
    _answer_profiles: dict[str, int] = field(default_factory=dict)
    _targets: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, campaign: CampaignSettings, targets: Iterable[FuzzTarget]) -> RoundMerger:
        """Return the merger of a campaign's folder, for the targets that can run.

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
            {encoding: FolderCorpus(campaign.folder, encoding) for encoding in schemes},
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
        """Return the state before the seeding rounds, with the known failures.

        Raises:
            ExpectationsError: a list of known failures is wrong.
        """
        return replace(self.state(), listed=known_failures.load_defects(self.campaign.chosen))

    def state(self) -> CampaignState:
        """Return a copy of the state, which merging does not change."""
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
            answer_profiles=dict(self._answer_profiles),
        )

    def merge(self, result: RoundResult, before: CampaignState, seconds: float) -> None:
        """Merge the result of a round that started from the state `before`.

        `seconds` is the time since the campaign began. Where two rounds show the same trait or find
        the same fault, the first one merged counts.

        Raises:
            FindingsError: the disk is full or gone.
        """
        for encoding, inputs in result.kept.items():
            for octets, shows in inputs:
                # A list, not a generator: `any` would stop at the first new trait and not add the
                # others.
                new = [self.guidance[encoding].add(trait) for trait in shows]
                # Inputs of the vectors come without traits, and are kept in any case.
                if any(new) or not shows:
                    self.corpora[encoding].add(octets)
        for encoding, octets in result.aside:
            corpus.quarantine(self.campaign.folder, encoding, octets)
        for finding in result.found:
            self._file(finding, before.found.get(finding.signature), seconds)
        # The later of two mappings wins: a signature that is known stays.
        self._signatures = {**result.signatures, **self._signatures}
        self._tries.update(result.tries)
        for encoding, ways in result.fruitless_looks.items():
            own = self._fruitless_looks.setdefault(encoding, Counter())
            # Two rounds may both take back the looks that they started from.
            own.update({way: max(more, -own[way]) for way, more in ways.items()})
        self._answer_profiles = {**result.answer_profiles, **self._answer_profiles}
        self.totals = self._counted(add_snapshots(self.totals, result.snapshot))

    def _file(self, finding: Finding, before: Finding | None, seconds: float) -> None:
        """Write a new finding, or add its operations to the one of another round."""
        own = self._found.get(finding.signature)
        if own is None:
            target = self._targets.get(finding.codec, "")
            now = replace(finding, seconds=round(seconds, 3), target=target)
        # No round has changed it since this one began: the finding of this round is whole.
        elif own == before:
            now = finding
        else:
            operations = dict.fromkeys((*own.operations, *finding.operations))
            now = replace(own, operations=tuple(operations))
        if now != own:
            self._found[now.signature] = now
            findings.append(self.campaign.folder, now)

    def _counted(self, snapshot: Snapshot) -> Snapshot:
        """Return a snapshot with the sizes of the merged state: rounds share part of theirs."""
        every = self.guidance.items()
        return replace(
            snapshot,
            tuples=sum(one.tuples for _, one in every),
            corpus=sum(len(one.inputs) for one in self.corpora.values()),
            reached=sum(one.reached * self.codecs[encoding] for encoding, one in every),
            cells=sum(one.cells * self.codecs[encoding] for encoding, one in every),
            unreached=[text for encoding, one in every for text in one.unreached(encoding)],
        )
