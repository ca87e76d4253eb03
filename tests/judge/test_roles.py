"""The role of each octet of an input, and the clause that decides it."""

from __future__ import annotations

from itertools import accumulate

import pytest

from utfproof.engine.judging.roles import Role, roles
from utfproof.model.encoding import Scheme
from utfproof.model.reading import IllFormed, Signature, Value

TAIL = "RFC3629-4-11"
CUT = "tail 1 of the sequence that is cut"
NO_FIRST = "a tail with no first octet before it"
NEVER_OVERLONG = "never appears: it could only begin an overlong form"
NEVER_ABOVE = "never appears: it could only begin a number above U+10FFFF"

Rows = list[tuple[str, str, str]]
"""Octets, role, clause."""


def rows(scheme: Scheme, octets: str) -> Rows:
    found = roles(scheme, bytes.fromhex(octets))
    return [(one.octets.hex(" "), one.role, one.clause) for one in found]


@pytest.mark.parametrize(
    ("octets", "name", "length", "clause"),
    [
        ("00", "U+0000", 1, "RFC3629-4-02"),
        ("7f", "U+007F", 1, "RFC3629-4-02"),
        ("c280", "U+0080", 2, "RFC3629-4-03"),
        ("dfbf", "U+07FF", 2, "RFC3629-4-03"),
        ("e0a080", "U+0800", 3, "RFC3629-4-04"),
        ("e18080", "U+1000", 3, "RFC3629-4-05"),
        ("ecbfbf", "U+CFFF", 3, "RFC3629-4-05"),
        ("ed8080", "U+D000", 3, "RFC3629-4-06"),
        ("ee8080", "U+E000", 3, "RFC3629-4-07"),
        ("efbfbf", "U+FFFF", 3, "RFC3629-4-07"),
        ("f0908080", "U+10000", 4, "RFC3629-4-08"),
        ("f1808080", "U+40000", 4, "RFC3629-4-09"),
        ("f3bfbfbf", "U+FFFFF", 4, "RFC3629-4-09"),
        ("f48fbfbf", "U+10FFFF", 4, "RFC3629-4-10"),
    ],
)
def test_a_character_is_decided_by_its_row_of_the_grammar(
    octets: str, name: str, length: int, clause: str
) -> None:
    first, *tails = rows(Scheme.UTF_8, octets)
    role = f"{name}, ASCII" if length == 1 else f"first of {length} octets of {name}"
    assert first == (octets[:2], role, clause)
    assert tails == [
        (octets[2 * at : 2 * at + 2], f"tail {at} of {name}", TAIL) for at in range(1, length)
    ]


def test_a_signature_is_a_character_with_a_name_of_its_own() -> None:
    name = "the signature U+FEFF"
    assert rows(Scheme.UTF_8, "efbbbf41") == [
        ("ef", f"first of 3 octets of {name}", "RFC3629-4-07"),
        ("bb", f"tail 1 of {name}", TAIL),
        ("bf", f"tail 2 of {name}", TAIL),
        ("41", "U+0041, ASCII", "RFC3629-4-02"),
    ]


@pytest.mark.parametrize(
    ("octets", "expected"),
    [
        ("c0", [("c0", NEVER_OVERLONG, "RFC3629-1-09")]),
        (
            "c0af",
            [
                ("c0", NEVER_OVERLONG, "RFC3629-1-09"),
                ("af", "with C0 an overlong form of U+002F", "RFC3629-3-11"),
            ],
        ),
        (
            "c1bf",
            [
                ("c1", NEVER_OVERLONG, "RFC3629-1-09"),
                ("bf", "with C1 an overlong form of U+007F", "RFC3629-3-11"),
            ],
        ),
        ("f5", [("f5", NEVER_ABOVE, "RFC3629-1-09")]),
        ("ff80", [("ff", NEVER_ABOVE, "RFC3629-1-09"), ("80", NO_FIRST, TAIL)]),
        ("80", [("80", NO_FIRST, TAIL)]),
        ("41bf", [("41", "U+0041, ASCII", "RFC3629-4-02"), ("bf", NO_FIRST, TAIL)]),
        (
            "e041",
            [
                ("e0", "first of 3 octets, but 41 is no tail", "RFC3629-4-04"),
                ("41", "U+0041, ASCII", "RFC3629-4-02"),
            ],
        ),
        (
            "c34142",
            [
                ("c3", "first of 2 octets, but 41 is no tail", "RFC3629-4-03"),
                ("41", "U+0041, ASCII", "RFC3629-4-02"),
                ("42", "U+0042, ASCII", "RFC3629-4-02"),
            ],
        ),
        (
            "c3c0",
            [
                ("c3", "first of 2 octets, but C0 is no tail", "RFC3629-4-03"),
                ("c0", NEVER_OVERLONG, "RFC3629-1-09"),
            ],
        ),
        (
            "e0a041",
            [
                ("e0", "first of 3 octets, but 41 is no tail", "RFC3629-4-04"),
                ("a0", CUT, TAIL),
                ("41", "U+0041, ASCII", "RFC3629-4-02"),
            ],
        ),
        (
            "f09f98",
            [
                ("f0", "first of 4 octets, but the input ends", "RFC3629-4-12"),
                ("9f", CUT, TAIL),
                ("98", "tail 2 of the sequence that is cut", TAIL),
            ],
        ),
        ("e0", [("e0", "first of 3 octets, but the input ends", "RFC3629-4-12")]),
    ],
)
def test_an_ill_formed_octet_is_told_why_it_is(octets: str, expected: Rows) -> None:
    assert rows(Scheme.UTF_8, octets) == expected


