"""The machines that a codec may have by what it claims, and those that are made from others."""

from __future__ import annotations

from itertools import product

import pytest

from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.profile import Claims, Settings
from utfproof.proof.automata import alphabet
from utfproof.proof.automata.claimed_machines import claimed, likely
from utfproof.proof.automata.machines import machine, without, without_characters
from utfproof.reference import schemes
from utfproof.reference.automaton import Automaton, minimised

UTF_8 = schemes.automaton(Scheme.UTF_8)


def settings(
    encoding: str, profile: str, excludes: frozenset[int] = frozenset(), **options: str
) -> Settings:
    found = Claims((profile,), options, excludes).settings(Encoding(encoding))
    assert found is not None
    return found


def accepted(machines: tuple[Automaton, ...], text: str) -> list[bool]:
    return [one.accepts(bytes.fromhex(text)) for one in machines]


@pytest.mark.parametrize(
    ("encoding", "profile", "scheme"),
    [
        ("UTF-8", "unicode", Scheme.UTF_8),
        ("UTF-8", "rfc2279", Scheme.RFC_2279),
        ("UTF-8", "generalized-utf-8", Scheme.GENERALIZED_UTF_8),
        ("UTF-16LE", "rfc2781", Scheme.UTF_16LE),
        ("UCS-4", "ucs-4", Scheme.UCS_4),
    ],
)
def test_a_profile_has_the_machine_of_its_scheme(
    encoding: str, profile: str, scheme: Scheme
) -> None:
    assert claimed(settings(encoding, profile)) == (schemes.automaton(scheme),)


def test_unmarked_text_has_the_order_that_is_declared_and_else_either() -> None:
    big, little = (schemes.automaton(Scheme.UTF_16, unmarked=order) for order in ("big", "little"))
    assert claimed(settings("UTF-16", "rfc2781", unmarked="big")) == (big,)
    assert claimed(settings("UTF-16", "rfc2781", unmarked="little")) == (little,)
    assert claimed(settings("UTF-16", "rfc2781")) == (big, little)


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("", [False, True]),
        ("FE", [False, False]),
        ("FE FF", [True, True]),
        ("FF FE", [True, True]),
        ("00 41", [False, False]),
        ("FE FF 00 D8 00 00", [True, True]),
        ("FF FE 00 D8 00 00", [False, False]),
        ("FF FE 00 D8 00 DC", [True, True]),
    ],
)
def test_a_codec_that_refuses_unmarked_text_may_take_the_empty_string(
    text: str, verdicts: list[bool]
) -> None:
    assert accepted(claimed(settings("UTF-16", "rfc2781", unmarked="refuse")), text) == verdicts


@pytest.mark.parametrize(
    ("profile", "text", "verdict"),
    [
        ("whatwg", "C2 80", True),
        ("whatwg", "FE FF 00 41", True),
        ("whatwg", "FE FF 00", False),
        ("whatwg", "FF FE 00 00", True),
        ("whatwg", "FF FE 00 00 41 00", True),
        ("whatwg", "00 00 FE FF", False),
        ("whatwg", "EF BB BF C2 80", True),
        ("whatwg", "EF BB", False),
        ("whatwg", "FE", False),
        ("unicode", "FF FE 00 00 41 00", False),
        ("unicode", "FF FE 00 00 41 00 00 00", True),
        ("unicode", "00 00 FE FF 00 00 00 41", True),
        ("unicode", "FF FE 00 41", True),
        ("unicode", "00 00 41", True),
    ],
)
def test_a_signature_that_is_sniffed_overrides_the_name(
    profile: str, text: str, verdict: bool
) -> None:
    assert accepted(claimed(settings("UTF-8", profile, signature="sniff")), text) == [verdict]


def test_octets_that_a_format_excludes_are_in_no_string() -> None:
    (found,) = claimed(settings("UTF-8", "rfc3629", frozenset({0x22, 0x5C})))
    assert accepted((found,), "41 22") == accepted((found,), "5C") == [False]
    assert accepted((found,), "41 E2 82 AC") == [True]


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "UTF-32BE"])
def test_likely_machines_are_minimal_and_the_claim_comes_first(encoding: str) -> None:
    about = settings(encoding, "iso10646")
    found = likely(about)
    assert next(iter(found.values())) == claimed(about)[0]
    assert all(minimised(one) == one for one in found.values())


def test_the_likely_machines_of_utf_8_are_those_of_its_relatives() -> None:
    found = likely(settings("UTF-8", "unicode"))
    for scheme in ("UTF-8", "rfc2279", "CESU-8", "MUTF-8", "WTF-8", "generalized-utf-8"):
        assert found[scheme] == schemes.automaton(Scheme(scheme))
    strict = found["UTF-8 without noncharacters"]
    refused = ["EF B7 90", "EF B7 AF", "EF BF BE", "EF BF BF", "F0 9F BF BE", "F4 8F BF BF"]
    taken = ["EF B7 8F", "EF B7 B0", "EF BF BD", "F0 9F BF BD", "F4 8F BF BD", "EF BE BE"]
    assert not any(accepted((strict,), f"41 {text}")[0] for text in refused)
    assert accepted((strict,), " ".join(taken)) == [True]


def test_without_some_characters_all_others_are_accepted() -> None:
    found = without_characters(UTF_8, {b"A", b"\xc2\x80", b"\xe2\x82\xac"})
    pieces = ["41", "42", "C2 80", "C2 81", "E2 82 AC", "E2 82 AD"]
    for texts in product(pieces, repeat=2):
        wanted = not {"41", "C2 80", "E2 82 AC"} & set(texts)
        assert accepted((found,), " ".join(texts)) == [wanted]


@pytest.mark.parametrize("accepts", [True, False])
def test_a_machine_of_one_state_is_the_smallest(*, accepts: bool) -> None:
    found = machine("", lambda state, _: state, lambda _: accepts)
    assert found.accepts(b"") == found.accepts(b"A") == accepts
    assert len(found.step) == (2 if accepts else 1)


def test_hopeless_states_are_one_dead_state() -> None:
    found = machine(0, lambda state, octet: min(state + octet, 9), {0, 1}.__contains__)
    assert len(found.step) == 3
    assert found.after(b"\x02") == found.after(b"\x01\x01") == found.dead
    assert without(found, {1}) == machine(0, lambda state, octet: state or octet, {0}.__contains__)


def test_classes_are_the_octets_that_no_machine_tells_apart() -> None:
    found = alphabet.classes(schemes.automaton(Scheme.UTF_16BE))
    assert [alphabet.ranges(members) for members in found] == ["00-D7 E0-FF", "D8-DB", "DC-DF"]
    both = alphabet.classes(schemes.automaton(Scheme.UTF_16BE), schemes.automaton(Scheme.UCS_4))
    assert [alphabet.ranges(members) for members in both] == [
        "00-7F",
        "80-D7 E0-FF",
        "D8-DB",
        "DC-DF",
    ]


@pytest.mark.parametrize(
    ("octets", "text"),
    [
        ([], ""),
        ([0], "00"),
        ([0x81, 0x80], "80-81"),
        ([0xC2, 0x80, 0xFF, 0xC3, 0xC2], "80 C2-C3 FF"),
    ],
)
def test_octets_are_written_as_ranges(octets: list[int], text: str) -> None:
    assert alphabet.ranges(octets) == text
