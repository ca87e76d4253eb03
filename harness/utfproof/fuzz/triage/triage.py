"""The hunter: from a wrong answer to a finding, one for each fault.

The first input of a fault is made as short and plain as it can be, asked again twice in a fresh
process, and written down at once; what shows the same fault later is only counted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from utfproof.adapters.registry import Chosen
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
    """Makes findings of the hits of one process; several may write into one folder.

    `versions` are those of the codecs, `targets` the folders of those that no name leads to.
    `signatures` are the findings that faults turned out to be, `tries` how often one was looked
    for.
    """

    folder: Path
    observers: Sequence[Observer]
    versions: Mapping[str, str]
    targets: Mapping[str, str]
    engine: str = "batch"
    started: float = field(default_factory=time.monotonic)
    before: frozenset[str] = frozenset()
    over: Callable[[], bool] = lambda: False
    found: dict[str, Finding] = field(default_factory=dict)
    signatures: dict[FaultKey, str] = field(default_factory=dict)
    tries: Counter[FaultKey] = field(default_factory=Counter)
    _pending: list[tuple[Observer, WrongAnswer, str]] = field(default_factory=list)

    def hunt(
        self, observer: Observer, hit: WrongAnswer, known: KnownFailure | None = None
    ) -> Finding | None:
        """Make a finding of a hit; None where its fault is one that was found before."""
        observer, hit = self._plainest(observer, hit)
        hit = self._root(observer, hit)
        key = self._key(observer, hit)
        if self._old(key, hit, known):
            return None
        self.tries[key] += 1
        observer, final = self._reduced(observer, hit)
        if self._old(self._key(observer, final), final, known) or self._unfinished(final):
            return None
        position = "" if _fatal(final) else self._position(observer, final)
        name, also = ("", ()) if self.over() else root_causes.widen(observer, final, position)
        signature = _signature(final, name or self._shown(observer, final), position)
        keys = [self._key(observer, one) for one in (final, *also)]
        self.signatures |= dict.fromkeys(keys, signature)
        finding = self._finding(observer, final, signature, position, hit.octets)
        if _fatal(final):
            corpus.quarantine(self.folder, hit.lane.field, final.octets)
            self._keep_from(finding)
        filed = self._filed(finding, known)
        if filed:
            self._pending.append((observer, final, signature))
        return filed

    def not_plainly(self, observer: Observer, inputs: Sequence[bytes]) -> list[bytes]:
        """Leave out the inputs that go wrong when they are asked plainly too."""
        other = self._plainer(observer)
        if other is None:
            return list(inputs)
        hits = other.ask_each(inputs)
        return [octets for octets, hit in zip(inputs, hits, strict=True) if hit is None]

    def is_news(self, observer: Observer, hit: WrongAnswer) -> bool:
        """Tell whether a hit shows at the first look what a new finding shows."""
        finding = self.found.get(self.signatures.get(self._key(observer, hit), ""))
        return finding is not None and finding.state is FindingState.NEW

    def know(self, lane: FuzzTarget, listed: Sequence[KnownFailure]) -> None:
        """Mark the findings of a lane whose very inputs are listed."""
        items = {item.octets: item for item in listed}
        for finding in list(self.found.values()):
            item = items.get(bytes.fromhex(finding.octets))
            if item and (finding.codec, finding.operation) == (lane.codec, str(lane.offer)):
                known = _as_known(finding, item)
                if known != finding:
                    self._write(known)

    def _plainer(self, observer: Observer) -> Observer | None:
        """Return the observer of the same codec that asks plainly; None for one that does."""
        plain = observer.lane.whole()
        if observer.lane.plain:
            return None
        return next((other for other in self.observers if other.lane == plain), None)

    def _plainest(self, observer: Observer, hit: WrongAnswer) -> tuple[Observer, WrongAnswer]:
        """Return the same input's fault as it shows when it is asked most plainly, and strictly.

        In chunks and the like a part that goes wrong plainly may show otherwise.
        """
        lane = observer.lane
        asked = [
            hit.octets,
            *([] if self._plainer(observer) is None else root_causes.input_parts(hit)),
        ]
        for other in self.observers:
            if other.lane.codec != lane.codec or other.lane.offer.encoding != lane.offer.encoding:
                continue
            if other.lane.rank < lane.rank and other.lane.direction == lane.direction:
                found = next((one for one in other.ask_each(asked) if one), None)
                if found:
                    return other, found
        return observer, hit

    def _reduced(self, observer: Observer, hit: WrongAnswer) -> tuple[Observer, WrongAnswer]:
        """Return shortest input of a fault; of the one that it shows then, if that is another."""
        for _ in range(_FACES):
            observer = observer.pinned(hit)
            shortest = observer.ask_each([self._shortest(observer, hit)])[0] or hit
            observer, hit = self._plainest(observer, self._root(observer, shortest))
            if hit.divergence == shortest.divergence:
                break
        return observer, hit

    def _old(self, key: FaultKey, hit: WrongAnswer, known: KnownFailure | None) -> bool:
        """Tell whether a fault was found before, or looked for often enough."""
        finding = self.found.get(self.signatures.get(key, ""))
        if finding is None:
            return self.tries[key] >= _TRIES
        operations = tuple(dict.fromkeys((*finding.operations, str(hit.lane.offer))))
        now = _as_known(replace(finding, operations=operations), known)
        if now != finding:
            self._write(now)
        return True

    def _unfinished(self, hit: WrongAnswer) -> bool:
        """Tell whether time ended what may be another face of a fault that was found before.

        Its input is in the corpus, so that a campaign which goes on makes the finding.
        """
        if not self.over() or _fatal(hit):
            return False
        lane = hit.lane
        beside = (lane.codec, lane.field, lane.direction)
        return any(key[:3] == beside for key in self.signatures)

    def _shortest(self, observer: Observer, hit: WrongAnswer) -> bytes:
        def still(candidates: Sequence[bytes]) -> list[bool]:
            if self.over():
                return [False] * len(candidates)
            fine = set(observer.subject.admitted(hit.lane, candidates))
            asked = [octets for at, octets in enumerate(candidates) if at in fine]
            found = dict(zip(asked, observer.ask_each(asked), strict=True))
            return [
                (told := found.get(octets)) is not None and hit.like(told) for octets in candidates
            ]

        return minimisation.minimise(
            hit.octets, still, _letter(hit), most=16 if _fatal(hit) else 256
        )

    def _position(self, observer: Observer, hit: WrongAnswer) -> str:
        if self.over() or not observer.lane.plain or hit.lane.direction == "label":
            return ""
        return find_dependence(hit.octets, _letter(hit), observer.shows)

    def _root(self, observer: Observer, hit: WrongAnswer) -> WrongAnswer:
        return hit if self.over() else root_causes.find_root_cause(observer, hit)

    def _key(self, observer: Observer, hit: WrongAnswer) -> FaultKey:
        lane = hit.lane
        return (lane.codec, lane.field, lane.direction, self._shown(observer, hit))

    def _shown(self, observer: Observer, hit: WrongAnswer) -> str:
        """Say what a codec does wrong, and in which way of asking, if not when asked plainly."""
        op = hit.lane.offer.op
        if self._plainer(observer) is None:
            return hit.divergence.shown
        return _WHOLE_FAULTS[op]

    def _finding(
        self, observer: Observer, hit: WrongAnswer, signature: str, position: str, first: bytes
    ) -> Finding:
        line = hit.question.line
        lane = hit.lane
        return Finding(
            signature=signature,
            codec=lane.codec,
            operation=str(lane.offer),
            kind=hit.divergence.kind,
            did=hit.divergence.did,
            input=line.decode("ascii") if lane.encodes else hit.octets.hex(),
            octets=hit.octets.hex(),
            line=line.decode("ascii"),
            expected=expected(hit.question),
            actual=hit.judgement.actual,
            position_dependence=position,
            way=hit.question.way,
            operations=(str(lane.offer),),
            answers=self._answers(observer, hit),
            first=first.hex(),
            seconds=round(time.monotonic() - self.started, 3),
            engine=self.engine,
            version=self.versions.get(lane.codec, ""),
            target=self.targets.get(lane.codec, ""),
        )

    def confirm(self) -> None:
        """Ask all lines of new findings twice more, each time of a fresh process.

        What is not repeated is flaky.
        """
        pending, self._pending = self._pending, []
        subjects = {id(observer.subject): observer.subject for observer, _, _ in pending}
        for key, subject in subjects.items():
            own = [item for item in pending if id(item[0].subject) == key]
            for _ in range(_TWICE):
                with subject.fresh() as session:
                    for observer, hit, signature in own:
                        self._once_more(session, observer, hit, signature)

    def _once_more(
        self, session: Session, observer: Observer, hit: WrongAnswer, signature: str
    ) -> None:
        lane = hit.lane
        answer = session.ask(lane.name, lane.offer, [hit.question.line], lane.excludes)[0]
        finding = self.found[signature]
        if not observer.repeats(hit, answer) and finding.state is not FindingState.FLAKY:
            self._write(replace(finding, state=FindingState.FLAKY))

    def _answers(self, observer: Observer, hit: WrongAnswer) -> dict[str, str]:
        """Return what every codec says to the same line."""
        found = {}
        for other in self.observers:
            same = other.lane.offer == hit.lane.offer and other is not observer
            if same and other.subject.admitted(other.lane, [hit.octets]):
                answer = other.subject.ask(other.lane, [hit.question.line])[0]
                found[other.lane.codec] = other.told(hit, answer)
        return {**found, hit.lane.codec: hit.judgement.actual}

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

    def look_again(self, observer: Observer, finding: Finding) -> None:
        """Ask what a finding is about again; one that does no harm any more is fixed."""
        octets = bytes.fromhex(finding.octets)
        if finding.state is FindingState.FIXED or observer.ask_each([octets])[0]:
            return
        self._write(replace(finding, state=FindingState.FIXED))

    def stored(self) -> dict[str, Finding]:
        """Read what all processes have written down."""
        return findings.load(self.folder) if (self.folder / findings.NAME).exists() else {}

    def _write(self, finding: Finding) -> Finding:
        self.found[finding.signature] = finding
        findings.append(self.folder, finding)
        return finding

    def remember(self) -> None:
        """Take up what an interrupted campaign, or another process, has found."""
        self.found |= self.stored()
        for finding in self.found.values():
            if finding.did in _FATAL and finding.state is not FindingState.FIXED:
                self._keep_from(finding)

    def _keep_from(self, finding: Finding) -> None:
        """Keep an adapter from what kills it: it would do nothing but start again."""
        octets = bytes.fromhex(finding.octets)
        for observer in self.observers:
            if observer.lane.codec == finding.codec and octets:
                deadly = observer.subject.quarantine.setdefault(finding.codec, [])
                if octets not in deadly:
                    deadly.append(octets)


def _signature(hit: WrongAnswer, shown: str, position: str) -> str:
    """Name a fault: the codec, what it does wrong, and where, if it depends on that."""
    lane = hit.lane
    head = f"{lane.codec} {lane.offer.encoding} {lane.direction}:"
    if position and position != AT_THE_BEGINNING:
        return f"{head} depends on the position"
    return f"{head} {shown}, {position}" if position else f"{head} {shown}"


def _as_known(finding: Finding, known: KnownFailure | None) -> Finding:
    if known is None or finding.state in (FindingState.FLAKY, FindingState.KNOWN):
        return finding
    return replace(
        finding, state=FindingState.KNOWN, reason=known.reason, reference=tuple(known.reference)
    )


def _letter(hit: WrongAnswer) -> bytes:
    return pieces(hit.lane.settings.scheme).letter


def _fatal(hit: WrongAnswer) -> bool:
    return hit.divergence.did in _FATAL


def unshipped_folders(chosen: Sequence[Chosen], shipped: Sequence[Path]) -> dict[str, str]:
    """Return the folder of each codec whose adapter no name leads to."""
    known = {folder.resolve() for folder in shipped}
    return {
        item.manifest.id_of(codec): str(item.manifest.folder)
        for item in chosen
        for codec in item.codecs
        if item.manifest.folder not in known
    }
