"""The runner: every chosen codec is asked and judged, adapters side by side."""

from __future__ import annotations

import queue
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from utfproof.adapters import build
from utfproof.adapters.manifest import Codec, Manifest
from utfproof.adapters.registry import Chosen
from utfproof.adapters.session import Answer, CodecOffers, Session
from utfproof.engine.events import CaseFinished, CodecFinished, CodecStarted, Event
from utfproof.engine.judge import Judgement, judge
from utfproof.engine.plan import Asked, Plan, Planner
from utfproof.engine.properties import PropertyAsked, ask_properties
from utfproof.engine.question import expected
from utfproof.errors import BuildError, ManifestError, UtfproofError
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.verdict import RANK, CodecVerdict, Verdict, codec_verdict
from utfproof.vectors.suite import Suite

_BATCH_CASES = 512


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which part of a codec is asked: encodings, operations, cases; empty means all."""

    encodings: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    case: str = "*"

    def keeps(self, offer: Offer) -> bool:
        """Tell whether an offer is asked; an op is named alone or with encoding and mode."""
        if self.encodings and offer.encoding not in self.encodings:
            return False
        return not self.ops or offer.op in self.ops or str(offer) in self.ops


def run(
    suite: Suite, chosen: Sequence[Chosen], narrowing: Narrowing, *, jobs: int
) -> Iterator[Event]:
    """Ask all chosen codecs, `jobs` adapters at a time, and yield what happens.

    Closing the iterator early stops the adapters' processes.
    """
    planner = Planner(suite, narrowing.case)
    events: queue.Queue[Event | BaseException | None] = queue.Queue(maxsize=4096)
    todo: queue.SimpleQueue[Chosen] = queue.SimpleQueue()
    for item in chosen:
        todo.put(item)
    stop = threading.Event()
    workers = [
        threading.Thread(
            target=_work, args=(todo, events, _Context(suite, planner, narrowing, stop)), daemon=True
        )
        for _ in range(min(jobs, len(chosen)))
    ]
    try:
        for worker in workers:
            worker.start()
        yield from _drain(events, len(workers))
    finally:
        stop.set()
        _unblock(events, workers)


@dataclass(frozen=True, slots=True)
class _Context:
    suite: Suite
    planner: Planner
    narrowing: Narrowing
    stop: threading.Event


_Events = queue.Queue["Event | BaseException | None"]


def _drain(events: _Events, workers: int) -> Iterator[Event]:
    while workers:
        event = events.get()
        if event is None:
            workers -= 1
        elif isinstance(event, BaseException):
            raise event
        else:
            yield event


def _unblock(events: _Events, workers: Iterable[threading.Thread]) -> None:
    for worker in workers:
        while worker.is_alive():
            try:
                events.get(timeout=0.05)
            except queue.Empty:
                worker.join(0.05)


def _work(todo: queue.SimpleQueue[Chosen], events: _Events, context: _Context) -> None:
    try:
        while not context.stop.is_set():
            try:
                chosen = todo.get_nowait()
            except queue.Empty:
                break
            for event in _adapter(chosen, context):
                events.put(event)
                if context.stop.is_set():
                    break
    except BaseException as error:  # noqa: BLE001  (handed to the caller's thread, which raises it)
        events.put(error)
    finally:
        events.put(None)


def _adapter(chosen: Chosen, context: _Context) -> Iterator[Event]:
    """Build an adapter, greet it, and run its codecs; what goes wrong is said of each codec."""
    names = [f"{chosen.manifest.name}/{codec.name}" for codec in chosen.codecs]
    lacking = build.missing(chosen.manifest)
    if lacking:
        needs = tuple(lacking)
        why = f"needs {', '.join(needs)}"
        yield from (_absent(name, CodecVerdict.UNAVAILABLE, why, needs=needs) for name in names)
        return
    try:
        command = build.command(chosen.manifest)
        with Session(command, chosen.manifest.seconds) as session:
            offers = {item.name: item for item in session.hello()}
            _only_known(chosen.manifest, offers)
            for codec in chosen.codecs:
                yield from _codec(chosen.manifest, codec, offers.get(codec.name), session, context)
    except UtfproofError as error:
        output = error.output if isinstance(error, BuildError) else ""
        for name in names:
            yield _absent(name, CodecVerdict.BROKEN, str(error), output=output)


def _absent(
    name: str,
    verdict: CodecVerdict,
    why: str,
    *,
    output: str = "",
    needs: tuple[str, ...] = (),
) -> CodecFinished:
    return CodecFinished(name, verdict, {}, 0, 0.0, why, output, needs)


def _only_known(manifest: Manifest, offers: dict[str, CodecOffers]) -> None:
    unknown = sorted(set(offers) - set(manifest.codecs))
    if unknown:
        hint = "declare them under `codecs:`, or take them out of hello"
        problem = f"hello names codecs that the manifest does not: {', '.join(unknown)}"
        raise ManifestError(problem, place=manifest.place, hint=hint)


def _codec(
    manifest: Manifest,
    codec: Codec,
    found: CodecOffers | None,
    session: Session,
    context: _Context,
) -> Iterator[Event]:
    name = f"{manifest.name}/{codec.name}"
    if found is None:
        yield _absent(name, CodecVerdict.UNAVAILABLE, "the adapter's hello does not name it")
        return
    started = time.monotonic()
    restarts = session.restarts
    offers = [offer for offer in found.offers if context.narrowing.keeps(offer)]
    plan = context.planner.plan(codec.claims, offers)
    properties = ask_properties(context.suite, codec.claims, offers, context.narrowing.case)
    yield _started(name, found, codec, plan, len(plan.asked) + len(properties))
    counts: Counter[Verdict] = Counter()
    for event in _cases(name, codec, plan, properties, session, context.stop):
        counts[event.verdict] += 1
        yield event
    verdict = _verdict(counts, plan)
    shown = {key.value: count for key, count in sorted(counts.items())}
    seconds = round(time.monotonic() - started, 3)
    why = session.stderr[-2000:] if verdict is CodecVerdict.BROKEN else ""
    yield CodecFinished(name, verdict, shown, session.restarts - restarts, seconds, output=why)


def _verdict(counts: Counter[Verdict], plan: Plan) -> CodecVerdict:
    """A pass needs a decode, validate or encode offer in a claimed encoding (verdicts.md)."""
    verdict = codec_verdict(counts)
    proper = any(offer.encoding is not Encoding.NONE for offer in plan.scope)
    return CodecVerdict.NOT_RUN if verdict is CodecVerdict.PASS and not proper else verdict


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
    properties: Sequence[PropertyAsked],
    session: Session,
    stop: threading.Event,
) -> Iterator[CaseFinished]:
    """Ask offer by offer, in batches of cases, so that progress shows and blocks stay large."""
    for offer, group in groupby(plan.asked, key=lambda item: item.offer):
        items = list(group)
        for start in range(0, len(items), _BATCH_CASES):
            if stop.is_set():
                return
            yield from _batch(name, codec, offer, items[start : start + _BATCH_CASES], session)
    for item in properties:
        if stop.is_set():
            return
        yield item.finished(name, codec.name, session, codec.claims.excludes)


def _batch(
    name: str, codec: Codec, offer: Offer, items: Sequence[Asked], session: Session
) -> Iterator[CaseFinished]:
    lines = [question.line for item in items for question in item.questions]
    answers = iter(session.ask(codec.name, offer, lines, codec.claims.excludes))
    for item in items:
        yield _finished(name, item, answers)


def _finished(name: str, item: Asked, answers: Iterator[Answer]) -> CaseFinished:
    """Judge the questions of one case, and keep the gravest judgement, else the first."""
    gravest: Judgement | None = None
    for question in item.questions:
        answer = next(answers)
        if gravest is not None and answer in question.literal:
            continue
        found = judge(question, answer)
        if gravest is None or RANK[found.verdict] < RANK[gravest.verdict]:
            gravest = found
    return _event(name, item, gravest)


def _event(name: str, item: Asked, gravest: Judgement | None) -> CaseFinished:
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
