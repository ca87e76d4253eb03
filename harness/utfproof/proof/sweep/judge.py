"""The judge of sweeps: the answer of a shard becomes a verdict. Pure: no session, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from utfproof.model.verdict import Verdict
from utfproof.proof.sweep.labels import (
    Difference,
    Labeller,
    Labels,
    Strings,
    difference,
    strings,
)
from utfproof.proof.sweep.rules import Rule
from utfproof.proof.sweep.shards import Shard


@dataclass(frozen=True, slots=True)
class Judged:
    """An answer that labels all strings of a shard, and the verdict.

    `difference` is the first string that is not labelled by the best rule; in a failure, of all
    rules the one that is followed longest. `tells` is False where `strings` have offsets, being
    those of a rule, and the codec leaves all of them out.
    """

    verdict: Verdict
    strings: Strings
    difference: Difference | None
    tells: bool

    def said(self, label: str) -> str:
        """Return a label of `strings` as the codec wrote it."""
        return label if self.tells else label[:1]


class SweepJudge:
    """Judges the shards of one offer by the rules that the codec's settings allow."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Judge by rules, the best first."""
        self._rules = [(rule, Labeller(rule.automaton)) for rule in rules]

    def expected(self, shard: Shard) -> Labels:
        """Return the labels by the best rule."""
        return self._rules[0][1].labels(shard)

    def judge(self, shard: Shard, answer: bytes) -> Judged:
        """Judge an answer: as a whole, and only where it fits no rule string by string.

        Raises:
            NoSweepError: it does not label all strings.
        """
        for place, (rule, labeller) in enumerate(self._rules):
            labels = labeller.labels(shard)
            if answer in (labels.told, labels.untold):
                other = difference(self.expected(shard), answer) if place else None
                return Judged(rule.verdict, labels.strings, other, answer == labels.told)
        found = strings(answer, shard)
        first = [difference(labeller.labels(shard), answer) for _, labeller in self._rules]
        longest = max(filter(None, first), key=lambda one: one.index)
        return Judged(Verdict.FAIL, found, longest, tells=True)
