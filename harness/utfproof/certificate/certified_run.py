"""A run read from its journal, and the reasons against a certificate for it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from utfproof import storage
from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.agreement import JournalDigest
from utfproof.engine.journal.events import CodecStarted, Event, RunStarted, ShardFinished
from utfproof.errors import CertificateError, JournalError
from utfproof.model.codec_id import CodecId
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.run.summary import CodecSummary, Summary, summarise
from utfproof.report.run.trace import Trace, trace
from utfproof.vectors.suite import Suite

_ASSESSED = (CodecVerdict.PASS, CodecVerdict.FAIL)


@dataclass(frozen=True, slots=True)
class CertifiedRun:
    """A run: its header, its summary, its evidence, and its journal.

    Of the journal it has the name, digest and size of the file, and the digest of the lines in it.
    """

    header: RunStarted
    summary: Summary
    trace: Trace
    started: dict[str, CodecStarted]
    shards: list[ShardFinished]
    journal: str
    sha256: str
    octets: int
    lines_sha256: str


def read(path: Path, suite: Suite) -> CertifiedRun:
    """Read the journal of a run that is whole.

    Raises:
        JournalError: it cannot be read, or is none.
        CertificateError: the run is of the kind that no certificate can be issued for.
    """
    try:
        # All of it comes from the same octets: the file may change while it is read.
        content = storage.content(path)
    except OSError as error:
        hint = "a certificate stands beside the journal of its run"
        raise JournalError(str(error.strerror), place=str(path), hint=hint) from None
    digest = JournalDigest()
    events = list(journal.read(path, packing.lines(path, content), digest))
    headers = [event for event in events if isinstance(event, RunStarted)]
    if not headers:
        raise CertificateError("a journal without a header", place=str(path), hint="run it again")
    started = {event.codec: event for event in events if isinstance(event, CodecStarted)}
    shards = _shards(events)
    summary = summarise(events)
    evidence = trace(events, suite)
    found = CertifiedRun(
        headers[0],
        summary,
        evidence,
        started,
        shards,
        path.name,
        hashlib.sha256(content).hexdigest(),
        len(content),
        digest.hex,
    )
    for problem, hint in _against(found, headers):
        raise CertificateError(f"no certificate: {problem}", place=str(path.parent), hint=hint)
    return found


def _shards(events: Iterable[Event]) -> list[ShardFinished]:
    """Return the shards of sweeps; of one that was asked twice the last answer counts."""
    found = (event for event in events if isinstance(event, ShardFinished))
    return list({(one.codec, one.family, one.op, one.shard): one for one in found}.values())


def _against(run: CertifiedRun, headers: list[RunStarted]) -> Iterator[tuple[str, str]]:
    """Yield the reasons against a certificate, each with the next step."""
    again = "run it again, whole"
    if not run.summary.complete:
        yield "the run was interrupted", "give the same command again: it goes on"
    if not run.header.harness or not run.header.files:
        yield "the journal does not say which harness and vectors it was made with", again
    # A run that was interrupted and went on has a header for each part.
    if len({(item.harness, item.files, str(item.expectations)) for item in headers}) > 1:
        yield "the harness, the vectors or the known failures changed during the run", again
    if run.header.asks.get("case", "*") != "*":
        yield "only some of the cases were asked", "leave out --case"
    # Who asks a sample of it again asks so many states: more would never come to an end.
    if run.header.asks.get("extra-states", 0) not in (0, 1):
        yield "it names a number of extra states that no run has", again
    for item in run.summary.codecs.values():
        yield from _against_codec(item)
    adapters: dict[str, tuple[str, str]] = {}
    for name, event in run.started.items():
        adapter, own = CodecId.parse(name).build, (event.sources, event.product)
        if not event.sources:
            yield f"the journal has no digest of {adapter}", again
        # Codecs of one adapter start one after the other: it may be built anew in between.
        if adapters.setdefault(adapter, own) != own:
            yield f"the adapter {adapter} changed during the run", again
    if not any(item.verdict in _ASSESSED for item in run.summary.codecs.values()):
        yield "nothing was assessed", "see the report for the reason"


def _against_codec(item: CodecSummary) -> Iterator[tuple[str, str]]:
    name = item.codec
    if item.verdict is CodecVerdict.BROKEN:
        yield f"the adapter of {name} is broken", "`utfproof adapter check` says more"
    if not item.finished:
        yield f"{name} was not asked to the end", "give the same command again: it goes on"
    if count := item.counts.get(Verdict.NOT_RUN):
        yield f"{count} cases of {name} were not run", "see the report for the reason"
