"""The grammar of RFC 3629 section 4 as a decoder."""

from __future__ import annotations

import pytest

from utfproof.reference import grammar
from utfproof.reference.automaton import Automaton

from .notation import noted


def count(automaton: Automaton, length: int) -> int:
    """Count the strings of a length that an automaton accepts."""
    ways = {automaton.start: 1}
    for _ in range(length):
        following: dict[int, int] = {}
        for state, number in ways.items():
            for target in automaton.step[state]:
                following[target] = following.get(target, 0) + number
        ways = following
    return sum(number for state, number in ways.items() if state in automaton.accepting)


@pytest.mark.parametrize(
    ("rule", "length", "number"),
    [
        ("UTF8-1", 1, 128),
        ("UTF8-2", 2, 1_920),
        ("UTF8-3", 3, 61_440),
        ("UTF8-4", 4, 1_048_576),
        ("UTF8-tail", 1, 64),
    ],
)
def test_each_rule_has_as_many_strings_as_its_ranges_multiply_to(
    rule: str, length: int, number: int
) -> None:
    automaton = grammar.of_rule(grammar.ABNF, rule)
    assert [count(automaton, n) for n in range(6)] == [number * (n == length) for n in range(6)]


def test_one_character_is_one_of_1_112_064() -> None:
    automaton = grammar.of_rule(grammar.ABNF, "UTF8-char")
    assert sum(count(automaton, n) for n in range(6)) == 1_112_064


def test_the_empty_string_is_valid() -> None:
    assert grammar.automaton().accepts(b"")
    assert noted(grammar.read(b"")) == ""


def test_a_grammar_of_another_repetition_is_refused() -> None:
    with pytest.raises(NotImplementedError, match="1\\*2"):
        grammar.of_rule("few = 1*2( %x41 )\n", "few")


@pytest.mark.parametrize(
    ("octets", "reads"),
    [
        ("41 E2 89 A2 CE 91 2E", "U+0041 U+2262 U+0391 U+002E"),
        ("ED 95 9C EA B5 AD EC 96 B4", "U+D55C U+AD6D U+C5B4"),
        ("E6 97 A5 E6 9C AC E8 AA 9E", "U+65E5 U+672C U+8A9E"),
        ("EF BB BF F0 A3 8E B4", "U+FEFF U+233B4"),
        ("ED 9F BF EE 80 80", "U+D7FF U+E000"),
        ("00 7F C2 80 DF BF E0 A0 80", "U+0000 U+007F U+0080 U+07FF U+0800"),
        ("EF BF BF F0 90 80 80 F4 8F BF BF", "U+FFFF U+10000 U+10FFFF"),
    ],
)
def test_numbers_come_from_the_order_of_octets_alone(octets: str, reads: str) -> None:
    assert noted(grammar.read(bytes.fromhex(octets))) == reads
