"""The observed failures of one codec in a run, with their answers, among its executed cases."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from sys import intern

from utfproof.engine.journal.events import CaseFinished, Diagnosed
from utfproof.expectations.document import FailureGroup
from utfproof.model.level import level_of
from utfproof.model.verdict import Verdict

Pair = tuple[str, str]
"""An offer and the id of a case."""

_LONGEST = 60


@dataclass(slots=True)
class ObservedFailures:
    """One codec in one run; `asked` has the ids of cases by offer, `ids` each of them by level."""

    codec: str
    version: str = ""
    asked: dict[str, list[str]] = field(default_factory=dict)
    ids: dict[str, set[str]] = field(default_factory=dict)
    failing: dict[Pair, CaseFinished] = field(default_factory=dict)
    diagnoses: list[Diagnosed] = field(default_factory=list)

    def take(self, case: CaseFinished) -> None:
        """Take in a case."""
        # A run of all codecs has half a million cases: each id is in memory once.
        pair = (intern(case.op), intern(case.case))
        self.asked.setdefault(pair[0], []).append(pair[1])
        self.ids.setdefault(level_of(pair[1]), set()).add(pair[1])
        if case.verdict.red:
            self.failing[pair] = case

    def meant(self, block: FailureGroup) -> list[Pair]:
        """Return the executed cases that a block matches."""
        # Most offers are asked the same cases: each id is held against the patterns once.
        fitting = set(filter(block.patterns.fits, self.ids.get(block.level, ())))
        if not fitting:
            return []
        ops = block.ops or self.asked
        return [(op, case) for op in ops for case in self.asked.get(op, ()) if case in fitting]

    def as_listed(self, block: FailureGroup, *, varies: bool) -> list[Pair]:
        """Return the failing cases of a block that answer as it says.

        Where it has the digest of different answers, either all do or none can be told to.
        """
        failing = {pair: self.failing[pair] for pair in self.meant(block) if pair in self.failing}
        if varies:
            return list(failing)
        if block.answers and digest(failing.values()) != block.answers:
            return []
        return [
            pair for pair, case in failing.items() if block.is_met_by(case.verdict, case.actual)
        ]


def digest(cases: Iterable[CaseFinished]) -> str:
    """Digest the answers of cases, whatever their order."""
    lines = sorted(f"{case.op} {case.case} {case.actual}\n" for case in cases)
    # 64 bits notice a change, which is all that is asked, and fit into a line that people read.
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:16]


def answers(cases: list[CaseFinished]) -> tuple[str, str]:
    """Return the one answer to cases, or else the digest of the different ones; the other is "".

    A crash or a hang has no answer that would be the same again, and unstable ones change.
    """
    changing = (Verdict.CRASH, Verdict.HANG, Verdict.UNSTABLE)
    if any(case.verdict in changing for case in cases):
        return "", ""
    first, *others = dict.fromkeys(case.actual for case in cases)
    alike = not others and 0 < len(first) <= _LONGEST
    return (first, "") if alike else ("", digest(cases))
