"""Questions that many mutants are asked, made once for all that make the same claims."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.questions.plan import PlannedCase, Planner
from utfproof.engine.run.codec_session import case_event
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import RANK, Verdict
from utfproof.mutants.line_conditions import DataLines
from utfproof.mutants.mutant import Mutant
from utfproof.oracle.question_group import QuestionGroup
from utfproof.proof.families import catalogue
from utfproof.proof.families.catalogue import FamilyRequest
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors.suite import Suite

_BLOCKS = 512
"""Groups of a family and offer whose lines are kept: those that mutants fail are much the same."""
_GROUPS = {
    "families/scalars": 64,
    "families/layouts": 12,
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
    "families/layouts": 61,
    "families/streams": 11,
}
"""Families of which every so many-th line of a group is asked at first."""
_LONGEST = 9000
"""Characters in the longest line that is asked at first: a long text takes long to read."""
_ENOUGH = 64
"""Failed cases that are asked again in a family."""


class PlannedCases:
    """The written cases that are asked of one offer, with their questions in one list of lines."""

    def __init__(self, offer: Offer, items: Sequence[PlannedCase]) -> None:
        """Take the cases of one offer as they are planned."""
        self._offer = offer
        self._items = items
        self._questions = [question for item in items for question in item.questions]
        self._item_of = [index for index, item in enumerate(items) for _ in item.questions]
        lines = [question.line.decode("ascii") for question in self._questions]
        self._lines = DataLines(offer.op, lines)
        self._passing: set[tuple[int, str]] = set()
        self._failing: dict[tuple[int, str], Judgement] = {}
        self._events: dict[tuple[int, Judgement], CaseFinished] = {}

    def failed(self, mutant: Mutant, codec: SimulatedCodec) -> Iterator[CaseFinished]:
        """Yield the event of each case that a mutant does not pass, as a run would record it."""
        touched = mutant.touched(self._offer, self._lines)
        for item, indices in groupby(touched, key=self._item_of.__getitem__):
            gravest: Judgement | None = None
            for index in indices:
                found = self._failure(index, codec)
                if found and (gravest is None or RANK[found.verdict] < RANK[gravest.verdict]):
                    gravest = found
            if gravest:
                yield self._event(mutant, item, gravest)

    def _event(self, mutant: Mutant, item: int, gravest: Judgement) -> CaseFinished:
        """Return the event of a failed case; faults alike give many answers in common."""
        key = item, gravest
        if key not in self._events:
            self._events[key] = case_event("", mutant.claims, self._items[item], gravest)
        return self._events[key]

    def _failure(self, index: int, codec: SimulatedCodec) -> Judgement | None:
        """Judge the answer to a question; None where it passes."""
        answer = codec.answer(self._offer, self._lines.lines[index])
        if (index, answer) in self._passing:
            return None
        if (index, answer) in self._failing:
            return self._failing[index, answer]
        found = judge(self._questions[index], answer.encode("ascii"))
        if found.verdict is Verdict.PASS:  # every mutant passes nearly all of the cases
            self._passing.add((index, answer))
            return None
        self._failing[index, answer] = found
        return found


class GroupLines:
    """Some lines of one group of a family, with the right codec's answers to those that matter."""

    def __init__(self, group: QuestionGroup, indices: Sequence[int], right: SimulatedCodec) -> None:
        """Take these lines of a group; `right` is the codec without a fault."""
        found = group.lines
        self._group = group
        self._indices = indices
        self._right = right
        self._lines = DataLines(group.offer.op, [found[index].decode("ascii") for index in indices])
        self._answers: dict[int, str] = {}

    def fails(self, mutant: Mutant, codec: SimulatedCodec) -> bool:
        """Tell whether one of the lines shows a mutant's fault."""
        offer, lines = self._group.offer, self._lines.lines
        for place in mutant.touched(offer, self._lines):
            answer = codec.answer(offer, lines[place])
            if answer != self._right_answer(place):
                question = self._group.question(self._indices[place])
                if judge(question, answer.encode("ascii")).verdict is not Verdict.PASS:
                    return True
        return False

    def _right_answer(self, place: int) -> str:
        known = self._answers.get(place)
        if known is None:
            line = self._lines.lines[place]
            known = self._answers[place] = self._right.answer(self._group.offer, line)
        return known


