"""explain: the role of each octet, the clause that decides it, and what every rule reads."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from utfproof.model.encoding import Encoding
from utfproof.vectors import loader

from . import adapters
from .conftest import Run

Roles = list[tuple[str, str]]
M32, W32 = "0000feff", "fffe0000"


def explained(utfproof: Run, octets: str, encoding: str = "UTF-8") -> Roles:
    said = utfproof("explain", octets, "--no-codecs", "--encoding", encoding, "--format", "json")
    assert said.status == 0
    return [(role["octets"], role["clause"]) for role in said.json()["roles"]]


@pytest.mark.parametrize(
    ("octets", "roles"),
    [
        # RFC 3629 section 10: 2F in two octets. C0 appears nowhere (section 1); AE would be 2E.
        (
            "2F C0 AE 2E 2F",
            [
                ("2f", "RFC3629-4-02"),
                ("c0", "RFC3629-1-09"),
                ("ae", "RFC3629-3-11"),
                ("2e", "RFC3629-4-02"),
                ("2f", "RFC3629-4-02"),
            ],
        ),
        # Section 4: after ED stands 80-9F alone, and what is left are tails without a first octet.
        (
            "ED A0 BD ED B8 80",
            [
                *[("ed", "RFC3629-4-06"), ("a0", "RFC3629-4-06"), ("bd", "RFC3629-4-11")],
                *[("ed", "RFC3629-4-06"), ("b8", "RFC3629-4-06"), ("80", "RFC3629-4-11")],
            ],
        ),
        ("E2 82 AC", [("e2", "RFC3629-4-05"), ("82", "RFC3629-4-11"), ("ac", "RFC3629-4-11")]),
        ("E2 82", [("e2", "RFC3629-4-12"), ("82", "RFC3629-4-11")]),
        ("E2 41", [("e2", "RFC3629-4-05"), ("41", "RFC3629-4-02")]),
        ("E0 80 80", [("e0", "RFC3629-4-04"), ("80", "RFC3629-4-04"), ("80", "RFC3629-4-11")]),
        ("F0 8F", [("f0", "RFC3629-4-08"), ("8f", "RFC3629-4-08")]),
        ("F4 90", [("f4", "RFC3629-4-10"), ("90", "RFC3629-4-10")]),
        ("C1 BF", [("c1", "RFC3629-1-09"), ("bf", "RFC3629-3-11")]),
        ("F5 FF", [("f5", "RFC3629-1-09"), ("ff", "RFC3629-1-09")]),
        ("80", [("80", "RFC3629-4-11")]),
        ("", []),
    ],
)  # fmt: skip
def test_each_octet_of_utf_8_has_its_clause(utfproof: Run, octets: str, roles: Roles) -> None:
    assert explained(utfproof, octets) == roles


@pytest.mark.parametrize(
    ("encoding", "octets", "roles"),
    [
        ("UTF-16BE", "D8 3D DE 00", [("d83dde00", "RFC2781-2.2-04")]),
        ("UTF-16BE", "00 41 DC 00", [("0041", "RFC2781-2.2-01"), ("dc00", "RFC2781-2.2-02")]),
        ("UTF-16BE", "D8 00 00 41", [("d800", "RFC2781-2.2-03"), ("0041", "RFC2781-2.2-01")]),
        ("UTF-16BE", "00 41 00", [("0041", "RFC2781-2.2-01"), ("00", "RFC2781-2.2-03")]),
        ("UTF-16LE", "00 DC", [("00dc", "RFC2781-2.2-02")]),
        ("UTF-16", "FF FE 00 DC", [("fffe", "ISO-10.1-01"), ("00dc", "RFC2781-2.2-02")]),
        ("UTF-16", "FE FF 00 DC", [("feff", "ISO-10.1-01"), ("00dc", "RFC2781-2.2-01")]),
        ("UTF-32", "00 00 FE FF 00 00 D8 00", [(M32, "ISO-10.1-01"), ("0000d800", "ISO-9.4-02")]),
        ("UTF-32", "FF FE 00 00 00 D8 00 00", [(W32, "ISO-10.1-01"), ("00d80000", "ISO-9.4-02")]),
        ("UTF-32BE", "00 11 00 00", [("00110000", "ISO-9.4-03")]),
        ("UTF-32BE", "00 00 D8", [("0000d8", "ISO-9.4-04")]),
        ("UCS-2", "D8 3D DE 00", [("d83d", "UCS-2-01"), ("de00", "UCS-2-01")]),
        ("UCS-4", "80 00 00 00", [("80000000", "UCS-4-02")]),
        ("CESU-8", "ED A0 BD ED B8 80", [("eda0bdedb880", "UTR26-01")]),
        ("CESU-8", "41", [("41", "UTR26-03")]),
        ("MUTF-8", "C0 80", [("c080", "JVMS-4.4.7-02")]),
        ("MUTF-8", "00", [("00", "JVMS-4.4.7-06")]),
        ("WTF-8", "ED A0 80", [("eda080", "WTF8-01")]),
        ("WTF-8", "F0 9F 98 80", [("f09f9880", "WTF8-03")]),
    ],
)  # fmt: skip
def test_each_unit_of_another_encoding_has_its_clause(
    utfproof: Run, encoding: str, octets: str, roles: Roles
) -> None:
    assert explained(utfproof, octets, encoding) == roles


ENCODINGS = [item.value for item in Encoding if item is not Encoding.NONE]
UNUSUAL = (
    *("", "00", "FF FE 00 D8", "ED A0 80 C0 80 F4 90 80 80 E2"),
    "00 00 FE FF 00 11 00 00",
)


def test_every_clause_that_is_named_is_a_requirement(
    subtests: pytest.Subtests, utfproof: Run
) -> None:
    for encoding, octets in product(ENCODINGS, UNUSUAL):
        with subtests.test(encoding=str(encoding), octets=octets):
            known = loader.load().requirements
            roles = explained(utfproof, octets, encoding)
            assert {clause for _, clause in roles} <= set(known)
            assert "".join(octets for octets, _ in roles) == octets.replace(" ", "").lower()


def test_the_table_shows_roles_clauses_and_their_words(utfproof: Run) -> None:
    said = utfproof("explain", "2F C0 AE 2E 2F", "--no-codecs")
    rows = [[cell.strip() for cell in line.split("│")] for line in said.out.splitlines()]
    (row,) = [row for row in rows if row[2:3] == ["C0"]]
    assert row[1:5] == [
        "1",
        "C0",
        "never appears: it could only begin an overlong form",
        "RFC3629-1-09",
    ]
    assert row[5] == loader.load().requirements["RFC3629-1-09"].states
    (tail,) = [row for row in rows if row[2:3] == ["AE"]]
    assert tail[3:5] == ["with C0 an overlong form of U+002E", "RFC3629-3-11"]


def test_a_surrogate_in_utf_8_is_named_as_what_it_would_be(utfproof: Run) -> None:
    said = utfproof("explain", "ED A0 BD ED B8 80", "--no-codecs")
    assert said.out.count("its second octet has to be 80–9F: A0–BF would be a surrogate") == 2
    assert "refused after ED, which wants 80–9F" in said.out


def test_every_rule_says_what_it_reads(utfproof: Run) -> None:
    said = utfproof("explain", "2F C0 AE 2E 2F", "--no-codecs", "--format", "json").json()
    assert (said["octets"], said["encoding"], said["codecs"]) == ("2fc0ae2e2f", "UTF-8", {})
    assert said["reads"] == said["rules"]["reads"] == "U+002F [C0] [AE] U+002E U+002F"
    assert said["rules"]["strict"] == "error 1 1"
    assert said["rules"]["skip"] == "2f 2e 2f"
    assert said["rules"]["replace: maximal-subpart"] == "2f fffd fffd 2e 2f"
    assert said["rules"]["replace: run"] == "2f fffd 2e 2f"


def test_good_text_is_read_alike_by_all_rules(utfproof: Run) -> None:
    rules = utfproof("explain", "41 E2 82 AC", "--no-codecs", "--format", "json").json()["rules"]
    assert rules.pop("reads") == "U+0041 U+20AC"
    assert rules.pop("strict") == "ok 41 20ac"
    assert set(rules.values()) == {"41 20ac"}


@pytest.mark.parametrize(
    "text", ["2fc0ae", "2F C0 AE", "0x2f 0xc0 0xae", "\\x2f\\xc0\\xae", "2f,c0,ae"]
)
def test_octets_may_be_written_as_people_write_them(utfproof: Run, text: str) -> None:
    said = utfproof("explain", text, "--no-codecs", "--format", "json")
    assert said.json()["octets"] == "2fc0ae"


@pytest.mark.parametrize("text", ["2", "2F C", "GG", "2F C0 AZ", "U+0041", "é", "²2"])
def test_invalid_octets_are_a_usage_error_with_an_example(utfproof: Run, text: str) -> None:
    said = utfproof("explain", text, "--no-codecs")
    assert (said.status, said.out) == (2, "")
    hint = 'write pairs of hex digits: utfproof explain "2F C0 AE 2E 2F"'
    assert said.err == f"utfproof: {text!r} is not octets: {hint}\n"


def test_an_encoding_may_be_named_in_small_letters(utfproof: Run) -> None:
    assert explained(utfproof, "00 41", "utf-16be") == [("0041", "RFC2781-2.2-01")]


def test_codecs_are_asked_and_those_that_agree_share_a_row(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "has_a_right_and_a_wrong_codec", codecs=("table", "lax"))
    said = utfproof("explain", "2F C0 AE", target, "--format", "json").json()["codecs"]
    name = "has_a_right_and_a_wrong_codec"
    assert said == {
        f"{name}/table": {"strict": "error 1 1 2f", "replace": "ok 2f fffd fffd"},
        f"{name}/lax": {"strict": "ok 2f 2e", "replace": "ok 2f 2e"},
    }
    table = utfproof("explain", "41", target).out
    assert f"{name}/table" in table
    assert table.count("ok 41") == 3


def test_a_codec_that_offers_nothing_in_the_encoding_is_left_out(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    said = utfproof("explain", "00 41", target, "--encoding", "UTF-16BE", "--format", "json")
    assert said.json()["codecs"] == {}


def test_a_codec_is_never_given_octets_that_its_format_excludes(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "refuses_what_its_format_excludes")
    manifest = home / "refuses_what_its_format_excludes" / "adapter.yaml"
    excluding = 'profile: unicode, excludes: ["00-40", "42-7F"]'
    manifest.write_text(manifest.read_text("utf-8").replace("profile: unicode", excluding), "utf-8")
    name = "refuses_what_its_format_excludes/table"
    inside = utfproof("explain", "41 C0", target, "--format", "json").json()["codecs"]
    assert inside == {name: {"strict": "error 1 1 41", "replace": "ok 41 fffd"}}
    outside = utfproof("explain", "42 C0", target, "--format", "json").json()["codecs"]
    excluded = "the codec's format excludes it"
    assert outside == {name: {"strict": excluded, "replace": excluded}}


def test_a_broken_adapter_is_told_beside_the_rules(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "never_greets")
    said = utfproof("explain", "41", target, "--format", "json")
    assert said.status == 0
    assert (
        "the library that this needs has moved" in said.json()["codecs"]["never_greets/*"]["broken"]
    )
