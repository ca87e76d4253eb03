"""Two machines side by side: what is not as expected is named, and nothing else."""

from __future__ import annotations

import pytest

from utfproof.model.encoding import Scheme
from utfproof.proof.automata import transitions
from utfproof.proof.automata.access_strings import cover, named
from utfproof.proof.automata.alphabet import ranges
from utfproof.proof.automata.machine_comparison import MachineComparison, compare, nearest
from utfproof.proof.automata.machines import machine, without
from utfproof.proof.automata.transitions import TransitionFault
from utfproof.reference import schemes
from utfproof.reference.automaton import Automaton, minimised

UTF_8 = schemes.automaton(Scheme.UTF_8)


def told(comparison: MachineComparison) -> list[tuple[str, str, str, str]]:
    """Name the wrong transitions: state, octets, where they lead, where they should."""
    learned, expected = comparison.learned, comparison.expected
    goes = {state: named(access) for state, access in comparison.access().items()}
    should = {state: named(access) for state, access in cover(expected).items()}
    goes |= {learned.dead: "refused"}
    should |= {expected.dead: "refused"}
    return [
        (goes[wrong.state], ranges(wrong.octets), goes[wrong.goes], should[wrong.should])
        for wrong in comparison.wrong
    ]


def extra(comparison: MachineComparison) -> list[str]:
    return [named(comparison.access()[state]) for state in comparison.extra]


def missing(comparison: MachineComparison) -> list[str]:
    return [named(cover(comparison.expected)[state]) for state in comparison.missing]


@pytest.mark.parametrize("scheme", list(Scheme))
def test_a_right_machine_has_no_differences(scheme: Scheme) -> None:
    automaton = schemes.automaton(scheme)
    found = compare(automaton, automaton)
    assert found.same
    assert found.partners == {state: state for state in range(len(automaton.step))}
    assert (found.extra, found.missing, found.wrong, found.endings) == ((), (), (), ())
    assert (found.shortest, found.fault) == (None, "")


def test_forms_of_five_and_six_octets_are_extra_states() -> None:
    found = compare(schemes.automaton(Scheme.RFC_2279), UTF_8)
    assert extra(found) == ["F8", "F9", "FC", "FD"]
    assert missing(found) == ["F4"]
    assert told(found) == [
        ("start", "F4", "F1", "F4"),
        ("start", "F5-F7", "F1", "refused"),
        ("start", "F8", "F8", "refused"),
        ("start", "F9-FB", "F9", "refused"),
        ("start", "FC", "FC", "refused"),
        ("start", "FD", "FD", "refused"),
    ]
    assert found.fault == "accepts F4 90 80 80, which it should refuse"


def test_characters_that_are_missing_are_missing_states() -> None:
    found = compare(schemes.automaton(Scheme.CESU_8), UTF_8)
    assert extra(found) == ["ED A0", "ED A0 80", "ED A0 80 ED"]
    assert missing(found) == ["F0", "F1", "F4"]
    assert told(found) == [
        ("start", "F0", "refused", "F0"),
        ("start", "F1-F3", "refused", "F1"),
        ("start", "F4", "refused", "F4"),
        ("ED", "A0-AF", "ED A0", "refused"),
    ]
    assert found.fault == "refuses F0 90 80 80, which it should accept"


def test_a_state_that_two_rows_share_is_called_as_it_is_expected() -> None:
    # C0 leads to where C2 leads, and is the first that does.
    c2 = UTF_8.after(b"\xc2")
    lax = transitions.mutated(UTF_8, TransitionFault(UTF_8.start, 0xC0, UTF_8.dead, c2))
    assert told(compare(minimised(lax), UTF_8)) == [("start", "C0", "C2", "refused")]


def test_a_row_that_is_read_as_another_is_told_from_a_row_that_is_wrong() -> None:
    # E0 is read as E1: what E0 leads to goes on as the state of E1 should.
    lax = transitions.mutated(
        UTF_8, TransitionFault(UTF_8.start, 0xE0, UTF_8.after(b"\xe0"), UTF_8.after(b"\xe1"))
    )
    found = compare(minimised(lax), UTF_8)
    assert told(found) == [("start", "E0", "E1", "E0")]
    assert (extra(found), missing(found)) == ([], ["E0"])


def test_a_state_answers_to_the_one_that_its_own_string_reaches() -> None:
    # E1 is refused; what E2 leads to is wrong, and is still the state of this row.
    def step(state: int, octet: int) -> int:
        row = {(UTF_8.start, 0xE1): UTF_8.dead, (UTF_8.after(b"\xe1"), 0xBF): UTF_8.dead}
        return row.get((state, octet), UTF_8.step[state][octet])

    faulty = machine(UTF_8.start, step, {UTF_8.start}.__contains__)
    found = compare(faulty, UTF_8)
    assert told(found) == [("start", "E1", "refused", "E1"), ("E2", "BF", "refused", "C2")]
    assert (found.extra, found.missing) == ((), ())


