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
    "label/web-utf-16-is-big": "WHATWG-ENC-09",
    "utf-8/leads/f4-90-to-bf": "RFC3629-3-02",
    "utf-8/leads/ff-is-u-ffff": "RFC3629-1-09",
    "utf-8/characters/nul-is-refused": "RFC3629-3-07",
    "utf-8/overlong/c2-is-refused": "RFC3629-3-08",
    "utf-8/leads/ec-is-refused": "RFC3629-3-09",
    "utf-8/leads/four-octets-are-refused": "RFC3629-3-10",
    "utf-8/overlong/c0-80-is-nul": "RFC3629-3-11",
    "utf-8/overlong/e0-9f": "RFC3629-3-11",
    "utf-8/encoder/80-is-one-octet": "RFC3629-3-12",
    "utf-8/encoder/d800-is-written": "RFC3629-3-14",
    "utf-8/encoder/110000-is-written": "RFC3629-3-02",
    "utf-8/joins/pairs-are-cesu-8": "RFC3629-3-15",
    "utf-8/surrogates/pairs-are-joined": "RFC3629-3-16",
    "utf-8/values/last-tail-has-five-bits": "RFC3629-3-18",
    "utf-8/texts/end-at-nul": "RFC3629-4-01",
    "utf-8/tails/7f-is-a-tail": "RFC3629-4-11",
    "utf-8/surrogates/d800-is-read": "ISO-9.2-07",
    "utf-8/characters/u-feff-inside-is-dropped": "RFC3629-6-05",
    "utf-8/rooms/writes-beyond": "RFC3629-10-05",
    "utf-8/policies/byte": "UNICODE-3.9-02",
    "utf-8/policies/errors-are-dropped": "UNICODE-3.9-03",
    "utf-8/policies/next-character-is-lost": "UNICODE-3.9-04",
    "utf-8/characters/u-fffe-is-refused": "UNICODE-3.9-06",
    "utf-8/reports/offset-begins-at-one": "UNICODE-D-01",
    "utf-8/history/bits-leak": "UNICODE-D-05",
    "utf-8/neighbours/reads-on-behind-the-end": "UNICODE-D-04",
    "utf-8/chunks/pending-octets-are-lost": "UNICODE-D-03",
    "utf-8/signatures/kept": "WHATWG-ENC-01",
    "utf-8/encoder/replacement-is-a-question-mark": "UNICODE-D-07",
    "utf-16be/pairs/10000-is-not-added": "RFC2781-2.2-04",
    "utf-16be/pairs/e000-is-a-surrogate": "RFC2781-2.2-01",
    "utf-16be/texts/an-odd-octet-is-padded": "RFC2781-D-01",
    "utf-16be/texts/a-lone-surrogate-loses-the-next-character": "UNICODE-3.9-05",
    "utf-16be/signatures/of-the-other-order-is-obeyed": "RFC2781-4.1-01",
    "utf-16be/signatures/stripped": "RFC2781-4.1-02",
    "utf-16be/encoder/halves-are-swapped": "ISO-9.3-05",
    "utf-16be/encoder/surrogates-are-written": "RFC2781-2-04",
    "utf-16be/encoder/110000-is-written": "RFC2781-2-03",
    "utf-16be/encoder/a-signature-is-written": "RFC2781-3.3-03",
    "utf-16be/encoder/the-order-is-turned-round": "RFC2781-3.3-02",
    "utf-16le/encoder/the-order-is-turned-round": "RFC2781-3.3-04",
    "utf-16/unmarked/is-little": "ISO-10.5-02",
    "utf-16/unmarked/signature-is-kept": "ISO-10.5-01",
    "utf-16/unmarked/signatures-are-swapped": "RFC2781-4.3-02",
    "utf-16/unmarked/second-signature-is-stripped": "RFC2781-3.2-03",
    "utf-16/encoder/little-endian-is-not-marked": "RFC2781-3.3-06",
    "utf-32be/units/a-bad-unit-passes-in-lane-3": "ISO-9.4-02 ISO-9.4-03",
    "utf-32be/units/d800-passes": "ISO-9.4-02",
    "utf-32be/units/110000-passes": "ISO-9.4-03",
    "utf-32be/units/a-rest-passes": "ISO-9.4-04",
    "utf-32be/units/e000-is-refused": "ISO-9.4-01",
    "utf-32/unmarked/is-little": "ISO-10.8-02",
    "utf-32le/signatures/stripped": "ISO-10.7-02",
    "ucs-2/pairs/are-joined": "UCS-2-01",
    "utf-16be/texts/a-lone-surrogate-passes-in-lane-31": "ISO-9.3-04",
}
"""Faults, and the requirement that the documents put against each: written from their sentences."""

CHARGED = (
    "detect/fe-is-enough",
    "label/ends-at-nul",
    "utf-16be/texts/a-lone-surrogate-passes-in-lane-31",
    "utf-32be/units/a-bad-unit-passes-in-lane-3",
    "utf-16be/pairs/10000-is-not-added",
)
"""Those that are searched here; `utfproof power` searches all."""


LATE = {
    "utf-8/chunks/surrogates-and-overlongs-are-told-late",
    "utf-8/chunks/errors-are-told-with-the-flush",
}
"""Faults that break no requirement: what they answer is right, and comes later than it could."""


def charged(fault: str) -> Attribution:
    return FaultSearcher(SUITE, ()).search(CATALOGUE[fault]).attribution


@pytest.mark.parametrize("fault", CHARGED)
def test_a_fault_is_charged_to_exactly_the_rules_that_it_breaks(fault: str) -> None:
    assert charged(fault).charged == frozenset(FAULTS[fault].split())


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_declares_the_rule_of_the_documents(fault: str) -> None:
    declared = broken_rules.breaks(CATALOGUE[fault])
    rules = {SUITE.rule_of(one) for one in declared}
    assert rules == frozenset(FAULTS[fault].split())


def test_every_fault_declares_requirements_that_there_are() -> None:
    for mutant in mutants.catalogue():
        declared = broken_rules.breaks(mutant)
        assert declared or mutant.id in LATE, mutant.id
        assert declared <= SUITE.requirements.keys(), mutant.id


def test_every_row_is_the_first_that_fits_some_fault() -> None:
    used = {broken_rules._row(mutant) for mutant in mutants.catalogue()}
    assert [row for row in (*broken_rules._OTHERS, *broken_rules._TABLE) if row not in used] == []


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
