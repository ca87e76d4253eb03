"""The properties: relations between a codec's own answers, asked and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.engine.attribution.attribute import attributed
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.judging.judge import describe
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.domain import outside
from utfproof.engine.questions.expected_answer import accepted
from utfproof.engine.relations import decoder_relations, encoder_relations
from utfproof.engine.relations.codec_in_encoding import CodecInEncoding, Violation
from utfproof.model.case import Keyword
from utfproof.model.encoding import Encoding
from utfproof.model.fields import read_octets
from utfproof.model.operation import STREAM_OPS, WHOLE_OPS, Offer, Op
from utfproof.model.outcome import (
    Crashed,
    Garbled,
    Hung,
    NotRun,
    Outcome,
    Touched,
    Unstable,
)
from utfproof.model.profile import Claims, Settings, Units
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes
from utfproof.vectors.suite import Property, Suite

Relation = Callable[[CodecInEncoding], Iterator[Violation]]

RELATIONS: dict[str, Relation] = {
    "properties/concatenation": decoder_relations.concatenation,
    "properties/validity-of-the-whole": decoder_relations.validity_of_the_whole,
    "properties/chunk-independence": decoder_relations.chunk_independence,
    "properties/ascii-shift": decoder_relations.ascii_shift,
    "properties/strict-is-no-replacement": decoder_relations.strict_is_no_replacement,
    "properties/skip-is-replace-without-replacements": (
        decoder_relations.skip_is_replace_without_replacements
    ),
    "properties/ascii-survives": decoder_relations.ascii_survives,
    "properties/offset-is-length-of-prefix": decoder_relations.offset_is_length_of_prefix,
    "properties/slice-independence": decoder_relations.slice_independence,
    "properties/reuse-independence": decoder_relations.reuse_independence,
    "properties/synchronisation": decoder_relations.synchronisation,
    "properties/signatures-stripped-when-joined": (
        decoder_relations.signatures_stripped_when_joined
    ),
    "properties/no-normalisation": decoder_relations.no_normalisation,
    "properties/validator-agrees": decoder_relations.validator_agrees,
    "properties/octets-add-up": encoder_relations.octets_add_up,
    "properties/no-ascii-inside": encoder_relations.no_ascii_inside,
    "properties/lead-tells-length": encoder_relations.lead_tells_length,
    "properties/sort-order": encoder_relations.sort_order,
    "properties/one-form-for-each-value": encoder_relations.one_form_for_each_value,
    "properties/search-finds-boundaries": encoder_relations.search_finds_boundaries,
    "properties/round-trip": encoder_relations.round_trip,
    "properties/reencoding": encoder_relations.reencoding,
    "properties/forms-agree": encoder_relations.forms_agree,
}
"""Property id → the relation that judges it. The ids are those of vectors/properties.yaml."""

_ANSWERS = ("ok", "error")
"""How an expectation begins that is the answer to one question."""


class _OutsideError(Exception):
    """A relation needs a question that the codec's contract excludes: it cannot be judged."""


class _Interrupted(Exception):
    def __init__(self, outcome: Outcome, offer: Offer, line: str, answer: Answer) -> None:
        super().__init__()
        self.outcome = outcome
        shown = describe(outcome)
        if isinstance(answer, bytes) and not isinstance(outcome, Garbled):
            shown = answer.decode("ascii", "replace")
        self.violation = Violation(str(offer), line, "an answer", shown)


_MISSING = {
    Crashed: Verdict.CRASH,
    Hung: Verdict.HANG,
    Touched: Verdict.OVERRUN,
    Unstable: Verdict.UNSTABLE,
    Garbled: Verdict.BROKEN,
    NotRun: Verdict.NOT_RUN,
}


_HOLDS = {Verdict.OUTSIDE: "it asks what the codec's contract excludes"}


