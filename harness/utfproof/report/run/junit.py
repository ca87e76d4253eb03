"""The report as JUnit XML: a suite for each codec, a test for each case that did not pass.

Cases that pass share a test for each operation and topic, so that a CI system can still show the
file: a full run has half a million of them. A known failure is a skipped test.
"""

from __future__ import annotations

import re

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from utfproof.engine.journal.events import CaseFinished, ExpectationUnmet, FailuresKnown
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.run.summary import CodecSummary, Summary

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(summary: Summary) -> str:
    """Render a run."""
    document = JUnitXml("utfproof")
    for name in sorted(summary.codecs):
        document.add_testsuite(_suite(summary.codecs[name]))
    octets: bytes = document.tostring()  # type: ignore[no-untyped-call]
    return octets.decode("utf-8")


def _suite(item: CodecSummary) -> TestSuite:
    suite = TestSuite(item.codec)
    suite.add_property("version", _safe(item.version))
    suite.add_property("profile", " ".join(item.profile))
    suite.add_property("scope", ", ".join(item.scope))
    suite.add_testcases([_passed(item, *entry) for entry in item.passed_topics.items()])
    known = item.known_cases
    suite.add_testcases([_test(item, case, known.get((case.op, case.case))) for case in item.cases])
    suite.add_testcases([_unmet(item, unmet) for unmet in item.unmet])
    if not (item.cases or item.passed) or item.verdict is CodecVerdict.BROKEN:
        suite.add_testcase(_codec_test(item))
    return suite


def _codec_test(item: CodecSummary) -> TestCase:
    """Return the codec's own verdict as a test, so that a codec that never ran is never green."""
    test = TestCase(item.codec, classname=item.codec)
    why = _safe(item.why or item.verdict.value)
    if item.verdict is CodecVerdict.BROKEN:
        error = Error(why, "broken")
        error.text = _safe(item.output)
        test.result = [error]
    elif item.verdict is not CodecVerdict.PASS:
        test.result = [Skipped(why, item.verdict.value)]
    return test


def _passed(item: CodecSummary, key: tuple[str, str], count: int) -> TestCase:
    cell, topic = key
    return TestCase(f"{topic} [{cell}] ({count} cases pass)", classname=item.codec)


def _unmet(item: CodecSummary, unmet: ExpectationUnmet) -> TestCase:
    """An entry of the list of known failures that is not right is a failure of its own."""
    test = TestCase(_safe(f"{unmet.kind} [{unmet.place}]"), classname=item.codec)
    test.result = [Failure(_safe(unmet.text), _safe(unmet.kind))]
    return test


def _test(item: CodecSummary, case: CaseFinished, known: FailuresKnown | None) -> TestCase:
    test = TestCase(f"{case.case} [{case.op}]", classname=item.codec)
    if known:
        test.result = [Skipped(_safe(f"known {case.verdict}: {known.reason}"), "known")]
    elif case.verdict.red:
        failure = Failure(_safe(f"{case.actual}, expected {case.expected}"), case.verdict.value)
        failure.text = _safe(
            f"input: {case.input} ({case.way})\nexpected: {case.expected}\nactual: {case.actual}\n"
            f"clauses: {', '.join(case.clauses)}\nrepeat: {item.reproduce(case)}"
        )
        test.result = [failure]
    elif case.verdict in (Verdict.BROKEN, Verdict.NOT_RUN):
        test.result = [Error(_safe(case.actual), case.verdict.value)]
    elif case.verdict is Verdict.UNSUPPORTED:
        test.result = [Skipped(_safe(case.actual), case.verdict.value)]
    elif case.verdict is not Verdict.PASS:
        test.system_out = _safe(f"{case.verdict}: {case.input} gave {case.actual}")
    return test


def _safe(text: str) -> str:
    """Replace characters that XML 1.0 cannot carry."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
