"""The mutation score: which faults of one transition the verdicts on some strings reveal."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from utfproof.model.encoding import Scheme
from utfproof.proof.automata import transitions, w_method
from utfproof.proof.automata.machines import machine
from utfproof.proof.automata.transitions import TransitionFault
from utfproof.reference import schemes
from utfproof.reference.automaton import Automaton, explored, product_difference

UTF_8 = schemes.automaton(Scheme.UTF_8)
DICE = random.Random(8)  # noqa: S311  (a sample is no secret)
MADE = tuple(w_method.strings(Scheme.UTF_8))

# Octets that take transitions again and again, from many states, and the ends of characters.
TEXTS = [
    "41 41 41", "C2 80 C2 80", "C3 C3 A9", "E2 82 AC E2 82", "80 80 80 80", "F0 90 80 80 41 F0 90",
    "ED 9F BF ED 9F BF ED A0 80", "F4 8F BF BF F4 90 80 80", "00 00 FF", "E1 80 80 E1 80 E1 80",
    "F1 80 80 80 F1 80 80 80 F1", "E0 A0 80 E0 80 80", "7F C2 7F", "C2 BF BF BF", "C0 80 C0",
]  # fmt: skip
STRINGS = [bytes.fromhex(text) for text in TEXTS]


UTF_16BE = schemes.automaton(Scheme.UTF_16BE)
UNITS = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "00 41",
        "00 41 00 41",
        "D8 00",
        "DC 00",
        "D8 00 DC 00",
        "D8 00 00 41 00",
    )
]


def killed_by(automaton: Automaton, fault: TransitionFault, strings: list[bytes]) -> list[bytes]:
    """Run the whole mutant on every string."""
    mutant = transitions.mutated(automaton, fault)
    return [string for string in strings if mutant.accepts(string) != automaton.accepts(string)]


@pytest.mark.parametrize(
    ("scheme", "count"),
    [
        # Live states, octets, wrong states.
        (Scheme.UTF_8, 8 * 256 * 8),
        (Scheme.UTF_16BE, 4 * 256 * 4),
        (Scheme.UTF_16LE, 4 * 256 * 4),
        (Scheme.UTF_16, 10 * 256 * 10),
        (Scheme.UTF_32BE, 5 * 256 * 5),
        (Scheme.UTF_32LE, 5 * 256 * 5),
        (Scheme.UTF_32, 13 * 256 * 13),
        (Scheme.MUTF_8, 5 * 256 * 5),
    ],
)
def test_the_set_of_the_states_kills_every_fault_and_none_is_equivalent(
    scheme: Scheme, count: int
) -> None:
    found = transitions.score(schemes.automaton(scheme), w_method.strings(scheme))
    assert (found.total, found.killed) == (count, count)
    assert (found.survivors, found.equivalents) == ((), ())


def test_a_mutant_differs_in_one_transition() -> None:
    fault = TransitionFault(
        state=UTF_8.after(b"\xe2"), octet=0xC0, right=UTF_8.dead, wrong=UTF_8.start
    )
    mutant = transitions.mutated(UTF_8, fault)
    assert mutant.accepts(b"\xe2\xc0")
    pairs = [
        (a, b)
        for one, other in zip(UTF_8.step, mutant.step, strict=True)
        for a, b in zip(one, other, strict=True)
    ]
    assert [pair for pair in pairs if pair[0] != pair[1]] == [(UTF_8.dead, UTF_8.start)]


def test_every_fault_is_there_once() -> None:
    found = list(transitions.faults(UTF_8))
    assert len(found) == len(set(found)) == 16_384
    assert all(UTF_8.step[fault.state][fault.octet] == fault.right for fault in found)
    assert all(fault.wrong != fault.right and fault.state != UTF_8.dead for fault in found)


@pytest.mark.parametrize("extra", [0, 400])
def test_the_score_is_that_of_running_every_mutant_on_every_string(extra: int) -> None:
    strings = STRINGS + DICE.sample(MADE, extra)
    found = transitions.score(UTF_8, strings)
    surviving = {survivor.fault for survivor in found.survivors}
    assert found.killed + len(surviving) == found.total == 16_384
    # Mutants that these strings do kill are rare, so they are half of those that are looked at.
    every = list(transitions.faults(UTF_8))
    sample = DICE.sample(every, 200) + [fault for fault in every if fault not in surviving][::9]
    alone = set(found.alone)
    for fault in sample:
        killers = set(killed_by(UTF_8, fault, strings))
        assert bool(killers) == (fault not in surviving)
        assert len(killers) != 1 or killers <= alone


def test_strings_that_are_alone_are_exactly_those_whose_loss_costs_a_mutant() -> None:
    found = transitions.score(UTF_16BE, UNITS)
    lost = {
        string
        for string in UNITS
        if transitions.score(UTF_16BE, set(UNITS) - {string}).killed < found.killed
    }
    assert set(found.alone) == lost
    assert 0 < len(lost) < len(UNITS)


def test_a_string_that_is_given_twice_is_still_alone() -> None:
    found = transitions.score(UTF_16BE, [*UNITS, *reversed(UNITS)])
    assert found == transitions.score(UTF_16BE, UNITS)
    assert found.alone


def test_without_the_characterisation_set_faults_survive() -> None:
    access = [access for access, _ in w_method.groups(Scheme.UTF_8)]
    octets = [bytes((octet,)) for octet in range(0x100)]
    found = transitions.score(UTF_8, [one + octet for one in access for octet in octets])
    assert 0 < found.killed < found.total == 16_384


def test_without_one_octet_the_faults_of_that_octet_survive() -> None:
    found = transitions.score(UTF_8, [string for string in MADE if 0xB7 not in string])
    assert Counter(survivor.fault.octet for survivor in found.survivors) == {0xB7: 8 * 8}
    assert found.killed == found.total - 64


@pytest.mark.parametrize("scheme", [Scheme.UTF_16BE, Scheme.UTF_32, Scheme.WTF_8])
def test_the_killer_of_a_survivor_is_the_shortest(scheme: Scheme) -> None:
    automaton = schemes.automaton(scheme)
    survivors = transitions.score(automaton, [b""]).survivors
    for survivor in DICE.sample(survivors, 60):
        mutant = transitions.mutated(automaton, survivor.fault)
        assert survivor.killer == product_difference(automaton, mutant)


@pytest.mark.parametrize("seed", range(8))
def test_the_killer_is_the_shortest_in_machines_of_any_kind(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311  (a sample is no secret)
    table = [[dice.randrange(7), dice.randrange(7)] for _ in range(7)]
    automaton = machine(0, lambda state, octet: table[state][octet > 0], {1, seed}.__contains__)
    for fault in transitions.faults(automaton):
        if fault.octet < 3:
            mutant = transitions.mutated(automaton, fault)
            killer = transitions.shortest_killer(automaton, fault)
            assert killer == product_difference(automaton, mutant)


def test_the_killers_of_all_survivors_leave_none() -> None:
    found = transitions.score(UTF_16BE, UNITS)
    killers = [survivor.killer for survivor in found.survivors]
    assert transitions.score(UTF_16BE, [*UNITS, *killers]).survivors == ()


def test_equivalent_mutants_are_told_and_not_counted() -> None:
    # Odd and even octets lead to states that are alike: to take one for the other changes nothing.
    def step(state: str, octet: int) -> str | None:
        return {"": "even" if octet % 2 else "odd", "end": None}.get(state, "end")

    twins = explored("", step, "end".__eq__)
    found = transitions.score(twins, [])
    assert len(found.equivalents) == 256
    assert {fault.state for fault in found.equivalents} == {twins.start}
    assert found.total == len(found.survivors) == 4 * 256 * 4 - 256
    assert all(transitions.shortest_killer(twins, fault) is None for fault in found.equivalents)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (("", 0xF5, "F1"), "at the start, F5 leads to where F1 leads, not to refusal: F5 80 80 80"),
        (("E0", 0x9F, "C2"), "after E0, 9F leads to where C2 leads, not to refusal: E0 9F 80"),
        (("C2", 0xBF, "80"), "after C2, BF leads to refusal, not back to the start: C2 BF"),
        (("", 0x41, "E1"), "at the start, 41 leads to where E1 leads, not back to the start: 41"),
    ],
)  # fmt: skip
def test_a_survivor_says_what_is_wrong_and_what_would_show_it(
    fault: tuple[str, int, str], words: str
) -> None:
    state, octet, wrong = fault
    at = UTF_8.after(bytes.fromhex(state))
    wanted = TransitionFault(at, octet, UTF_8.step[at][octet], UTF_8.after(bytes.fromhex(wrong)))
    found = transitions.score(UTF_8, (one for one in MADE if octet not in one))
    (survivor,) = (survivor for survivor in found.survivors if survivor.fault == wanted)
    assert str(survivor) == f"{words} would show it"
