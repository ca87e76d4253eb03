"""The report as JUnit XML: a suite for each codec, a test for each fault and each new failure.

A run of all codecs judges half a million cases, more than any CI system shows. Cases of one topic
with the same harmless verdict share a test, known failures share one for each entry of the list,
which is skipped, and of one codec at most `_MOST` new failures have tests of their own: those
beyond share one for each topic, which names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from utfproof.engine.journal.events import (
    CaseFinished,
    Diagnosed,
    ExpectationUnmet,
    FailuresKnown,
)
from utfproof.model.verdict import NOT_ASKED, CodecVerdict, Verdict
from utfproof.report.run import contracts
from utfproof.report.run.summary import CodecSummary, Summary, column_of, topic_of
from utfproof.report.text import visible

_MOST = 200


def render(summary: Summary) -> str:
    """Render a run."""
    document = JUnitXml("utfproof")
    for name in sorted(summary.codecs):
        document.add_testsuite(_suite(summary.codecs[name]))
    # Of the whole tree, so that no text can be forgotten.
    for element in document._elem.iter():  # noqa: SLF001  (junitparser has no public way to it)
        for name, value in element.attrib.items():
            element.set(name, visible(value))
        element.text = visible(element.text or "") or None
    octets: bytes = document.tostring()  # type: ignore[no-untyped-call]
    return octets.decode("utf-8")


def _suite(item: CodecSummary) -> TestSuite:
    suite = TestSuite(item.codec)
    suite.add_property("version", item.version)
    suite.add_property("profile", " ".join(item.profile))
    suite.add_property("scope", ", ".join(item.scope))
    for verdict, count in item.counts.items():
        suite.add_property(verdict.value, str(count))
    suite.add_testcases([_fault(item, found) for found in item.diagnoses])
    suite.add_testcases(list(_new(item)))
    suite.add_testcases([_unmet(item, unmet) for unmet in item.unmet])
    suite.add_testcases([_known(item, known) for known in item.known])
    suite.add_testcases(list(_harmless(item)))
    suite.add_testcases([_passed(item, *entry) for entry in item.passed_topics.items()])
    # CI systems take a suite without tests for a green one.
    if not (item.cases or item.passed) or item.verdict is CodecVerdict.BROKEN:
        suite.add_testcase(_codec_test(item))
    return suite


def _codec_test(item: CodecSummary) -> TestCase:
    """Return the codec's own verdict as a test, so that a codec that never ran is never green."""
    test = TestCase(item.codec, classname=item.codec)
    why = item.why or item.verdict.value
    if item.verdict is CodecVerdict.BROKEN:
        error = Error(why, "broken")
        error.text = item.output
        test.result = [error]
    elif item.verdict is not CodecVerdict.PASS:
        test.result = [Skipped(why, item.verdict.value)]
    return test


def _fault(item: CodecSummary, found: Diagnosed) -> TestCase:
    """Return a fault that was recognised; a known one is skipped."""
    test = TestCase(f"behaves like: {found.about} [{found.encoding}]", classname=item.codec)
    named = ", ".join((found.flag, *found.cwe, *found.cve))
    text = (
        f"behaves like: {found.about}; explains {found.explains:,} of {found.failures:,} failures"
    )
    if (found.op, found.case) in item.known_cases:
        test.result = [Skipped(f"known: {text}", "known")]
    else:
        failure = Failure(text, "fault")
        failure.text = (
            f"class: {named}\nsmallest input: {found.input} ({found.op})\ncase: {found.case}\n"
            f"repeat: {item.again(found)}"
        )
        test.result = [failure]
    return test


def _new(item: CodecSummary) -> Iterator[TestCase]:
    """Yield the failures that nobody has listed, each alone, those beyond the limit by topic."""
    for case in item.unknown[:_MOST]:
        yield _test(item, case)
    for (topic, op, verdict), cases in _grouped(item.unknown[_MOST:]).items():
        # JUnit knows two kinds of red: a failure of the codec, and an error of the adapter or the
        # run.
        test = TestCase(f"{topic} [{op}] ({_many(cases)} {verdict})", classname=item.codec)
        kind = Failure if verdict.red else Error
        result = kind(f"{_many(cases)} of {topic} {verdict}", verdict.value)
        result.text = " ".join(case.case.removeprefix(f"{topic}/") for case in cases)
        test.result = [result]
        yield test


