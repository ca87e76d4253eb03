"""Automata: total, minimal, comparable."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.model.encoding import Scheme
from utfproof.model.reading import Reading
from utfproof.reference import automaton as automata
from utfproof.reference import schemes
from utfproof.reference.automaton import Automaton

from .notation import noted

every_scheme = pytest.mark.parametrize("scheme", list(Scheme))


def only(*strings: str) -> Automaton:
    """Build the automaton, not minimised, that accepts these strings and no others."""
    accepted = [bytes.fromhex(string) for string in strings]

    def step(state: bytes, octet: int) -> bytes | None:
        longer = state + bytes((octet,))
        return longer if any(string.startswith(longer) for string in accepted) else None

    return automata.explored(b"", step, lambda state: state in accepted)


@every_scheme
def test_every_state_has_a_successor_for_every_octet(scheme: Scheme) -> None:
    automaton = schemes.automaton(scheme)
    states = range(len(automaton.step))
    assert all(len(row) == 256 for row in automaton.step)
    assert all(target in states for row in automaton.step for target in row)


@every_scheme
def test_the_dead_state_is_the_only_one_without_a_future(scheme: Scheme) -> None:
    automaton = schemes.automaton(scheme)
    hopeful = set(automaton.accepting)
    while grown := {
        state
        for state, row in enumerate(automaton.step)
        if state not in hopeful and not hopeful.isdisjoint(row)
    }:
        hopeful |= grown
    assert set(range(len(automaton.step))) - hopeful == {automaton.dead}


@pytest.mark.parametrize(
    ("scheme", "states"),
    [
        (Scheme.UTF_8, 9),
        (Scheme.UTF_16BE, 5),
        (Scheme.UTF_16LE, 5),
        (Scheme.UTF_16, 11),
        (Scheme.UTF_32BE, 6),
        (Scheme.UTF_32LE, 6),
        (Scheme.UTF_32, 14),
        (Scheme.UCS_2, 3),
        (Scheme.UCS_4, 5),
        (Scheme.GENERALIZED_UTF_8, 8),
        (Scheme.RFC_2279, 12),
        (Scheme.CESU_8, 9),
        (Scheme.MUTF_8, 6),
        (Scheme.WTF_8, 12),
    ],
)
def test_the_minimal_automaton_is_as_small_as_counted_by_hand(scheme: Scheme, states: int) -> None:
    assert len(schemes.automaton(scheme).step) == states


def test_equal_languages_have_equal_minimal_automata() -> None:
    automaton = only("01 07", "02 07")
    assert len(automaton.step) == 6
    merged = automata.minimised(automaton)
    assert len(merged.step) == 4
    assert merged == automata.minimised(only("02 07", "01 07"))


def test_minimising_changes_no_string() -> None:
    automaton = only("41", "C2 80", "C2 81", "E0 A0 80")
    assert automata.product_difference(automaton, automata.minimised(automaton)) is None


@pytest.mark.parametrize(
    ("one", "other", "difference"),
    [
        (Scheme.UTF_8, Scheme.GENERALIZED_UTF_8, "ED A0 80"),
        (Scheme.UTF_8, Scheme.RFC_2279, "F4 90 80 80"),
        (Scheme.UTF_8, Scheme.CESU_8, "F0 90 80 80"),
        (Scheme.UTF_8, Scheme.MUTF_8, "00"),
        (Scheme.GENERALIZED_UTF_8, Scheme.WTF_8, "ED A0 80 ED B0 80"),
        (Scheme.UTF_16BE, Scheme.UCS_2, "D8 00 DC 00"),
        (Scheme.UTF_32BE, Scheme.UCS_4, "00 00 D8 00"),
    ],
)
def test_the_shortest_and_first_difference_is_found(
    one: Scheme, other: Scheme, difference: str
) -> None:
    left, right = schemes.automaton(one), schemes.automaton(other)
    assert automata.product_difference(left, right) == bytes.fromhex(difference)
    assert automata.product_difference(right, left) == bytes.fromhex(difference)


def test_one_wrong_transition_is_found() -> None:
    automaton = schemes.automaton(Scheme.UTF_8)
    lead = automaton.after(b"\xe2")
    row = automaton.step[lead]
    faulty = (*row[:0xC0], row[0xBF], *row[0xC1:])
    mutant = replace(automaton, step=(*automaton.step[:lead], faulty, *automaton.step[lead + 1 :]))
    assert automata.product_difference(automaton, mutant) == b"\xe1\xc0\x80"


def _read(automaton: Automaton, octets: str) -> Reading:
    return automata.read(automaton, bytes.fromhex(octets), len)


def test_a_subpart_is_the_longest_prefix_of_something_well_formed() -> None:
    automaton = schemes.automaton(Scheme.UTF_8)
    assert noted(_read(automaton, "F0 9F 92 41 E0 80 C2")) == "[F0 9F 92] U+0001 [E0] [80] [C2 ~]"


def test_a_complete_but_impossible_octet_at_the_end_is_not_truncated() -> None:
    assert noted(_read(schemes.automaton(Scheme.UTF_8), "41 C0")) == "U+0001 [C0]"


def test_what_may_follow_can_depend_on_the_character_before() -> None:
    automaton = schemes.automaton(Scheme.WTF_8)
    assert noted(_read(automaton, "ED A0 80 ED B0 80")) == "U+0003 [ED] [B0] [80]"
