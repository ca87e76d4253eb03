"""The triage: from a wrong answer to a finding, one for each fault.

The first input of a fault is made as short and plain as it can be, asked again twice in a fresh
process, and written down at once; what shows the same fault later is only counted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.session import Session
from utfproof.engine.questions.question import expected
from utfproof.fuzz.inputs import corpus
from utfproof.fuzz.targets.divergence import CRASHES, HANGS, OVERRUNS
from utfproof.fuzz.targets.fuzz_target import FuzzTarget
from utfproof.fuzz.targets.observer import Observer, WrongAnswer
from utfproof.fuzz.triage import findings, minimisation, root_causes
from utfproof.fuzz.triage.findings import Finding, FindingState
from utfproof.fuzz.triage.known_failures import KnownFailure
from utfproof.fuzz.triage.position_dependence import AT_THE_BEGINNING, find_dependence
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Op
from utfproof.oracle.samples import pieces

_TRIES = 3
_TWICE = 2
_FACES = 3
_FATAL = frozenset({CRASHES, HANGS, OVERRUNS})
_WHOLE_FAULTS = {
    Op.DECODE_WITHIN: "looks beyond its slice of a buffer",
    Op.DECODE_AGAIN: "remembers the text before",
    Op.DECODE_CHUNKS: "is wrong only in chunks",
    Op.ENCODE_CHUNKS: "is wrong only in chunks",
    Op.DECODE_ROOM: "is wrong only with little room",
    Op.ENCODE_ROOM: "is wrong only with little room",
}
FaultKey = tuple[str, Encoding, str, str]
"""A fault as an answer shows it: the codec, the encoding, the direction, what it does."""


@dataclass(slots=True)
class Triage:
    """Makes findings of the wrong answers of one process; several may write into one folder.

    `versions` are those of the codecs, `target_folders` the folders of those that no name leads to.
    `signatures` are the findings that faults turned out to be, `tries` how often one was looked
    for.
    """

    folder: Path
    observers: Sequence[Observer]
    versions: Mapping[str, str]
    target_folders: Mapping[str, str]
    engine: str = "batch"
    started: float = field(default_factory=time.monotonic)
    before: frozenset[str] = frozenset()
    is_over: Callable[[], bool] = lambda: False
    found: dict[str, Finding] = field(default_factory=dict)
    signatures: dict[FaultKey, str] = field(default_factory=dict)
    tries: Counter[FaultKey] = field(default_factory=Counter)
    _pending: list[tuple[Observer, WrongAnswer, str]] = field(default_factory=list)

    def process(
        self, observer: Observer, wrong: WrongAnswer, known: KnownFailure | None = None
    ) -> Finding | None:
        """Make a finding of a wrong answer; None where its fault is one that was found before."""
        observer, wrong = self._plainest(observer, wrong)
        wrong = self._root(observer, wrong)
        key = self._key(observer, wrong)
        if self._old(key, wrong, known):
            return None
        self.tries[key] += 1
        observer, final = self._reduced(observer, wrong)
        if self._old(self._key(observer, final), final, known) or self._unfinished(final):
            return None
        position = "" if _fatal(final) else self._position(observer, final)
        name, also = ("", ()) if self.is_over() else root_causes.widen(observer, final, position)
        signature = _signature(final, name or self._shown(observer, final), position)
        keys = [self._key(observer, one) for one in (final, *also)]
        self.signatures |= dict.fromkeys(keys, signature)
        finding = self._finding(observer, final, signature, position, wrong.octets)
        if _fatal(final):
            corpus.quarantine(self.folder, wrong.target.encoding, final.octets)
            self._keep_from(finding)
        filed = self._filed(finding, known)
        if filed:
            self._pending.append((observer, final, signature))
        return filed

    def only_wrong_here(self, observer: Observer, inputs: Sequence[bytes]) -> list[bytes]:
        """Leave out the inputs that go wrong when they are asked plainly too."""
        other = self._plainer(observer)
        if other is None:
            return list(inputs)
        wrongs = other.judge_each(inputs)
        return [octets for octets, wrong in zip(inputs, wrongs, strict=True) if wrong is None]

    def shows_new_finding(self, observer: Observer, wrong: WrongAnswer) -> bool:
        """Tell whether a wrong answer shows at the first look what a new finding shows."""
        finding = self.found.get(self.signatures.get(self._key(observer, wrong), ""))
        return finding is not None and finding.state is FindingState.NEW

    def mark_known(self, target: FuzzTarget, listed: Sequence[KnownFailure]) -> None:
        """Mark the findings of a target whose very inputs are listed."""
        items = {item.octets: item for item in listed}
        for finding in list(self.found.values()):
            item = items.get(bytes.fromhex(finding.octets))
            if item and (finding.codec, finding.operation) == (target.codec, str(target.offer)):
                known = _as_known(finding, item)
                if known != finding:
                    self._write(known)

    def _plainer(self, observer: Observer) -> Observer | None:
        """Return the observer of the same codec that asks plainly; None for one that does."""
        plain = observer.target.plain_target()
        if observer.target.has_one_way:
            return None
        return next((other for other in self.observers if other.target == plain), None)

    def _plainest(self, observer: Observer, wrong: WrongAnswer) -> tuple[Observer, WrongAnswer]:
        """Return the same input's fault as it shows when it is asked most plainly, and strictly.

        In chunks and the like a part that goes wrong plainly may show otherwise.
        """
        target = observer.target
        asked = [
            wrong.octets,
            *([] if self._plainer(observer) is None else root_causes.input_parts(wrong)),
        ]
        for other in self.observers:
            if (
                other.target.codec != target.codec
                or other.target.offer.encoding != target.offer.encoding
            ):
                continue
            if other.target.rank < target.rank and other.target.direction == target.direction:
                found = next((one for one in other.judge_each(asked) if one), None)
                if found:
                    return other, found
        return observer, wrong

    def _reduced(self, observer: Observer, wrong: WrongAnswer) -> tuple[Observer, WrongAnswer]:
        """Return shortest input of a fault; of the one that it shows then, if that is another."""
        for _ in range(_FACES):
            observer = observer.with_context(wrong)
            shortest = observer.judge_each([self._shortest(observer, wrong)])[0] or wrong
            observer, wrong = self._plainest(observer, self._root(observer, shortest))
            if wrong.divergence == shortest.divergence:
                break
        return observer, wrong

    def _old(self, key: FaultKey, wrong: WrongAnswer, known: KnownFailure | None) -> bool:
        """Tell whether a fault was found before, or looked for often enough."""
        finding = self.found.get(self.signatures.get(key, ""))
        if finding is None:
            return self.tries[key] >= _TRIES
        operations = tuple(dict.fromkeys((*finding.operations, str(wrong.target.offer))))
        now = _as_known(replace(finding, operations=operations), known)
        if now != finding:
            self._write(now)
        return True

    def _unfinished(self, wrong: WrongAnswer) -> bool:
        """Tell whether time ended what may be another face of a fault that was found before.

        Its input is in the corpus, so that a campaign which goes on makes the finding.
        """
        if not self.is_over() or _fatal(wrong):
            return False
        target = wrong.target
        beside = (target.codec, target.encoding, target.direction)
        return any(key[:3] == beside for key in self.signatures)

    def _shortest(self, observer: Observer, wrong: WrongAnswer) -> bytes:
        def still(candidates: Sequence[bytes]) -> list[bool]:
            if self.is_over():
                return [False] * len(candidates)
            fine = set(observer.adapter.admitted(wrong.target, candidates))
            asked = [octets for at, octets in enumerate(candidates) if at in fine]
            found = dict(zip(asked, observer.judge_each(asked), strict=True))
            return [
                (told := found.get(octets)) is not None and wrong.like(told)
                for octets in candidates
            ]

        return minimisation.minimise(
            wrong.octets, still, _letter(wrong), most=16 if _fatal(wrong) else 256
        )

    def _position(self, observer: Observer, wrong: WrongAnswer) -> str:
        if self.is_over() or not observer.target.has_one_way or wrong.target.direction == "label":
            return ""
        return find_dependence(wrong.octets, _letter(wrong), observer.are_wrong)

    def _root(self, observer: Observer, wrong: WrongAnswer) -> WrongAnswer:
        return wrong if self.is_over() else root_causes.find_root_cause(observer, wrong)

    def _key(self, observer: Observer, wrong: WrongAnswer) -> FaultKey:
        target = wrong.target
        return (target.codec, target.encoding, target.direction, self._shown(observer, wrong))

    def _shown(self, observer: Observer, wrong: WrongAnswer) -> str:
        """Say what a codec does wrong, and in which way of asking, if not when asked plainly."""
        op = wrong.target.offer.op
        if self._plainer(observer) is None:
            return wrong.divergence.shown
        return _WHOLE_FAULTS[op]

    def _finding(
        self, observer: Observer, wrong: WrongAnswer, signature: str, position: str, first: bytes
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

    def confirm(self) -> None:
        """Ask all lines of new findings twice more, each time of a fresh process.

        What is not repeated is flaky.
        """
        pending, self._pending = self._pending, []
        adapters = {id(observer.adapter): observer.adapter for observer, _, _ in pending}
        for key, adapter in adapters.items():
            own = [item for item in pending if id(item[0].adapter) == key]
            for _ in range(_TWICE):
                with adapter.fresh() as session:
                    for observer, wrong, signature in own:
                        self._once_more(session, observer, wrong, signature)

    def _once_more(
        self, session: Session, observer: Observer, wrong: WrongAnswer, signature: str
    ) -> None:
        target = wrong.target
        answer = session.ask(target.name, target.offer, [wrong.question.line], target.excludes)[0]
        finding = self.found[signature]
        if not observer.shows_again(wrong, answer) and finding.state is not FindingState.FLAKY:
            self._write(replace(finding, state=FindingState.FLAKY))

    def _answers(self, observer: Observer, wrong: WrongAnswer) -> dict[str, str]:
        """Return what every codec says to the same line."""
        found = {}
        for other in self.observers:
            same = other.target.offer == wrong.target.offer and other is not observer
            if same and other.adapter.admitted(other.target, [wrong.octets]):
                answer = other.adapter.ask(other.target, [wrong.question.line])[0]
                found[other.target.codec] = other.told(wrong, answer)
        return {**found, wrong.target.codec: wrong.judgement.actual}

    def _filed(self, finding: Finding, known: KnownFailure | None) -> Finding | None:
        """Write a finding down, unless another process has; give it where it is a new one."""
        others = self.stored()
        if finding.signature in others:
            self.found[finding.signature] = others[finding.signature]
            return None
        if finding.signature in self.found:
            return None
        if finding.signature in self.before and finding.state is FindingState.NEW:
            finding = replace(
                finding, state=FindingState.KNOWN, reason="the last campaign found it"
            )
        return self._write(_as_known(finding, known))

    def recheck(self, observer: Observer, finding: Finding) -> None:
        """Ask what a finding is about again; one that does no harm any more is fixed."""
        octets = bytes.fromhex(finding.octets)
        if finding.state is FindingState.FIXED or observer.judge_each([octets])[0]:
            return
        self._write(replace(finding, state=FindingState.FIXED))

    def stored(self) -> dict[str, Finding]:
        """Read what all processes have written down."""
        return findings.load(self.folder) if (self.folder / findings.NAME).exists() else {}

    def _write(self, finding: Finding) -> Finding:
        self.found[finding.signature] = finding
        findings.append(self.folder, finding)
        return finding

    def reload(self) -> None:
        """Take up what an interrupted campaign, or another process, has found."""
        self.found |= self.stored()
        for finding in self.found.values():
            if finding.did in _FATAL and finding.state is not FindingState.FIXED:
                self._keep_from(finding)

    def _keep_from(self, finding: Finding) -> None:
        """Keep an adapter from what kills it: it would do nothing but start again."""
        octets = bytes.fromhex(finding.octets)
        for observer in self.observers:
            if observer.target.codec == finding.codec and octets:
                deadly = observer.adapter.quarantine.setdefault(finding.codec, [])
                if octets not in deadly:
                    deadly.append(octets)


def _signature(wrong: WrongAnswer, shown: str, position: str) -> str:
    """Name a fault: the codec, what it does wrong, and where, if it depends on that."""
    target = wrong.target
    head = f"{target.codec} {target.offer.encoding} {target.direction}:"
    if position and position != AT_THE_BEGINNING:
        return f"{head} depends on the position"
    return f"{head} {shown}, {position}" if position else f"{head} {shown}"


def _as_known(finding: Finding, known: KnownFailure | None) -> Finding:
    if known is None or finding.state in (FindingState.FLAKY, FindingState.KNOWN):
        return finding
    return replace(
        finding, state=FindingState.KNOWN, reason=known.reason, reference=tuple(known.reference)
    )


def _letter(wrong: WrongAnswer) -> bytes:
    return pieces(wrong.target.settings.scheme).letter


def _fatal(wrong: WrongAnswer) -> bool:
    return wrong.divergence.did in _FATAL


def unshipped_folders(chosen: Sequence[SelectedAdapter], shipped: Sequence[Path]) -> dict[str, str]:
    """Return the folder of each codec whose adapter no name leads to."""
    known = {folder.resolve() for folder in shipped}
    return {
        item.manifest.id_of(codec): str(item.manifest.folder)
        for item in chosen
        for codec in item.codecs
        if item.manifest.folder not in known
    }
