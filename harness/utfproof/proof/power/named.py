"""Which named faults the suite finds, and by which of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from utfproof.adapters.session.session import Session
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.plan import PlannedCase, Planner
from utfproof.engine.relations.properties import ask_properties
from utfproof.model.operation import Offer
from utfproof.model.profile import Settings
from utfproof.model.verdict import Verdict
from utfproof.mutants.mutant import Mutant
from utfproof.oracle.comparison import Group
from utfproof.proof.families import catalogue
from utfproof.proof.families.catalogue import Request
from utfproof.simulation.codec import Specimen
from utfproof.vectors.suite import Suite

VECTORS = "vectors"
PROPERTIES = "properties"
_GROUPS = {
    "families/scalars": 64,
    "families/placements": 32,
    "families/splits": 8,
    "families/neighbours": 16,
    "families/history": 8,
}
"""Families of which every so many-th group is asked at first, after the cases that failed."""
_LINES = {
    "families/counts": 5,
    "families/edges": 7,
    "families/lengths": 5,
    "families/streams": 11,
}
"""Families of which every so many-th line of a group is asked at first."""
_LONGEST = 9000
"""Characters in the longest line that is asked at first: a long text takes long to read."""
_ENOUGH = 64
"""Failed cases that are asked again in a family."""


@dataclass(frozen=True, slots=True)
class Found:
    """What found a fault: for each part the first case or group; all written cases and properties.

    A case is its id and the offer that was asked.
    """

    mutant: str
    parts: dict[str, str]
    cases: tuple[tuple[str, str], ...]


class Searcher:
    """Asks mutants the questions of one suite; what mutants share is planned once."""

    def __init__(self, suite: Suite, families: Sequence[str]) -> None:
        """Use the written cases and properties of a suite, and these of its families."""
        self._suite = suite
        self._families = families
        self._planner = Planner(suite)
        self._lines: dict[int, list[str]] = {}

    def search(self, mutant: Mutant) -> Found:
        """Ask a mutant everything, and tell what does not pass."""
        asked = _Examined(mutant)
        cases = [*self._cases(asked), *self._properties(asked)]
        parts: dict[str, str] = {}
        for case, _ in cases:
            part = PROPERTIES if case.startswith("properties/") else VECTORS
            parts.setdefault(part, case)
        failed = {case for case, _ in cases}
        for whole in (False, True):
            for family in self._families:
                group = next(self._groups(asked, family, failed, whole=whole), None)
                if group:
                    parts[family] = group
            if parts:
                break
        return Found(mutant.id, parts, tuple(cases))

    def _cases(self, asked: _Examined) -> Iterator[tuple[str, str]]:
        mutant = asked.mutant
        for item in self._planner.plan(mutant.claims, mutant.offers).asked:
            if self._fails(asked, item):
                yield item.case.about.id, str(item.offer)

    def _fails(self, asked: _Examined, item: PlannedCase) -> bool:
        lines = self._lines.get(id(item))
        if lines is None:
            lines = self._lines[id(item)] = [one.line.decode("ascii") for one in item.questions]
        for question, line in zip(item.questions, lines, strict=True):
            if asked.mutant.may_differ(item.offer, line):
                answer = asked.codec.answer(item.offer, line).encode("ascii")
                if judge(question, answer).verdict is not Verdict.PASS:
                    return True
        return False

    def _properties(self, asked: _Examined) -> Iterator[tuple[str, str]]:
        mutant = asked.mutant
        session = cast("Session", asked.codec)
        for item in ask_properties(self._suite, mutant.claims, mutant.offers):
            event = item.finished("mutant", "mutant", session, frozenset())
            if event.verdict not in (Verdict.PASS, Verdict.UNSUPPORTED):
                yield event.case, event.op

    def _groups(
        self, asked: _Examined, family: str, failed: set[str], *, whole: bool
    ) -> Iterator[str]:
        """Yield the groups that find a fault.

        Unless it is the `whole` family that is searched, only the mode that shows the fault is
        asked, and of large families the cases that `failed` as they are written, and a part of the
        others. So a family may find more faults than are counted for it, never fewer.
        """
        step = 1 if whole else _LINES.get(family, 1)
        for offer in asked.offers(family, whole=whole):
            settings = asked.settings(offer)
            if settings is None:
                continue
            groups = list(catalogue.groups(Request(family, self._suite, settings, offer)))
            if family in _GROUPS and not whole:
                first = [one for one in groups if one.id.removeprefix(f"{family}/") in failed]
                groups = [*first[:_ENOUGH], *groups[:: _GROUPS[family]]]
            for group in groups:
                lines = group.lines
                chosen = range(0, len(lines), step)
                short = [at for at in chosen if whole or len(lines[at]) <= _LONGEST]
                if asked.fails(group, short):
                    yield group.id


@dataclass(frozen=True)
class _Examined:
    """A mutant, and the right codec beside it."""

    mutant: Mutant

    @cached_property
    def codec(self) -> Specimen:
        return self.mutant.make()

    @cached_property
    def right(self) -> Specimen:
        return self.mutant.right()

    def settings(self, offer: Offer) -> Settings | None:
        found = self.mutant.claims.settings(offer.encoding)
        if found is None:
            return None
        return found.for_encoding() if offer.op.encodes else found.for_decoding()

    def offers(self, family: str, *, whole: bool) -> list[Offer]:
        """List the offers that a family is asked of, the one that shows the fault first."""
        ops, _ = catalogue.ASKS[family]
        found = [offer for offer in self.mutant.offers if offer.op in ops]
        shown = self.mutant.exposed_by[0]
        if whole:
            return found
        return [offer for offer in found if offer == shown] or [
            offer for offer in found if offer.mode is shown.mode
        ]

    def fails(self, group: Group, indices: Sequence[int]) -> bool:
        """Tell whether a group finds the fault by some of its lines."""
        mutant, offer = self.mutant, group.offer
        lines = group.lines
        for index in indices:
            line = lines[index].decode("ascii")
            if mutant.may_differ(offer, line):
                answer = self.codec.answer(offer, line)
                if answer == self.right.answer(offer, line):
                    continue
                verdict = judge(group.question(index), answer.encode("ascii")).verdict
                if verdict is not Verdict.PASS:
                    return True
        return False
