"""Answers to a group that are looked at one by one, beside what a group comes to as a whole."""

from __future__ import annotations

from utfproof.engine.judging.judge import judge
from utfproof.model.verdict import RANK, Verdict
from utfproof.oracle.comparison import JudgedGroup
from utfproof.oracle.question_group import QuestionGroup


def one_by_one(group: QuestionGroup, answers: list[bytes]) -> tuple[Verdict, int, bytes]:
    """Return the gravest verdict, how many answers have it, and the first line that has."""
    found = [judge(group.question(index), answer) for index, answer in enumerate(answers)]
    gravest = min(
        found, key=lambda one: (RANK[one.verdict], len(one.question.line), one.question.line)
    )
    many = sum(one.verdict is gravest.verdict for one in found)
    passes = gravest.verdict is Verdict.PASS
    return (Verdict.PASS, 0, b"") if passes else (gravest.verdict, many, gravest.question.line)


def seen(judged: JudgedGroup) -> tuple[Verdict, int, bytes]:
    line = judged.gravest.question.line if judged.gravest else b""
    return judged.verdict, judged.wrong, line
