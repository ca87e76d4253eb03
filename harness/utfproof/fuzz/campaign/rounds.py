"""Rounds: the parts of a campaign that can run on any machine, in any order, any number of times.

The result of a round depends only on the campaign's seed, the round's number and the state before
it: not on the machine, not on other rounds, and not on a clock. The one exception is a seeding
round with a time limit.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from typing import TypeVar

from utfproof import strict_json
from utfproof.engine.run.garbage_collection import rare_garbage_collection
from utfproof.expectations.document import Defect
from utfproof.fuzz.inputs import corpus
from utfproof.fuzz.inputs.corpus import InputList
from utfproof.fuzz.targets.guidance import Trait
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.triage import findings
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.triage.triage import FaultKey
from utfproof.fuzz.worker.campaign_settings import CampaignSettings, Snapshot
from utfproof.fuzz.worker.deadline import Deadline
from utfproof.fuzz.worker.encoding_loop import DifferenceKind, EncodingLoop
from utfproof.fuzz.worker.loop_set import LoopSet, ReportSnapshot
from utfproof.fuzz.worker.running_targets import RunningTargets
from utfproof.model.encoding import Encoding
from utfproof.vectors import loader

_Counted = TypeVar("_Counted")
_MOST_OCTETS = 1 << 30
"""A result, unpacked: a worker could pack any number of octets into few."""


@dataclass(frozen=True, slots=True)
class Round:
    """A part of a campaign: some encodings, with `execs` mutated inputs.

    Round 0 is a seeding round without mutated inputs. It asks the known failures and the inputs of
    the vectors and the corpus; with a limit of `seconds`, as far as its share of them goes. Only
    seeding rounds have the same number.
    """

    encodings: tuple[Encoding, ...]
    number: int = 0
    execs: int = 0
    seconds: float | None = None

    @property
    def opens(self) -> bool:
        """Return whether this round asks the seeds."""
        return self.number == 0

    @property
    def name(self) -> str:
        """Return a name that no other round of the campaign has."""
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
        answer_profiles: by target the number of the answer profile that its codec takes.
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
    answer_profiles: Mapping[str, int] = field(default_factory=dict)
    listed: Mapping[str, Sequence[Defect]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round: everything beyond the state before it.

    Attributes:
        kept: the inputs added to the corpora, with their new traits; none for those of the vectors.
        found: the findings that are new, without a time, or that have changed.
        signatures: the faults that have a finding now.
        tries: the attempts at each fault in this round.
        fruitless_looks: by kind of difference the change of the looks since the last finding.
        answer_profiles: the numbers of the answer profiles that targets have chosen in this round.
        aside: the inputs that kill an adapter.
        snapshot: the last snapshot of the round.
    """

    kept: Mapping[Encoding, Sequence[tuple[bytes, Sequence[Trait]]]]
    found: Sequence[Finding]
    signatures: Mapping[FaultKey, str]
    tries: Mapping[FaultKey, int]
    fruitless_looks: Mapping[Encoding, Mapping[DifferenceKind, int]]
    answer_profiles: Mapping[str, int]
    aside: Sequence[tuple[Encoding, bytes]]
    snapshot: Snapshot

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
            "stances": self.answer_profiles,
            "aside": [[encoding, octets.hex()] for encoding, octets in self.aside],
            "told": asdict(self.snapshot),
        }
        return zlib.compress(json.dumps(node).encode("ascii"), 1)

    def comparable(self) -> bytes:
        """Return the part that is the same wherever and however often the round is run.

        Left out are places and times, the restarts of adapters, and the reasons why codecs could
        not be run.
        """
        told = self.snapshot
        counted = Snapshot(
            told.job,
            told.inputs,
            told.tuples,
            told.corpus,
            reached=told.reached,
            cells=told.cells,
            questions=sorted(told.questions),
            differs=sorted(told.differs),
        )
        found = [replace(finding, seconds=0.0, target="") for finding in self.found]
        return replace(self, found=found, snapshot=counted).packed()

    @classmethod
    def unpacked(cls, data: bytes) -> RoundResult:
        """Read the output of `packed`.

        Raises:
            ValueError: this is none.
            FindingsError: its findings are none.
        """
        node = strict_json.record(_PackedResult, strict_json.parse(_inflated(data)))
        return cls(
            kept={
                Encoding(encoding): [(bytes.fromhex(text), shows) for text, shows in one]
                for encoding, one in node.kept.items()
            },
            found=tuple(findings.parse(node.found.encode("ascii"), "a round").values()),
            signatures={(a, b, c, d): signature for a, b, c, d, signature in node.signatures},
            tries={(a, b, c, d): tries for a, b, c, d, tries in node.tries},
            fruitless_looks={
                Encoding(encoding): dict(ways) for encoding, ways in node.fruitless_looks.items()
            },
            answer_profiles=dict(node.stances),
            aside=[(encoding, bytes.fromhex(text)) for encoding, text in node.aside],
            snapshot=node.told,
        )