@pytest.mark.parametrize(
    ("first", "second", "wanted", "clause"),
    [
        ("e0", "80", "A0–BF: 80–9F would be overlong", "RFC3629-4-04"),
        ("e0", "9f", "A0–BF: 80–9F would be overlong", "RFC3629-4-04"),
        ("ed", "a0", "80–9F: A0–BF would be a surrogate", "RFC3629-4-06"),
        ("ed", "bf", "80–9F: A0–BF would be a surrogate", "RFC3629-4-06"),
        ("f0", "80", "90–BF: 80–8F would be overlong", "RFC3629-4-08"),
        ("f0", "8f", "90–BF: 80–8F would be overlong", "RFC3629-4-08"),
        ("f4", "90", "80–8F: 90–BF would be above U+10FFFF", "RFC3629-4-10"),
        ("f4", "bf", "80–8F: 90–BF would be above U+10FFFF", "RFC3629-4-10"),
    ],
)
def test_a_second_octet_out_of_its_own_range_is_told_at_both_octets(
    first: str, second: str, wanted: str, clause: str
) -> None:
    assert rows(Scheme.UTF_8, first + second + "80") == [
        (first, f"its second octet has to be {wanted}", clause),
        (second, f"refused after {first.upper()}, which wants {wanted}", clause),
        ("80", NO_FIRST, TAIL),
    ]


@pytest.mark.parametrize(
    ("scheme", "octets", "role", "clause"),
    [
        (Scheme.CESU_8, "efbbbf", "the signature U+FEFF", "RFC3629-6-04"),
        (Scheme.CESU_8, "41", "U+0041", "UTR26-03"),
        (Scheme.CESU_8, "c3a9", "U+00E9, 2 octets", "UTR26-03"),
        (Scheme.CESU_8, "e282ac", "U+20AC, 3 octets", "UTR26-03"),
        (Scheme.CESU_8, "eda080edb080", "U+10000, 6 octets", "UTR26-01"),
        (Scheme.CESU_8, "eda0bded", "the input ends inside a character", "UTR26-05"),
        (Scheme.CESU_8, "f0", "no part of a character of CESU-8", "UTR26-05"),
        (Scheme.MUTF_8, "41", "U+0041", "JVMS-4.4.7-01"),
        (Scheme.MUTF_8, "c080", "U+0000, 2 octets", "JVMS-4.4.7-02"),
        (Scheme.MUTF_8, "e282ac", "U+20AC, 3 octets", "JVMS-4.4.7-03"),
        (Scheme.MUTF_8, "edb080", "U+DC00, 3 octets", "JVMS-4.4.7-03"),
        (Scheme.MUTF_8, "eda080edb080", "U+10000, 6 octets", "JVMS-4.4.7-04"),
        (Scheme.MUTF_8, "00", "no part of a character of MUTF-8", "JVMS-4.4.7-06"),
        (Scheme.WTF_8, "f09f9880", "U+1F600, 4 octets", "WTF8-03"),
        (Scheme.WTF_8, "eda080", "U+D800, 3 octets", "WTF8-01"),
        (Scheme.WTF_8, "c0", "no part of a character of WTF-8", "WTF8-05"),
        (Scheme.WTF_8, "c3", "the input ends inside a character", "WTF8-05"),
        (Scheme.GENERALIZED_UTF_8, "41", "U+0041", "WTF8-04"),
        (Scheme.GENERALIZED_UTF_8, "eda080", "U+D800, 3 octets", "WTF8-04"),
        (Scheme.RFC_2279, "e282ac", "U+20AC, 3 octets", "RFC2279-2-03"),
        (Scheme.RFC_2279, "f09f9880", "U+1F600, 4 octets", "RFC2279-2-04"),
        (Scheme.RFC_2279, "f888808080", "U+200000, 5 octets", "RFC2279-2-05"),
        (Scheme.RFC_2279, "fc8480808080", "U+4000000, 6 octets", "RFC2279-2-06"),
        (Scheme.RFC_2279, "c0", "no part of a character of rfc2279", "RFC2279-2-07"),
        (Scheme.UTF_16, "feff", "the signature U+FEFF", "ISO-10.1-01"),
        (Scheme.UTF_16, "fffe", "the signature U+FEFF", "ISO-10.1-01"),
        (Scheme.UTF_16BE, "0041", "U+0041", "RFC2781-2.2-01"),
        (Scheme.UTF_16LE, "e900", "U+00E9", "RFC2781-2.2-01"),
        (Scheme.UTF_16BE, "d83dde00", "U+1F600, a surrogate pair", "RFC2781-2.2-04"),
        (Scheme.UTF_16LE, "3dd800de", "U+1F600, a surrogate pair", "RFC2781-2.2-04"),
        (Scheme.UTF_16BE, "d800dc", "the input ends inside a character", "RFC2781-2.2-03"),
        (Scheme.UTF_32BE, "0001f600", "U+1F600", "ISO-9.4-01"),
        (Scheme.UTF_32LE, "00d80000", "a surrogate", "ISO-9.4-02"),
        (Scheme.UTF_32BE, "00110000", "above U+10FFFF", "ISO-9.4-03"),
        (Scheme.UTF_32LE, "00001100", "above U+10FFFF", "ISO-9.4-03"),
        (Scheme.UTF_32BE, "000000", "the input ends inside a character", "ISO-9.4-04"),
        (Scheme.UCS_2, "0041", "U+0041", "UCS-2-01"),
        (Scheme.UCS_2, "d800", "a surrogate, and UCS-2 knows no pairs", "UCS-2-01"),
        (Scheme.UCS_2, "00", "the input ends inside a character", "UCS-2-01"),
        (Scheme.UCS_4, "0000d800", "U+D800", "UCS-4-01"),
        (Scheme.UCS_4, "7fffffff", "U+7FFFFFFF", "UCS-4-01"),
        (Scheme.UCS_4, "80000000", "above 7FFFFFFF", "UCS-4-02"),
        (Scheme.UCS_4, "00", "the input ends inside a character", "UCS-4-01"),
    ],
)
def test_a_part_of_another_scheme_has_one_role(
    scheme: Scheme, octets: str, role: str, clause: str
) -> None:
    assert [found[1:] for found in rows(scheme, octets)] == [(role, clause)]


