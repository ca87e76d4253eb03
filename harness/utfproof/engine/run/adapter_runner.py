"""One adapter in one run: built, greeted, its codecs asked and judged, as a stream of events."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby

from utfproof.adapters import identity, needs, registry
from utfproof.adapters.build import builder, memory_checks
from utfproof.adapters.identity import Identity
from utfproof.adapters.launch import opened
from utfproof.adapters.manifest import Manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    ShardFinished,
)
from utfproof.engine.questions.plan import Narrowing, Plan, Planner
from utfproof.engine.relations.properties import ask_properties
from utfproof.engine.run.codec_session import CodecSession
from utfproof.engine.run.proof_stage import CodecContext, LoadSuite, ProofStage
from utfproof.errors import BuildError, UtfproofError
from utfproof.model.memory_check import MemoryCheck
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.model.verdict import CodecVerdict, Verdict, codec_verdict
from utfproof.vectors.suite import Suite

_LAST_OUTPUT = 2000
_BARE = "- -"  # what detect and label have for an encoding and a mode


@dataclass(frozen=True, slots=True)
class RunScope:
    """The questions of a run, and the processes that ask them.

    narrowing: the part of the codecs and cases that is asked.
    stages: the stages of proof of its level, in order.
    jobs: how many processes of one adapter may work at once.
    done: the shards that an interrupted run has finished before.
    load_suite: how a worker process gets the suite; without it this process asks everything.
    """

    narrowing: Narrowing = field(default_factory=Narrowing)
    stages: tuple[ProofStage, ...] = ()
    jobs: int = 1
    done: tuple[ShardFinished, ...] = ()
    load_suite: LoadSuite | None = None


class AdapterRunner:
    """Asks the codecs of adapters the questions of one suite."""

    def __init__(self, suite: Suite, scope: RunScope, planner: Planner | None = None) -> None:
        """Use a suite, narrowed; codecs with the same claims share their plans.

        A planner of the same suite and pattern may be handed on from another runner.
        """
        self._suite = suite
        self._scope = scope
        self._planner = planner or Planner(suite, scope.narrowing.case)
        whole = scope.narrowing.case == Narrowing().case
        self._planner_of_all = self._planner if whole else Planner(suite)

    def run(self, chosen: SelectedAdapter) -> Iterator[Event]:
        """Ask one adapter and yield events; an error is reported for each codec that is left."""
        left = chosen.by_id
        if why := needs.obstacle(chosen.manifest):
            yield from (_absent(name, CodecVerdict.UNAVAILABLE, why) for name in left)
            return
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
            with opened(chosen) as adapter:
                # A copy, since codecs that are done are taken out: an error is reported for the
                # others alone.
                for name, codec in list(left.items()):
                    if codec.name in adapter.offers:
                        asked = CodecSession.of(chosen.manifest, codec, adapter)
                        yield from self._codec(chosen.manifest, own, asked)
                    else:
                        cpu = chosen.manifest.cpu
                        why = "the adapter's hello does not name it"
                        why += f" on {cpu}" if cpu else ""
                        yield _absent(name, CodecVerdict.UNAVAILABLE, why)
                    del left[name]
        except UtfproofError as error:
            output = error.output if isinstance(error, BuildError) else ""
            for name in left:
                yield _absent(name, CodecVerdict.BROKEN, str(error), output=output)

    def _codec(self, manifest: Manifest, own: Identity, asked: CodecSession) -> Iterator[Event]:
        session = asked.session
        # The session serves all codecs of the adapter: its counters are read before and after.
        started, worked, used = time.monotonic(), time.process_time(), session.processor_seconds
        restarts = session.restarts
        context = self._context(asked)
        plan = self._planner.plan(asked.codec.claims, context.offers)
        if asked.codec.compiled_while_running:
            context = replace(context, written=partial(self._written, asked))
            context.record.first = {}
        properties = ask_properties(
            self._suite, asked.codec.claims, context.offers, context.narrowing.case
        )
        yield _started(manifest, own, asked, plan, len(plan.asked) + len(properties))
        tally = _Tally()
        written = chain(asked.judge_cases(plan.asked), map(asked.judge_property, properties))
        for event in chain(written, *(stage(context) for stage in self._scope.stages)):
            tally.take(event)
            context.record.take(event)
            yield event
        verdict = tally.verdict
        shown = {key.value: count for key, count in sorted(tally.counts.items())}
        seconds = round(time.monotonic() - started, 3)
        workers = context.record.workers
        harness = time.process_time() - worked + sum(one.harness for one in workers)
        adapter = session.processor_seconds - used + sum(one.adapter for one in workers)
        output = "".join([*(one.stderr for one in workers), session.stderr])
        output = output[-_LAST_OUTPUT:] if verdict is CodecVerdict.BROKEN else ""
        again = session.restarts - restarts + sum(one.restarts for one in workers)
        yield CodecFinished(
            asked.name,
            verdict,
            shown,
            again,
            seconds,
            output=output,
            harness=round(harness, 3),
            adapter=round(adapter, 3),
        )

    def _written(self, asked: CodecSession, offer: Offer) -> Iterator[CaseFinished]:
        """Ask all written cases of an offer, whichever part of them this run asks else."""
        plan = self._planner_of_all.plan(asked.codec.claims, [offer])
        return asked.judge_cases(plan.asked)

    def _context(self, asked: CodecSession) -> CodecContext:
        scope = self._scope
        return replace(
            CodecContext.of(asked, self._suite, scope.narrowing),
            jobs=scope.jobs,
            load_suite=scope.load_suite,
            done=[shard for shard in scope.done if shard.codec == asked.name],
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

    A pass needs a decode, validate or encode offer in a claimed encoding (docs/verdicts.md).
    """

    counts: Counter[Verdict] = field(default_factory=Counter)
    proper: bool = False

    def take(self, event: Event) -> None:
        if isinstance(event, CaseFinished):
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


def _started(
    manifest: Manifest, own: Identity, asked: CodecSession, plan: Plan, cases: int
) -> CodecStarted:
    claims = asked.codec.claims
    watch = memory_checks.of(manifest)
    return CodecStarted(
        codec=asked.name,
        version=asked.offered.version,
        profile=claims.profiles,
        options=_options(claims),
        scope=tuple(map(str, plan.scope)),
        not_assessed=tuple(map(str, plan.not_assessed)),
        cases=cases,
        target=target_of(manifest),
        library=asked.codec.library,
        build=own.key,
        sources=own.sources,
        product=own.product,
        contract=claims.contract.entries,
        not_asked=asked.codec.not_asked,
        memory="" if watch is MemoryCheck.PAGES else watch,
        cpu=manifest.cpu,
    )


def _options(claims: Claims) -> dict[str, object]:
    """Return the options of a codec, and the octets that are not asked: `00-1F, 22, 5C`."""
    if not claims.excludes:
        return dict(claims.options)
    # Octets that follow each other have the same difference from their index.
    runs = groupby(enumerate(sorted(claims.excludes)), key=lambda item: item[1] - item[0])
    spans = [[octet for _, octet in run] for _, run in runs]
    words = (f"{own[0]:02X}-{own[-1]:02X}" if len(own) > 1 else f"{own[0]:02X}" for own in spans)
    return {**claims.options, "excludes": f"octets {', '.join(words)}"}
