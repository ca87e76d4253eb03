"""Failures of faulty machines are charged to the rules that the changed transition breaks."""

from __future__ import annotations

import pytest

from utfproof.engine.attribution.rules import Kind
from utfproof.model.encoding import Scheme
from utfproof.proof.automata import transitions
from utfproof.proof.automata.access_strings import cover
from utfproof.proof.power import machine_rules, report
from utfproof.reference import schemes
from utfproof.vectors import loader

SUITE = loader.load()


def kinds(scheme: Scheme, state: str, octet: int, to: str | None) -> frozenset[Kind]:
    """Return what a machine breaks that reads an octet in a state as leading elsewhere."""
    automaton = schemes.automaton(scheme)
    names = {octets.hex(): number for number, octets in cover(automaton).items()}
    right = automaton.step[names[state]][octet]
    wrong = automaton.dead if to is None else names[to]
    fault = transitions.TransitionFault(names[state], octet, right, wrong)
    return machine_rules.declared(scheme, automaton).get(fault, frozenset())


@pytest.mark.parametrize(
    ("scheme", "state", "octet", "to", "broken"),
    [
        (Scheme.UTF_8, "", 0xC0, "c2", {Kind.OVERLONG}),
        (Scheme.UTF_8, "", 0xC0, "e1", set()),
        (Scheme.UTF_8, "", 0xF5, "f1", {Kind.BEYOND}),
        (Scheme.UTF_8, "", 0xF5, "c2", {Kind.FORBIDDEN}),
        (Scheme.UTF_8, "ed", 0xA0, "c2", {Kind.SURROGATE}),
        (Scheme.UTF_8, "ed", 0xA0, "", set()),
        (Scheme.UTF_8, "f4", 0x90, "e1", {Kind.BEYOND}),
        (Scheme.UTF_8, "e1", 0x41, "c2", {Kind.TAIL}),
        (Scheme.UTF_8, "", 0x41, None, {Kind.ROW_1}),
        (Scheme.UTF_8, "e0", 0xA0, None, {Kind.ROW_3}),
        (Scheme.UTF_8, "c2", 0x80, None, {Kind.ROW_2, Kind.ROW_3, Kind.ROW_4}),
        (Scheme.UTF_16BE, "", 0xD8, None, {Kind.ROW_2}),
        (Scheme.UTF_16LE, "", 0x00, None, {Kind.ROW_1, Kind.ROW_2}),
        (Scheme.UTF_16LE, "00d800", 0x41, "", {Kind.SURROGATE}),
        (Scheme.UTF_32LE, "000000", 0x01, "", {Kind.BEYOND}),
        (Scheme.UTF_32BE, "00", 0x10, None, {Kind.ROW_1}),
    ],
)
def test_a_transition_that_decides_breaks_the_rule_of_its_place(
    scheme: Scheme, state: str, octet: int, to: str | None, broken: set[Kind]
) -> None:
    assert kinds(scheme, state, octet, to) == broken


@pytest.mark.parametrize("scheme", [Scheme.UTF_16BE, Scheme.UTF_32LE])
def test_every_machine_that_decides_is_charged_exactly(scheme: Scheme) -> None:
    found = machine_rules.measured(SUITE, scheme)
    assert found.differ == ()
    assert found.score.faults > 1000
    assert (found.score.precision, found.score.recall) == (100, 100)


def test_an_engine_that_charges_otherwise_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_rules, "_broken", lambda *_: ("ISO-9.4-04",))
    found = machine_rules.measured(SUITE, Scheme.UTF_32LE)
    assert found.score.recall == 0
    power = report.power("complete", [found])
    assert len(power.misattributed) == 3
    assert "charged to ISO-9.4-04, which it does not break" in power.misattributed[0]
    assert not power.holds


def test_failures_of_machines_are_charged_where_the_level_asks_enough() -> None:
    def of(level: str) -> int:
        return sum(task.part == "attribution" for task in report.tasks(report.families_of(level)))

    assert (of("vectors"), of("complete")) == (0, 5)