@dataclass(frozen=True, slots=True)
class _PackedResult:
    """The result of a round as JSON has it."""

    kept: Mapping[str, Sequence[tuple[str, Sequence[Trait]]]]
    found: str
    signatures: Sequence[tuple[str, Encoding, str, str, str]]
    tries: Sequence[tuple[str, Encoding, str, str, int]]
    fruitless_looks: Mapping[str, Sequence[tuple[DifferenceKind, int]]]
    stances: Mapping[str, int]
    aside: Sequence[tuple[Encoding, str]]
    told: Snapshot


def _inflated(data: bytes) -> bytes:
    inflating = zlib.decompressobj()
    try:
        octets = inflating.decompress(data, _MOST_OCTETS)
    except zlib.error as error:
        raise ValueError(f"not the result of a round: {error}") from None
    if inflating.unconsumed_tail or not inflating.eof:
        raise ValueError("not the result of a round: it is cut off, or too long")
    return octets


def run_round(
    part: Round, campaign: CampaignSettings, state: CampaignState, report: ReportSnapshot
) -> RoundResult:
    """Run a round of a campaign and return its result; report its progress now and then.

    The campaign's folder has to be empty and this round's alone; it may be deleted afterwards.
    """
    last = campaign.folder / "last"
    last.mkdir()
    for folder, found in ((campaign.folder, state.found), (last, state.last)):
        (folder / findings.NAME).write_bytes(findings.text(found.values()))
    alone = replace(
        campaign, seconds=part.seconds, execs=part.execs, jobs=1, last=last, engine="batch"
    )
    suite = campaign.suite or loader.load()
    running = RunningTargets(alone, suite, encodings=part.encodings)
    with ExitStack() as stack, rare_garbage_collection():
        running.start(stack)
        # The deadline is not started: only the share of a seeding round depends on a clock.
        loops = LoopSet(alone, part.number, running, Deadline(None, lambda: False))
        _restore(loops, state)
        if part.opens:
            loops.seed(loops.seeding(state.listed), report)
        else:
            loops.mutate(report)
        return _result(loops, state)


def _restore(loops: LoopSet, state: CampaignState) -> None:
    """Put the state of a campaign into the loops of a round."""
    for observer in loops.running.observers:
        if (answer_profile := state.answer_profiles.get(_target(observer))) is not None:
            observer.set_answer_profile(answer_profile)
    loops.triage.signatures |= state.signatures
    loops.triage.tries = Counter(state.tries)
    for loop in loops.loops:
        # In memory: the result has the new inputs, and the folder is not kept.
        loop.corpus = InputList(state.inputs.get(loop.encoding, ()))
        loop.guidance.seen |= state.seen.get(loop.encoding, frozenset())
        loop.fruitless_looks = Counter(state.fruitless_looks.get(loop.encoding, {}))
        # Targets that are asked by turns go on where the rounds before would have left off.
        loop.rounds = loops.job


def _result(loops: LoopSet, state: CampaignState) -> RoundResult:
    """Return the additions of a round's loops to the state before it."""
    triage = loops.triage
    taken = {_target(one): one.answer_profile_number for one in loops.running.observers}
    return RoundResult(
        kept={loop.encoding: _kept(loop, state) for loop in loops.loops},
        found=[
            finding if finding.signature in state.found else replace(finding, seconds=0.0)
            for finding in triage.store.found.values()
            if finding != state.found.get(finding.signature)
        ],
        signatures={
            fault: signature
            for fault, signature in triage.signatures.items()
            if fault not in state.signatures
        },
        tries=_increase(triage.tries, state.tries),
        fruitless_looks={
            loop.encoding: _increase(
                loop.fruitless_looks, state.fruitless_looks.get(loop.encoding, {})
            )
            for loop in loops.loops
        },
        answer_profiles={
            target: answer_profile
            for target, answer_profile in taken.items()
            if answer_profile is not None and target not in state.answer_profiles
        },
        aside=list(corpus.quarantined_inputs(loops.campaign.folder)),
        snapshot=loops.snapshot(done=True),
    )


def _kept(loop: EncodingLoop, state: CampaignState) -> list[tuple[bytes, Sequence[Trait]]]:
    """Return the inputs that a round has added to a corpus, with the traits that were new."""
    new = loop.corpus.inputs[len(state.inputs.get(loop.encoding, ())) :]
    return [(octets, loop.shown.get(octets, ())) for octets in new]


def _increase(now: Mapping[_Counted, int], before: Mapping[_Counted, int]) -> dict[_Counted, int]:
    """Return how much more, or less, there is now."""
    return {key: more for key, number in now.items() if (more := number - before.get(key, 0))}


def _target(observer: Observer) -> str:
    """Name a target: a codec has each offer once."""
    return f"{observer.target.codec} {observer.target.offer}"
