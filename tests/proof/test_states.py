"""The W-method set: complete, counted, and without repeats."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from utfproof.model.encoding import Scheme
from utfproof.proof.automata import w_method
from utfproof.proof.automata.access_strings import cover, named
from utfproof.proof.automata.machines import machine
from utfproof.proof.automata.w_method import WMethod
from utfproof.reference import schemes
from utfproof.reference.automaton import Automaton, explored

every_scheme = pytest.mark.parametrize("scheme", list(Scheme))
ACCESS = ["start", "80", "C2", "E0", "E1", "ED", "F0", "F1", "F4"]
OCTETS = [bytes((octet,)) for octet in range(0x100)]


def repeating(method: WMethod, longest: int) -> list[bytes]:
    """Make the set of a W-method as its definition says, with all repeats."""
    middles = [b""]
    for _ in range(longest):
        middles += [middle + octet for middle in middles for octet in OCTETS]
    middles = list(dict.fromkeys(middles))
    return [a + middle + s for a in method.cover for middle in middles for s in method.suffixes]


def with_a_hidden_state() -> Automaton:
    """Return UTF-8 with one character more, FF FF, which needs a state of its own."""
    automaton = schemes.automaton(Scheme.UTF_8)

    def step(state: int | str, octet: int) -> int | str:
        if octet == 0xFF and state == automaton.start:
            return "after FF"
        if isinstance(state, str):
            return automaton.start if octet == 0xFF else automaton.dead
        return automaton.step[state][octet]

    start: int | str = automaton.start
    return machine(start, step, lambda state: state == automaton.start)


def test_the_suffixes_of_utf_8_are_six() -> None:
    found = WMethod.of(schemes.automaton(Scheme.UTF_8)).suffixes
    wanted = ["", "80", "80 80", "A0 80", "80 80 80", "90 80 80"]
    assert set(found) == {bytes.fromhex(suffix) for suffix in wanted}
    assert found[0] == b""


@every_scheme
def test_the_suffixes_tell_every_two_states_apart_at_their_ends(scheme: Scheme) -> None:
    automaton = schemes.automaton(scheme)
    suffixes = WMethod.of(automaton).suffixes
    told = [
        tuple(automaton.after(suffix, state) in automaton.accepting for suffix in suffixes)
        for state in range(len(automaton.step))
    ]
    assert all(one != other for one, other in combinations(told, 2))


@every_scheme
def test_the_set_holds_every_string_of_its_definition_once(scheme: Scheme) -> None:
    method = WMethod.of(schemes.automaton(scheme))
    strings = list(w_method.strings(scheme))
    assert len(strings) == len(set(strings))
    assert set(strings) == set(repeating(method, 1))


def test_no_string_comes_twice_with_an_extra_state_either() -> None:
    method = WMethod.of(schemes.automaton(Scheme.UCS_2))
    strings = list(w_method.strings(Scheme.UCS_2, 1))
    assert len(strings) == len(set(strings))
    assert set(strings) == set(repeating(method, 2))


@every_scheme
def test_the_size_is_that_of_the_set_with_its_repeats(scheme: Scheme) -> None:
    assert w_method.size(scheme) == len(repeating(WMethod.of(schemes.automaton(scheme)), 1))


def test_utf_8_has_13_784_strings_and_the_empty_one() -> None:
    # 9 states, 256 octets, 6 suffixes; without an octet between only the empty string is new.
    method = WMethod.of(schemes.automaton(Scheme.UTF_8))
    made = [a + octet + s for a in method.cover for octet in OCTETS for s in method.suffixes]
    assert (len(made), len(set(made))) == (13_824, 13_784)
    assert set(w_method.strings(Scheme.UTF_8)) == {b"", *made}
    assert w_method.size(Scheme.UTF_8) == 13_824 + 9 * 6


def test_an_extra_state_multiplies_the_size_by_the_octets() -> None:
    assert w_method.size(Scheme.UTF_8, 1) == 9 * 6 * (1 + 256 + 256**2)


def test_the_strings_come_lazily() -> None:
    assert len(list(islice(w_method.strings(Scheme.UTF_32, 2), 1000))) == 1000


def test_a_group_is_of_the_strings_that_begin_with_its_access_string() -> None:
    found = {access: list(group) for access, group in w_method.groups(Scheme.UTF_8)}
    assert [named(access) for access in found] == ACCESS
    assert all(string.startswith(access) for access, group in found.items() for string in group)
    assert [string for group in found.values() for string in group] == list(
        w_method.strings(Scheme.UTF_8)
    )


def test_unmarked_text_may_be_little_endian() -> None:
    little = schemes.automaton(Scheme.UTF_16, unmarked="little")
    assert set(w_method.strings(Scheme.UTF_16, unmarked="little")) == set(
        WMethod.of(little).strings()
    )
    assert w_method.size(Scheme.UTF_16, unmarked="little") == WMethod.of(little).size()


@every_scheme
def test_an_access_string_is_the_shortest_that_leads_to_its_state(scheme: Scheme) -> None:
    automaton = schemes.automaton(scheme)
    access = cover(automaton)
    assert set(access) == set(range(len(automaton.step)))
    assert all(automaton.after(string) == state for state, string in access.items())
    reached = {automaton.start}
    for length in range(max(map(len, access.values())) + 1):
        assert {state for state, string in access.items() if len(string) <= length} == reached
        reached |= {target for state in reached for target in automaton.step[state]}


def test_a_state_more_hides_from_the_set_and_not_from_the_set_for_a_state_more() -> None:
    right, faulty = schemes.automaton(Scheme.UTF_8), with_a_hidden_state()
    assert len(faulty.step) == len(right.step) + 1
    assert all(right.accepts(it) == faulty.accepts(it) for it in w_method.strings(Scheme.UTF_8))
    at_the_start = next(group for _, group in w_method.groups(Scheme.UTF_8, 1))
    assert any(right.accepts(string) != faulty.accepts(string) for string in at_the_start)


def test_two_states_that_are_alike_have_no_characterisation() -> None:
    twins = explored("", lambda state, octet: state + "ab"[octet & 1] if not state else None, bool)
    with pytest.raises(ValueError, match="not minimal"):
        w_method.characterisation(twins)


@pytest.mark.parametrize("accepted", [True, False])
def test_a_machine_of_one_state_is_told_by_its_ends(*, accepted: bool) -> None:
    method = WMethod.of(machine(0, lambda state, _: state, lambda _: accepted))
    assert method == WMethod((b"",), (b"",))
    assert set(method.strings()) == {b"", *OCTETS}
