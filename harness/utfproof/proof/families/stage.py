"""The families as a stage of proof: asked in large batches, compared, judged, told as events."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import chain
from typing import cast

from utfproof.adapters.session.blocks import MOST_OCTETS, Answer, JoinedLines
from utfproof.engine.attribution.attribute import broken
from utfproof.engine.journal.events import CaseFinished, Event, FamilyFinished, FamilyStarted
from utfproof.engine.judging.judge import describe
from utfproof.engine.judging.roles import roles
from utfproof.engine.judging.shortfall import expected_in_time
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.fields import read_octets
from utfproof.model.operation import Offer
from utfproof.model.profile import Settings
from utfproof.model.reading import IllFormed
from utfproof.model.verdict import Verdict
from utfproof.oracle.comparison import GroupComparer, JudgedGroup
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.verdict_cache import VerdictCache
from utfproof.proof.families import catalogue, parallel
from utfproof.proof.families.catalogue import FamilyRequest
from utfproof.proof.families.restricted import RestrictedGroup
from utfproof.vectors.suite import Family

# Below the limits of a block, 65,536 lines and 4 MiB: the last group of a batch may overshoot.
_BATCH_LINES = 30_000
_BATCH_OCTETS = 3 << 20
_ASKED = frozenset(chain.from_iterable(ops for ops, _ in catalogue.ASKS.values()))


@dataclass(frozen=True, slots=True)
class FamiliesStage:
    """Asks every family of every offer that it fits."""

    extra_states: int = 0
    memory: VerdictCache = field(default_factory=VerdictCache, compare=False, repr=False)

    def __call__(self, context: CodecContext) -> Iterator[Event]:
        """Ask and judge, family by family."""
        lots = parallel.lots(context, [offer for offer in context.offers if offer.op in _ASKED])
        if len(lots) > 1:
            yield from parallel.asked(context, self, lots)
            return
        comparer = GroupComparer(self.memory)
        try:
            yield from self._all(context, comparer)
        finally:
            self.memory.close()

    def _all(self, context: CodecContext, comparer: GroupComparer) -> Iterator[Event]:
        for family in context.suite.families:
            for offer in context.offers:
                settings = context.codec.claims.settings(offer.encoding)
                if settings:
                    encodes = offer.op.encodes
                    own = settings.for_encoding() if encodes else settings.for_decoding()
                    yield from self._family(context, family, own, offer, comparer)

    def _family(
        self,
        context: CodecContext,
        family: Family,
        settings: Settings,
        offer: Offer,
        comparer: GroupComparer,
    ) -> Iterator[Event]:
        request = FamilyRequest(family.id, context.suite, settings, offer, self.extra_states)
        pattern = context.narrowing.case
        groups = deque(_narrowed(request, pattern))
        count = len(groups)
        if not count:
            return
        yield FamilyStarted(context.name, family.id, str(offer), count)
        started, asked, digest = time.monotonic(), 0, hashlib.sha256()
        for batch in _batches(_taken(groups)):
            asked += sum(group.count for group in batch)
            parts = _parts(batch)
            for number, part in enumerate(parts):
                text, found = ask_groups(context, part, settings, comparer)
                # The newline between batches was never digested; certificates bind the digest.
                digest.update(text[:-1] if number == len(parts) - 1 else text)
                for judged in found:
                    yield group_event(context.name, family, settings, judged)
        seconds = round(time.monotonic() - started, 3)
        result = digest.hexdigest()
        yield FamilyFinished(context.name, family.id, str(offer), asked, count, seconds, result)


def _taken(groups: deque[QuestionGroup]) -> Iterator[QuestionGroup]:
    """Yield each group and forget it: its lines take memory as soon as they are looked at."""
    while groups:
        yield groups.popleft()


def _narrowed(request: FamilyRequest, pattern: str) -> Iterator[QuestionGroup]:
    """Yield the groups whose id fits, without the lines that the codec's format excludes."""
    settings = request.settings
    for group in catalogue.groups(request):
        if fnmatchcase(group.id, pattern):
            yield RestrictedGroup.of(group, settings) if settings.narrows else group


def _parts(batch: list[QuestionGroup]) -> list[list[QuestionGroup]]:
    """Divide a batch that is longer than a block, which is asked as a whole."""
    octets = sum(len(group.text) for group in batch)
    # A single group is not divided here: the session cuts its lines into blocks.
    if octets <= MOST_OCTETS or len(batch) == 1:
        return [batch]
    half = len(batch) // 2
    return _parts(batch[:half]) + _parts(batch[half:])


