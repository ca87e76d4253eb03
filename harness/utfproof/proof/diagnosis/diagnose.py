"""Diagnosis: the known fault that explains a failing codec's answers, and where it shows.

A named fault explains a failure when it answers the same line with the same text or the same
refusal. Failures that no named fault explains are described by the family that found them: a
place, a count, a split of the input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache

from utfproof import mutants
from utfproof.adapters.session.answer_lines import parse
from utfproof.engine.journal.events import CaseFinished, Diagnosed, Event
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.case import DecodeCase
from utfproof.model.fields import render
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Decoded, Encoded, Outcome, Refused
from utfproof.model.verdict import Verdict
from utfproof.proof.diagnosis.shown_by_families import shown
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors.suite import FlagNote, Suite

_MOST_FAILURES = 300
_FEWEST = 2
_MOST_PASSES = 400
_MOST_NAMED = 4
_MOST_LIKELY = 24
_PROPERTY = "property"
_LONGEST = 4000


@dataclass(frozen=True, slots=True)
class DiagnosisStage:
    """Says which known faults a codec's failures look like, those that explain most first."""

    def __call__(self, context: CodecContext) -> Iterator[Event]:
        """Match the failures of this run."""
        failures = _spread([event for event in context.record.not_passed if _tells(event)])
        if not failures:
            return
        left = failures
        for fault in _named(context, failures):
            explained = [one for one in left if fault.explains(one)]
            if explained:
                yield _diagnosed(context, fault.mutant, explained, len(failures), fault.exact)
                left = [one for one in left if one not in explained]
        yield from shown(context, left, len(failures))


def _tells(event: CaseFinished) -> bool:
    """Tell whether an event has a line and an answer of its own."""
    asked = event.way != _PROPERTY and bool(event.input) and len(event.input) <= _LONGEST
    return asked and event.verdict is Verdict.FAIL


