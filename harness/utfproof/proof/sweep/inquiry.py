"""The sweeps of a codec, asked: shards side by side, then a case for each length."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from utfproof.engine.events import (
    CaseFinished,
    Event,
    FamilyFinished,
    FamilyStarted,
    ShardFinished,
)
from utfproof.engine.inquiry import Interview
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Settings
from utfproof.model.verdict import Verdict
from utfproof.proof.sweep import side_by_side
from utfproof.proof.sweep.account import Account, case_id, clauses
from utfproof.proof.sweep.rules import rules, unassessed
from utfproof.proof.sweep.shards import Level, Shard, shards
from utfproof.proof.sweep.sweeper import FAMILY, Sweeper, Swept

_CHECKS = (Op.DECODE, Op.VALIDATE)
"""What is asked the samples: the first that is offered, and the other where that contradicts."""


@dataclass(frozen=True, slots=True)
class Sweeps:
    """Asks every sweep that a codec offers about all strings of a level.

    Complete are all strings of up to three octets, and of four octets in UTF-16 and UTF-32 those
    with beginnings of every kind; of a slow codec those of three octets with a first octet of every
    kind. Exhaustive are all of up to four octets.
    """

    level: Level

    def __call__(self, interview: Interview) -> Iterator[Event]:
        """Yield what happens: each shard as it finishes, then a case for each length."""
        for offer in interview.offers:
            settings = interview.codec.claims.settings(offer.encoding)
            if offer.op is Op.SWEEP and settings:
                yield from self._sweep(interview, offer, settings.for_decoding())

    def _sweep(self, interview: Interview, offer: Offer, settings: Settings) -> Iterator[Event]:
        kept = [
            shard
            for shard in shards(settings.scheme, self.level, slow=interview.codec.slow)
            if fnmatchcase(case_id(offer, shard.length), interview.narrowing.case)
        ]
        why = unassessed(settings)
        if kept and why:
            yield from _unassessed(interview.name, offer, settings, kept, why)
        elif kept:
            yield from _asked(interview, offer, settings, kept)


def _asked(
    interview: Interview, offer: Offer, settings: Settings, kept: Sequence[Shard]
) -> Iterator[Event]:
    """Ask the shards that an interrupted run has not finished, and add all of them up."""
    started = time.monotonic()
    yield FamilyStarted(interview.name, FAMILY, str(offer), len(kept))
    swept = Swept(interview.name, interview.codec.name, offer, *_again(interview, offer))
    allowed = rules(settings)
    finished = {event.shard: event for event in interview.done if _is_done(event, swept)}
    left = [shard for shard in kept if str(shard) not in finished]
    for event in side_by_side.asked(interview, left, Sweeper(swept, allowed).ask):
        finished[event.shard] = event
        yield event
    account = Account(swept, settings.scheme, allowed, kept, finished)
    yield from account.cases()
    yield account.finish(time.monotonic() - started)


def _again(interview: Interview, offer: Offer) -> tuple[Offer | None, Offer | None]:
    wanted = (Offer(op, offer.encoding, Mode.STRICT) for op in _CHECKS)
    first, second, *_ = *(again for again in wanted if again in interview.offers), None, None
    return first, second


def _is_done(event: ShardFinished, swept: Swept) -> bool:
    own = (event.codec, event.family, event.op) == (swept.name, FAMILY, str(swept.offer))
    return own and event.verdict is not Verdict.NOT_RUN


def _unassessed(
    name: str, offer: Offer, settings: Settings, kept: Sequence[Shard], why: str
) -> Iterator[Event]:
    """Say of each length that it is not asked, and why."""
    op = str(offer)
    yield FamilyStarted(name, FAMILY, op, 0)
    for length in sorted({shard.length for shard in kept}):
        yield CaseFinished(
            codec=name,
            case=case_id(offer, length),
            op=op,
            verdict=Verdict.UNSUPPORTED,
            asked=0,
            way=FAMILY,
            input="",
            expected="",
            actual=why,
            clauses=clauses(settings.scheme, None),
            flags=(),
        )
    yield FamilyFinished(name, FAMILY, op, 0, 0, 0.0, "", f"not assessed: {why}")
