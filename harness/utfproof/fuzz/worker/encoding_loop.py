"""The encoding loop: mutated inputs of one encoding, asked of every target that takes them.

A round makes a block of mutated inputs, asks all targets, keeps the inputs that show a new trait,
and hands differing answers to triage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from utfproof.adapters.session.blocks import Answer
from utfproof.fuzz.inputs.corpus import InputList
from utfproof.fuzz.inputs.mutators import Mutator
from utfproof.fuzz.targets import guidance, octet_classes
from utfproof.fuzz.targets.guidance import Guidance, Trait
from utfproof.fuzz.targets.input_batch import InputBatch
from utfproof.fuzz.targets.observer import Observer
from utfproof.fuzz.triage.findings import Finding
from utfproof.fuzz.triage.known_failures import KnownFailure
from utfproof.fuzz.triage.triage import Triage
from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.operation import Mode
from utfproof.oracle.expected import expected_result

DEAR = 8
"""A target whose answers are compared one by one is asked one input of so many."""
_LOOKS = 8
"""Answers of one kind of difference that are judged closely in a round."""
_FRUITLESS_LOOKS = 8
"""Looks at one kind of difference without a finding, after which it is looked at half as often."""
_RARELY = 32
"""At least one round of so many looks at each kind of difference."""
_CELLS = 512
"""Inputs of a round whose ill-formed parts are located."""


DifferenceKind = tuple[int, int, str]
"""A kind of difference: the target, the rough code of the answer, the class of the error."""
_DifferingAnswer = tuple[bytes, Answer, DifferenceKind]
"""An input, its answer, and the kind of its difference."""


class _RoundInputs:
    """The inputs of a round, with the first ill-formed part of each."""

    def __init__(self, inputs: InputBatch, scheme: Scheme) -> None:
        self.inputs = inputs
        self._scheme = scheme
        self._marked = facts(scheme).unit > 1 and facts(scheme).order is None
        errors = None if self._marked else inputs.first_errors(scheme)
        self._errors = None if errors is None else errors.tolist()
        self._kinds: dict[int, str] = {}

    def offset(self, at: int) -> int | None:
        """Return where an input is first ill-formed; None nowhere, or where a signature decides."""
        if self._errors is not None:
            return None if self._errors[at] < 0 else self._errors[at]
        if self._marked:
            return None
        return expected_result(self._scheme, None, Mode.STRICT, self.inputs[at]).offset

    def kind(self, at: int) -> str:
        """Name the class of the first ill-formed part of an input; "" without."""
        if at not in self._kinds:
            offset = self.offset(at)
            octets = self.inputs[at]
            found = "" if offset is None else octet_classes.ill_formed(self._scheme, octets, offset)
            self._kinds[at] = found
        return self._kinds[at]


@dataclass(slots=True)
class EncodingLoop:
    """The loop of mutating and asking the inputs of one encoding, in one process.

    Attributes:
        encoding: the encoding of the inputs.
        observers: the running targets that take them.
        corpus: the inputs worth mutating.
        guidance: the traits seen so far, by which inputs are kept.
        mutator: makes inputs of the corpus.
        triage: makes findings of wrong answers.
        is_over: returns true when nothing new may begin.
        guided: false where only the seeds are mutated.
        size: the inputs of the next round.
        inputs: the inputs asked so far.
        rounds: the rounds run so far.
        differs: by codec the answers that differed from the reference.
        shown: by kept input the traits that were new.
        fruitless_looks: by kind of difference the looks since the last finding.
    """

    encoding: Encoding
    observers: Sequence[Observer]
    corpus: InputList
    guidance: Guidance
    mutator: Mutator
    triage: Triage
    is_over: Callable[[], bool] = lambda: False
    guided: bool = True
    size: int = 1024
    inputs: int = 0
    rounds: int = 0
    differs: Counter[str] = field(default_factory=Counter)
    shown: dict[bytes, list[Trait]] = field(default_factory=dict)
    fruitless_looks: Counter[DifferenceKind] = field(default_factory=Counter)

    @property
    def codecs(self) -> list[str]:
        """Return the full names of the codecs."""
        return list(dict.fromkeys(one.target.codec for one in self.observers))

    def run_round(self) -> list[Finding]:
        """Ask one block of mutated inputs; return the new findings."""
        return self.run_inputs(self.mutator.block(self.corpus.inputs, self.size))

    def run_inputs(self, inputs: Sequence[bytes], *, keep: bool = False) -> list[Finding]:
        """Ask inputs of all targets; return the new findings. `keep` puts all into the corpus."""
        self.rounds += 1
        self.inputs += len(inputs)
        block = _RoundInputs(InputBatch.of(inputs), self.guidance.scheme)
        answered: dict[int, list[tuple[int, int]]] = {}
        differing: list[tuple[Observer, list[_DifferingAnswer]]] = []
        for number, observer in enumerate(self.observers):
            if self.is_over():
                break
            indices = self._share(observer, block.inputs)
            if len(indices) == len(inputs):
                asked: Sequence[bytes] = block.inputs
                answers, different = observer.find_differences_jointly(block.inputs)
            else:
                asked = [inputs[at] for at in indices]
                answers, different = observer.find_differences(asked)
            self.differs[observer.target.codec] += len(different)
            for at, code in different.items():
                answered.setdefault(indices[at], []).append((number, code))
            to_judge = [
                (asked[at], answers[at], (number, code, block.kind(indices[at])))
                for at, code in different.items()
            ]
            differing.append((observer, self._chosen(to_judge)))
        # Before triage, which ends when the time is over: the corpus keeps the new inputs all the
        # same.
        for octets in inputs if keep else self._worth_keeping(block, answered):
            self.corpus.add(octets)
        found = [
            finding for observer, chosen in differing for finding in self._triaged(observer, chosen)
        ]
        self.triage.confirm()
        return found

    def run_known_failures(
        self, observer: Observer, known: Iterable[KnownFailure], *, alike: bool = False
    ) -> None:
        """Ask the inputs of known failures, so that the faults that they show are known.

        With `alike` only those are triaged whose first answer shows the fault of a new finding.
        """
        items = {item.octets: item for item in known}
        fine = observer.adapter.admitted(observer.target, inputs := list(items))
        inputs = self.triage.only_wrong_here(observer, [inputs[at] for at in fine])
        for wrong in observer.judge_each(inputs):
            if wrong and (not alike or self.triage.shows_new_finding(observer, wrong)):
                self.triage.process(observer, wrong, items[wrong.octets])
        self.triage.confirm()

    def _share(self, observer: Observer, inputs: Sequence[bytes]) -> Sequence[int]:
        """Return the indexes of the inputs for a target: all, or a share of them in turn."""
        indices = observer.adapter.admitted(observer.target, inputs)
        # Another residue each round, so that no place of a block is left out for good.
        return indices if observer.target.bulk_compared else indices[self.rounds % DEAR :: DEAR]

    def _worth_keeping(
        self, block: _RoundInputs, answered: dict[int, list[tuple[int, int]]]
    ) -> list[bytes]:
        """Return the inputs with new traits: vectors of answers, places of ill-formed parts."""
        if not self.guided:
            return []
        traits = [(at, guidance.vector(vector)) for at, vector in answered.items()]
        traits += [
            (at, guidance.cell(kind, block.offset(at) or 0))
            for at in range(min(len(block.inputs), _CELLS))
            if (kind := block.kind(at))
        ]
        kept = set()
        for at, trait in traits:
            if self.guidance.add(trait):
                kept.add(at)
                self.shown.setdefault(block.inputs[at], []).append(trait)
        return [block.inputs[at] for at in sorted(kept)]

    def _chosen(self, to_judge: list[_DifferingAnswer]) -> list[_DifferingAnswer]:
        """Return the answers to judge closely: of each kind the shortest inputs, and some others.

        A kind of difference without a finding for long is looked at rarely.
        """
        ways: dict[DifferenceKind, list[_DifferingAnswer]] = {}
        for item in to_judge:
            ways.setdefault(item[2], []).append(item)
        found: list[_DifferingAnswer] = []
        for way, items in ways.items():
            # `//` binds closer than `<<`: the interval doubles after each so many looks in vain.
            if self.rounds % min(1 << self.fruitless_looks[way] // _FRUITLESS_LOOKS, _RARELY) == 0:
                found += sorted(items, key=lambda item: len(item[0]))[: _LOOKS // 2]
                # The shortest inputs may all show one fault; some of any length stand beside them.
                found += items[: _LOOKS // 2]
        return found

    def _triaged(self, observer: Observer, to_judge: Iterable[_DifferingAnswer]) -> list[Finding]:
        found = []
        for octets, answer, way in to_judge:
            if self.is_over():
                break
            wrong = observer.judge_closely(octets, answer)
            finding = self.triage.process(observer, wrong) if wrong else None
            self.fruitless_looks[way] = 0 if finding else self.fruitless_looks[way] + 1
            found += [finding] if finding else []
        return found
