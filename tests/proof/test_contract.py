"""A codec within its contract: nothing is asked outside, what is announced is no failure."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from utfproof.adapters.registry import select
from utfproof.engine.journal.events import CaseFinished, CodecFinished, CodecStarted, Event
from utfproof.engine.journal.lines import LineReader, LineWriter
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run.adapter_runner import AdapterRunner, RunScope
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.proof.families.stage import FamiliesStage
from utfproof.report.run import contracts
from utfproof.report.run.summary import summarise
from utfproof.vectors import loader

PROGRAM = """
def first_error(data):
    bad = data.find(0)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.start if bad < 0 else min(bad, error.start)
    if bad >= 0:
        raise UnicodeDecodeError("utf-8", data, bad, bad + 1, "bad")
    return True

def strict(data):
    first_error(data)
    return data.decode("utf-8")

def trusting(data):
    return data.decode("utf-8", "surrogateescape").encode("utf-8", "replace").decode("utf-8")

def careless(data):
    return trusting(data).replace("\\u20ac", "E")
"""
MANIFEST = """
adapter: own
about: x
language: Python
codecs:
  it:
    about: x
    profile: rfc3629
    {contract}
    offers:
      decode UTF-8 strict: "it:{decode}"
      validate UTF-8 strict: "it:{validate}"
"""
SOURCE = 'source: "the manual, page 1, section 2"'
WELL_FORMED = f"contract: {{domain: [{{demands: well-formed, {SOURCE}}}]}}"
NUL = f"contract: {{deviations: [{{is: nul-refused, {SOURCE}}}]}}"


def happened(folder: Path, contract: str, decode: str, validate: str = "") -> list[Event]:
    (folder / "it.py").write_text(PROGRAM, "utf-8")
    text = MANIFEST.format(contract=contract, decode=decode, validate=validate or decode)
    (folder / "adapter.yaml").write_text(text.lstrip(), "utf-8")
    [chosen] = select([str(folder)])
    scope = RunScope(Narrowing(case="*octets/utf-8/*0"), (FamiliesStage(),))
    scope = RunScope() if decode != "strict" else scope
    return list(AdapterRunner(loader.load(), scope).run(chosen))


def counts(events: list[Event]) -> Counter[Verdict]:
    return Counter(event.verdict for event in events if isinstance(event, CaseFinished))


def verdict(events: list[Event]) -> CodecVerdict:
    return next(event.verdict for event in events if isinstance(event, CodecFinished))


def test_what_is_outside_the_domain_is_not_asked(tmp_path: Path) -> None:
    without = happened(tmp_path, "", "trusting")
    assert verdict(without) is CodecVerdict.FAIL
    events = happened(tmp_path, WELL_FORMED, "trusting")
    assert verdict(events) is CodecVerdict.PASS
    found = counts(events)
    assert not any(one.red for one in found)
    assert found[Verdict.OUTSIDE] > 100
    summary = summarise(events).codecs["own/it"]
    assert summary.outside > found[Verdict.OUTSIDE]
    assert contracts.counts(summary).startswith("outside its contract: ")
    assert contracts.sentence(summary) == ("within its contract, which demands well-formed octets")


def test_a_fault_inside_the_domain_still_fails(tmp_path: Path) -> None:
    events = happened(tmp_path, WELL_FORMED, "careless")
    assert verdict(events) is CodecVerdict.FAIL


@pytest.mark.parametrize("contract", ["", NUL])
def test_what_is_announced_is_by_design(tmp_path: Path, contract: str) -> None:
    events = happened(tmp_path, contract, "strict", "first_error")
    found = counts(events)
    announced, failed = found[Verdict.BY_DESIGN], found[Verdict.FAIL]
    assert (announced > 5, failed == 0) == (bool(contract), bool(contract))
    assert (failed > 5) is not bool(contract)
    kinds = {
        event.case.split("/")[1]
        for event in events
        if isinstance(event, CaseFinished) and event.verdict is Verdict.BY_DESIGN
    }
    assert not contract or kinds == {"octets"}
    due = CodecVerdict.PASS if contract else CodecVerdict.FAIL
    assert verdict(events) is due


def test_a_journal_keeps_the_contract(tmp_path: Path) -> None:
    events = happened(tmp_path, WELL_FORMED, "trusting")
    writer, reader = LineWriter(), LineReader()
    text = "".join([*map(writer.lines, events), writer.rest()])
    read = [event for line in text.splitlines() for event in reader.events(line)]
    started = next(event for event in read if isinstance(event, CodecStarted))
    assert started.contract == {
        "domain": [{"demands": "well-formed", "source": "the manual, page 1, section 2"}]
    }
    assert summarise(read).codecs["own/it"].outside == summarise(events).codecs["own/it"].outside
