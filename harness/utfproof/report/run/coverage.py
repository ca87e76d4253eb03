"""Which cases test each requirement of the documents, and how each codec of a run stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.verdict import NOT_ASKED, Verdict
from utfproof.report.run.listed_cases import stem
from utfproof.report.run.summary import Summary
from utfproof.vectors.suite import Requirement, Suite

_NOTHING_SHOWN = NOT_ASKED | {Verdict.NOT_RUN, Verdict.BROKEN, Verdict.BY_DESIGN}


@dataclass(slots=True)
class RequirementCoverage:
    """A requirement with its cases, and the codecs as bits by their numbers in the run.

    Codecs in `failed` broke it by an answer, those in `otherwise` took another reading or broke a
    SHOULD, and nothing worse; `met` are the others of those that were assessed.
    """

    requirement: Requirement
    cases: list[str] = field(default_factory=list)
    failed: int = 0
    listed: int = 0
    shown: int = 0

    @property
    def otherwise(self) -> int:
        """Return the codecs that meet it in another way, or but for a SHOULD."""
        return self.listed & ~self.failed

    @property
    def met(self) -> int:
        """Return the codecs of which every case was as the requirement says."""
        return self.shown & ~self.failed & ~self.listed


def coverage(summary: Summary, suite: Suite) -> list[RequirementCoverage]:
    """Return all requirements of the suite, in its order."""
    found = {name: RequirementCoverage(item) for name, item in suite.requirements.items()}
    citing = _CitedClauses(suite)
    for case, clauses in citing.written.items():
        for name in clauses:
            if name in found:
                found[name].cases.append(case)
    relatives = _relatives(summary)
    for (case, op), codecs in summary.passes.items():
        # Passes stand in the journal as bits, without clauses: the clauses come from the suite.
        for mask, clauses in citing.clauses(case, op, relatives):
            for name in clauses:
                if name in found:
                    found[name].shown |= codecs & mask
    for number, codec in enumerate(summary.codecs.values()):
        charges = codec.charges
        # The first cited clause need not be the broken one: red cases count for the rule they are
        # charged to.
        for event in codec.cases:
            if event.verdict.red:
                rule = suite.rule_of(charges.get((event.op, event.case), ""))
                broken = [rule, *(item.id for item in suite.wordings(rule))]
                _stand(found, broken, event.verdict, 1 << number)
            else:
                _stand(found, event.clauses, event.verdict, 1 << number)
    return list(found.values())


def _stand(
    found: Mapping[str, RequirementCoverage], clauses: Iterable[str], verdict: Verdict, codec: int
) -> None:
    if verdict in _NOTHING_SHOWN:
        return
    for item in (found[name] for name in clauses if name in found):
        item.shown |= codec
        if verdict.red:
            item.failed |= codec
        elif verdict in {Verdict.NON_STRICT, Verdict.ALTERNATIVE}:
            item.listed |= codec


class _CitedClauses:
    """Knows which clauses a case cites; passes are journalled without them."""

    def __init__(self, suite: Suite) -> None:
        self.written: dict[str, tuple[str, ...]] = {
            **{case.about.id: case.about.clauses for case in suite.cases},
            **{item.id: item.clauses for item in suite.properties},
            **{item.id: tuple(_all_clauses(item.clauses)) for item in suite.families},
        }
        self._families = {item.id: item.clauses for item in suite.families}

    def clauses(
        self, case: str, op: str, relatives: Mapping[Scheme, int]
    ) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Return the clauses of a case that was asked of an offer, each time with their codecs."""
        name = stem(case)
        if name not in self._families:
            # -1 has all bits: every codec was asked the same.
            yield -1, self.written.get(name, ())
            return
        by_scheme = self._families[name]
        encoding = op.partition(" ")[2].partition(" ")[0]
        others = -1
        # A codec of RFC 2279 offers `UTF-8` too, and is judged by other clauses of the family.
        if encoding == Encoding.UTF_8:
            for scheme, codecs in relatives.items():
                yield codecs, by_scheme.get(scheme, ())
                others &= ~codecs
        if encoding in list(Scheme):
            yield others, by_scheme.get(Scheme(encoding), ())


def _relatives(summary: Summary) -> dict[Scheme, int]:
    """Return the codecs that claim other rules for the octets of UTF-8, as bits."""
    return {
        scheme: sum(
            1 << number
            for number, codec in enumerate(summary.codecs.values())
            if scheme in codec.profile
        )
        for scheme in (Scheme.RFC_2279, Scheme.GENERALIZED_UTF_8)
    }


def _all_clauses(clauses: Mapping[Scheme, tuple[str, ...]]) -> Iterator[str]:
    yield from dict.fromkeys(name for names in clauses.values() for name in names)
