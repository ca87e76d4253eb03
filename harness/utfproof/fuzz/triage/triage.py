"""Triage: from a wrong answer to a finding, one for each fault.

The first input of a fault is made as short and plain as possible, written down at once and asked
again in fresh processes. A later input that shows the same fault only adds its operation.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.question import expected
from utfproof.fuzz.targets.fuzz_target import FuzzTarget
from utfproof.fuzz.targets.observer import Observer, WrongAnswer
from utfproof.fuzz.triage import root_causes
from utfproof.fuzz.triage.confirmer import Confirmer
from utfproof.fuzz.triage.finding_store import Store, as_known
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.fuzz.triage.known_failures import KnownFailure
from utfproof.fuzz.triage.minimiser import FATAL, Minimiser, is_fatal
from utfproof.fuzz.triage.position_dependence import AT_THE_BEGINNING
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Op

_TRIES = 3
"""The attempt at a fault that makes no finding any more, nor do later ones."""
_FAULTS_OF_A_WAY = {
    Op.DECODE_WITHIN: "looks beyond its slice of a buffer",
    Op.DECODE_AGAIN: "remembers the text before",
    Op.DECODE_CHUNKS: "is wrong only in chunks",
    Op.DECODE_RESUMED: "is wrong only where its state was saved and resumed",
    Op.VALIDATE_CHUNKS: "is wrong only in chunks",
    Op.ENCODE_CHUNKS: "is wrong only in chunks",
    Op.ENCODE_RESUMED: "is wrong only where its state was saved and resumed",
    Op.DECODE_ROOM: "is wrong only with little room",
    Op.ENCODE_ROOM: "is wrong only with little room",
    Op.DECODE_REFILL: "is wrong only in one room after another",
    Op.DECODE_REPLACED: "is wrong only in what it tells of its replacements",
    Op.ENCODE_REFILL: "is wrong only in one room after another",
    Op.DECODE_SIZE: "is wrong only in the size that it tells",
    Op.ENCODE_SIZE: "is wrong only in the size that it tells",
}
"""The fault of an answer that is right when the same input is asked as a whole."""
FaultKey = tuple[str, Encoding, str, str]
"""A fault as an answer shows it: the codec, the encoding, the direction, the divergence."""


@dataclass(slots=True)
class Triage:
    """Makes findings of the wrong answers of one process.

    Attributes:
        store: keeps the findings.
        observers: all running targets of the process.
        versions: the versions of the codecs, by full name.
        target_folders: by codec the folder of an adapter that no name leads to.
        engine: the engine that made the inputs.
        started: when the campaign began, on the monotonic clock.
        is_over: returns true when a finding has to stay as it is.
        signatures: by fault the signature of its finding.
        tries: by fault the attempts so far.
    """

    store: Store
    observers: Sequence[Observer]
    versions: Mapping[str, str]
    target_folders: Mapping[str, str]
    engine: str = "batch"
    started: float = field(default_factory=time.monotonic)
    is_over: Callable[[], bool] = lambda: False
    signatures: dict[FaultKey, str] = field(default_factory=dict)
    tries: Counter[FaultKey] = field(default_factory=Counter)
    _minimiser: Minimiser = field(init=False)
    _confirmer: Confirmer = field(init=False)

    def __post_init__(self) -> None:
        """Make the parts that share the observers and the store."""
        self._minimiser = Minimiser(self.observers, self.is_over)
        self._confirmer = Confirmer(self.store)

    def process(
        self, observer: Observer, wrong: WrongAnswer, known: KnownFailure | None = None
    ) -> Finding | None:
        """Make a finding of a wrong answer; return it, or None where its fault is not new.

        `known` is the listed failure whose input this is.
        """
        minimiser = self._minimiser
        observer, wrong = minimiser.plainest(observer, wrong)
        wrong = minimiser.root_cause(observer, wrong)
        key = self._key(observer, wrong)
        if self._is_settled(key, wrong, known):
            return None
        # Only now the reduction, which asks most; it may end at another fault, so that the key is
        # compared once more behind it.
        self.tries[key] += 1
        observer, final = minimiser.reduce(observer, wrong)
        final_key = self._key(observer, final)
        if self._is_settled(final_key, final, known) or self._is_unfinished(final):
            return None
        # Each place that is asked of a fatal input would cost the start of a process.
        position = "" if is_fatal(final) else minimiser.position(observer, final)
        name, covered = "", list[WrongAnswer]()
        if not self.is_over():
            name, covered = root_causes.widen(observer, final, position)
        signature = _signature(final, name or self._divergence(observer, final), position)
        keys = [self._key(observer, one) for one in (final, *covered)]
        self.signatures |= dict.fromkeys(keys, signature)
        finding = self._finding(observer, final, signature, position, wrong.octets)
        if is_fatal(final):
            self.store.quarantine(wrong.target.encoding, final.octets)
            self._exclude_input(finding)
        filed = self.store.file(finding, known)
        if filed:
            self._confirmer.add(observer, final, signature)
        return filed

    def only_wrong_here(self, observer: Observer, inputs: Sequence[bytes]) -> list[bytes]:
        """Return the inputs whose answers are right when they are asked as a whole."""
        other = self._minimiser.plain_observer(observer)
        if other is None:
            return list(inputs)
        judged = other.judge_each(inputs)
        return [octets for octets, wrong in zip(inputs, judged, strict=True) if wrong is None]

    def shows_new_finding(self, observer: Observer, wrong: WrongAnswer) -> bool:
        """Return whether a wrong answer, before it is reduced, is of a fault with a new finding."""
        finding = self.store.found.get(self.signatures.get(self._key(observer, wrong), ""))
        return finding is not None and finding.state is FindingState.NEW

    def mark_known(self, target: FuzzTarget, listed: Sequence[KnownFailure]) -> None:
        """Mark the findings of a target whose very inputs are listed."""
        items = {item.octets: item for item in listed}
        for finding in list(self.store.found.values()):
            item = items.get(bytes.fromhex(finding.octets))
            if item and (finding.codec, finding.operation) == (target.codec, str(target.offer)):
                known = as_known(finding, item)
                if known != finding:
                    self.store.write(known)

    def confirm(self) -> None:
        """Ask the new findings again of fresh processes; mark unrepeated ones as flaky."""
        self._confirmer.confirm()

    def recheck(self, observer: Observer, finding: Finding) -> None:
        """Ask the input of an earlier finding again; mark it as fixed where it does no harm."""
        octets = bytes.fromhex(finding.octets)
        if finding.state is FindingState.FIXED or observer.judge_each([octets])[0]:
            return
        self.store.write(replace(finding, state=FindingState.FIXED))

    def reload(self) -> None:
        """Read the findings of other processes; keep deadly inputs from the adapters."""
        self.store.reload()
        for finding in self.store.found.values():
            if finding.did in FATAL and finding.state is not FindingState.FIXED:
                self._exclude_input(finding)

    def _is_settled(self, key: FaultKey, wrong: WrongAnswer, known: KnownFailure | None) -> bool:
        """Return whether a fault has a finding, or was attempted often enough."""
        finding = self.store.found.get(self.signatures.get(key, ""))
        if finding is None:
            return self.tries[key] >= _TRIES
        operations = tuple(dict.fromkeys((*finding.operations, str(wrong.target.offer))))
        now = as_known(replace(finding, operations=operations), known)
        if now != finding:
            self.store.write(now)
        return True

    def _is_unfinished(self, wrong: WrongAnswer) -> bool:
        """Return whether time ended a reduction that could have led to an existing finding.

        The input is in the corpus, so a campaign that goes on makes the finding.
        """
        if not self.is_over() or is_fatal(wrong):
            return False
        target = wrong.target
        beside = (target.codec, target.encoding, target.direction)
        return any(key[:3] == beside for key in self.signatures)

    def _key(self, observer: Observer, wrong: WrongAnswer) -> FaultKey:
        target = wrong.target
        divergence = self._divergence(observer, wrong)
        return (target.codec, target.encoding, target.direction, divergence)

    def _divergence(self, observer: Observer, wrong: WrongAnswer) -> str:
        """Return the divergence of a codec, or the way of asking, if it is not for whole inputs."""
        if self._minimiser.plain_observer(observer) is None:
            return wrong.divergence.shown
        return _FAULTS_OF_A_WAY[wrong.target.offer.op]

    def _finding(
        self,
        observer: Observer,
        wrong: WrongAnswer,
        signature: str,
        position: str,
        first: bytes,
    ) -> Finding:
        line = wrong.question.line
        target = wrong.target
        return Finding(
            signature=signature,
            codec=target.codec,
            operation=str(target.offer),
            kind=wrong.divergence.kind,
            did=wrong.divergence.did,
            input=line.decode("ascii") if target.encodes else wrong.octets.hex(),
            octets=wrong.octets.hex(),
            line=line.decode("ascii"),
            expected=expected(wrong.question),
            actual=wrong.judgement.actual,
            position_dependence=position,
            way=wrong.question.way,
            operations=(str(target.offer),),
            answers=self._answers(observer, wrong),
            first=first.hex(),
            seconds=round(time.monotonic() - self.started, 3),
            engine=self.engine,
            version=self.versions.get(target.codec, ""),
            target=self.target_folders.get(target.codec, ""),
        )

    def _answers(self, observer: Observer, wrong: WrongAnswer) -> dict[str, str]:
        """Return the answers of all codecs to the same line, by full name."""
        found = {}
        for other in self.observers:
            same = other.target.offer == wrong.target.offer and other is not observer
            if same and other.adapter.admitted(other.target, [wrong.octets]):
                answer = other.adapter.ask(other.target, [wrong.question.line])[0]
                found[other.target.codec] = judge(wrong.question, answer).actual
        return {**found, wrong.target.codec: wrong.judgement.actual}

    def _exclude_input(self, finding: Finding) -> None:
        """Ask an adapter nothing more that holds a deadly input: it would only restart."""
        octets = bytes.fromhex(finding.octets)
        for observer in self.observers:
            if observer.target.codec == finding.codec and octets:
                deadly = observer.adapter.quarantine.setdefault(finding.codec, [])
                if octets not in deadly:
                    deadly.append(octets)


def _signature(wrong: WrongAnswer, divergence: str, position: str) -> str:
    """Name a fault: the codec, its divergence, and the position, if it depends on that."""
    target = wrong.target
    head = f"{target.codec} {target.offer.encoding} {target.direction}:"
    if position and position != AT_THE_BEGINNING:
        return f"{head} depends on the position"
    return f"{head} {divergence}, {position}" if position else f"{head} {divergence}"


def unshipped_folders(chosen: Sequence[SelectedAdapter], shipped: Sequence[Path]) -> dict[str, str]:
    """Return by codec the folder of its adapter, for the adapters that no name leads to."""
    known = {folder.resolve() for folder in shipped}
    return {
        item.manifest.id_of(codec): str(item.manifest.folder)
        for item in chosen
        for codec in item.codecs
        if item.manifest.folder not in known
    }