def _spread(events: list[CaseFinished]) -> list[CaseFinished]:
    """Keep so many failures, shorter ones first, and of every family and offer some."""
    events.sort(key=lambda event: (len(event.input), event.input))
    groups: dict[tuple[str, str], list[CaseFinished]] = {}
    for event in events:
        groups.setdefault((_family(event), event.op), []).append(event)
    share = max(_FEWEST, _MOST_FAILURES // max(1, len(groups)))
    return [event for found in groups.values() for event in found[:share]]


def _family(event: CaseFinished) -> str:
    first, second, *_ = event.case.split("/")
    return f"{first}/{second}" if first == "families" else ""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A named fault, the failures that it explains, and whether it explains them all."""

    mutant: mutants.Mutant
    explained: frozenset[tuple[str, str, str]]
    exact: bool

    def explains(self, event: CaseFinished) -> bool:
        return _key(event) in self.explained


def _key(event: CaseFinished) -> tuple[str, str, str]:
    return event.case, event.op, event.input


def _named(context: CodecContext, failures: Sequence[CaseFinished]) -> list[_Candidate]:
    """Find the named faults that explain the failures: each time the one that explains most."""
    found: list[_Candidate] = []
    left = list(failures)
    passed = _passed(context)
    answered = _by_offer(failures)
    candidates = [
        (mutant, explained)
        for mutant in mutants.catalogue()
        if (explained := _explained(mutant, answered))
    ]
    while left and candidates and len(found) < _MOST_NAMED:
        keys = {_key(event) for event in left}
        candidates.sort(key=lambda item: -len(item[1] & keys))
        likely = [item for item in candidates[:_MOST_LIKELY] if item[1] & keys]
        best = _best(context, likely, keys, passed)
        if best is None:
            break
        mutant, explained = best
        exact = len(explained) == len(failures)
        found.append(_Candidate(mutant, frozenset(explained), exact))
        left = [event for event in left if _key(event) not in explained]
    return found


_Explained = tuple[mutants.Mutant, set[tuple[str, str, str]]]


def _best(
    context: CodecContext,
    candidates: Sequence[_Explained],
    keys: set[tuple[str, str, str]],
    passed: Sequence[tuple[Offer, str]],
) -> _Explained | None:
    """Choose the fault that explains most and contradicts least of the codec's passes.

    A fault that does not show in the line that exposes it is none of the codec's.
    """
    scored = [
        (len(explained & keys) - 2 * _fails(mutant, passed), (mutant, explained))
        for mutant, explained in candidates
    ]
    scored.sort(key=lambda item: -item[0])
    likely = (item for score, item in scored if score > 0)
    return next((item for item in likely if _shows(context, item[0])), None)


def _shows(context: CodecContext, mutant: mutants.Mutant) -> bool:
    """Tell whether the codec answers the line that exposes a fault as the fault does, in any mode.

    What cannot be asked of the codec contradicts nothing.
    """
    exposing, line = mutant.exposed_by
    wrong, right = mutant.make(), mutant.right()
    codec = context.codec
    asked = False
    for offer in mutant.offers:
        if offer.op is not exposing.op or offer not in context.offers:
            continue
        wanted = wrong.answer(offer, line)
        if wanted != right.answer(offer, line):
            lines = [line.encode("ascii")]
            [answer] = context.session.ask(codec.name, offer, lines, codec.claims.excludes)
            asked |= isinstance(answer, bytes)
            if isinstance(answer, bytes) and _alike(offer.op, wanted.encode("ascii"), answer):
                return True
    return not asked


def _passed(context: CodecContext) -> list[tuple[Offer, str]]:
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
    return found[:: max(1, len(found) // _MOST_PASSES)]


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
    Op.DECODE_CHUNKS: _halves,
}
"""Operation → the line by which every case is asked, as one of its ways."""


def _fails(mutant: mutants.Mutant, passed: Sequence[tuple[Offer, str]]) -> int:
    """Count the inputs that a fault reads otherwise though the codec passed them."""
    wrong, right = mutant.make(), mutant.right()
    return sum(
        wrong.answer(offer, line) != right.answer(offer, line)
        for offer, line in passed
        if offer in mutant.offers and mutant.may_differ(offer, line)
    )


_Answered = tuple[CaseFinished, Outcome]


def _by_offer(failures: Sequence[CaseFinished]) -> dict[Offer, list[_Answered]]:
    """Sort failures by offer, each with the answer read."""
    found: dict[Offer, list[_Answered]] = {}
    for event in failures:
        offer = Offer.parse(event.op)
        outcome = parse(offer.op, event.actual.encode("ascii", "replace"))
        found.setdefault(offer, []).append((event, outcome))
    return found


def _explained(
    mutant: mutants.Mutant, answered: Mapping[Offer, Sequence[_Answered]]
) -> set[tuple[str, str, str]]:
    """List the failures that a fault explains: it answers the line as the codec did."""
    return {
        _key(event)
        for offer in mutant.offers
        for event, outcome in answered.get(offer, ())
        if mutant.may_differ(offer, event.input)
        and _same(_outcome(mutant.id, offer, event.input), outcome)
    }


@lru_cache(maxsize=1 << 16)
def _outcome(mutant: str, offer: Offer, line: str) -> Outcome:
    """Return the answer of a faulty codec to a line; many codecs fail on the same lines."""
    return parse(offer.op, _specimens()[mutant].answer(offer, line).encode("ascii"))


@cache
def _specimens() -> dict[str, SimulatedCodec]:
    """Return the codec of each named fault."""
    return {mutant.id: mutant.make() for mutant in mutants.catalogue()}


def _alike(op: Op, one: bytes, other: bytes) -> bool:
    """Return whether two answers agree; a fact that one omits contradicts nothing."""
    return _same(parse(op, one), parse(op, other))


def _same(one: Outcome, other: Outcome) -> bool:
    if one == other:
        return True
    match one, other:
        case (Decoded(values), Decoded(found)):
            return values == found
        case (Encoded(octets), Encoded(written)):
            return octets == written
        case (Refused(offset, length), Refused(place, size)):
            agrees = None in (offset, place) or offset == place
            return agrees and (None in (length, size) or length == size)
        case _:
            return False


def _diagnosed(
    context: CodecContext,
    mutant: mutants.Mutant,
    explained: Sequence[CaseFinished],
    failures: int,
    exact: bool,
) -> Diagnosed:
    smallest = min(explained, key=lambda event: (_family(event) != "", len(event.input)))
    note = _note(context.suite, mutant.flag)
    return Diagnosed(
        codec=context.name,
        fault=mutant.id,
        about=mutant.about,
        encoding=str(mutant.encoding),
        flag=mutant.flag,
        cwe=note.cwe if note else (),
        cve=note.cve if note else (),
        exact=exact,
        explains=len(explained),
        failures=failures,
        case=smallest.case,
        op=smallest.op,
        input=smallest.input,
    )


def _note(suite: Suite, flag: str) -> FlagNote | None:
    return suite.notes.get(flag)
