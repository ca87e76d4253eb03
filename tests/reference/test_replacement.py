"""Replacement policies: the worked examples, policy by policy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from utfproof.model.encoding import Scheme
from utfproof.model.reading import IllFormed, Reading, Value
from utfproof.reference import replacement
from utfproof.reference.replacement import Dropped

from .examples import EXAMPLES, POLICIES
from .notation import CLASSES, noted, strings

UTF_8, UTF_16, UTF_32 = Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_32BE
IN_TABLE = tuple(policy for policy in POLICIES if policy != "skipped")


def starred(values: tuple[int, ...]) -> str:
    """Write values as the examples do: `* 41`."""
    return " ".join("*" if value == 0xFFFD else f"{value:02X}" for value in values) or "-"


@dataclass(frozen=True, slots=True)
class Example:
    """Octets, the first error as `@1/3`, and what each policy makes of them."""

    octets: bytes
    error: str
    expected: dict[str, str]


def examples() -> Iterator[Example]:
    """Take the worked examples in."""
    example = None
    for line in EXAMPLES.strip().splitlines():
        if not line.startswith(" "):
            octets, _, error = line.rpartition(" ")
            example = Example(bytes.fromhex(octets), error, {})
            yield example
        elif example:
            output, _, policies = line.strip().partition(" | ")
            named = POLICIES if policies == "all" else policies.split()
            example.expected.update(dict.fromkeys(named, output))


TABLE = list(examples())
every_example = pytest.mark.parametrize(
    "example", TABLE, ids=[example.octets.hex(" ") for example in TABLE]
)


def test_the_table_has_37_rows_of_eight_columns() -> None:
    assert len(TABLE) == 37
    assert all(set(example.expected) == set(POLICIES) for example in TABLE)


@every_example
def test_each_policy_puts_its_replacements_where_the_table_has_them(example: Example) -> None:
    found = {
        policy: starred(replacement.replaced(policy, UTF_8, example.octets)) for policy in IN_TABLE
    }
    found["skipped"] = starred(replacement.skipped("maximal-subpart", UTF_8, example.octets))
    assert found == example.expected


@every_example
def test_the_first_maximal_subpart_is_where_the_table_has_it(example: Example) -> None:
    error = replacement.segments("maximal-subpart", UTF_8, example.octets).first_error()
    if error is None:
        assert example.error == "ok"
        return
    offset, part = error
    assert example.error == f"@{offset}{'T' if part.truncated else ''}/{len(part.octets)}"


@pytest.mark.parametrize(
    ("octets", "reads"),
    [
        ("ED A0 90", "[ED A0] [90]"),
        ("E0 80 80", "[E0 80] [80]"),
        ("F0 8F BF BF", "[F0 8F] [BF] [BF]"),
        ("F4 90 41", "[F4 90] U+0041"),
        ("C0 80", "[C0] [80]"),
        ("F5 80", "[F5] [80]"),
        ("E2 82 41", "[E2 82] U+0041"),
        ("E2 41", "[E2] U+0041"),
        ("ED ED A0", "[ED] [ED A0]"),
    ],
)
def test_two_byte_eats_one_tail_that_is_out_of_the_leads_own_range(octets: str, reads: str) -> None:
    assert noted(replacement.segments("two-byte", UTF_8, bytes.fromhex(octets))) == reads


@pytest.mark.parametrize(
    ("policy", "octets", "reads"),
    [
        ("java", "ED A0 80 80", "[ED A0 80] [80]"),
        ("java", "ED ED A0", "[ED] [ED A0]"),
        ("java", "E0 80 80", "[E0] [80] [80]"),
        ("java", "ED C0 ED BF BF", "[ED] [C0] [ED BF BF]"),
        ("lead-4", "C2 C0 80 80", "[C2] [C0 80] [80]"),
        ("lead-4", "F5 80 80 80 80", "[F5 80 80 80] [80]"),
        ("lead-4", "F8 88", "[F8] [88]"),
        ("lead-4-single", "C1 80 E0 80", "[C1] [80] [E0 80]"),
        ("lead-6", "FB 80 80 80 80 80", "[FB 80 80 80 80] [80]"),
        ("lead-6", "FD 80 80 41 FE 80", "[FD 80 80] U+0041 [FE] [80]"),
        ("byte", "E2 82", "[E2] [82 ~]"),
        ("run", "80 E2 82", "[80 E2 82 ~]"),
        ("run", "80 41 FF FF", "[80] U+0041 [FF FF]"),
    ],
)
def test_a_unit_of_error_has_the_octets_that_its_policy_gives_it(
    policy: str, octets: str, reads: str
) -> None:
    assert noted(replacement.segments(policy, UTF_8, bytes.fromhex(octets))) == reads


def _values(reading: Reading) -> tuple[int, ...]:
    return tuple(part.value for part in reading.parts if isinstance(part, Value))


def test_what_is_well_formed_and_what_is_skipped_is_the_same_under_every_policy() -> None:
    for octets in strings(CLASSES, 3):
        expected = _values(replacement.segments("maximal-subpart", UTF_8, octets))
        for policy in (*IN_TABLE, "two-byte"):
            reading = replacement.segments(policy, UTF_8, octets)
            assert reading.octets == octets
            assert _values(reading) == expected == replacement.skipped(policy, UTF_8, octets)


@pytest.mark.parametrize(
    ("octets", "expected"),
    [
        ("D8 00", dict.fromkeys(("whatwg", "unit", "java", "drop-odd"), "*") | {"raw": "D800"}),
        (
            "D8 00 00 41",
            {"whatwg": "* 41", "unit": "* 41", "java": "*", "drop-odd": "* 41", "raw": "D800 41"},
        ),
        (
            "D8 00 D8 00 DC 00",
            {
                "whatwg": "* 10000",
                "unit": "* 10000",
                "java": "* *",
                "drop-odd": "* 10000",
                "raw": "D800 10000",
            },
        ),
        (
            "DC 00 00 41",
            dict.fromkeys(("whatwg", "unit", "java", "drop-odd"), "* 41") | {"raw": "DC00 41"},
        ),
        (
            "D8 00 DC",
            {"whatwg": "*", "unit": "* *", "java": "*", "drop-odd": "*", "raw": "D800"},
        ),
        (
            "00 41 00",
            {
                "whatwg": "41 *",
                "unit": "41 *",
                "java": "41 *",
                "drop-odd": "41",
                "raw": "41",
            },
        ),
        (
            "D8 00 DB FF 00 41 DC",
            {
                "whatwg": "* * 41 *",
                "unit": "* * 41 *",
                "java": "* 41 *",
                "drop-odd": "* * 41",
                "raw": "D800 DBFF 41",
            },
        ),
    ],
)
def test_utf_16_policies_differ_in_lone_halves_and_odd_octets(
    octets: str, expected: dict[str, str]
) -> None:
    given = bytes.fromhex(octets)
    assert {
        policy: starred(replacement.replaced(policy, UTF_16, given)) for policy in expected
    } == expected


@pytest.mark.parametrize(
    ("policy", "octets", "expected"),
    [
        ("whatwg", "00 00 D8 00 00 00 00 41 00 11 00 00 00 00", "* 41 * *"),
        ("unit", "00 00 D8 00 00 00 00 41 00 00 00", "* 41 *"),
        ("java", "00 00 D8 00 00 00 00 41", "* 41"),
        ("drop-odd", "00 00 D8 00 00 00 00 41 00 00 00", "* 41"),
        ("raw", "00 00 D8 00 00 11 00 00 00 00 00 41 00", "D800 * 41"),
    ],
)
def test_utf_32_knows_only_bad_units_and_what_is_left_at_the_end(
    policy: str, octets: str, expected: str
) -> None:
    assert starred(replacement.replaced(policy, UTF_32, bytes.fromhex(octets))) == expected


def test_java_deletes_the_swallowed_unit_too() -> None:
    assert replacement.skipped("java", UTF_16, bytes.fromhex("D8 00 00 41 00 42")) == (0x42,)


def test_java_reads_little_endian_behind_its_signature() -> None:
    octets = bytes.fromhex("FF FE 00 D8 41 00 42 00")
    assert noted(replacement.segments("java", Scheme.UTF_16, octets)) == (
        "(FF FE) [00 D8 41 00] U+0042"
    )


def test_unmarked_text_is_cut_in_the_order_that_is_asked_for() -> None:
    octets = bytes.fromhex("00 D8 41 00")
    assert replacement.replaced("raw", Scheme.UTF_16, octets, unmarked="little") == (0xD800, 0x41)
    assert replacement.replaced("java", Scheme.UTF_16, octets, unmarked="little") == (0xFFFD,)


def test_a_dropped_unit_of_error_emits_nothing() -> None:
    reading = replacement.segments("drop-odd", UTF_16, bytes.fromhex("D8 00 DC"))
    assert reading == Reading((IllFormed(b"\xd8\x00"), Dropped(b"\xdc", truncated=True)))
    assert replacement.first_unit("drop-odd", UTF_16, b"\x00\x41\x00") == (2, 1)


def test_octets_too_few_for_a_unit_are_no_error_of_their_own_before_it_is_cut() -> None:
    reading = replacement.segments("unit", UTF_16, bytes.fromhex("D8 00 DC"))
    assert noted(reading) == "[D8 00] [DC ~]"
    assert noted(replacement.segments("unit", UTF_16, b"\xd8\x00")) == "[D8 00 ~]"


@pytest.mark.parametrize(
    ("policy", "scheme", "octets", "unit"),
    [
        ("maximal-subpart", UTF_8, "41 E2 82 41", (1, 2)),
        ("byte", UTF_8, "41 E2 82 41", (1, 1)),
        ("run", UTF_8, "41 E2 82 FF", (1, 3)),
        ("java", UTF_8, "ED A0 80", (0, 3)),
        ("java", UTF_16, "00 41 D8 00 00 41", (2, 4)),
        ("raw", UTF_16, "D8 00 00 41", None),
        ("whatwg", UTF_16, "00 41", None),
    ],
)
def test_the_first_unit_has_an_offset_and_a_length(
    policy: str, scheme: Scheme, octets: str, unit: tuple[int, int] | None
) -> None:
    assert replacement.first_unit(policy, scheme, bytes.fromhex(octets)) == unit


def test_a_signature_comes_out_as_feff() -> None:
    assert replacement.replaced("byte", UTF_8, b"\xef\xbb\xbf\xff") == (0xFEFF, 0xFFFD)


@pytest.mark.parametrize(
    ("policy", "scheme"),
    [("whatwg", UTF_8), ("lead-4", UTF_16), ("own", UTF_8), ("maximal-subpart", UTF_32)],
)
def test_a_policy_of_another_family_is_refused(policy: str, scheme: Scheme) -> None:
    with pytest.raises(ValueError, match=policy):
        replacement.segments(policy, scheme, b"")
