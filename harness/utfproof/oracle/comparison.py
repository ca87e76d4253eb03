"""Answers to groups of questions: compared as a whole, judged one by one where they differ.

Nearly every group is one comparison with the answers of the profile that fitted the group before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import eq
from typing import cast

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.model.operation import Offer
from utfproof.model.profile import Settings
from utfproof.model.verdict import RANK, Verdict
from utfproof.oracle.answer_profile import AnswerProfile, differ_in_length
from utfproof.oracle.nearest_profile import nearest, surely_pass
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.verdict_cache import CachedVerdict, VerdictCache

_ENOUGH = 8
"""Failures of one group that are looked at."""
_FIRST = 32
"""Answers among which one is looked for that shows what an answer profile means."""
_NONE = -1
"""The number that is noted where no answer profile fits, or where no answer is to be shown."""


@dataclass(frozen=True, slots=True)
class JudgedGroup:
    """A group's verdict: that of its gravest answer, of these the shortest question.

    `wrong` counts the answers that are as grave, and those that were not looked at any more;
    `gravest` is None where all pass, and else the judgement of the answer at the index `at`.
    """

    group: QuestionGroup
    verdict: Verdict
    gravest: Judgement | None = None
    wrong: int = 0
    at: int = -1


@dataclass(slots=True)
class GroupComparer:
    """Judges the groups of one codec, and remembers its answer profile for each offer.

    Many codecs of an adapter are faces of one, and most answer as they did in the last run: to
    look closely at the same answers to the same questions once is enough.
    """

    memory: VerdictCache = field(default_factory=VerdictCache)
    _last: dict[Offer, AnswerProfile] = field(default_factory=dict)

    def judged(
        self, group: QuestionGroup, settings: Settings, answers: Sequence[Answer]
    ) -> JudgedGroup:
        """Judge the answers to a group, asked with the settings of the codec."""
        # The profile of the group before is part of the key: of equally near ones it decides.
        key = _key(group, settings, self._last.get(group.offer), answers)
        noted = self.memory.get(key) if key else None
        # A cache may be of other vectors, or damaged: what does not fit is judged as if unseen.
        noted = noted if noted and _fits(group, noted) else None
        answer_profile, judged = (
            _again(group, answers, noted) if noted else self._closely(group, answers)
        )
        if key and not noted:
            self.memory.put(key, _note(answer_profile, judged))
        if answer_profile:
            self._last[group.offer] = answer_profile
        return judged

    def awaited(self, group: QuestionGroup) -> bytes | None:
        """Return the answers that pass a group as the last group of its offer passed.

        Answers that are these need not be looked at one by one, nor remembered.
        """
        last = self._last_pass(group)
        return group.expected_text(last) if last else None

    def _last_pass(self, group: QuestionGroup) -> AnswerProfile | None:
        """Return the profile by which the last group of an offer passed, if it is one of this too.

        An alternative is no plain pass: its groups need a verdict of their own.
        """
        last = self._last.get(group.offer)
        passed = last and last.verdict is Verdict.PASS and last in group.answer_profiles
        return last if passed else None

    def _closely(
        self, group: QuestionGroup, answers: Sequence[Answer]
    ) -> tuple[AnswerProfile | None, JudgedGroup]:
        """Return the profile that fits best, and the verdict of the answers that differ from it."""
        compared = group.comparable(answers)
        last = self._last.get(group.offer)
        if passing := self._last_pass(group):
            expected = group.expected(passing)
            if expected == compared or surely_pass(group, passing, compared, expected):
                return passing, JudgedGroup(group, Verdict.PASS)
        answer_profile, different = nearest(group, last, compared)
        if answer_profile is None:
            return None, _judged(group, answers, None, different, {})
        known = {
            Verdict.NON_STRICT: _lenient(group, compared, answer_profile, different),
            Verdict.BY_DESIGN: _announced(group, compared, answer_profile, different),
        }
        return answer_profile, _judged(group, answers, answer_profile, different, known)


def _key(
    group: QuestionGroup, settings: Settings, last: AnswerProfile | None, answers: Sequence[Answer]
) -> bytes | None:
    """Digest the facts that decide about a verdict; None where an answer is no line."""
    try:
        text = b"\n".join(cast("Sequence[bytes]", answers))
    # A crash or a hang is no octet string: a block with one is judged each time.
    except TypeError:
        return None
    about = f"{group.id}\n{group.offer}\n{last}\n{_settings_text(settings)}\n{len(answers)}\n"
    return hashlib.sha256(about.encode("utf-8") + text).digest()


def _note(answer_profile: AnswerProfile | None, judged: JudgedGroup) -> CachedVerdict:
    """Return the facts needed to give a verdict again, beside the group and the answers."""
    own = judged.group.answer_profiles
    # The number means the same profile in the next run: the list follows from settings and offer,
    # and the key holds both.
    number = own.index(answer_profile) if answer_profile in own else _NONE
    return CachedVerdict(number, judged.verdict, judged.at, judged.wrong)


def _fits(group: QuestionGroup, note: CachedVerdict) -> bool:
    """Tell whether a note can be of this group: a file may say anything."""
    answer_profiles, lines = (
        range(_NONE, len(group.answer_profiles)),
        range(_NONE, len(group.lines)),
    )
    return note.answer_profile in answer_profiles and note.at in lines


def _again(
    group: QuestionGroup, answers: Sequence[Answer], note: CachedVerdict
) -> tuple[AnswerProfile | None, JudgedGroup]:
    """Return the nearest answer profile and the verdict that the same answers came to before."""
    answer_profile = (
        None if note.answer_profile == _NONE else group.answer_profiles[note.answer_profile]
    )
    at = note.at
    # One answer is judged again rather than stored: a judgement holds the whole question.
    gravest = None if at == _NONE else judge(group.question(at), answers[at])
    return answer_profile, JudgedGroup(group, note.verdict, gravest, note.wrong, at)


@lru_cache(maxsize=1024)
def _settings_text(settings: Settings) -> str:
    return repr(settings)


def _judged(
    group: QuestionGroup,
    answers: Sequence[Answer],
    answer_profile: AnswerProfile | None,
    different: Sequence[int],
    known: Mapping[Verdict, Sequence[int]],
) -> JudgedGroup:
    """Judge a group whose answers differ from those of the nearest answer profile in some lines.

    Of those whose verdict is `known` the shortest is looked at, for all have its verdict.
    """
    verdict = answer_profile.verdict if answer_profile else Verdict.PASS
    if answer_profile and not different:
        return _alike(group, answers, verdict)
    lines = group.lines
    others: dict[int, Verdict] = {}
    for own, indices in known.items():
        shortest = min(indices, key=lambda index: (len(lines[index]), lines[index]), default=None)
        others.update((index, own) for index in indices if index != shortest)
    found = dict(_looked_at(group, answers, [index for index in different if index not in others]))
    # The line itself breaks ties, so that a report shows the same example in every run.
    at = min(found, key=lambda index: (RANK[found[index].verdict], len(lines[index]), lines[index]))
    gravest = found[at]
    # Where every answer differs, the profile says nothing about this group.
    same = len(different) == len(group.lines)
    # The lower the rank, the graver: the profile's verdict covers what is no graver beside it.
    if not same and RANK[verdict] <= RANK[gravest.verdict]:
        return _alike(group, answers, verdict)
    if gravest.verdict is Verdict.PASS:
        return JudgedGroup(group, Verdict.PASS)
    if gravest.question.line != lines[at]:
        gravest = judge(group.question(at), answers[at])
    # Answers that nobody looked at count as the gravest of those that were looked at.
    left = len(different) - len(found) - len(others)
    wrong = sum(item.verdict is gravest.verdict for item in found.values()) + left
    # Answers of a known verdict count only beside their like.
    wrong += sum(own is gravest.verdict for own in others.values())
    return JudgedGroup(group, gravest.verdict, gravest, wrong, at)


def _lenient(
    group: QuestionGroup,
    answers: Sequence[object],
    answer_profile: AnswerProfile,
    different: Sequence[int],
) -> list[int]:
    """Return the indices of the answers that break a recommendation and are right but for that."""
    found: list[int] = []
    left = list(different)
    if answer_profile.other_length is Verdict.NON_STRICT and left:
        expected = group.expected_at(answer_profile, left)
        pairs = zip(left, expected, strict=True)
        found = [index for index, own in pairs if differ_in_length(answers[index], own)]
        left = sorted({*left} - {*found})
    for policy in answer_profile.not_recommended if left else ():
        other = replace(answer_profile, policy=policy)
        # All answers of a policy cost much: it must fit one of three first.
        some = sorted({left[0], left[len(left) // 2], left[-1]})
        if any(map(eq, map(answers.__getitem__, some), group.expected_at(other, some))):
            pairs = zip(left, group.expected_at(other, left), strict=True)
            found += [index for index, own in pairs if answers[index] == own]
            left = sorted({*left} - {*found})
        if not left:
            break
    return found


def _announced(
    group: QuestionGroup,
    answers: Sequence[object],
    answer_profile: AnswerProfile,
    different: Sequence[int],
) -> list[int]:
    """Return the indices of the answers that the codec's documentation announces.

    No other way to read gives them: each has a value that is none elsewhere, or refuses one. Of two
    byte orders the declared one was compared before, and what differs from it is the other's.
    """
    other = group.announced_profile(answer_profile)
    if other is None or not different:
        return []
    pairs = zip(different, group.expected_at(other, different), strict=True)
    return [index for index, own in pairs if answers[index] == own]


def _alike(group: QuestionGroup, answers: Sequence[Answer], verdict: Verdict) -> JudgedGroup:
    """Return the verdict of their profile for all answers; if it is no pass, show an early one."""
    if verdict is not Verdict.PASS:
        for at in range(min(len(answers), _FIRST)):
            found = judge(group.question(at), answers[at])
            if found.verdict is verdict:
                return JudgedGroup(group, verdict, found, at=at)
    return JudgedGroup(group, verdict)


def _looked_at(
    group: QuestionGroup, answers: Sequence[Answer], different: Sequence[int]
) -> Iterator[tuple[int, Judgement]]:
    """Judge answers one by one, the shortest questions first; give them with their indices.

    Of answers that have a verdict in common, all have the judgement of the first. Once some have
    failed, what else is different is only counted, for a close look takes long; crashes, hangs and
    the like are always looked at.
    """
    lines = group.lines
    known: dict[Hashable, Judgement] = {}
    failed = 0
    for index in sorted(different, key=lambda index: len(lines[index])):
        answer = answers[index]
        if isinstance(answer, bytes) and failed >= _ENOUGH:
            continue
        key = group.verdict_key(index, answer) if isinstance(answer, bytes) else None
        found = known.get(key) or judge(group.question(index), answer)
        if key is not None:
            known[key] = found
        failed += not (found.verdict.green or found.verdict is Verdict.BY_DESIGN)
        yield index, found
