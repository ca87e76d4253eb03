"""The named faults of a codec: those that explain its failures and that no question refuted."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from hashlib import blake2b

from utfproof import mutants
from utfproof.adapters.session.answer_lines import parse
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.case import DecodeCase
from utfproof.model.fields import render
from utfproof.model.operation import CUT_OPS, Offer, Op
from utfproof.model.outcome import Decoded, Encoded, Outcome, Refused
from utfproof.proof.diagnosis import refutation
from utfproof.proof.diagnosis.agreement import as_foretold, same
from utfproof.proof.diagnosis.inquiry import CodecInquiry
from utfproof.proof.diagnosis.refutation import Asked, Refuted, SupposedFault
from utfproof.simulation.codec import SimulatedCodec

_MOST_NAMED = 4
_MOST_TRIED = 24
_MOST_RANKED = 400
_MOST_WRITTEN = 4000
_MOST_LIKELY = 8
"""Of the faults that explain most, so many are compared by the passes that contradict them."""

_SHORT = 16
"""Values or octets: a longer text is held as the digest of so many octets."""

Key = tuple[str, str, str]
"""Case, offer and line of a failure."""

_Answered = tuple[CaseFinished, Outcome]


@dataclass(frozen=True, slots=True)
class NamedFault:
    """A named fault, and the failures that it explains."""

    mutant: mutants.Mutant
    explained: frozenset[Key]

    def explains(self, event: CaseFinished) -> bool:
        """Tell whether the fault answers a failing line as the codec did."""
        return key(event) in self.explained


def key(event: CaseFinished) -> Key:
    """Return the key that tells one failure from others."""
    return event.case, event.op, event.input


def named(inquiry: CodecInquiry, failures: Sequence[CaseFinished]) -> list[NamedFault]:
    """Find the named faults that explain the failures together, and that no question refutes.

    A codec may have several: they are supposed together, and one that is refuted is given up,
    until the codec answers as those that are left. [] where nothing stands.
    """
    answered = _by_offer(failures)
    candidates = [
        NamedFault(mutant, explained)
        for mutant in mutants.catalogue()
        if (explained := _explained(mutant, answered))
    ]
    if not candidates:
        return []
    written = _passed(inquiry.context)
    trial = _Trial(inquiry, failures, written, {})
    for _ in range(_MOST_TRIED):
        members = trial.cover(candidates)
        wrong = trial.refuted(members)
        if wrong is None:
            return members
        candidates.remove(wrong)
    return []


@dataclass(slots=True)
class _Trial:
    """Holds candidates against the answers of a codec.

    `written` are lines that the codec passed; `known` has of each fault tried its simulation, the
    questions that may refute it, and how many passes its answers contradict.
    """

    inquiry: CodecInquiry
    failures: Sequence[CaseFinished]
    written: Sequence[Asked]
    known: dict[str, tuple[SupposedFault, list[Asked]]]

    def cover(self, candidates: Sequence[NamedFault]) -> list[NamedFault]:
        """Choose few faults that explain the failures, each time the one that explains most."""
        left = {key(event) for event in self.failures}
        found: list[NamedFault] = []
        while left and len(found) < _MOST_NAMED:
            ranked = sorted(candidates, key=lambda one: -len(one.explained & left))
            likely = [one for one in ranked[:_MOST_LIKELY] if one.explained & left]
            if not likely:
                break
            most = len(likely[0].explained & left)
            equal = [one for one in likely if len(one.explained & left) == most]
            best = min(equal, key=self._contradictions)
            found.append(best)
            left -= best.explained
        return found

    def refuted(self, members: Sequence[NamedFault]) -> NamedFault | None:
        """Return the member that the codec's answers refute, first one that a single one does."""
        supposed = [self._supposed(one)[0] for one in members]
        weaker: NamedFault | None = None
        for one, fault in zip(members, supposed, strict=True):
            result = refutation.refuted(self.inquiry, fault, supposed, self._supposed(one)[1])
            if result is Refuted.BY_ANSWER:
                return one
            if result is Refuted.BY_FAILURE:
                weaker = weaker or one
        return weaker

    def _contradictions(self, one: NamedFault) -> int:
        fault, _ = self._supposed(one)
        few = self.written[:: max(1, len(self.written) // _MOST_RANKED)]
        return sum(fault.foretells(*asked) is not None for asked in few)

    def _supposed(self, one: NamedFault) -> tuple[SupposedFault, list[Asked]]:
        name = one.mutant.id
        if name not in self.known:
            context = self.inquiry.context
            fault = SupposedFault.of(one.mutant, context.codec.claims)
            own: list[Asked] = []
            others: list[Asked] = []
            for event in self.failures:
                failed = own if one.explains(event) else others
                failed.append((Offer.parse(event.op), event.input))
            asked = refutation.questions(self.inquiry, fault, own, others, self.written)
            self.known[name] = fault, asked
        return self.known[name]


def _passed(context: CodecContext) -> list[Asked]:
    """List lines with inputs of written cases that the codec passed, whole and cut in two."""
    failed = {(event.case, event.op) for event in context.record.not_passed}
    encodings = {event.op.split(" ")[1] for event in context.record.not_passed if event.op}
    offers = [
        offer for offer in context.offers if offer.op in _LINES and offer.encoding in encodings
    ]
    found = [
        (offer, _LINES[offer.op](octets))
        for offer in offers
        for name, octets in _asked(context, offer)
        if (name, str(offer)) not in failed
    ]
    return found[:: len(found) // _MOST_WRITTEN + 1]


def _asked(context: CodecContext, offer: Offer) -> Iterator[tuple[str, bytes]]:
    """Yield the written cases that an offer was asked in this run, with their inputs."""
    settings = context.codec.claims.settings(offer.encoding)
    for case in context.suite.cases:
        about = case.about
        if isinstance(case, DecodeCase) and about.encoding is offer.encoding and settings:
            asked = fnmatchcase(about.id, context.narrowing.case)
            if asked and settings.owns(about.profile):
                yield about.id, case.octets


def _halves(octets: bytes) -> str:
    middle = (len(octets) + 1) // 2
    return f"{render(octets[:middle])} {render(octets[middle:])}"


_LINES: dict[Op, Callable[[bytes], str]] = {
    Op.DECODE: render,
    Op.VALIDATE: render,
    **dict.fromkeys(CUT_OPS, _halves),
}
"""Operation → the line by which every case is asked, as one of its ways."""


def _by_offer(failures: Sequence[CaseFinished]) -> dict[Offer, list[_Answered]]:
    """Sort failures by offer, each with the answer read and abridged."""
    found: dict[Offer, list[_Answered]] = {}
    for event in failures:
        offer = Offer.parse(event.op)
        outcome = parse(offer.op, event.actual.encode("ascii", "replace"))
        found.setdefault(offer, []).append((event, _abridged(outcome)))
    return found


def _explained(
    mutant: mutants.Mutant, answered: Mapping[Offer, Sequence[_Answered]]
) -> frozenset[Key]:
    """List the failures that a fault explains: it answers the line as the codec did."""
    return frozenset(
        key(event)
        for offer in mutant.offers
        for event, outcome in answered.get(offer, ())
        if mutant.may_differ(offer, event.input)
        and same(_outcome(mutant.id, offer, event.input), outcome)
        and (not offer.op.in_chunks or _is_timely(mutant, offer, event))
    )


def _is_timely(mutant: mutants.Mutant, offer: Offer, event: CaseFinished) -> bool:
    """Tell whether a fault that changes the time of an output alone changes it as the codec did."""
    wrong, right = (
        parse(offer.op, codec.answer(offer, event.input).encode("ascii"))
        for codec in (_specimens()[mutant.id], mutant.right())
    )
    found = parse(offer.op, event.actual.encode("ascii", "replace"))
    return as_foretold(wrong, right, found)


@lru_cache(maxsize=1 << 16)
def _outcome(mutant: str, offer: Offer, line: str) -> Outcome:
    """Return the answer of a faulty codec to a line; many codecs fail on the same lines."""
    answer = _specimens()[mutant].answer(offer, line)
    return _abridged(parse(offer.op, answer.encode("ascii")))


def _abridged(outcome: Outcome) -> Outcome:
    """Return an outcome with the digest in place of a long text: thousands of them are held."""
    match outcome:
        case Decoded(values):
            long = len(values) > _SHORT
            return Decoded(tuple(_digest(array("Q", values).tobytes())) if long else values)
        case Encoded(octets):
            return Encoded(_digest(octets) if len(octets) > _SHORT else octets)
        case Refused():
            return replace(outcome, delivered=())  # no comparison looks at it
        case _:
            return outcome


def _digest(text: bytes) -> bytes:
    return blake2b(text, digest_size=_SHORT).digest()


@cache
def _specimens() -> dict[str, SimulatedCodec]:
    """Return the codec of each named fault."""
    return {mutant.id: mutant.make() for mutant in mutants.catalogue()}
