"""The answer profile that fits a group's answers best, and answers that pass without one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from utfproof.model.operation import Mode
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, QuestionGroup


def nearest(
    group: QuestionGroup, last: AnswerProfile | None, answers: Sequence[object]
) -> tuple[AnswerProfile | None, Sequence[int]]:
    """Return the profile that fits best, and the indices of the answers that differ from it.

    Of equally near ones it is the `last`, that of the group before, or the first that is listed.
    """
    found: _Near | None = None
    # The sort is stable: the profile of the last group comes first, the others as they are listed.
    for answer_profile in sorted(group.answer_profiles, key=lambda one: one != last):
        if found and not _may_be_nearer(group, answer_profile, found, answers):
            continue
        expected = group.expected(answer_profile)
        pairs = enumerate(zip(answers, expected, strict=True))
        agrees = answer_profile.agrees
        different = [
            index for index, (answer, own) in pairs if answer != own and not agrees(answer, own)
        ]
        # Of equally near profiles the first stays: that of the group before, if it is one.
        if found is None or len(different) < len(found.different):
            found = _Near(answer_profile, expected, different)
        if not different:
            break
    return (found.answer_profile, found.different) if found else (None, range(len(answers)))


def surely_pass(
    group: QuestionGroup, last: AnswerProfile, answers: Sequence[object], expected: Expected
) -> bool:
    """Tell whether answers that no profile gives pass as a pattern, which spares the profiles.

    A codec that replaces in its own way differs from all profiles in group after group.
    """
    if group.offer.mode is not Mode.REPLACE or not group.answer_profiles[1:]:
        return False
    pairs = enumerate(zip(answers, expected, strict=True))
    different = [index for index, (answer, own) in pairs if answer != own]
    if not different:
        return True
    some = sorted({different[0], different[len(different) // 2], different[-1]})
    others = (one for one in group.answer_profiles if one != last)
    return (
        _fit_a_pattern(group, answers, some)
        and not any(
            answers[index] == own
            for other in others
            for index, own in zip(some, group.expected_at(other, some), strict=True)
        )
        and _fit_a_pattern(group, answers, different)
    )


@dataclass(frozen=True, slots=True)
class _Near:
    """The nearest answer profile so far, its answers, and the indices of the others."""

    answer_profile: AnswerProfile
    expected: Expected
    different: Sequence[int]


def _fit_a_pattern(group: QuestionGroup, answers: Sequence[object], indices: Iterable[int]) -> bool:
    return all(
        isinstance(answer := answers[index], bytes) and group.question(index).surely_passes(answer)
        for index in indices
    )


def _may_be_nearer(
    group: QuestionGroup, answer_profile: AnswerProfile, nearest: _Near, answers: Sequence[object]
) -> bool:
    """Tell whether a profile agrees with any answer that differs from those of the nearest."""
    # Profiles that differ in policy and detail alone stop at the same error: in strict mode only an
    # answer that refuses at the same offset can be nearer to another of them.
    same = (
        group.offer.mode is Mode.STRICT
        and replace(
            answer_profile,
            policy=nearest.answer_profile.policy,
            detail=nearest.answer_profile.detail,
        )
        == nearest.answer_profile
    )
    asked = [
        index
        for index in nearest.different
        if isinstance(answer := answers[index], bytes)
        and (not same or _one_error(answer, nearest.expected[index]))
    ]
    # All answers of a profile cost much; a nearer one must be right where the nearest is wrong.
    expected = group.expected_at(answer_profile, asked) if asked else ()
    return any(
        answer_profile.agrees(answers[index], own)
        for index, own in zip(asked, expected, strict=True)
    )


def _one_error(answer: bytes, expected: bytes | None) -> bool:
    """Tell whether two refusals may be one at two levels of detail; strict mode has no others."""
    if expected is None or not answer.startswith(b"error") or not expected.startswith(b"error"):
        # Two uses of one object are one line, `… / …`: the error may be in either half.
        return expected is not None and b"/" in answer and b"error" in answer
    # `error ? …` tells of no offset, and is compatible with any; `error` alone is no answer at all.
    offsets = {*answer.split(b" ", 2)[1:2], *expected.split(b" ", 2)[1:2]}
    return len(offsets) == 1 or b"?" in offsets
