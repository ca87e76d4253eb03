"""The judge of sweeps: the answer of a shard becomes a verdict. Pure: no session, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from utfproof.model.verdict import Verdict
from utfproof.proof.sweep.labels import (
    LabelDifference,
    ShardLabeller,
    ShardLabels,
    ShardStrings,
    difference,
    strings,
)
from utfproof.proof.sweep.rules import SweepRule
from utfproof.proof.sweep.shards import SweepShard


@dataclass(frozen=True, slots=True)
class JudgedShard:
    """An answer that labels all strings of a shard, and the verdict.

    `difference` is the first string that is not labelled by the best rule; in a failure, of all
    rules the one that is followed longest. `tells` is False where `strings` have offsets, being
    those of a rule, and the codec leaves all of them out.
    """

    verdict: Verdict
    strings: ShardStrings
    difference: LabelDifference | None
    tells: bool

    def as_written(self, label: str) -> str:
        """Return a label of `strings` as the codec wrote it."""
        return label if self.tells else label[:1]


class SweepJudge:
    """Judges the shards of one offer by the rules that the codec's settings allow."""

    def __init__(self, rules: Sequence[SweepRule]) -> None:
        """Judge by rules, the best first."""
        self._rules = [(rule, ShardLabeller(rule.automaton)) for rule in rules]

    def expected(self, shard: SweepShard) -> ShardLabels:
        """Return the labels by the best rule."""
        return self._rules[0][1].labels(shard)

    def judge(self, shard: SweepShard, answer: bytes) -> JudgedShard:
        """Judge an answer: as a whole, and only where it fits no rule string by string.

        Raises:
            NoSweepError: it does not label all strings.
        """
        for place, (rule, labeller) in enumerate(self._rules):
            labels = labeller.labels(shard)
            if answer in (labels.with_offsets, labels.without_offsets):
                other = difference(self.expected(shard), answer) if place else None
                return JudgedShard(
                    rule.verdict, labels.strings, other, answer == labels.with_offsets
                )
        found = strings(answer, shard)
        first = [difference(labeller.labels(shard), answer) for _, labeller in self._rules]
        for (rule, _), other in zip(self._rules, first, strict=True):
            if other is None:  # the codec tells some offsets and leaves out others
                return JudgedShard(rule.verdict, found, first[0], tells=True)
        longest = max(filter(None, first), key=lambda one: one.index)
        return JudgedShard(Verdict.FAIL, found, longest, tells=True)