class FamilyGroups:
    """The groups that a family asks of one offer under the claims of some mutants."""

    def __init__(self, request: FamilyRequest, right: SimulatedCodec) -> None:
        """Take the groups of a request; `right` is the codec without a fault."""
        self._family = request.family
        self._right = right
        self._groups: Sequence[QuestionGroup] = list(catalogue.groups(request))
        self._place = {
            group.id.removeprefix(f"{request.family}/"): place
            for place, group in enumerate(self._groups)
        }
        self._few: Callable[[int], GroupLines] = lru_cache(_BLOCKS)(self._few_lines)

    def found(self, mutant: Mutant, codec: SimulatedCodec, failed: set[str]) -> str:
        """Return the first group that finds a mutant's fault by few of its lines; "" if none does.

        Of large families these are the cases that `failed` as they are written, and a part of the
        others. So a family may find more faults than are counted for it, never fewer.
        """
        places: Sequence[int] = range(len(self._groups))
        if self._family in _GROUPS:
            first = sorted(self._place[case] for case in failed & self._place.keys())
            places = [*first[:_ENOUGH], *places[:: _GROUPS[self._family]]]
        return self._first(places, self._few, mutant, codec)

    def found_by_all(self, mutant: Mutant, codec: SimulatedCodec) -> str:
        """Return the first group that finds a mutant's fault by any line; "" if none does."""
        return self._first(range(len(self._groups)), self._all_lines, mutant, codec)

    def _first(
        self,
        places: Sequence[int],
        lines: Callable[[int], GroupLines],
        mutant: Mutant,
        codec: SimulatedCodec,
    ) -> str:
        shown = (self._groups[place].id for place in places if lines(place).fails(mutant, codec))
        return next(shown, "")

    def _few_lines(self, place: int) -> GroupLines:
        group = self._groups[place]
        lines = group.lines
        chosen = range(0, len(lines), _LINES.get(self._family, 1))
        short = [index for index in chosen if len(lines[index]) <= _LONGEST]
        return GroupLines(group, short, self._right)

    def _all_lines(self, place: int) -> GroupLines:
        group = self._groups[place]
        return GroupLines(group, range(len(group.lines)), self._right)


class SharedQuestions:
    """All questions of a suite, made once for the mutants that make the same claims."""

    def __init__(self, suite: Suite) -> None:
        """Ask the written cases and the families of a suite."""
        self._suite = suite
        self._planner = Planner(suite)
        self._cases: dict[tuple[str, Offer], PlannedCases] = {}
        self._current = ""
        self._families: dict[tuple[str, Offer], FamilyGroups | None] = {}

    def cases(self, mutant: Mutant) -> Iterator[tuple[Offer, PlannedCases]]:
        """Yield the written cases of each of a mutant's offers."""
        for offer in mutant.offers:
            key = (_claims(mutant), offer)
            if key not in self._cases:
                planned = self._planner.plan(mutant.claims, [offer]).asked
                self._cases[key] = PlannedCases(offer, planned)
            yield offer, self._cases[key]

    def family(self, mutant: Mutant, family: str, offer: Offer) -> FamilyGroups | None:
        """Return the lines of a family for an offer; None where the mutant's claims do not fit it.

        The lines of a family are many: those of one offer of one set of claims are kept at a time.
        """
        own = sharing_key(mutant)
        if own != self._current:
            self._current = own
            self._families.clear()
        if (family, offer) not in self._families:
            self._families[family, offer] = self._of_family(mutant, family, offer)
        return self._families[family, offer]

    def _of_family(self, mutant: Mutant, family: str, offer: Offer) -> FamilyGroups | None:
        settings = _settings(mutant.claims, offer)
        if settings is None:
            return None
        return FamilyGroups(FamilyRequest(family, self._suite, settings, offer), mutant.right())


def sharing_key(mutant: Mutant) -> str:
    """Return the key that mutants with the same questions share."""
    return f"{_claims(mutant)} {mutant.exposed_by[0]}"


def _claims(mutant: Mutant) -> str:
    return repr(mutant.claims)


def _settings(claims: Claims, offer: Offer) -> Settings | None:
    found = claims.settings(offer.encoding)
    if found is None:
        return None
    return found.for_encoding() if offer.op.encodes else found.for_decoding()
