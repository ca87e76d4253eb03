"""Rounds: the parts of a campaign that are played anywhere, in any order, and as often as need be.

What a round comes to follows from the campaign's seed, its number and what was known before it, and
from nothing else: neither from who plays it, nor from other rounds, nor, but for an opening whose
time is set, from a clock.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar

from utfproof.engine.run.worker_pool import rare_garbage_collection
from utfproof.expectations.document import Defect
from utfproof.fuzz.inputs import corpus
from utfproof.fuzz.inputs.corpus import InputList
from utfproof.fuzz.targets.guidance import Trait
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.triage.triage import FaultKey
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.encoding_loop import DifferenceKind, EncodingLoop
from utfproof.fuzz.worker.fuzz_worker import FuzzWorker, ReportSnapshot
from utfproof.model.encoding import Encoding

_Counted = TypeVar("_Counted")


@dataclass(frozen=True, slots=True)
class Round:
    """What is played: some encodings, with so many mutated inputs.

    An opening is played without any: it asks what is known to fail, and the inputs of the vectors
    and of the corpus; in a campaign of so many `seconds` as far as its share of them goes. No two
    rounds of a campaign but openings have the same number.
    """

    encodings: tuple[Encoding, ...]
    number: int = 0
    execs: int = 0
    seconds: float | None = None

    @property
    def opens(self) -> bool:
        """True of an seeding."""
        return self.number == 0

    @property
    def name(self) -> str:
        """A name that no other round of the campaign has."""
        return f"{self.number} {' '.join(self.encodings)}"


@dataclass(frozen=True, slots=True)
class CampaignState:
    """The state of a campaign that a round starts from.

    Attributes:
        inputs: the corpora, in the order in which their inputs were kept.
        seen: the traits that are not new any more.
        found: the findings, by signature.
        last: the findings of the campaign before.
        signatures: by fault the signature of its finding.
        tries: by fault how often triage has worked on it.
        fruitless_looks: by kind of difference the looks since the last finding.
        stances: by target the number of the stance that its codec takes.
        listed: the known failures beside the adapters, for seeding rounds only: adapters are sent
            without them.
    """

    inputs: Mapping[Encoding, Sequence[bytes]] = field(default_factory=dict)
    seen: Mapping[Encoding, frozenset[Trait]] = field(default_factory=dict)
    found: Mapping[str, Finding] = field(default_factory=dict)
    last: Mapping[str, Finding] = field(default_factory=dict)
    signatures: Mapping[FaultKey, str] = field(default_factory=dict)
    tries: Mapping[FaultKey, int] = field(default_factory=dict)
    fruitless_looks: Mapping[Encoding, Mapping[DifferenceKind, int]] = field(default_factory=dict)
    stances: Mapping[str, int] = field(default_factory=dict)
    listed: Mapping[str, Sequence[Defect]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What a round came to, beyond what was known before it.

    `kept` are the inputs with what was new of each, which is nothing where it is one of the
    vectors'; `found` the findings that are new, without a time, or not as they were; `aside` the
    inputs that kill an adapter; `told` is the round's last snapshot.
    """

    kept: Mapping[Encoding, Sequence[tuple[bytes, Sequence[Trait]]]]
    found: Sequence[Finding]
    signatures: Mapping[FaultKey, str]
    tries: Mapping[FaultKey, int]
    fruitless_looks: Mapping[Encoding, Mapping[DifferenceKind, int]]
    stances: Mapping[str, int]
    aside: Sequence[tuple[Encoding, bytes]]
    told: Snapshot

    def packed(self) -> bytes:
        """Write it as JSON, compressed."""
        node = {
            "kept": {
                encoding: [[octets.hex(), shows] for octets, shows in inputs]
                for encoding, inputs in self.kept.items()
            },
            "found": findings.text(self.found).decode("ascii"),
            "signatures": [[*fault, signature] for fault, signature in self.signatures.items()],
            "tries": [[*fault, tries] for fault, tries in self.tries.items()],
            "fruitless_looks": {
                encoding: [[way, number] for way, number in ways.items()]
                for encoding, ways in self.fruitless_looks.items()
            },
            "stances": self.stances,
            "aside": [[encoding, octets.hex()] for encoding, octets in self.aside],
            "told": asdict(self.told),
        }
        return zlib.compress(json.dumps(node).encode("ascii"), 1)

    @classmethod
    def unpacked(cls, data: bytes) -> RoundResult:
        """Read what `packed` wrote.

        Raises:
            ValueError: this is none.
            FindingsError: its findings are none.
        """
        try:
            node = json.loads(zlib.decompress(data))
            return cls(
                kept={
                    Encoding(encoding): [
                        (bytes.fromhex(text), _traits(shows)) for text, shows in one
                    ]
                    for encoding, one in node["kept"].items()
                },
                found=tuple(findings.parse(node["found"].encode("ascii"), "a round").values()),
                signatures=_faults(node["signatures"]),
                tries=_faults(node["tries"]),
                fruitless_looks={
                    Encoding(encoding): {
                        (target, code, kind): n for (target, code, kind), n in ways
                    }
                    for encoding, ways in node["fruitless_looks"].items()
                },
                stances={str(target): int(number) for target, number in node["stances"].items()},
                aside=[(Encoding(name), bytes.fromhex(text)) for name, text in node["aside"]],
                told=Snapshot.of(node["told"]),
            )
        except (AttributeError, KeyError, TypeError, zlib.error) as error:
            raise ValueError(f"no harvest of a round: {error}") from None


