"""A learned machine in words: each state has one name, whichever machine it is spoken of in."""

from __future__ import annotations

from utfproof.model.encoding import Scheme
from utfproof.proof.automata.machine_comparison import MachineComparison, compare
from utfproof.proof.automata.machines import machine
from utfproof.reference import schemes
from utfproof.report import machines

UTF_8 = schemes.automaton(Scheme.UTF_8)
TAIL = UTF_8.after(b"\xc2")


def careless() -> MachineComparison:
    """Learn of a codec that accepts a lone first octet of two, and no lone tail of longer forms."""

    def step(state: int | str, octet: int) -> int | str:
        if state == UTF_8.start and 0xC2 <= octet <= 0xDF:
            return "after C2"
        return UTF_8.step[TAIL if isinstance(state, str) else state][octet]

    start: int | str = UTF_8.start
    return compare(machine(start, step, {start, "after C2"}.__contains__), UTF_8)


def test_an_expected_state_is_called_as_the_one_that_answers_to_it() -> None:
    assert list(machines.sentences(careless())) == [
        "at the start, C2-DF: on to C2, should be on to E0 A0",
        "C2 is a state that should not be there",
    ]


def test_a_string_with_a_wrong_ending_is_reported_with_its_state() -> None:
    ends = {UTF_8.start, TAIL}
    lax = machine(UTF_8.start, lambda state, octet: UTF_8.step[state][octet], ends.__contains__)
    told = list(machines.sentences(compare(lax, UTF_8)))
    assert told == ["a string may end in the state C2, and should not"]
    told = list(machines.sentences(compare(UTF_8, lax)))
    assert told == ["a string may not end in the state C2, and should"]


def test_states_that_are_not_expected_or_missing_are_named() -> None:
    found = compare(schemes.automaton(Scheme.CESU_8), UTF_8)
    told = list(machines.sentences(found))
    assert "after ED, A0-AF: on to ED A0, should be refused" in told
    assert "ED A0 80 is a state that should not be there" in told
    assert "F1 should be a state of its own" in told


def test_each_state_says_where_every_octet_leads() -> None:
    found = {state.name: state for state in machines.states(compare(UTF_8, UTF_8))}
    assert found["refused"].leads == {"refused": "00-FF"}
    assert found["F0"].leads == {"refused": "00-8F C0-FF", "E1": "90-BF"}
    assert found["start"].leads["refused"] == "80-C1 F5-FF"


def test_the_json_has_the_same_facts_as_the_text() -> None:
    found = machines.as_json(compare(schemes.automaton(Scheme.RFC_2279), UTF_8))
    assert found["missing"] == ["F4"]
    assert found["shortest"] == "f4908080"
    assert found["differences"] == [
        {"state": "start", "octets": octets, "leads": leads, "should": should}
        for octets, leads, should in [
            ("F4", "F1", "F4"),
            ("F5-F7", "F1", "refused"),
            ("F8", "F8", "refused"),
            ("F9-FB", "F9", "refused"),
            ("FC", "FC", "refused"),
            ("FD", "FD", "refused"),
        ]
    ]
