"""A run as a Markdown comment on a change: new faults first, then changes; known failures folded.

All that codecs and adapters said stands in code_span, where it mentions nobody and links nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from utfproof.model.verdict import CodecVerdict
from utfproof.report import clauses
from utfproof.report.ci import breaches
from utfproof.report.ci.breaches import Breach, RunProblem
from utfproof.report.ci.faults import CodecFault, faults
from utfproof.report.run.changes import Change, Changes
from utfproof.report.run.summary import CodecSummary, Summary, listed
from utfproof.report.text import code_span, cut_to_fit, escaped, one_line
from utfproof.vectors.suite import Suite

MARK = "<!-- utfproof gate -->"
"""The first line, by which a program finds the comment that it is to replace."""

_MOST_OCTETS = 60_000
"""GitHub takes 65,536 characters in a comment."""
_SHOWN = 20
_LONGEST = 100
_FOLDED = 5
"""So many cases that changed are shown openly."""
_END = ("", "</details>", "")
_STATUS = {0: "passed", 1: "failed", 3: "an adapter is broken", 5: "nothing ran"}


def render(summary: Summary, suite: Suite | None, changes: Changes | None = None) -> str:
    """Return the comment, cut to the size that GitHub accepts."""
    text = whole(summary, suite, changes)
    return cut_to_fit(text, _MOST_OCTETS, "the whole text is comment.md in the run's folder")


def whole(summary: Summary, suite: Suite | None, changes: Changes | None = None) -> str:
    """Render a run, however long that gets."""
    top = breaches.root(summary)
    found = breaches.breaches(summary, suite)
    lines = [MARK, *_head(summary), *_faults(faults(summary), top), *_codecs(summary)]
    lines += [*_changed(changes), *_problems(breaches.run_problems(summary))]
    lines += [*_breaches(found, suite, top), *_known(summary)]
    return "\n".join(lines) + "\n"


def headline(summary: Summary) -> str:
    """Return the result of a run in a few words: `failed, 1 of 3 codecs`."""
    # Codecs that cannot run here would make "1 of 3" a matter of the machine.
    asked = [item for item in summary.codecs.values() if not _absent(item)]
    status = _STATUS[summary.exit_code]
    if not summary.complete:
        status = f"interrupted, {status} so far"
    wrong = sum(item.for_exit is not CodecVerdict.PASS for item in asked)
    codecs = "1 codec" if len(asked) == 1 else f"{len(asked)} codecs"
    return f"{status}, {wrong} of {codecs}" if wrong else f"{status}, {codecs}"


def _absent(item: CodecSummary) -> bool:
    return item.verdict is CodecVerdict.UNAVAILABLE


def _head(summary: Summary) -> Iterator[str]:
    yield f"## utfproof: {headline(summary)}"
    yield ""
    header = summary.header
    if header:
        vectors = header.vectors
        yield (
            f"level {escaped(header.level)}, "
            f"vectors {escaped(str(vectors.get('version')))} "
            f"({escaped(str(vectors.get('digest', ''))[:12])}), utfproof {escaped(header.utfproof)}"
        )
        yield ""


def _codecs(summary: Summary) -> Iterator[str]:
    yield "| codec | version | verdict | cases | failing | of these known |"
    yield "|---|---|---|---:|---:|---:|"
    items = [summary.codecs[name] for name in sorted(summary.codecs)]
    for item in items:
        if not _absent(item):
            yield _row(item)
    for item in items:
        if _absent(item):
            yield f"| {_quoted(item.codec)} | | unavailable: {_quoted(item.why)} | | | |"
    yield ""


def _row(item: CodecSummary) -> str:
    failing = len(item.failures)
    known = failing - len(item.unknown)
    version = _quoted(item.version) if item.version else ""
    verdict = item.verdict.value
    if item.verdict is CodecVerdict.FAIL and item.for_exit is CodecVerdict.PASS:
        verdict = "fail, as listed"
    asked = sum(item.counts.values())
    return (
        f"| {_quoted(item.codec)} | {version} | {verdict} | {asked:,} | {failing:,} | {known:,} |"
    )


def _changed(changes: Changes | None) -> Iterator[str]:
    if changes is None:
        return
    header = changes.before.header
    yield f"### Since the baseline{f' of {escaped(header.started)}' if header else ''}"
    yield ""
    counts = [f"{len(changes.of(change)):,} {change}" for change in Change if changes.of(change)]
    yield f"Cases: {', '.join(counts)}." if counts else "Nothing fails now, and nothing did then."
    yield ""
    for difference in changes.differences:
        yield f"* {_quoted(difference)}"
    for change in (Change.NEW, Change.FIRST, Change.FIXED, Change.GONE):
        cases = changes.of(change)
        # A few changes are read at once; hundreds are folded, or they would hide the faults.
        if len(cases) > _FOLDED:
            yield from _folded(f"{len(cases):,} {change}")
        for case in cases[:_SHOWN]:
            text = (
                f"* **{change}** {_quoted(case.codec)}: {_quoted(case.case)} ({_quoted(case.op)})"
            )
            fails = change in (Change.NEW, Change.FIRST)
            yield (f"{text}: {_quoted(case.input)} gives {_quoted(case.actual)}" if fails else text)
        if len(cases) > _SHOWN:
            yield f"* … {len(cases) - _SHOWN:,} more are {change}"
        if len(cases) > _FOLDED:
            yield from _END
    yield ""


def _faults(found: Sequence[CodecFault], top: str) -> Iterator[str]:
    """Yield a line for each new fault: description, share of the failures, smallest input."""
    new = [item for item in found if not item.is_known]
    if not new:
        return
    yield "### Faults"
    yield ""
    for item in new[:_SHOWN]:
        case, again = item.case, breaches.command(item.codec, item.case, top)
        yield (
            f"* {_quoted(item.codec.codec)} behaves like: {_quoted(item.about, 300)} "
            f"({_quoted(item.classes)}), {item.share}; smallest: {_quoted(case.input)} "
            f"gave {_quoted(case.actual)}, expected {_quoted(case.expected)}; "
            f"repeat: {_quoted(again, 1_000)}"
        )
    if len(new) > _SHOWN:
        yield f"* … {len(new) - _SHOWN:,} more"
    yield ""


def _problems(found: Sequence[RunProblem]) -> Iterator[str]:
    for item in found:
        yield f"* **{item.kind}** {_quoted(item.codec)}: {_quoted(item.text, 400)}"
    if found:
        yield ""


def _breaches(found: Sequence[Breach], suite: Suite | None, root: str) -> Iterator[str]:
    """Yield the requirements that are not met, those of codecs with a recognised fault folded."""
    new = [item for item in found if not item.is_known]
    # A recognised fault says in one sentence why all its requirements are unmet.
    diagnosed = [item for item in new if item.codec.diagnoses]
    rest = [item for item in new if not item.codec.diagnoses]
    if rest:
        yield "### Requirements that are not met"
        yield ""
        for item in rest:
            yield from _breach(item, suite, root)
        yield ""
    if diagnosed:
        yield from _folded(f"Requirements that these faults break: {len(diagnosed):,}")
        for item in diagnosed:
            yield from _breach(item, suite, root)
        yield from _END


def _known(summary: Summary) -> Iterator[str]:
    """Yield the known failures, folded: a line for each reason."""
    codecs = sorted(summary.codecs.items())
    entries = [(name, one) for name, codec in codecs for one in listed(codec.known)]
    if not entries:
        return
    known = (one for _, codec in codecs for one in codec.known)
    count = sum(len(cases) for one in known for cases in one.cases.values())
    many = "1 case" if count == 1 else f"{count:,} cases"
    yield from _folded(f"Known failures: {many}, as listed")
    for name, one in entries[:_SHOWN]:
        yield f"* {_quoted(name)}: {_quoted(one, 300)}"
    if len(entries) > _SHOWN:
        yield f"* … {len(entries) - _SHOWN:,} more entries"
    yield from _END


def _folded(title: str) -> Iterator[str]:
    """Yield the start of a folded part. Markdown resumes after HTML only behind an empty line."""
    yield "<details>"
    yield f"<summary>{title}</summary>"
    yield ""


def _breach(item: Breach, suite: Suite | None, root: str) -> Iterator[str]:
    clause, case = clauses.clause(item.clause, suite), item.smallest
    where = (
        f"[{escaped(clause.where)}]({clause.address})" if clause.address else escaped(clause.where)
    )
    words = (
        ", ".join(part for part in (where, clause.level, clause.elsewhere) if part)
        or "not known here"
    )
    many = f"{len(item.cases):,} {'case' if len(item.cases) == 1 else 'cases'}"
    yield (
        f"* {_quoted(item.codec.codec)}: **{_quoted(item.clause)}** ({words}), {many}: "
        f"{escaped(one_line(clause.states))}"
    )
    yield (
        f"  smallest: {_quoted(case.op)} of {_quoted(case.input)} gave {_quoted(case.actual)}, "
        f"expected {_quoted(case.expected)}; repeat: {_quoted(item.command(root), 1_000)}"
    )


def _quoted(text: str, most: int = _LONGEST) -> str:
    return code_span(one_line(text), most) if text else ""