@pytest.mark.parametrize(
    ("scheme", "octets", "expected"),
    [
        (Scheme.UTF_16BE, "dc000041", "a low surrogate with no high one before it"),
        (Scheme.UTF_16BE, "dfff0041", "a low surrogate with no high one before it"),
        (Scheme.UTF_16LE, "00dc4100", "a low surrogate with no high one before it"),
        (Scheme.UTF_16BE, "d8000041", "a high surrogate with no low one behind it"),
        (Scheme.UTF_16BE, "dbff0041", "a high surrogate with no low one behind it"),
        (Scheme.UTF_16LE, "ffdb4100", "a high surrogate with no low one behind it"),
    ],
)
def test_a_single_surrogate_of_utf_16_is_told_from_its_other_half(
    scheme: Scheme, octets: str, expected: str
) -> None:
    clause = "RFC2781-2.2-02" if "low surrogate with" in expected else "RFC2781-2.2-03"
    single, letter = roles(scheme, bytes.fromhex(octets))
    assert (single.role, single.clause) == (expected, clause)
    assert letter.role == "U+0041"


@pytest.mark.parametrize(
    ("scheme", "octets"),
    [
        (Scheme.UTF_8, "41 c3a9 e2 82 c0 80 f0 9f 98"),
        (Scheme.UTF_16, "fffe 4100 3dd8 00de 00dc"),
        (Scheme.CESU_8, "efbbbf 41 eda080edb080 ff"),
    ],
)
def test_roles_stand_end_to_end_where_their_octets_do(scheme: Scheme, octets: str) -> None:
    data = bytes.fromhex(octets)
    found = roles(scheme, data)
    assert b"".join(one.octets for one in found) == data
    lengths = [len(one.octets) for one in found]
    assert [one.offset for one in found] == [0, *accumulate(lengths[:-1])]


def test_a_role_knows_the_part_that_its_octets_belong_to() -> None:
    e_acute, cut = Value(0xE9, b"\xc3\xa9"), IllFormed(b"\xe2\x82", truncated=True)
    found = roles(Scheme.UTF_8, b"\xc3\xa9\xe2\x82")
    assert [one.part for one in found] == [e_acute, e_acute, cut, cut]
    mark, letter = Signature(b"\xfe\xff"), Value(0x41, b"\x00A")
    assert roles(Scheme.UTF_16, b"\xfe\xff\x00A") == [
        Role(0, b"\xfe\xff", mark, "the signature U+FEFF", "ISO-10.1-01"),
        Role(2, b"\x00A", letter, "U+0041", "RFC2781-2.2-01"),
    ]
