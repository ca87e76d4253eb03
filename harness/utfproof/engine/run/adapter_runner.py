"""One adapter in one run: built, greeted, its codecs asked and judged, as a stream of events."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby

from utfproof.adapters import identity, needs, registry
from utfproof.adapters.build import builder
from utfproof.adapters.identity import Identity
from utfproof.adapters.launch import opened
from utfproof.adapters.manifest import Codec, Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.hello import CodecOffers
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    ShardFinished,
)
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.engine.questions.plan import Narrowing, Plan, PlannedCase, Planner
from utfproof.engine.questions.question import expected
from utfproof.engine.relations.properties import PlannedProperty, ask_properties
from utfproof.engine.run.proof_stage import CodecContext, ProofStage
from utfproof.errors import BuildError, UtfproofError
from utfproof.model.operation import Offer
from utfproof.model.verdict import RANK, CodecVerdict, Verdict, codec_verdict
from utfproof.vectors.suite import Suite

BATCH_CASES = 512
_BARE = "- -"  # what detect and label have for an encoding and a mode


@dataclass(frozen=True, slots=True)
class RunScope:
    """What a run asks: the part of the codecs, and the inquiries of its level.

    `jobs` processes of one adapter may work at once. `done` are the shards that an interrupted
    run has finished before.
    """

    narrowing: Narrowing = field(default_factory=Narrowing)
    inquiries: tuple[ProofStage, ...] = ()
    jobs: int = 1
    done: tuple[ShardFinished, ...] = ()


class AdapterRunner:
    """Asks the codecs of adapters the questions of one suite."""

    def __init__(self, suite: Suite, scope: RunScope, planner: Planner | None = None) -> None:
        """Use a suite, narrowed; the plans are shared by all codecs that promise the same.

        A planner of the same suite and pattern may be handed on from another asker.
        """
        self._suite = suite
        self._scope = scope
        self._planner = planner or Planner(suite, scope.narrowing.case)

    def ask(self, chosen: SelectedAdapter) -> Iterator[Event]:
        """Yield what happens with one adapter; what goes wrong is said of each codec left."""
        left = chosen.by_id
        lacking = tuple(needs.missing(chosen.manifest))
        if lacking:
            why = f"needs {', '.join(lacking)}"
            yield from (
                _absent(name, CodecVerdict.UNAVAILABLE, why, lacking=lacking) for name in left
            )
            return
        try:
            builder.command(chosen.manifest)
            own = identity.of(chosen.manifest)  # before a process may write beside its files
            with opened(chosen) as (session, offers):
                for name, codec in list(left.items()):
                    found = offers.get(codec.name)
                    yield from self._codec(chosen.manifest, own, codec, found, session)
                    del left[name]
        except UtfproofError as error:
            output = error.output if isinstance(error, BuildError) else ""
            for name in left:
                yield _absent(name, CodecVerdict.BROKEN, str(error), output=output)

    def _codec(
        self,
        manifest: Manifest,
        own: Identity,
        codec: Codec,
        found: CodecOffers | None,
        session: Session,
    ) -> Iterator[Event]:
        name = manifest.id_of(codec)
        if found is None:
            yield _absent(name, CodecVerdict.UNAVAILABLE, "the adapter's hello does not name it")
            return
        started, worked = time.monotonic(), time.process_time()
        restarts = session.restarts
        narrowing = self._scope.narrowing
        offers = [offer for offer in found.offers if narrowing.keeps(offer)]
        plan = self._planner.plan(codec.claims, offers)
        properties = ask_properties(self._suite, codec.claims, offers, narrowing.case)
        cases = len(plan.asked) + len(properties)
        yield replace(
            _started(name, found, codec, plan, cases),
            target=target_of(manifest),
            library=codec.library,
            build=own.key,
            sources=own.sources,
            product=own.product,
        )
        interview = self._interview(name, codec, tuple(offers), session)
        tally = _Tally()
        asked = _cases(name, codec, plan, properties, session)
        for event in chain(asked, *(inquiry(interview) for inquiry in self._scope.inquiries)):
            if isinstance(event, CaseFinished):
                tally.take(event)
                if event.verdict is not Verdict.PASS:
                    interview.finished.append(event)
            yield event
        verdict = tally.verdict
        shown = {key.value: count for key, count in sorted(tally.counts.items())}
        seconds = round(time.monotonic() - started, 3)
        helped = interview.helped
        harness = round(time.process_time() - worked + sum(one.harness for one in helped), 3)
        said = "".join([*(one.stderr for one in helped), session.stderr])
        said = said[-2000:] if verdict is CodecVerdict.BROKEN else ""
        again = session.restarts - restarts + sum(one.restarts for one in helped)
        yield CodecFinished(name, verdict, shown, again, seconds, output=said, harness=harness)

    def _interview(
        self,
        name: str,
        codec: Codec,
        offers: tuple[Offer, ...],
        session: Session,
    ) -> CodecContext:
        scope = self._scope
        return CodecContext(
            name=name,
            codec=codec,
            offers=offers,
            session=session,
            another=session.another,
            narrowing=scope.narrowing,
            suite=self._suite,
            jobs=scope.jobs,
            done=[shard for shard in scope.done if shard.codec == name],
        )


def _absent(
    name: str,
    verdict: CodecVerdict,
    why: str,
    *,
    output: str = "",
    lacking: tuple[str, ...] = (),
) -> CodecFinished:
    return CodecFinished(name, verdict, {}, 0, 0.0, why, output, lacking)


@dataclass(slots=True)
class _Tally:
    """The verdicts so far; `proper` once something green was asked in an encoding.

    A pass needs a decode, validate or encode offer in a claimed encoding (verdicts.md).
    """

    counts: Counter[Verdict] = field(default_factory=Counter)
    proper: bool = False

    def take(self, event: CaseFinished) -> None:
        self.counts[event.verdict] += 1
        self.proper |= event.verdict.green and not event.op.endswith(_BARE)

    @property
    def verdict(self) -> CodecVerdict:
        verdict = codec_verdict(self.counts)
        passes = verdict is CodecVerdict.PASS
        return CodecVerdict.NOT_RUN if passes and not self.proper else verdict


def target_of(manifest: Manifest) -> str:
    """Return the folder of an adapter that no name leads to; "" where its name does."""
    known = (folder.resolve() for folder in registry.shipped())
    return "" if manifest.folder in known else str(manifest.folder)


def _started(name: str, found: CodecOffers, codec: Codec, plan: Plan, cases: int) -> CodecStarted:
    return CodecStarted(
        codec=name,
        version=found.version,
        profile=codec.claims.profiles,
        options=dict(codec.claims.options),
        scope=tuple(map(str, plan.scope)),
        not_assessed=tuple(map(str, plan.not_assessed)),
        cases=cases,
    )


def _cases(
    name: str,
    codec: Codec,
    plan: Plan,
    properties: Sequence[PlannedProperty],
    session: Session,
) -> Iterator[CaseFinished]:
    """Ask offer by offer, in batches of cases, so that progress shows and blocks stay large."""
    for offer, group in groupby(plan.asked, key=lambda item: item.offer):
        items = list(group)
        for start in range(0, len(items), BATCH_CASES):
            yield from ask_batch(name, codec, offer, items[start : start + BATCH_CASES], session)
    for item in properties:
        yield item.finished(name, codec.name, session, codec.claims.excludes)


def ask_batch(
    name: str, codec: Codec, offer: Offer, items: Sequence[PlannedCase], session: Session
) -> Iterator[CaseFinished]:
    """Ask cases of one offer together, and judge each by its gravest answer."""
    lines = [line for item in items for line in item.lines]
    answers = session.ask(codec.name, offer, lines, codec.claims.excludes)
    at = 0
    for item in items:
        own = answers[at : at + len(item.questions)]
        at += len(own)
        yield _finished(name, item, own)


def _finished(name: str, item: PlannedCase, answers: list[Answer]) -> CaseFinished:
    """Judge the questions of one case, and keep the gravest judgement, else the first.

    Answers that are all as expected in one dialect are compared as a whole.
    """
    if item.questions and item.passes(answers):
        return _event(name, item, judge(item.questions[0], answers[0]))
    gravest: Judgement | None = None
    for question, answer in zip(item.questions, answers, strict=True):
        if gravest is not None and answer in question.sure:
            continue
        found = judge(question, answer)
        if gravest is None or RANK[found.verdict] < RANK[gravest.verdict]:
            gravest = found
    return _event(name, item, gravest)


def _event(name: str, item: PlannedCase, gravest: Judgement | None) -> CaseFinished:
    about = item.case.about
    question = gravest.question if gravest else None
    return CaseFinished(
        codec=name,
        case=about.id,
        op=str(item.offer),
        verdict=gravest.verdict if gravest else Verdict.UNSUPPORTED,
        asked=len(item.questions),
        way=question.way if question else "",
        input=question.line.decode("ascii") if question else "",
        expected=expected(question) if question else "",
        actual=gravest.actual if gravest else "the codec's format excludes it",
        clauses=about.clauses,
        flags=about.flags,
    )