def _test(item: CodecSummary, case: CaseFinished) -> TestCase:
    test = TestCase(f"{case.case} [{case.op}]", classname=item.codec)
    if not case.verdict.red:
        # Broken or not run: the answer says nothing of the codec.
        test.result = [Error(case.actual, case.verdict.value)]
        return test
    failure = Failure(f"{case.actual}, expected {case.expected}", case.verdict.value)
    failure.text = (
        f"input: {case.input} ({case.way})\nexpected: {case.expected}\nactual: {case.actual}\n"
        f"clauses: {', '.join(case.clauses)}\nrepeat: {item.reproduce(case)}"
    )
    test.result = [failure]
    return test


def _unmet(item: CodecSummary, unmet: ExpectationUnmet) -> TestCase:
    """An entry of the list of known failures that is not right is a failure of its own."""
    test = TestCase(f"{unmet.kind} [{unmet.place}]", classname=item.codec)
    test.result = [Failure(unmet.text, unmet.kind)]
    return test


def _known(item: CodecSummary, known: FailuresKnown) -> TestCase:
    """Return an entry of the list of known failures as a skipped test, its cases counted."""
    count = sum(map(len, known.cases.values()))
    words = f"{count} {'case' if count == 1 else 'cases'}"
    test = TestCase(f"known: {known.reason} ({words})", classname=item.codec)
    test.result = [Skipped(f"known fail: {known.reason}", "known")]
    lines = (f"{op}: {_by_topic(cases)}" for op, cases in known.cases.items())
    test.system_out = "\n".join((*lines, *known.reference))
    return test


def _by_topic(cases: Iterable[str]) -> str:
    """Fold ids: `utf-8/ill-formed 3, utf-8/noncharacters 1`."""
    counts: dict[str, int] = {}
    for case in cases:
        counts[topic_of(case)] = counts.get(topic_of(case), 0) + 1
    return ", ".join(f"{topic} {count}" for topic, count in counts.items())


def _harmless(item: CodecSummary) -> Iterator[TestCase]:
    """Yield tests for other verdicts than pass and failures.

    What was not asked is skipped, and what the documentation announces, with the reason.
    """
    failing = {Verdict.BROKEN, Verdict.NOT_RUN}
    others = [case for case in item.cases if not (case.verdict.red or case.verdict in failing)]
    for (topic, op, verdict), cases in _grouped(others).items():
        cell = column_of(cases[0].case, op)
        test = TestCase(f"{topic} [{cell}, {op}] ({_many(cases)} {verdict})", classname=item.codec)
        if verdict in NOT_ASKED or verdict is Verdict.BY_DESIGN:
            test.result = [Skipped(_reason(item, cases[0]), verdict.value)]
        yield test


def _reason(item: CodecSummary, case: CaseFinished) -> str:
    """Say why a case is skipped: by an announcement of the documentation, or not asked."""
    if case.verdict is not Verdict.BY_DESIGN:
        return case.actual
    announced = (term for term in contracts.terms(item.contract) if "by design" in term.words)
    return "; ".join(f"{term.words} ({term.source})" for term in announced)


def _grouped(
    cases: Iterable[CaseFinished],
) -> Mapping[tuple[str, str, Verdict], Sequence[CaseFinished]]:
    found: dict[tuple[str, str, Verdict], list[CaseFinished]] = {}
    for case in cases:
        found.setdefault((topic_of(case.case), case.op, case.verdict), []).append(case)
    return found


def _many(cases: Sequence[CaseFinished]) -> str:
    return "1 case" if len(cases) == 1 else f"{len(cases)} cases"


def _passed(item: CodecSummary, key: tuple[str, str], count: int) -> TestCase:
    cell, topic = key
    return TestCase(f"{topic} [{cell}] ({count} cases pass)", classname=item.codec)
