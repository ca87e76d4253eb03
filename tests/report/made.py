"""Runs made for tests of reports: of one codec or of many, with whatever an adapter may say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from changed_fields import changed
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    RunFinished,
    RunStarted,
)
from utfproof.model.case import CaseFacts, DecodeCase, Keyword
from utfproof.model.encoding import Encoding
from utfproof.model.reading import Reading
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.run.summary import Summary, summarise
from utfproof.vectors.suite import FlagNote, Property, Requirement, SourceDocument, Suite

CODEC = "fake/codec"
CASE = "utf-8/ill-formed/overlong/slash"
WHY = "A filter that forbids 2F must not meet it again."
INJECTED = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "<!--<script>",
    "]]></style></template></details>",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;script&gt; &amp;",
    "\u2028alert(1)\u2029]]>",
    "\\u003cscript>\\x3c",
]


def failure(case: str = CASE, **told: object) -> CaseFinished:
    finished = CaseFinished(
        codec=CODEC,
        case=case,
        op="decode UTF-8 strict",
        verdict=Verdict.FAIL,
        asked=3,
        way="whole",
        input="c0af",
        expected="error 0 1",
        actual="ok 2f",
        clauses=("RFC3629-3-11",),
        flags=("Overlong",),
    )
    return changed(finished, **told)


def run(*cases: CaseFinished, codec: str = CODEC, text: str = "", end: bool = True) -> Summary:
    """Make a run of one codec; `text` is said wherever an adapter or its machine has a say."""
    started = CodecStarted(
        codec=codec,
        version=f"1.0{text}",
        profile=("rfc3629",),
        options={"signature": {"UTF-8": f"keep{text}"}, f"own{text}": ["a", "b"]},
        scope=("decode UTF-8 strict", "decode UTF-8 replace", "label - -"),
        not_assessed=("sweep UTF-8 strict",),
        cases=len(cases),
    )
    verdict = CodecVerdict.FAIL if cases else CodecVerdict.NOT_RUN
    finished = CodecFinished(codec, verdict, {}, 1, 2.5, f"why{text}", f"out{text}", (f"a{text}",))
    vectors = {"version": "1.0.0", "digest": "d1935", "cases": 3389}
    environment = {"python": f"3.11{text}"}
    header = RunStarted("0.1", vectors, "vectors", "2025-01-01", environment, f"utfproof{text}")
    events: list[Event] = [header, started, *(replace(case, codec=codec) for case in cases)]
    if end:
        events += [finished, RunFinished(3.0)]
    return summarise(events)


def suite(address: str = "https://www.rfc-editor.org/rfc/rfc3629") -> Suite:
    about = CaseFacts(
        id=CASE,
        encoding=Encoding.UTF_8,
        profile=None,
        clauses=("RFC3629-3-11",),
        flags=("Overlong",),
        keyword=Keyword.MUST,
        why=WHY,
        place="overlong.yaml:1",
    )
    clause = Requirement(
        id="RFC3629-3-11",
        document="RFC3629",
        section="3",
        line=None,
        level="MUST",
        directions=("decode",),
        states="No overlong form.",
        untestable=None,
        derived=False,
    )
    relation = Property("properties/reuse", ("RFC3629-3-11",), (), Keyword.MUST, "Reuse is pure.")
    return Suite(
        version="1.0.0",
        digest="d1935",
        cases=(DecodeCase(about, Reading(())),),
        properties=(relation,),
        families=(),
        requirements={clause.id: clause},
        notes={"Overlong": FlagNote("Overlong", "A form too long.", "", ("CWE-176",), (), ())},
        documents={"RFC3629": SourceDocument("RFC3629", "RFC 3629: UTF-8", "2003", address, None)},
    )


def many_codecs(codecs: int, cases: int, failing: int) -> Iterator[Event]:
    """Yield a run of so many codecs and cases; each codec fails so many, and not the same ones."""
    yield RunStarted("0.1", {"version": "1", "digest": "d", "cases": cases}, "vectors", "", {}, "")
    for number in range(codecs):
        codec = f"adapter-{number // 10}/codec-{number}"
        yield CodecStarted(codec, "1", ("rfc3629",), {}, ("decode UTF-8 strict",), (), cases)
        for at in range(cases):
            case = failure(
                f"utf-8/topic-{at % 20}/case-{at}",
                codec=codec,
                input=f"{at:04x}",
                actual=f"ok {number % 7:x} {at:x}",
                flags=(f"Flag{at % 11}",),
                clauses=(f"RFC3629-3-{at % 17:02}",),
            )
            fails = (at + number) % cases < failing
            yield case if fails else replace(case, verdict=Verdict.PASS, clauses=(), flags=())
        yield CodecFinished(codec, CodecVerdict.FAIL, {}, 0, 1.0)
    yield RunFinished(1.0)
