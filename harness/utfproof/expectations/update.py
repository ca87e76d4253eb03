"""The file of known failures as it would have to be: the edit that makes a run right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain

from utfproof.engine.attribution.resolution import resolved
from utfproof.engine.journal.events import CaseFinished
from utfproof.expectations.document import NOT_EXPLAINED, Defect, FailureGroup, number_of
from utfproof.expectations.observed_failures import ObservedFailures, Pair, answers
from utfproof.expectations.pattern_cover import cover
from utfproof.model.level import LEVELS, level_of
from utfproof.model.verdict import Verdict

_LOOK_AGAIN = timedelta(days=365)


def revised(
    defects: Iterable[Defect], record: ObservedFailures, level: str, today: date
) -> tuple[Defect, ...]:
    """Return the defects of a codec as a whole run at a level shows them.

    Texts written by people stay, and belong to the answers that they were written for: a failure
    goes to the first defect that lists it with this answer, a failure of a family else to the
    first defect with the same offer and requirement. The others make new defects, one for each
    requirement that they break. Blocks of a higher level stay as they are; a defect that is no
    longer observed is dropped.
    """
    left = dict(record.failing)
    charges = resolved(record.failing.values())
    known = list(defects)
    # All take what they list before any takes more for the sake of its requirements.
    own = {id(defect): _claimed(defect, record, left) for defect in known}
    before = _listed_otherwise(known, record, left)
    found: list[Defect] = []
    for defect in known:
        # A run says nothing of other versions and other processors.
        if not defect.concerns(record.version):
            found.append(defect)
            continue
        mine = own[id(defect)]
        mine |= _of_its_rules(defect, mine, left, charges)
        kept = tuple(block for block in defect.blocks if not _asked(block, level))
        if defect.varies:  # what did not fail this time may fail the next
            found.append(defect)
            continue
        blocks = (*_blocks(mine, record), *kept)
        if blocks:
            found.append(replace(defect, blocks=blocks, expires=_next(defect, today)))
    return (*found, *_new(left, charges, before, record, today))


def _asked(block: FailureGroup, level: str) -> bool:
    return LEVELS.index(block.level) <= LEVELS.index(level)


def _next(defect: Defect, today: date) -> date | None:
    """Return the date to look again; an update is a look."""
    return today + _LOOK_AGAIN if defect.has_expired(today) else defect.expires


def _claimed(
    defect: Defect, record: ObservedFailures, left: dict[Pair, CaseFinished]
) -> dict[Pair, CaseFinished]:
    """Take the failures that a defect lists with these answers out of those that are left."""
    if not defect.concerns(record.version):
        return {}
    pairs = dict.fromkeys(
        pair for block in defect.blocks for pair in record.as_listed(block, varies=defect.varies)
    )
    return {pair: left.pop(pair) for pair in pairs if pair in left}


def _listed_otherwise(
    defects: Iterable[Defect], record: ObservedFailures, left: Mapping[Pair, CaseFinished]
) -> dict[Pair, str]:
    """Return the reasons that failures were listed for, with other answers than today's."""
    found: dict[Pair, str] = {}
    for defect in defects:
        if defect.concerns(record.version):
            for pair in chain.from_iterable(map(record.meant, defect.blocks)):
                if pair in left:
                    found.setdefault(pair, defect.reason)
    return found


def _of_its_rules(
    defect: Defect,
    mine: Mapping[Pair, CaseFinished],
    left: dict[Pair, CaseFinished],
    charges: Mapping[Pair, str],
) -> dict[Pair, CaseFinished]:
    """Remove from `left` the family failures of a defect's offers and rules, and return them.

    A sweep belongs to the failures of strict offers of its encoding.
    """
    offers = {op for block in defect.blocks for op in block.ops}
    offers |= {f"sweep {op.partition(' ')[2]}" for op in offers}
    rules = {*defect.breaks, *(charges.get(pair, "") for pair in mine)}
    pairs = [
        pair
        for pair in left
        if pair[0] in offers and level_of(pair[1]) != LEVELS[0] and charges.get(pair, "") in rules
    ]
    return {pair: left.pop(pair) for pair in pairs}


def _new(
    left: Mapping[Pair, CaseFinished],
    charges: Mapping[Pair, str],
    before: Mapping[Pair, str],
    record: ObservedFailures,
    today: date,
) -> Iterable[Defect]:
    """Make a defect for each requirement that unexplained failures break."""
    by_rule: dict[str, dict[Pair, CaseFinished]] = defaultdict(dict)
    for pair, event in left.items():
        by_rule[charges.get(pair, "")][pair] = event
    for rule, own in sorted(by_rule.items()):
        shown = (
            found.about
            for found in record.diagnoses
            if charges.get((found.op, found.case), "") == rule
        )
        once = dict.fromkeys(before[pair] for pair in own if pair in before)
        others = f"; listed before, with other answers, as: {'; '.join(once)}" if once else ""
        yield Defect(
            reason=f"{NOT_EXPLAINED}{others}",
            reference=(),
            versions=version_seen(record.version),
            expires=today + _LOOK_AGAIN,
            blocks=tuple(_blocks(own, record)),
            kind="open",
            breaks=(rule,) if rule else (),
            diagnosis="; ".join(dict.fromkeys(shown)),
            seen=today,
        )


def version_seen(version: str) -> str:
    """Return the version in which a failure was seen, and no other was tried; "" without number."""
    number = number_of(version)
    return f"=={number}" if number else ""


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
