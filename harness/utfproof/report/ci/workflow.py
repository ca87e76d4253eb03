"""Workflow commands of GitHub Actions: one annotation for each codec, at its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from utfproof.model.verdict import CodecVerdict
from utfproof.report import clauses
from utfproof.report.ci import breaches
from utfproof.report.ci.breaches import Breach, RunProblem
from utfproof.report.ci.faults import behaves_like
from utfproof.report.run.summary import Summary
from utfproof.report.source_places import SourcePlace
from utfproof.report.text import one_line, shortened
from utfproof.vectors.suite import Suite

_MOST = 10
"""GitHub shows ten errors of a step."""
_REQUIREMENTS = 3
_LONGEST = 120


def annotations_of(summary: Summary, suite: Suite | None) -> Iterator[str]:
    """Return errors for each codec that failed, and a warning for those that are not available."""
    found = list(_errors(summary, suite))
    # GitHub shows the first ten and says nothing about the others: the last place counts them.
    if len(found) > _MOST:
        more = command("error", "utfproof", f"{len(found) - _MOST + 1} codecs more fail", None)
        found = [*found[: _MOST - 1], more]
    yield from found
    # One warning for all: a machine without toolchains would use up the ten of a step.
    absent = [item for item in summary.codecs.values() if item.verdict is CodecVerdict.UNAVAILABLE]
    if absent:
        text = "\n".join(f"{item.codec}: {shortened(item.why, 300)}" for item in absent[:_MOST])
        more = f"\n… {len(absent) - _MOST} more" if len(absent) > _MOST else ""
        yield command("warning", f"utfproof: {len(absent)} not asked", text + more, None)


def _errors(summary: Summary, suite: Suite | None) -> Iterator[str]:
    top = breaches.root(summary)
    wrong = {name: list[RunProblem]() for name in sorted(summary.codecs)}
    for trouble in breaches.run_problems(summary):
        wrong[trouble.codec].append(trouble)
    broken: dict[str, list[Breach]] = {}
    for breach in breaches.breaches(summary, suite):
        if not breach.is_known:
            broken.setdefault(breach.codec.codec, []).append(breach)
    for name, troubles in wrong.items():
        own = breaches.place(summary, name)
        # A codec that fails and has a list that is not right gets one error: its failures say more.
        if unmet := broken.get(name):
            yield command("error", _title(name, unmet), "\n".join(_lines(unmet, suite, top)), own)
        elif troubles:
            first = troubles[0]
            text = "\n".join(shortened(trouble.text, 500) for trouble in troubles)
            yield command("error", f"{name}: {first.kind}", text, first.place or own)


def _title(name: str, unmet: Sequence[Breach]) -> str:
    more = f" and {len(unmet) - 1} more" if len(unmet) > 1 else ""
    return shortened(f"{name} does not meet {unmet[0].clause}", 200) + more


def _lines(unmet: Sequence[Breach], suite: Suite | None, top: str) -> Iterator[str]:
    if like := behaves_like(unmet[0].codec, [case for item in unmet for case in item.cases]):
        yield shortened(like.strip(), 500)
    for breach in unmet[:_REQUIREMENTS]:
        case, clause = breach.smallest, clauses.clause(breach.clause, suite)
        where = f" ({clause.where})" if clause.where else ""
        yield f"{shortened(breach.clause, _LONGEST)}{where}: {shortened(clause.states, 300)}"
        yield (
            f"  {case.op}: {shortened(case.input, _LONGEST)} "
            f"gave {shortened(case.actual, _LONGEST)}, "
            f"expected {shortened(case.expected, _LONGEST)}"
        )
        yield f"  {breach.command(top)}"
    if len(unmet) > _REQUIREMENTS:
        yield f"… and {len(unmet) - _REQUIREMENTS} requirements more"


def command(kind: str, title: str, text: str, place: SourcePlace | None) -> str:
    """Write a workflow command; nothing in its parts can end it or begin another."""
    properties = {"title": title}
    if place and place.inside:
        # GitHub takes places within the repository only.
        properties = {"file": place.path, "line": str(place.line), **properties}
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{kind} {written}::{_data(text)}"


def _data(text: str) -> str:
    lines = (one_line(line) for line in text.split("\n"))
    return "%0A".join(line.replace("%", "%25").replace("\r", "%0D") for line in lines)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
