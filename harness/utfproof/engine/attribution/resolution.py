"""The requirements that a codec does not meet: as few as explain all its wrong answers.

One answer alone often leaves open what was broken: a decoder that refuses `F4 90 80 80` at
offset 3 may read numbers above U+10FFFF or miscount. The other answers of the codec decide: a
requirement that some answer contradicts for certain explains those that may contradict it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

from utfproof.engine.journal.events import CaseFinished
from utfproof.model.operation import Offer, Op

Place = tuple[str, str]
"""An offer and the id of a case."""

# All other weights are 1: a weight of 2.4 wins against three narrower requirements, not against
# two, and fractions leave no ties.
_WEIGHT = {"RFC3629-4-12": 2.4}
_WEIGHT_OF_YES = {
    "UNICODE-3.9-03": 4.5,
    "RFC3629-4-12": 3.4,
    "RFC2781-4.1-01": 2.5,
    "RFC2781-4.2-01": 2.5,
}
"""The weight of the requirements that forbid whatever is ill-formed; that of others is 1.

They explain each acceptance, above all a validator's yes, and are taken only where they replace
several narrower ones. So does the other byte order of UTF-16: a validator that reads it is wrong
about units of all kinds, and one that refuses some octets is wrong about characters and pairs.
"""
_VALIDATES = f"{Op.VALIDATE} "
_TOGETHER = 3
"""The most requirements of which all combinations are tried."""
_RELATION = "property"
"""The way of cases that compare several answers of a codec."""


def resolved(cases: Iterable[CaseFinished]) -> dict[Place, str]:
    """Return the requirement that each wrong answer is charged to.

    Texts in one piece are looked at first, and of these what decoders delivered, for a validator
    tells less: only a failure that they do not explain is charged to
    chunks, slices, a reset or the room. A relation between answers of which none is wrong by itself
    follows from what most of the others break, and is charged with its own clause where there are
    no others.
    """
    found: dict[Place, str] = {}
    known: set[str] = set()
    texts: list[CaseFinished] = []
    validations: list[CaseFinished] = []
    others: list[CaseFinished] = []
    relations: list[CaseFinished] = []
    for case in cases:
        if case.way == _RELATION and not case.breaks:
            relations.append(case)
        elif case.breaks or case.clauses:
            plain = validations if case.op.startswith(_VALIDATES) else texts
            (plain if asks_once(case.op) else others).append(case)
    _explain(texts, known, found, _WEIGHT, validations)
    _explain(validations, known, found, _WEIGHT_OF_YES)
    _explain(others, known, found)
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


def _explain(
    cases: Sequence[CaseFinished],
    known: set[str],
    found: dict[Place, str],
    weights: Mapping[str, float] = MappingProxyType({}),
    next_ones: Sequence[CaseFinished] = (),
) -> None:
    """Charge cases; add the requirements that they are charged to.

    Of equally few those are preferred that explain the next cases too.
    """
    candidates = {(case.op, case.case): _candidates(case) for case in cases}
    # An answer with one candidate leaves no choice: that requirement is known for all others.
    known.update(names[0] for names in candidates.values() if len(names) == 1)
    left = Counter(names for names in candidates.values() if known.isdisjoint(names))
    after = Counter(names for names in map(_candidates, next_ones) if known.isdisjoint(names))
    known.update(_fewest(left, weights, after))
    for place, names in candidates.items():
        found[place] = next(name for name in names if name in known)


def _candidates(case: CaseFinished) -> tuple[str, ...]:
    return case.breaks or case.clauses[:1]


def _fewest(
    left: Mapping[tuple[str, ...], int],
    weights: Mapping[str, float],
    after: Mapping[tuple[str, ...], int],
) -> Iterable[str]:
    """Return the fewest requirements that explain all answers, of equally few the likeliest.

    `left` counts the answers with the same candidates, `after` those that are explained next. A
    requirement counts as many as its weight.
    """
    names = sorted({name for candidates in left for name in candidates})
    bits = {name: 1 << bit for bit, name in enumerate(names)}
    masks = {sum(bits[name] for name in set(candidates)) for candidates in left}
    best: tuple[float, int, int, int, tuple[str, ...]] | None = None
    for size in range(_TOGETHER + 1):
        # No weight is below 1: more requirements cannot weigh less than their number.
        if best and best[0] < size:
            break
        for chosen in combinations(names, size):
            own = sum(bits[name] for name in chosen)
            if all(own & mask for mask in masks):
                weight = sum(weights.get(name, 1) for name in chosen)
                found = (weight, *_unlikely(chosen, left, after), chosen)
                best = min(best, found) if best else found
    # The least hitting set is exponential to find: beyond three requirements a greedy choice does.
    return best[4] if best else _one_by_one(left)


def _unlikely(
    chosen: Sequence[str],
    left: Mapping[tuple[str, ...], int],
    after: Mapping[tuple[str, ...], int],
) -> tuple[int, int, int]:
    """Count the objections to a choice: answers that stay open, and places behind the first."""
    places = [(_place(names, chosen) or 0, count) for names, count in left.items()]
    return (
        sum(count for names, count in after.items() if _place(names, chosen) is None),
        sum(count for place, count in places if place),
        sum(place * count for place, count in places),
    )


def _place(candidates: Sequence[str], chosen: Sequence[str]) -> int | None:
    """Return the place of the first candidate that was chosen; None where none was."""
    return next((place for place, name in enumerate(candidates) if name in chosen), None)


def _one_by_one(left: Mapping[tuple[str, ...], int]) -> Iterable[str]:
    """Choose the requirement that explains most of the remaining answers, again and again."""
    left = dict(left)
    while left:
        counts: Counter[str] = Counter()
        first: Counter[str] = Counter()
        for candidates, count in left.items():
            first[candidates[0]] += count
            counts.update(dict.fromkeys(candidates, count))
        most = min(counts, key=lambda name: (-counts[name], -first[name], name))
        yield most
        left = {names: count for names, count in left.items() if most not in names}