def _traits(node: Sequence[Any]) -> list[Trait]:
    return [(str(kind), int(number)) for kind, number in node]


def _faults(node: Sequence[Any]) -> dict[FaultKey, Any]:
    """Read a mapping of faults."""
    return {
        (codec, Encoding(encoding), direction, shown): value
        for codec, encoding, direction, shown, value in node
    }


def run_round(
    part: Round, campaign: CampaignSettings, knowledge: CampaignState, report: ReportSnapshot
) -> RoundResult:
    """Play a round of a campaign; report now and then how far it is.

    The campaign's folder is empty, and this round's alone: nothing in it has to outlive it.
    """
    last = campaign.folder / "last"
    last.mkdir()
    for folder, found in ((campaign.folder, knowledge.found), (last, knowledge.last)):
        (folder / findings.NAME).write_bytes(findings.text(found.values()))
    alone = replace(
        campaign, seconds=part.seconds, execs=part.execs, jobs=1, last=last, engine="batch"
    )
    return _RoundPlayer(alone, part, knowledge).harvest(report)


class _RoundPlayer(FuzzWorker):
    """Plays one round: what is known is put into its fields, and what is new taken out."""

    def __init__(self, campaign: CampaignSettings, part: Round, knowledge: CampaignState) -> None:
        super().__init__(campaign, part.number, lambda: False)
        self._part = part
        self._known = knowledge

    def harvest(self, report: ReportSnapshot) -> RoundResult:
        """Play, and give what the round came to."""
        with ExitStack() as stack, rare_garbage_collection():
            self._fields = list(self._made(self._observers(stack)))
            if self._part.opens:
                self._seeding = self._opened()
                self._begin(report)
            else:
                self._rounds(report)
            return self._harvested()

    def _observers(self, stack: ExitStack) -> list[Observer]:
        found = super()._observers(stack)
        return [one for one in found if one.target.encoding in self._part.encodings]

    def _made(self, observers: Sequence[Observer]) -> Iterator[EncodingLoop]:
        known = self._known
        for observer in observers:
            if (stance := known.stances.get(_target(observer))) is not None:
                observer.set_stance(stance)
        for one in super()._made(observers):
            one.corpus = InputList(known.inputs.get(one.encoding, ()))
            one.guidance.seen |= known.seen.get(one.encoding, frozenset())
            one.triage.signatures |= known.signatures
            one.triage.tries = Counter(known.tries)
            one.fruitless_looks = Counter(known.fruitless_looks.get(one.encoding, {}))
            one.rounds = self._part.number  # what is asked in turns goes on
            yield one

    def _listed(self) -> Mapping[str, Sequence[Defect]]:
        return self._known.listed

    def _harvested(self) -> RoundResult:
        """Take out what was not known before."""
        known = self._known
        hunters = [one.triage for one in self._fields[:1]]  # they share it
        observers = (observer for one in self._fields for observer in one.observers)
        taken = {_target(observer): observer.stance_number for observer in observers}
        return RoundResult(
            kept={one.encoding: self._kept(one) for one in self._fields},
            found=[
                finding if finding.signature in known.found else replace(finding, seconds=0.0)
                for triage in hunters
                for finding in triage.found.values()
                if finding != known.found.get(finding.signature)
            ],
            signatures={
                fault: signature
                for triage in hunters
                for fault, signature in triage.signatures.items()
                if fault not in known.signatures
            },
            tries={
                fault: more
                for triage in hunters
                for fault, more in _increase(triage.tries, known.tries).items()
            },
            fruitless_looks={
                one.encoding: _increase(
                    one.fruitless_looks, known.fruitless_looks.get(one.encoding, {})
                )
                for one in self._fields
            },
            stances={
                target: stance
                for target, stance in taken.items()
                if stance is not None and target not in known.stances
            },
            aside=list(corpus.quarantined_inputs(self._campaign.folder)),
            told=self._snapshot(done=True),
        )

    def _kept(self, one: EncodingLoop) -> list[tuple[bytes, Sequence[Trait]]]:
        new = one.corpus.inputs[len(self._known.inputs.get(one.encoding, ())) :]
        return [(octets, one.shown.get(octets, ())) for octets in new]


def _increase(now: Mapping[_Counted, int], before: Mapping[_Counted, int]) -> dict[_Counted, int]:
    """Return how much more, or less, there is now."""
    return {key: more for key, number in now.items() if (more := number - before.get(key, 0))}


def _target(observer: Observer) -> str:
    """Name a target: a codec has each offer once."""
    return f"{observer.target.codec} {observer.target.offer}"
