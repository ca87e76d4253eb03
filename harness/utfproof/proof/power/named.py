"""Which named faults the suite finds, and by which of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from utfproof.adapters.session.session import Session
from utfproof.engine.attribution.resolution import resolved
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.relations.properties import ask_properties
from utfproof.model.operation import Offer
from utfproof.model.verdict import Verdict
from utfproof.mutants import broken_rules
from utfproof.mutants.mutant import Mutant
from utfproof.proof.families import catalogue
from utfproof.proof.power.attribution import NO_RULES, Attribution
from utfproof.proof.power.shared_questions import SharedQuestions
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors.suite import Suite

VECTORS = "vectors"
PROPERTIES = "properties"


@dataclass(frozen=True, slots=True)
class FaultResult:
    """The parts that found a fault, each by its first case or group; all cases, properties.

    A case is its id and the offer that was asked. `attribution` compares the rules that the written
    cases and properties are charged to with those that the fault breaks.
    """

    mutant: str
    parts: dict[str, str]
    cases: tuple[tuple[str, str], ...]
    attribution: Attribution = NO_RULES


class FaultSearcher:
    """Asks mutants the questions of one suite; mutants in a row with the same claims share them."""

    def __init__(self, suite: Suite, families: Sequence[str]) -> None:
        """Use the written cases and properties of a suite, and these of its families."""
        self._suite = suite
        self._families = families
        self._questions = SharedQuestions(suite)

    def search(self, mutant: Mutant) -> FaultResult:
        """Ask a mutant everything, and return the failures."""
        codec = mutant.make()
        events = [*self._cases(mutant, codec), *self._properties(mutant, codec)]
        cases = [(event.case, event.op) for event in events]
        parts: dict[str, str] = {}
        for case, _ in cases:
            part = PROPERTIES if case.startswith("properties/") else VECTORS
            parts.setdefault(part, case)
        failed = {case for case, _ in cases}
        for family in self._families:
            parts |= self._group(mutant, codec, family, failed)
        if not parts:
            for family in self._families:
                parts |= self._group_by_all(mutant, codec, family)
        red = resolved(event for event in events if event.verdict.red)
        charged = frozenset(map(self._suite.rule_of, red.values()))
        declared = frozenset(map(self._suite.rule_of, broken_rules.breaks(mutant)))
        return FaultResult(mutant.id, parts, tuple(cases), Attribution(declared, charged))

    def _cases(self, mutant: Mutant, codec: SimulatedCodec) -> Iterator[CaseFinished]:
        for _, planned in self._questions.cases(mutant):
            yield from planned.failed(mutant, codec)

    def _properties(self, mutant: Mutant, codec: SimulatedCodec) -> Iterator[CaseFinished]:
        session = cast("Session", codec)
        for item in ask_properties(self._suite, mutant.claims, mutant.offers):
            event = item.judged("mutant", "mutant", session, frozenset())
            if event.verdict not in (Verdict.PASS, Verdict.UNSUPPORTED):
                yield event

    def _group(
        self, mutant: Mutant, codec: SimulatedCodec, family: str, failed: set[str]
    ) -> dict[str, str]:
        """Return the first group of a family that finds a fault by few lines, by the family's id.

        Only the mode that shows the fault is asked.
        """
        shown = mutant.exposed_by[0]
        offers = _offers(mutant, family)
        chosen = [offer for offer in offers if offer == shown]
        for offer in chosen or [offer for offer in offers if offer.mode is shown.mode]:
            asked = self._questions.family(mutant, family, offer)
            group = asked.found(mutant, codec, failed) if asked else ""
            if group:
                return {family: group}
        return {}

    def _group_by_all(self, mutant: Mutant, codec: SimulatedCodec, family: str) -> dict[str, str]:
        """Return the first group of a family that finds a fault by any line of any offer."""
        for offer in _offers(mutant, family):
            asked = self._questions.family(mutant, family, offer)
            group = asked.found_by_all(mutant, codec) if asked else ""
            if group:
                return {family: group}
        return {}


def _offers(mutant: Mutant, family: str) -> list[Offer]:
    ops, _ = catalogue.ASKS[family]
    return [offer for offer in mutant.offers if offer.op in ops]