def test_a_state_answers_to_the_one_whose_string_reaches_it() -> None:
    # C0 is accepted as a first octet, BF refused as a last one: C0 should lead nowhere, C2 does.
    def step(state: int, octet: int) -> int:
        tail = UTF_8.after(b"\xc2")
        row = {(UTF_8.start, 0xC0): tail, (tail, 0xBF): UTF_8.dead}
        return row.get((state, octet), UTF_8.step[state][octet])

    found = compare(machine(UTF_8.start, step, {UTF_8.start}.__contains__), UTF_8)
    assert told(found) == [("start", "C0", "C2", "refused"), ("C2", "BF", "refused", "start")]
    assert (found.extra, found.missing) == ((), ())


def test_a_state_that_ends_otherwise_is_not_taken_for_one_that_goes_on_alike() -> None:
    # A lone first octet of two is accepted, a lone tail of a longer form is not.
    def step(state: int | str, octet: int) -> int | str:
        if state == "after C2":
            state = UTF_8.after(b"\xc2")
        if state == UTF_8.start and 0xC2 <= octet <= 0xDF:
            return "after C2"
        return UTF_8.step[int(state)][octet]

    start: int | str = UTF_8.start
    careless = machine(start, step, {start, "after C2"}.__contains__)
    found = compare(careless, UTF_8)
    assert extra(found) == ["C2"]
    assert found.access()[careless.after(b"\xe0\xa0")] == b"\xe0\xa0"
    assert (found.missing, found.endings) == ((), ())


@pytest.mark.parametrize(
    ("state", "octet", "wrong", "words"),
    [
        ("", 0x41, "80", ("start", "41", "refused", "start")),
        ("F4", 0x90, "E1", ("F4", "90", "E1", "refused")),
        ("E0", 0x80, "C2", ("E0", "80", "C2", "refused")),
        ("E1", 0xB7, "80", ("E1", "B7", "refused", "C2")),
        ("C2", 0x41, "", ("C2", "41", "start", "refused")),
        ("F0", 0xBF, "C2", ("F0", "BF", "C2", "E1")),
    ],
)
def test_one_wrong_transition_is_one_difference(
    state: str, octet: int, wrong: str, words: tuple[str, str, str, str]
) -> None:
    at, goes = UTF_8.after(bytes.fromhex(state)), UTF_8.after(bytes.fromhex(wrong))
    faulty = transitions.mutated(UTF_8, TransitionFault(at, octet, UTF_8.step[at][octet], goes))
    found = compare(minimised(faulty), UTF_8)
    assert told(found) == [words]
    assert (found.extra, found.missing) == ((), ())


def test_a_fault_behind_one_signature_does_not_make_the_other_states_strange() -> None:
    right = schemes.automaton(Scheme.UTF_16)
    at = right.after(b"\xff\xfe\x00\xd8\x00")
    faulty = transitions.mutated(
        right, TransitionFault(at, 0x41, right.dead, right.after(b"\xff\xfe"))
    )
    assert told(compare(minimised(faulty), right)) == [("FF FE 00 D8 00", "41", "FF FE", "refused")]


def test_a_string_that_ends_where_it_should_not_is_told() -> None:
    # Cut characters of two octets are accepted.
    ends = {UTF_8.start, UTF_8.after(b"\xc2")}
    careless = machine(
        UTF_8.start, lambda state, octet: UTF_8.step[state][octet], ends.__contains__
    )
    found = compare(careless, UTF_8)
    assert [named(found.access()[state]) for state in found.endings] == ["C2"]
    assert (found.extra, found.missing, found.wrong) == ((), (), ())
    assert found.fault == "accepts C2, which it should refuse"


def test_the_empty_string_is_called_so() -> None:
    nothing = without(UTF_8, range(0x100))
    never = machine(0, lambda state, _: state, lambda _: False)
    assert compare(never, nothing).fault == "refuses the empty string, which it should accept"


@pytest.mark.parametrize("order", ["big", "little"])
def test_the_machine_that_fits_is_the_one_that_counts(order: str) -> None:
    both: tuple[Automaton, ...] = (
        schemes.automaton(Scheme.UTF_32, unmarked="big"),
        schemes.automaton(Scheme.UTF_32, unmarked="little"),
    )
    learned = both[order == "little"]
    assert nearest(learned, both).same
    assert nearest(learned, both).expected == learned


def test_where_none_fits_the_first_counts() -> None:
    allowed = (UTF_8, schemes.automaton(Scheme.CESU_8))
    assert nearest(schemes.automaton(Scheme.MUTF_8), allowed).expected == UTF_8