@dataclass(frozen=True, slots=True)
class PlannedProperty:
    """A property for one encoding of a codec."""

    about: Property
    settings: Settings
    offers: frozenset[Offer]

    @property
    def case(self) -> str:
        """Return the id of the case that it is in this encoding."""
        return f"{self.about.id}/{self.settings.encoding.lower()}"

    def judged(
        self, name: str, codec: str, session: Session, excluded: frozenset[int]
    ) -> CaseFinished:
        """Ask and judge; a property that has nothing to ask of these offers is unsupported."""
        asked = 0
        shown: list[str] = []

        def ask(offer: Offer, lines: Sequence[str]) -> list[Outcome]:
            nonlocal asked
            if any(outside(offer, line.encode(), self.settings) for line in lines):
                raise _OutsideError
            asked += len(lines)
            shown.append(str(offer))
            answers = session.ask(codec, offer, [line.encode() for line in lines], excluded)
            outcomes = [
                self._read(offer, line, answer) if isinstance(answer, bytes) else answer
                for line, answer in zip(lines, answers, strict=True)
            ]
            for line, answer, outcome in zip(lines, answers, outcomes, strict=True):
                if type(outcome) in _MISSING:
                    raise _Interrupted(outcome, offer, line, answer)
            return outcomes

        verdict, violation = self._judge(CodecInEncoding(self.settings, self.offers, ask))
        if violation is None and not asked and verdict is not Verdict.OUTSIDE:
            verdict = Verdict.UNSUPPORTED
        return CaseFinished(
            codec=name,
            case=self.case,
            op=violation.op if violation else next(iter(shown), ""),
            verdict=verdict,
            asked=asked,
            way="property",
            input=violation.input if violation else "",
            expected=violation.expected if violation else self.about.why,
            actual=violation.actual if violation else _HOLDS.get(verdict, "holds"),
            clauses=self.about.clauses,
            flags=self.about.flags,
            breaks=self._broken(violation) if violation else (),
            outside=int(verdict is Verdict.OUTSIDE),
        )

    def _broken(self, violation: Violation) -> tuple[str, ...]:
        """Attribute the answer of a violation; () where it is right alone, or one of several."""
        offer = Offer.parse(violation.op)
        outcome = chunk_outputs.read(
            offer.op, violation.input.encode("ascii"), violation.actual.encode("ascii", "replace")
        )
        wrong_alone = violation.expected.startswith(_ANSWERS)
        if isinstance(outcome, Garbled) or not (
            wrong_alone or isinstance(outcome, Touched | Unstable)
        ):
            return ()
        return attributed(self.settings, offer, violation.input, outcome)

    def _is_announced(self, violation: Violation) -> bool:
        """Tell whether the answer of a violation is one that the documentation announces."""
        offer = Offer.parse(violation.op)
        if not self.settings.deviations or offer.op not in WHOLE_OPS:
            return False
        reads = schemes.read(self.settings.scheme, read_octets(violation.input))
        found = DecodeInput.of(reads, (), self.settings)
        validates = offer.op is Op.VALIDATE
        choices = found.valid() if validates else found.acceptable(offer.mode)
        answer = violation.actual.encode("ascii", "replace")
        outcome = chunk_outputs.read(offer.op, violation.input.encode("ascii"), answer)
        return accepted(choices, outcome) is Verdict.BY_DESIGN

    def _read(self, offer: Offer, line: str, answer: bytes) -> Outcome:
        if self.settings.units is Units.UTF_16 and offer.op in STREAM_OPS:
            answer = chunk_outputs.pairs_joined(answer)
        return chunk_outputs.read(offer.op, line.encode(), answer)

    def _judge(self, subject: CodecInEncoding) -> tuple[Verdict, Violation | None]:
        try:
            found = RELATIONS[self.about.id](subject)
            violation = next(found, None)
            announced = violation
            # What the documentation announces breaks relations too: another violation counts more.
            while violation and self._is_announced(violation):
                violation = next(found, None)
        except _Interrupted as interrupted:
            return _MISSING[type(interrupted.outcome)], interrupted.violation
        except _OutsideError:
            return Verdict.OUTSIDE, None
        if violation is None:
            return (Verdict.BY_DESIGN, announced) if announced else (Verdict.PASS, None)
        soft = self.about.keyword is not Keyword.MUST
        return (Verdict.NON_STRICT if soft else Verdict.FAIL), violation


def ask_properties(
    suite: Suite, claims: Claims, offers: Iterable[Offer], pattern: str = "*"
) -> list[PlannedProperty]:
    """Pair the properties with the encodings that a codec claims and offers."""
    asked = frozenset(
        offer
        for offer in offers
        if offer.encoding is not Encoding.NONE and offer.op is not Op.SWEEP
    )
    found: list[PlannedProperty] = []
    # Sorted: a set has another order in each process, and journals of one run would differ.
    for encoding in dict.fromkeys(offer.encoding for offer in sorted(asked)):
        settings = claims.settings(encoding)
        if settings:
            found += [
                PlannedProperty(item, settings, asked)
                for item in suite.properties
                if fnmatchcase(f"{item.id}/{encoding.lower()}", pattern)
            ]
    return found
