"""The plan: which questions the cases of a suite ask of a codec's offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache

from utfproof.engine.questions.decode_questions import PreparedCase, ask_decoder
from utfproof.engine.questions.domain import outside
from utfproof.engine.questions.encode_questions import EncodeOutput, ask_encoder, output_of
from utfproof.engine.questions.expected_answer import Acceptable, ExpectedDetection, ExpectedLabel
from utfproof.engine.questions.question import ERROR_DETAILS, Question, canonical_at_detail
from utfproof.model.case import Case, DecodeCase, DetectCase, LabelCase
from utfproof.model.contract import Deviation
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.fields import read_joined, read_joined_points, render, without_room
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import WHATWG, Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes
from utfproof.vectors.suite import Suite


@dataclass(frozen=True)
class PlannedCase:
    """A case for one offer, with its questions; none where the codec's format excludes it.

    `outside` counts the questions that are not asked because the codec's contract excludes them.
    """

    case: Case
    offer: Offer
    questions: tuple[Question, ...]
    outside: int = 0

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines of all questions."""
        return [one.line for one in self.questions]

    @cached_property
    def _canonical(self) -> list[list[bytes | None]]:
        return []

    def passes(self, answers: Sequence[object]) -> bool:
        """Tell whether all answers are those that pass for certain at one level of error detail."""
        if any(answers == canonical for canonical in self._canonical):
            return True
        while len(self._canonical) < ERROR_DETAILS:
            self._canonical.append(canonical_at_detail(self.questions, len(self._canonical)))
            if answers == self._canonical[-1]:
                return True
        return False


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is asked of one codec, offer by offer.

    `not_assessed` are offers in encodings for which the codec claims no profile, and offers
    that no case of this level asks.
    """

    asked: tuple[PlannedCase, ...]
    scope: tuple[Offer, ...]
    not_assessed: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which part of a codec is asked: encodings, operations, cases; empty means all."""

    encodings: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    case: str = "*"

    def keeps(self, offer: Offer) -> bool:
        """Tell whether an offer is asked; an op is named alone or with encoding and mode."""
        if self.encodings and offer.encoding not in self.encodings:
            return False
        return not self.ops or offer.op in self.ops or str(offer) in self.ops


_Claimed = Settings | tuple[bool, tuple[Deviation, ...]]
"""What a plan depends on: settings; where there is no encoding, whether the web is claimed, and
the documented deviations."""


_SETTINGS = 3
_PLANS = 48
"""Offers of three settings: those of the codec that is asked, and of its neighbours."""


class Planner:
    """Plans codecs against one suite; codecs that promise the same share the work."""

    def __init__(self, suite: Suite, pattern: str = "*") -> None:
        """Use the cases of a suite whose id fits a pattern."""
        self._cases = [case for case in suite.cases if fnmatchcase(case.about.id, pattern)]
        # A plan of UTF-8 takes 60 MiB, and codecs that promise the same mostly follow each other.
        self._inputs = lru_cache(_SETTINGS)(self._prepared)
        self._outputs = lru_cache(_SETTINGS)(self._written)
        self._planned = lru_cache(_PLANS)(self._plan)

    def plan(self, claims: Claims, offers: Iterable[Offer]) -> Plan:
        """Pair the cases with the offers of a codec."""
        asked = {offer: self._asked(claims, offer) for offer in offers}
        return Plan(
            asked=tuple(item for found in asked.values() for item in found),
            scope=tuple(offer for offer, found in asked.items() if found),
            not_assessed=tuple(offer for offer, found in asked.items() if not found),
        )

    def _asked(self, claims: Claims, offer: Offer) -> tuple[PlannedCase, ...]:
        bare = offer.encoding is Encoding.NONE
        settings = None if bare else claims.settings(offer.encoding)
        if settings is None and not bare:
            return ()
        if settings:
            encodes = offer.op.encodes
            settings = settings.for_encoding() if encodes else settings.for_decoding()
        announced = claims.contract.announced
        return self._planned(settings or (WHATWG in claims.profiles, announced), offer)

    def _plan(self, claimed: _Claimed, offer: Offer) -> tuple[PlannedCase, ...]:
        if isinstance(claimed, Settings):
            return tuple(self._with_settings(claimed, offer))
        web, announced = claimed
        return tuple(_bare(self._cases, offer, announced, web=web))

    def _with_settings(self, settings: Settings, offer: Offer) -> Iterator[PlannedCase]:
        if offer.op.encodes:
            outputs = self._outputs(settings)
            found = ((case, ask_encoder(case.about.id, output, offer)) for case, output in outputs)
        else:
            inputs = self._inputs(settings)
            found = ((one.case, ask_decoder(one, offer)) for one in inputs)
        for case, asked in found:
            questions = tuple(asked)
            if questions:
                yield _narrowed(PlannedCase(case, offer, questions), settings)

    def _prepared(self, settings: Settings) -> list[PreparedCase]:
        """Prepare the cases for decoders, once for all offers."""
        cases = self._of(settings)
        return [PreparedCase(case, settings) for case in cases if isinstance(case, DecodeCase)]

    def _written(self, settings: Settings) -> list[tuple[Case, EncodeOutput]]:
        """Prepare the cases for encoders, once for all offers."""
        found = ((case, output_of(case, settings)) for case in self._of(settings))
        return [(case, output) for case, output in found if output]

    def _of(self, settings: Settings) -> Iterator[Case]:
        for case in self._cases:
            about = case.about
            if about.encoding is settings.encoding and settings.owns(about.profile):
                yield case