def ask_groups(
    context: CodecContext,
    groups: Sequence[QuestionGroup],
    settings: Settings,
    comparer: GroupComparer,
) -> tuple[bytes, Iterable[JudgedGroup]]:
    """Ask groups of one offer; return the answers, each with its newline, and the judged groups.

    Most answers are right: to compare them as one text is far less work than line by line.
    """
    session, name, offer = context.session, context.codec.name, groups[0].offer
    awaited = _awaited(groups, comparer)
    if awaited is None:
        lines = [line for group in groups for line in group.lines]
        answers = session.ask(name, offer, lines, settings.excludes)
    else:
        count = sum(group.count for group in groups)
        asked = JoinedLines.of(b"".join([group.text for group in groups]), count)
        expected = JoinedLines.of(awaited, count)
        unlike = session.unlike(name, offer, asked, expected, settings.excludes)
        if unlike is None:
            return awaited, [_passed(group) for group in groups if group.count or _outside(group)]
        answers = unlike
    return _text(answers), _judged(groups, settings, answers, comparer)


def _awaited(groups: Sequence[QuestionGroup], comparer: GroupComparer) -> bytes | None:
    """Return the answers to groups that pass; None where some have to be judged."""
    found: list[bytes] = []
    for group in groups:
        text = comparer.awaited(group)
        if text is None:
            return None
        found.append(text)
    return b"".join(found)


def _judged(
    batch: Sequence[QuestionGroup],
    settings: Settings,
    answers: Sequence[Answer],
    comparer: GroupComparer,
) -> Iterator[JudgedGroup]:
    at = 0
    for group in batch:
        own = answers[at : at + group.count]
        at += len(own)
        if own:
            yield comparer.judged(group, settings, own)
        elif _outside(group):
            yield JudgedGroup(group, Verdict.OUTSIDE)


def _passed(group: QuestionGroup) -> JudgedGroup:
    return JudgedGroup(group, Verdict.PASS if group.count else Verdict.OUTSIDE)


def _outside(group: QuestionGroup) -> int:
    """Count the lines of a group that the codec's contract excludes."""
    return group.outside if isinstance(group, RestrictedGroup) else 0


def _batches(groups: Iterable[QuestionGroup]) -> Iterator[list[QuestionGroup]]:
    """Put groups together until a block is full."""
    batch: list[QuestionGroup] = []
    lines = octets = 0
    for group in groups:
        batch.append(group)
        lines += group.count
        octets += len(group.text) - group.count
        if lines >= _BATCH_LINES or octets >= _BATCH_OCTETS:
            yield batch
            batch, lines, octets = [], 0, 0
    if batch:
        yield batch


def _text(answers: Sequence[Answer]) -> bytes:
    try:
        return b"\n".join((*cast("Sequence[bytes]", answers), b""))  # nearly always nothing else
    except TypeError:
        shown = (one if isinstance(one, bytes) else describe(one).encode() for one in answers)
        return b"\n".join((*shown, b""))


def group_event(name: str, family: Family, settings: Settings, judged: JudgedGroup) -> CaseFinished:
    """Return the event of a judged group; `family` has its clauses and flags."""
    group, found = judged.group, judged.gravest
    question = found.question if found else None
    many = f", {judged.wrong} of {group.count} like it"
    return CaseFinished(
        codec=name,
        case=group.id,
        op=str(group.offer),
        verdict=judged.verdict,
        asked=group.count,
        way=f"{question.way}{many if judged.wrong > 1 else ''}" if question else "",
        input=question.line.decode("ascii") if question else "",
        expected=expected_in_time(found) if found else "",
        actual=found.actual if found else "",
        clauses=_clauses(family, settings, judged),
        flags=family.flags,
        breaks=broken(settings, found) if found else (),
        outside=_outside(group),
    )


def _clauses(family: Family, settings: Settings, judged: JudgedGroup) -> tuple[str, ...]:
    """Cite the clause that decides about the first error of the input, else the family's own."""
    found = judged.gravest
    own = family.clauses[settings.scheme]
    if judged.verdict is Verdict.PASS or not found or not found.question.offer.op.reads_whole:
        return own
    octets = read_octets(found.question.line.decode("ascii"))
    errors = (one for one in roles(settings.scheme, octets) if isinstance(one.part, IllFormed))
    first = next(errors, None)
    return (first.clause,) if first else own
