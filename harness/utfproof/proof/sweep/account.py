"""The account of a sweep: the sums of its shards, length by length."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from utfproof.engine.journal.events import CaseFinished, FamilyFinished, ShardFinished
from utfproof.engine.judging.roles import roles
from utfproof.model.encoding import Scheme
from utfproof.model.fields import read_octets
from utfproof.model.operation import Offer
from utfproof.model.reading import IllFormed
from utfproof.model.verdict import RANK, Verdict
from utfproof.proof.sweep.rules import SweepRule
from utfproof.proof.sweep.shards import SweepShard, well_formed
from utfproof.proof.sweep.swept import FAMILY, SweptOffer

_LABEL = re.compile(r"v|i\d*")

_CLAUSES = {
    Scheme.UTF_8: ("RFC3629-4-12",),
    Scheme.UTF_16: ("RFC2781-2.2-02", "RFC2781-2.2-03", "RFC2781-4.3-02", "RFC2781-4.3-03"),
    Scheme.UTF_16BE: ("RFC2781-2.2-02", "RFC2781-2.2-03", "RFC2781-4.1-01"),
    Scheme.UTF_16LE: ("RFC2781-2.2-02", "RFC2781-2.2-03", "RFC2781-4.2-01"),
    Scheme.UTF_32: ("ISO-9.4-02", "ISO-9.4-03", "ISO-9.4-04", "ISO-10.8-01", "ISO-10.8-02"),
    Scheme.UTF_32BE: ("ISO-9.4-02", "ISO-9.4-03", "ISO-9.4-04", "ISO-10.6-01"),
    Scheme.UTF_32LE: ("ISO-9.4-02", "ISO-9.4-03", "ISO-9.4-04", "ISO-10.7-01"),
    Scheme.UCS_2: ("UCS-2-01",),
    Scheme.UCS_4: ("UCS-4-01", "UCS-4-02"),
    Scheme.CESU_8: ("UTR26-05",),
    Scheme.MUTF_8: ("JVMS-4.4.7-06",),
    Scheme.WTF_8: ("WTF8-05",),
    Scheme.GENERALIZED_UTF_8: ("WTF8-05",),
    Scheme.RFC_2279: ("RFC2279-2-07",),
}
"""What makes strings well-formed or not, where no octet of a string says it more closely."""


def case_id(offer: Offer, length: int) -> str:
    """Name the case that stands for all strings of a length."""
    return f"{FAMILY}/{offer.encoding.lower()}/length-{length}"


def clauses(scheme: Scheme, octets: bytes | None) -> tuple[str, ...]:
    """Return the clause that a string breaks; where there is none, those of all strings."""
    found = roles(scheme, octets) if octets else []
    broken = (role.clause for role in found if isinstance(role.part, IllFormed))
    clause = next(broken, None)
    return (clause,) if clause else _CLAUSES[scheme]


@dataclass(frozen=True, slots=True)
class SweepAccount:
    """The shards of one sweep with their results, and the rules that they were judged by."""

    swept: SweptOffer
    scheme: Scheme
    rules: Sequence[SweepRule]
    shards: Sequence[SweepShard]
    finished: Mapping[str, ShardFinished]

    def cases(self) -> Iterator[CaseFinished]:
        """Return one case for each length, with the gravest verdict of its shards."""
        for length, group in self._by_length().items():
            events = self._events(group)
            gravest = min(events, key=lambda event: RANK[event.verdict])
            found = sum(event.well_formed for event in events)
            counted = well_formed(group, self.rules[0].automaton)
            # A second count, by paths through the automaton: where labels pass and contradict it,
            # neither can be trusted.
            contradicts = gravest.verdict is Verdict.PASS and found != counted
            expected, actual = gravest.expected, gravest.actual
            yield CaseFinished(
                codec=self.swept.name,
                case=case_id(self.swept.offer, length),
                op=str(self.swept.offer),
                verdict=Verdict.BROKEN if contradicts else gravest.verdict,
                asked=sum(event.asked for event in events),
                way=FAMILY,
                input=f"{gravest.input} 0" if gravest.input else gravest.shard,
                expected=f"{counted} well-formed" if contradicts else _answer(expected),
                actual=f"{found} well-formed" if contradicts else _answer(actual),
                clauses=clauses(self.scheme, _octets(gravest.input)),
                flags=(),
            )

    def finish(self, seconds: float) -> FamilyFinished:
        """Sum up the whole sweep."""
        events = self._events(self.shards)
        digests = "\n".join(event.digest for event in events)
        totals = [self._total(length, group) for length, group in self._by_length().items()]
        return FamilyFinished(
            codec=self.swept.name,
            family=FAMILY,
            op=str(self.swept.offer),
            asked=sum(event.asked for event in events),
            groups=len(events),
            seconds=round(seconds, 3),
            digest=hashlib.sha256(digests.encode("ascii")).hexdigest(),
            note=f"well-formed by length: {', '.join(totals)}; {self._checked(events)}",
        )

    def _by_length(self) -> dict[int, list[SweepShard]]:
        lengths = sorted({shard.length for shard in self.shards})
        return {
            length: [shard for shard in self.shards if shard.length == length] for length in lengths
        }

    def _events(self, group: Sequence[SweepShard]) -> list[ShardFinished]:
        return [self.finished[str(shard)] for shard in group]

    def _total(self, length: int, group: Sequence[SweepShard]) -> str:
        """Say how many strings are well-formed, and whether an automaton counts as many."""
        events = self._events(group)
        without = sum(not event.digest for event in events)
        if without:
            return f"{length}: {without} of {len(events)} shards without an answer"
        found = sum(event.well_formed for event in events)
        words = f"{length}: {found:,} of {sum(event.asked for event in events):,}"
        if sum(shard.strings for shard in group) < 1 << 8 * length:
            beginnings = 1 << 8 * len(group[0].prefix)
            words = f"{words} behind {len(group)} of {beginnings:,} beginnings"
        fitting = (rule for rule in self.rules if well_formed(group, rule.automaton) == found)
        rule = next(fitting, None)
        if rule is None:
            return f"{words} (the automaton counts {well_formed(group, self.rules[0].automaton):,})"
        return f"{words} (confirmed with {rule.words})" if rule.words else f"{words} (confirmed)"

    def _checked(self, events: Sequence[ShardFinished]) -> str:
        if self.swept.again is None:
            return "unchecked: neither decode nor validate was offered to ask again"
        sampled = sum(event.sampled for event in events)
        return f"{sampled:,} strings asked again by {self.swept.again}"


def _octets(text: str) -> bytes | None:
    return read_octets(text) or None if text else None


def _answer(label: str) -> str:
    """Return the answer that labels one string; other words stay as they are."""
    return f"ok 1{label}" if _LABEL.fullmatch(label) else label
