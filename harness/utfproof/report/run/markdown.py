"""The report as Markdown: the matrix and the failures, for a pull request or a wiki."""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.engine.journal.events import CaseFinished
from utfproof.model.verdict import CodecVerdict
from utfproof.report.run import workers
from utfproof.report.run.counts import cell, cells
from utfproof.report.run.summary import CodecSummary, Summary, listed
from utfproof.report.text import code_span, escaped

_SHOWN_FAILURES = 20


def render(summary: Summary) -> str:
    """Render a run."""
    return "\n".join(_lines(summary)) + "\n"


def _lines(summary: Summary) -> Iterator[str]:
    yield "# utfproof"
    yield ""
    yield from _header(summary)
    items = [summary.codecs[name] for name in sorted(summary.codecs)]
    available = [item for item in items if item.verdict is not CodecVerdict.UNAVAILABLE]
    yield from _matrix(available)
    for item in items:
        if item.verdict is CodecVerdict.UNAVAILABLE:
            yield f"* {escaped(item.codec)}: unavailable: {escaped(item.why)}"
    yield from _executed(available)
    yield from _workers(summary)
    for item in available:
        yield from _failures(item)


def _header(summary: Summary) -> Iterator[str]:
    header = summary.header
    if header:
        vectors = header.vectors
        digest = str(vectors.get("digest", ""))[:12]
        yield escaped(
            f"utfproof {header.utfproof}, vectors {vectors.get('version')} ({digest}, "
            f"{vectors.get('cases')} cases), level {header.level}, {header.started}"
        )
        yield ""
    yield f"result {summary.result.digest}"
    yield ""
    if not summary.complete:
        yield "**Interrupted: this run has no end.**"
        yield ""
    for text in summary.workers.warnings():
        yield f"**{escaped(text)}**"
        yield ""


def _matrix(items: list[CodecSummary]) -> Iterator[str]:
    names = sorted({name for item in items for name in cells(item)})
    yield f"| codec | verdict | {' | '.join(names)} |"
    yield f"|---|---|{'---|' * len(names)}"
    for item in items:
        found = cells(item)
        shown = " | ".join(cell(found.get(name, {}))[1] for name in names)
        yield f"| {escaped(item.codec)} | {item.verdict} | {shown} |"
    yield ""


def _executed(items: list[CodecSummary]) -> Iterator[str]:
    """Yield the generated questions beyond the written cases."""
    if not any(item.executed for item in items):
        return
    yield ""
    yield "| codec | family | op | questions | digest |"
    yield "|---|---|---|---|---|"
    for item in items:
        for one in item.executed:
            family = one.family.removeprefix("families/")
            note = f" ({escaped(one.note)})" if one.note else ""
            start = f"| {escaped(item.codec)} | {escaped(family)}{note} | {one.op} "
            yield f"{start}| {one.asked:,} | {escaped(one.digest[:12])} |"


def _workers(summary: Summary) -> Iterator[str]:
    """Yield the share of each worker of a cluster."""
    if not summary.workers.by_name:
        return
    yield ""
    yield f"| {' | '.join(workers.COLUMNS)} |"
    yield f"|{'---|' * len(workers.COLUMNS)}"
    for row in summary.workers.rows():
        yield f"| {' | '.join(map(escaped, row))} |"


def _failures(item: CodecSummary) -> Iterator[str]:
    failures = item.unknown
    if not (item.failures or item.why or item.unmet):
        return
    yield ""
    yield f"## {escaped(item.codec)}"
    yield ""
    if item.why:
        yield escaped(item.why)
        yield ""
    for unmet in item.unmet:
        yield f"* **{escaped(unmet.kind)}:** {escaped(unmet.text)}"
    for known in listed(item.known):
        yield f"* **known:** {escaped(known)}"
    for found in item.diagnoses:
        many = f"{found.explains:,} of {found.failures:,}"
        yield (
            f"* **behaves like:** {escaped(found.about)} "
            f"({escaped(', '.join((found.flag, *found.cwe)))}; "
            f"explains {many} failures compared): {code_span(found.input)}; "
            f"{code_span(item.again(found))}"
        )
    for case in failures[:_SHOWN_FAILURES]:
        yield _failure(item, case)
    if len(failures) > _SHOWN_FAILURES:
        yield f"* … {len(failures) - _SHOWN_FAILURES} more in the journal"


def _failure(item: CodecSummary, case: CaseFinished) -> str:
    return (
        f"* **{case.verdict}** {escaped(case.case)} ({case.op}, {escaped(case.way)}): "
        f"{code_span(case.input)} gave {code_span(case.actual)}, "
        f"expected {code_span(case.expected)} "
        f"({escaped(', '.join(case.clauses))}); {code_span(item.reproduce(case))}"
    )
