"""Power compares the rules that a fault is charged to with those that it is declared to break."""

from __future__ import annotations

import pytest

from utfproof import mutants
from utfproof.engine.attribution import resolution
from utfproof.errors import UtfproofError
from utfproof.mutants import broken_rules
from utfproof.mutants.mutant import Mutant
from utfproof.proof.power import report
from utfproof.proof.power.attribution import Attribution, added_up
from utfproof.proof.power.named import FaultSearcher
from utfproof.vectors import loader

CATALOGUE = {mutant.id: mutant for mutant in mutants.catalogue()}
SUITE = loader.load()
FAULTS = {
    "detect/fe-is-enough": "RFC2781-4.3-02",
    "label/ends-at-nul": "RFC3629-8-01",
    "utf-16be/texts/a-lone-surrogate-passes-in-lane-31": "ISO-9.3-04",
    "utf-32be/units/a-bad-unit-passes-in-lane-3": "ISO-9.4-02 ISO-9.4-03",
    "utf-16be/pairs/10000-is-not-added": "RFC2781-2.2-04",
}


LATE = {
    "utf-8/chunks/surrogates-and-overlongs-are-told-late",
    "utf-8/chunks/errors-are-told-with-the-flush",
}
"""Faults that break no requirement: what they answer is right, and comes later than it could."""


def charged(fault: str) -> Attribution:
    return FaultSearcher(SUITE, ()).search(CATALOGUE[fault]).attribution


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_charged_to_exactly_the_rules_that_it_breaks(fault: str) -> None:
    found = charged(fault)
    assert found.charged == found.declared == frozenset(FAULTS[fault].split())


def test_every_fault_declares_requirements_that_there_are() -> None:
    for mutant in mutants.catalogue():
        declared = broken_rules.breaks(mutant)
        assert declared or mutant.id in LATE, mutant.id
        assert declared <= SUITE.requirements.keys(), mutant.id


def test_a_fault_without_a_declaration_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broken_rules, "_OTHERS", ())
    with pytest.raises(UtfproofError, match="nothing says which requirement detect/fe-is-enough"):
        broken_rules.breaks(CATALOGUE["detect/fe-is-enough"])


def test_a_wrong_declaration_is_told_and_lowers_the_score(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(mutant: Mutant) -> frozenset[str]:
        return frozenset({"RFC3629-6-03"}) if mutant.id == "detect/fe-is-enough" else frozenset()

    monkeypatch.setattr(broken_rules, "breaks", other)
    found = FaultSearcher(SUITE, ()).search(CATALOGUE["detect/fe-is-enough"])
    measured = report.power("vectors", [found])
    assert measured.misattributed == [
        (
            "detect/fe-is-enough: charged to RFC2781-4.3-02, which it does not break; "
            "not charged to RFC3629-6-03, which it breaks"
        )
    ]
    assert (measured.attribution.precision, measured.attribution.recall) == (0, 0)


def test_an_engine_that_charges_to_the_case_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolution, "_candidates", lambda case: case.clauses[:1])
    assert not charged("detect/fe-is-enough").exact


def test_the_score_counts_rules_and_not_faults() -> None:
    half = Attribution(frozenset({"A", "B"}), frozenset({"A"}))
    more = Attribution(frozenset({"A"}), frozenset({"A", "C", "D"}))
    score = added_up([half, more])
    assert (score.faults, score.exact) == (2, 0)
    assert (score.precision, round(score.recall, 1)) == (50, 66.7)
