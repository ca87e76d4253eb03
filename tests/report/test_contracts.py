"""The contract of a codec in words: what it demands, what it announces, how much that is."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any, cast

from utfproof.engine.journal.events import CaseFinished, CodecStarted, Event
from utfproof.model.contract import Contract, Demand, Deviation, Term
from utfproof.model.verdict import Verdict
from utfproof.report.run import contracts, junit
from utfproof.report.run.summary import CodecSummary, summarise
from utfproof.report.run.summary_json import as_json

CONTRACT = Contract(
    domain=(
        Term(Demand.WELL_FORMED, "the manual, section 1"),
        Term(Demand.NO_NUL, "the manual, section 2", "decoders", ("UTF-16LE",)),
    ),
    deviations=(Term(Deviation.NUL_REFUSED, "the manual, section 3"),),
)


def summary(contract: Contract, *cases: CaseFinished) -> CodecSummary:
    started = CodecStarted("a/b", "1", (), {}, (), (), 1, contract=contract.entries)
    return summarise([started, *cases]).codecs["a/b"]


def codecs(*events: Event) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", as_json(summarise(events))["codecs"])


def case(verdict: Verdict, outside: int) -> CaseFinished:
    return CaseFinished(
        "a/b", "utf-8/a/b", "decode UTF-8 strict", verdict, 1, "", "", "", "", (), (), (), outside
    )


def test_the_summary_states_the_contract_and_how_much_lies_outside() -> None:
    started = CodecStarted("a/b", "1", (), {}, (), (), 1, contract=CONTRACT.entries)
    asked = case(Verdict.PASS, 3)
    (entry,) = codecs(started, asked)
    assert (entry["contract"], entry["outside"]) == (CONTRACT.entries, 3)
    assert "not-asked" not in entry
    unasked = replace(started, contract={}, not_asked={"peek": "it calls next"})
    (entry,) = codecs(unasked, asked)
    assert entry["not-asked"] == {"peek": "it calls next"}
    assert not {"contract", "outside"} & entry.keys()


def test_each_term_has_its_source() -> None:
    assert contracts.terms(CONTRACT.entries) == [
        ("demands well-formed octets", "the manual, section 1"),
        ("demands no U+0000", "the manual, section 2"),
        ("by design: U+0000 is refused", "the manual, section 3"),
    ]


def test_the_sentence_names_what_the_verdict_does_not_cover() -> None:
    assert contracts.sentence(summary(CONTRACT)) == (
        "within its contract, which demands well-formed octets and no U+0000, "
        "and excludes by design that U+0000 is refused"
    )
    assert not contracts.sentence(summary(Contract()))


def test_only_the_terms_of_an_encoding_are_marked() -> None:
    assert "no U+0000" in contracts.mark(CONTRACT.entries, "UTF-16LE")
    assert "no U+0000" not in contracts.mark(CONTRACT.entries, "UTF-8")


def test_questions_outside_are_counted_in_every_case() -> None:
    cases = [case(Verdict.PASS, 3), case(Verdict.OUTSIDE, 4), case(Verdict.BY_DESIGN, 0)]
    told = contracts.counts(summary(CONTRACT, *cases))
    assert told == "outside its contract: 7 questions; by design: 1 case"


def test_a_name_of_a_newer_version_is_shown_as_it_is() -> None:
    newer = {"domain": [{"demands": "kindness", "source": "a page"}]}
    assert contracts.terms(newer) == [("demands kindness", "a page")]


def test_junit_skips_what_is_announced_with_the_sentence_that_announces_it() -> None:
    started = CodecStarted("a/b", "1", (), {}, (), (), 1, contract=CONTRACT.entries)
    events: list[Event] = [started, case(Verdict.BY_DESIGN, 0), case(Verdict.OUTSIDE, 3)]
    root = ET.fromstring(junit.render(summarise(events)))  # noqa: S314  (our own)
    skipped = {one.get("type"): one.get("message") for one in root.iter("skipped")}
    assert skipped["by-design"] == "by design: U+0000 is refused (the manual, section 3)"
    assert "outside" in skipped
