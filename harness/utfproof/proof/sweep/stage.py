"""The sweeps of a codec, asked: shards side by side, then a case for each length."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from utfproof.adapters.manifest import Codec
from utfproof.engine.journal.events import (
    CaseFinished,
    Event,
    FamilyFinished,
    FamilyStarted,
    ShardFinished,
)
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.operation import WHOLE_OPS, Mode, Offer, Op
from utfproof.model.profile import Settings
from utfproof.model.verdict import Verdict
from utfproof.proof.sweep import parallel
from utfproof.proof.sweep.account import SweepAccount, case_id, clauses
from utfproof.proof.sweep.rules import EXCLUDED, rules, unassessed
from utfproof.proof.sweep.shards import Level, SweepShard, shards
from utfproof.proof.sweep.sweeper import Sweeper
from utfproof.proof.sweep.swept import FAMILY, SweptOffer

"""What is asked the samples: the first that is offered, and the other where that contradicts."""


@dataclass(frozen=True, slots=True)
class OfferSweep:
    """The sweep of one offer of one codec: how it is asked and judged, and which shards.

    `excluded` are the shards whose strings all lie outside the codec's contract.
    """

    swept: SweptOffer
    settings: Settings
    shards: tuple[SweepShard, ...]
    excluded: tuple[SweepShard, ...] = ()

    @property
    def is_assessed(self) -> bool:
        """Return whether an automaton gives the right answer for the codec."""
        return unassessed(self.settings) is None

    def sweeper(self) -> Sweeper:
        """Return the sweeper that asks and judges the shards."""
        return Sweeper(self.swept, rules(self.settings))

    def finished(self, done: Iterable[ShardFinished]) -> dict[str, ShardFinished]:
        """Return the results of the shards that were asked before."""
        op = str(self.swept.offer)
        own = (self.swept.name, FAMILY, op)
        return {
            event.shard: event
            for event in done
            if (event.codec, event.family, event.op) == own and event.verdict is not Verdict.NOT_RUN
        }

    def left(self, done: Iterable[ShardFinished]) -> list[SweepShard]:
        """Return the shards that are still to be asked."""
        finished = self.finished(done)
        return [shard for shard in self.shards if str(shard) not in finished]


@dataclass(frozen=True, slots=True)
class SweepStage:
    """Asks every sweep that a codec offers about all strings of a level.

    Complete are all strings of up to three octets, and of four octets in UTF-16 and UTF-32 those
    with beginnings of every kind; of a slow codec those of three octets with a first octet of every
    kind. Exhaustive are all of up to four octets.
    """

    level: Level

    def __call__(self, context: CodecContext) -> Iterator[Event]:
        """Yield events: each shard as it finishes, then a case for each length."""
        pattern = context.narrowing.case
        for sweep in self.planned(context.name, context.codec, context.offers, pattern):
            why = unassessed(sweep.settings) or ("" if sweep.shards else EXCLUDED)
            yield from _unassessed(sweep, why) if why else _asked(context, sweep)

    def planned(
        self, name: str, codec: Codec, offers: Sequence[Offer], pattern: str
    ) -> Iterator[OfferSweep]:
        """Yield the sweeps that a codec offers, with the shards of the cases that fit a pattern."""
        for offer in offers:
            found = codec.claims.settings(offer.encoding)
            if offer.op is Op.SWEEP and found:
                settings = found.for_decoding()
                wanted = [
                    shard
                    for shard in shards(settings.scheme, self.level, slow=codec.slow)
                    if fnmatchcase(case_id(offer, shard.length), pattern)
                ]
                excluded = tuple(one for one in wanted if settings.excludes_length(one.length))
                kept = tuple(one for one in wanted if not settings.excludes_length(one.length))
                swept = SweptOffer(name, codec.name, offer, *_again(offers, offer))
                if wanted:
                    yield OfferSweep(swept, settings, kept, excluded)


def _asked(context: CodecContext, sweep: OfferSweep) -> Iterator[Event]:
    """Ask the shards that have not been asked before, and add all of them up."""
    started = time.monotonic()
    swept, kept = sweep.swept, sweep.shards
    yield FamilyStarted(context.name, FAMILY, str(swept.offer), len(kept))
    finished = sweep.finished(context.done)
    sweeper = sweep.sweeper()
    for event in parallel.asked(context, sweep.left(context.done), sweeper.ask):
        finished[event.shard] = event
        yield event
    crashed = next((shard for shard in kept if _crashed(finished[str(shard)])), None)
    if crashed and not finished[str(crashed)].input:
        with context.another() as session:
            event = sweeper.narrowed(session, crashed, finished[str(crashed)])
        finished[event.shard] = event
        yield event
    account = SweepAccount(swept, sweep.settings.scheme, rules(sweep.settings), kept, finished)
    yield from account.cases()
    yield from _not_asked(sweep, sweep.excluded, EXCLUDED)
    yield account.finish(time.monotonic() - started)


def _again(offers: Sequence[Offer], offer: Offer) -> tuple[Offer | None, Offer | None]:
    wanted = (Offer(op, offer.encoding, Mode.STRICT) for op in WHOLE_OPS)
    # Filled up with None: the codec may offer both, one or none of them.
    first, second, *_ = *(again for again in wanted if again in offers), None, None
    return first, second


def _crashed(event: ShardFinished) -> bool:
    """Tell whether a shard has no labels, the codec having crashed or touched other memory."""
    return event.verdict in (Verdict.CRASH, Verdict.OVERRUN) and not event.digest


def _unassessed(sweep: OfferSweep, why: str) -> Iterator[Event]:
    """Say of each length that it is not asked, and why."""
    name, op = sweep.swept.name, str(sweep.swept.offer)
    yield FamilyStarted(name, FAMILY, op, 0)
    yield from _not_asked(sweep, [*sweep.shards, *sweep.excluded], why)
    yield FamilyFinished(name, FAMILY, op, 0, 0, 0.0, "", f"not assessed: {why}")


def _not_asked(sweep: OfferSweep, left: Sequence[SweepShard], why: str) -> Iterator[CaseFinished]:
    offer, settings = sweep.swept.offer, sweep.settings
    for length in sorted({shard.length for shard in left}):
        strings = sum(shard.strings for shard in left if shard.length == length)
        yield CaseFinished(
            codec=sweep.swept.name,
            case=case_id(offer, length),
            op=str(offer),
            verdict=Verdict.OUTSIDE if settings.demands else Verdict.UNSUPPORTED,
            asked=0,
            way=FAMILY,
            input="",
            expected="",
            actual=why,
            clauses=clauses(settings.scheme, None),
            flags=(),
            outside=strings if settings.demands else 0,
        )
