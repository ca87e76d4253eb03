"""The last lines of a gate: the unmet requirement, its smallest input, the command to repeat it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from utfproof.report import clauses
from utfproof.report.ci import breaches, comment
from utfproof.report.ci.breaches import Breach
from utfproof.report.run.changes import Change, Changes
from utfproof.report.run.summary import Summary
from utfproof.report.text import one_line, shortened
from utfproof.vectors.suite import Suite

_CODECS = 5
_LONGEST = 160


def lines(summary: Summary, suite: Suite | None, folder: Path, here: Path) -> Iterator[str]:
    """Return the last lines of a run: the first requirement of each codec, then the whole in one.

    Commands are to be run `here`.
    """
    found = [item for item in breaches.breaches(summary, suite) if not item.is_known]
    by_codec: dict[str, list[Breach]] = {}
    for item in found:
        by_codec.setdefault(item.codec.codec, []).append(item)
    # One requirement for each codec: the end of a log has to show all codecs that fail.
    for unmet in list(by_codec.values())[:_CODECS]:
        yield ""
        yield from _breach(unmet[0], len(unmet) - 1, suite, here)
    if len(by_codec) > _CODECS:
        yield f"… {len(by_codec) - _CODECS} codecs more"
    for trouble in breaches.run_problems(summary):
        yield ""
        yield f"{trouble.codec}: {trouble.kind}: {shortened(trouble.text, 500)}"
    requirements = {item.clause for item in found}
    many = f"; requirements not met: {len(requirements)}" if requirements else ""
    yield ""
    yield f"utfproof gate: {comment.headline(summary)}{many}; {folder / 'index.html'}"


def since(changes: Changes) -> Iterator[str]:
    """Return the changes since a baseline: how many of each kind, and how the two runs differ."""
    counts = ", ".join(f"{len(changes.of(change)):,} {change}" for change in Change)
    yield ""
    yield f"since the baseline: {counts}"
    yield from (f"    {one_line(difference)}" for difference in changes.differences)


def _breach(item: Breach, others: int, suite: Suite | None, here: Path) -> Iterator[str]:
    case, clause = item.smallest, clauses.clause(item.clause, suite)
    words = ", ".join(part for part in (clause.where, clause.level, clause.elsewhere) if part)
    where = f" ({words})" if words else ""
    more = f", and {others} requirements more" if others > 1 else ""
    more = ", and 1 requirement more" if others == 1 else more
    many = f"{len(item.cases):,} {'case' if len(item.cases) == 1 else 'cases'}"
    yield f"{item.codec.codec} does not meet {one_line(item.clause)}{where}: {many}{more}"
    if clause.states:
        yield f"    {one_line(clause.states)}"
    for fault in item.codec.diagnoses[:1]:
        share = f"explains {fault.explains:,} of {fault.failures:,} failures"
        yield f"    behaves like: {one_line(fault.about.rstrip('.'))} ({share})"
    if not item.codec.diagnoses:
        yield "    not a known fault"
    yield f"    input    {shortened(case.input, _LONGEST)}  ({case.op}, {one_line(case.way)})"
    yield f"    expected {shortened(case.expected, _LONGEST)}"
    yield f"    actual   {shortened(case.actual, _LONGEST)}"
    yield f"    repeat   {one_line(item.command(str(here)))}"
