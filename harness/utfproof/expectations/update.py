"""The file of known failures as it would have to be: the edit that makes a run right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain

from utfproof.engine.journal.events import CaseFinished
from utfproof.expectations.document import Defect, FailureGroup, number_of
from utfproof.expectations.observed_failures import ObservedFailures, Pair, answers
from utfproof.expectations.pattern_cover import cover
from utfproof.model.level import LEVELS, level_of
from utfproof.model.verdict import Verdict

_LOOK_AGAIN = timedelta(days=365)


def revised(
    defects: Iterable[Defect], record: ObservedFailures, level: str, today: date
) -> tuple[Defect, ...]:
    """Return the defects of a codec as a whole run at a level shows them.

    Texts written by people stay. A failure goes to the first defect with a block that matches it, a
    failure of a family else to the first defect with the same offer; the others make a new defect.
    Blocks of a higher level stay as they are; a defect that is no longer observed is dropped.
    """
    left = dict(record.failing)
    known = list(defects)
    own = {id(defect): _claimed(defect, record, left) for defect in known}
    found: list[Defect] = []
    for defect in known:
        if not defect.concerns(record.version):
            found.append(defect)
            continue
        mine = {**own[id(defect)], **_of_its_offers(defect, left)}
        kept = tuple(block for block in defect.blocks if not _asked(block, level))
        if defect.varies:  # what did not fail this time may fail the next
            found.append(defect)
            continue
        blocks = (*_blocks(mine, record), *kept)
        if blocks:
            found.append(replace(defect, blocks=blocks, expires=_next(defect, today)))
    if left:
        found.append(_new(left, record, today))
    return tuple(found)


def _asked(block: FailureGroup, level: str) -> bool:
    return LEVELS.index(block.level) <= LEVELS.index(level)


def _next(defect: Defect, today: date) -> date | None:
    """Return the date to look again; an update is a look."""
    return today + _LOOK_AGAIN if defect.has_expired(today) else defect.expires


def _claimed(
    defect: Defect, record: ObservedFailures, left: dict[Pair, CaseFinished]
) -> dict[Pair, CaseFinished]:
    """Take the failures that a defect speaks of out of those that are left."""
    if not defect.concerns(record.version):
        return {}
    pairs = dict.fromkeys(chain.from_iterable(map(record.meant, defect.blocks)))
    return {pair: left.pop(pair) for pair in pairs if pair in left}


def _of_its_offers(defect: Defect, left: dict[Pair, CaseFinished]) -> dict[Pair, CaseFinished]:
    """Remove from `left` the family failures in the offers of a defect, and return them.

    A sweep belongs to the failures of strict offers of its encoding.
    """
    offers = {op for block in defect.blocks for op in block.ops}
    offers |= {f"sweep {op.split(' ', 1)[1]}" for op in offers}
    pairs = [pair for pair in left if pair[0] in offers and level_of(pair[1]) != LEVELS[0]]
    return {pair: left.pop(pair) for pair in pairs}


def _new(left: Mapping[Pair, CaseFinished], record: ObservedFailures, today: date) -> Defect:
    """Make a defect of failures that nobody has explained yet."""
    named = "; ".join(dict.fromkeys(found.about for found in record.diagnoses))
    reason = f"behaves like: {named}" if named else "not explained yet"
    blocks = tuple(_blocks(left, record))
    return Defect(reason, (), versions(record.version), today + _LOOK_AGAIN, blocks)


def versions(version: str) -> str:
    """Return the range that reaches from a version to before the next that may change all."""
    number = number_of(version)
    if number is None:
        return ""
    major, minor = number.major, number.minor
    end = f"{major + 1}" if major else f"0.{minor + 1}"
    return f">={number}, <{end}"


_Key = tuple[str, Verdict]


def _blocks(
    failing: Mapping[Pair, CaseFinished], record: ObservedFailures
) -> Iterable[FailureGroup]:
    """Put failures into as few blocks as may be: offers that fail in the same cases share one."""
    by_offer: dict[_Key, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for (op, case), event in failing.items():
        by_offer[level_of(case), event.verdict][op].add(case)
    for (level, verdict), offers in sorted(by_offer.items(), key=lambda item: _order(item[0])):
        together: dict[frozenset[str], list[str]] = defaultdict(list)
        for op, cases in sorted(offers.items()):
            together[frozenset(cases)].append(op)
        for alike, ops in sorted(together.items(), key=lambda item: item[1]):
            events = [failing[op, case] for op in ops for case in sorted(alike)]
            asked = {case for op in ops for case in record.asked[op] if level_of(case) == level}
            one, many = answers(events)
            ids = tuple(cover(alike, asked))
            yield FailureGroup(verdict, level, tuple(ops), ids, len(events), one, many)


def _order(key: _Key) -> tuple[int, str]:
    return LEVELS.index(key[0]), key[1].value