def _narrowed(planned: PlannedCase, settings: Settings) -> PlannedCase:
    """Leave out the questions that the format or the contract of the codec excludes."""
    if not settings.narrows:
        return planned
    offer = planned.offer
    fitting = [one for one in planned.questions if not excluded(offer, one.line, settings)]
    asked = tuple(one for one in fitting if not outside(offer, one.line, settings))
    return replace(planned, questions=asked, outside=len(fitting) - len(asked))


def excluded(offer: Offer, line: bytes, settings: Settings) -> bool:
    """Return whether a line holds octets that the codec's format excludes, or too many octets."""
    if not settings.excludes and settings.longest is None:
        return False
    text = without_room(offer.op, line.decode("ascii"))
    if offer.op.encodes:
        return not settings.excludes.isdisjoint(read_joined_points(text))
    octets = read_joined(text)
    if settings.longest is not None and len(octets) > settings.longest:
        return True
    return not settings.excludes.isdisjoint(octets)


def _bare(
    cases: Iterable[Case], offer: Offer, announced: Sequence[Deviation], *, web: bool
) -> Iterator[PlannedCase]:
    """Plan detect and label, which have no encoding; the web has its own table of labels."""
    for case in cases:
        if isinstance(case, DetectCase) and offer.op is Op.DETECT:
            yield PlannedCase(case, offer, (_detect(case, offer, announced),))
        table = isinstance(case, LabelCase) and (case.about.profile == WHATWG) is web
        if isinstance(case, LabelCase) and offer.op is Op.LABEL and table:
            yield PlannedCase(case, offer, (_label(case, offer, announced),))


def _detect(case: DetectCase, offer: Offer, announced: Sequence[Deviation]) -> Question:
    choices = [Acceptable(ExpectedDetection(case.detects.encoding, case.detects.signature))]
    choices += [
        Acceptable(ExpectedDetection(other.encoding, other.signature), Verdict.ALTERNATIVE)
        for other in case.others
    ]
    if Deviation.POSSIBLE_ENCODINGS in announced:
        choices += possible_encodings(case.octets)
    return Question(case.about.id, offer, "whole", render(case.octets), choices)


def possible_encodings(octets: bytes) -> list[Acceptable]:
    """Accept every encoding in which octets are well-formed, as a detector may announce it."""
    return [
        Acceptable(ExpectedDetection(encoding, 0), Verdict.BY_DESIGN)
        for encoding in Encoding
        if encoding is not Encoding.NONE
        and schemes.read(Scheme(encoding.value), octets).well_formed
    ]


def _label(case: LabelCase, offer: Offer, announced: Sequence[Deviation]) -> Question:
    choices = [Acceptable(ExpectedLabel(case.names))]
    choices += [
        Acceptable(ExpectedLabel(other.names), Verdict.ALTERNATIVE) for other in case.others
    ]
    choices += announced_names(case.names, announced)
    return label_question(case.about.id, offer, case.label, choices)


def label_question(
    case: str, offer: Offer, label: bytes, choices: Sequence[Acceptable]
) -> Question:
    """Ask which encoding a label names; a name that ends at its first NUL cannot hold one."""
    expressible = 0 not in label
    return Question(case, offer, "whole", render(label), choices, encodable=expressible)


def announced_names(encoding: Encoding | None, announced: Sequence[Deviation]) -> list[Acceptable]:
    """Accept what the documentation announces that the names of an encoding stand for."""
    little = _LITTLE_ENDIAN.get(encoding) if Deviation.NAMES_LITTLE_ENDIAN in announced else None
    return [Acceptable(ExpectedLabel(little), Verdict.BY_DESIGN)] if little else []


_LITTLE_ENDIAN: dict[Encoding | None, Encoding] = {
    Encoding.UTF_16: Encoding.UTF_16LE,
    Encoding.UTF_32: Encoding.UTF_32LE,
}
