"""The requirements that a codec does not meet: as few as explain all its wrong answers.

One answer alone often leaves open what was broken: a decoder that refuses `F4 90 80 80` at
offset 3 may read numbers above U+10FFFF or miscount. The other answers of the codec decide: a
requirement that some answer contradicts for certain explains those that may contradict it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from utfproof.engine.journal.events import CaseFinished
from utfproof.model.operation import Offer

Place = tuple[str, str]
"""An offer and the id of a case."""

_RELATION = "property"
"""The way of cases that compare several answers of a codec."""


def resolved(cases: Iterable[CaseFinished]) -> dict[Place, str]:
    """Return the requirement that each wrong answer is charged to.

    Texts in one piece are looked at first: only a failure that they do not explain is charged to
    chunks, slices, a reset or the room. A relation between answers of which none is wrong by itself
    follows from what most of the others break, and is charged with its own clause where there are
    no others.
    """
    found: dict[Place, str] = {}
    known: set[str] = set()
    plain: list[CaseFinished] = []
    others: list[CaseFinished] = []
    relations: list[CaseFinished] = []
    for case in cases:
        if case.way == _RELATION and not case.breaks:
            relations.append(case)
        elif case.breaks or case.clauses:
            (plain if asks_once(case.op) else others).append(case)
    for group in (plain, others):
        _explain(group, known, found)
    if relations and found:
        counts = Counter(found.values())
        most = min(counts, key=lambda name: (-counts[name], name))
        found.update({(case.op, case.case): most for case in relations})
    else:
        _explain(relations, known, found)
    return found


def asks_once(op: str) -> bool:
    """Tell whether an offer, as a journal names it, takes one text in one piece."""
    try:
        return Offer.parse(op).op.asks_once
    except ValueError:
        return True


def _explain(cases: Sequence[CaseFinished], known: set[str], found: dict[Place, str]) -> None:
    """Charge cases; add the requirements that they are charged to."""
    candidates = {(case.op, case.case): case.breaks or case.clauses[:1] for case in cases}
    known.update(names[0] for names in candidates.values() if len(names) == 1)
    left = {place: names for place, names in candidates.items() if known.isdisjoint(names)}
    while left:
        known.add(_most(left))
        left = {place: names for place, names in left.items() if known.isdisjoint(names)}
    for place, names in candidates.items():
        found[place] = next(name for name in names if name in known)


def _most(left: Mapping[Place, Sequence[str]]) -> str:
    """Return the requirement that explains most, of equals the one that is most often likeliest."""
    counts = Counter(name for names in left.values() for name in names)
    first = Counter(names[0] for names in left.values())
    return min(counts, key=lambda name: (-counts[name], -first[name], name))
