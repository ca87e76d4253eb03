"""Files of cases: what each kind becomes, and every error with its line and the case's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from utfproof.model.case import (
    AllowedName,
    AllowedReading,
    AllowedWriting,
    Case,
    CaseFacts,
    DecodeCase,
    DetectCase,
    Detection,
    EncodeCase,
    ExpectedOctets,
    Keyword,
    LabelCase,
    NotEncodable,
)
from utfproof.model.encoding import Encoding
from utfproof.model.reading import IllFormed, Reading, Value

from . import small

SLASH = 'name: a, bytes: "C0 AF", reads: "[C0] [AF]"'
PLACE = "vectors/utf-8/topic.yaml:5: a: "


def added(root: Path, case: str, encoding: str = "UTF-8", head: str = "") -> Case:
    small.add_cases(root, case, encoding=encoding, head=head)
    (found,) = (case for case in small.load(root).cases if case.about.id == "utf-8/topic/a")
    return found


def test_a_case_knows_its_id_its_place_and_what_the_head_says(root: Path) -> None:
    found = added(root, SLASH, head="clauses: [DOC-1-01]\nflags: [Overlong]\nkeyword: SHOULD")
    assert found.about == CaseFacts(
        id="utf-8/topic/a",
        encoding=Encoding.UTF_8,
        profile=None,
        clauses=("DOC-1-01",),
        flags=("Overlong",),
        keyword=Keyword.SHOULD,
        why=small.WHY,
        place="vectors/utf-8/topic.yaml:7",
    )


def test_a_case_may_say_otherwise_than_the_head(root: Path) -> None:
    own = f"{SLASH}, clauses: [DOC-1-02], flags: [], keyword: MAY"
    found = added(root, own, head="clauses: [DOC-1-01]\nflags: [Overlong]\nkeyword: SHOULD").about
    assert (found.clauses, found.flags, found.keyword) == (("DOC-1-02",), (), Keyword.MAY)


def test_a_must_is_meant_where_no_keyword_stands(root: Path) -> None:
    assert added(root, SLASH).about.keyword is Keyword.MUST


def test_a_case_with_the_key_reads_is_a_decode_case(root: Path) -> None:
    found = added(root, f'{SLASH}, or: [{{reads: "U+002F{{C0 AF}}", clauses: [DOC-1-02]}}]')
    assert isinstance(found, DecodeCase)
    assert found.octets == b"\xc0\xaf"
    assert found.reads == Reading((IllFormed(b"\xc0"), IllFormed(b"\xaf")))
    lax = Reading((Value(0x2F, b"\xc0\xaf"),))
    assert found.others == (AllowedReading(lax, ("DOC-1-02",)),)


def test_a_profiles_rules_say_how_long_a_value_is(root: Path) -> None:
    case = 'name: a, bytes: "F8 88 80 80 80", reads: "U+200000"'
    found = added(root, case, head="profile: rfc2279\nclauses: [DOC-1-01]")
    assert isinstance(found, DecodeCase)
    assert found.about.profile == "rfc2279"
    assert found.reads.parts == (Value(0x200000, b"\xf8\x88\x80\x80\x80"),)


def test_a_case_with_the_key_writes_is_an_encode_case(root: Path) -> None:
    case = (
        'name: a, scalars: "U+D83D U+DE00", writes: "[U+D83D] [U+DE00]", '
        'writes-utf-16: "F0 9F 98 80", or: [{writes: "ED A0 BD [U+DE00]", clauses: [DOC-1-02]}]'
    )
    found = added(root, case)
    assert isinstance(found, EncodeCase)
    assert found.values == (0xD83D, 0xDE00)
    assert found.writes == ExpectedOctets((NotEncodable(0xD83D), NotEncodable(0xDE00)))
    assert found.writes_utf16 == ExpectedOctets((b"\xf0\x9f\x98\x80",))
    other = ExpectedOctets((b"\xed\xa0\xbd", NotEncodable(0xDE00)))
    assert found.others == (AllowedWriting(other, ("DOC-1-02",)),)


def test_a_case_with_the_key_detects_is_a_detect_case(root: Path) -> None:
    other = '{detects: "? 0", clauses: [DOC-1-02]}'
    case = f'name: a, bytes: "FF FE 00 00", detects: "UTF-32LE 4", or: [{other}]'
    found = added(root, case, encoding="-")
    assert isinstance(found, DetectCase)
    assert (found.octets, found.detects) == (b"\xff\xfe\0\0", Detection(Encoding.UTF_32LE, 4))
    assert found.others == (Detection(None, 0, ("DOC-1-02",)),)


def test_a_case_with_the_key_names_is_a_label_case(root: Path) -> None:
    case = 'name: a, label: "utf8", names: "?", or: [{names: "UTF-8", clauses: [DOC-1-02]}]'
    found = added(root, case, encoding="-")
    assert isinstance(found, LabelCase)
    assert (found.label, found.names) == (b"utf8", None)
    assert found.others == (AllowedName(Encoding.UTF_8, ("DOC-1-02",)),)


READS = 'bytes: "C0 AF", reads: "[C0] [AF]"'


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ('bytes: 80, reads: "[80]"', "bytes: quote it: YAML may read 80 as something else"),
        ('bytes: "41", reads: U+0041', "reads: quote it"),
        ('scalars: U+0041, writes: "41"', "scalars: quote it"),
        ('scalars: "U+0041", writes: 41', "writes: quote it"),
        ('scalars: "", writes: "", writes-utf-16: 41', "writes-utf-16: quote it"),
        (f"{READS}, or: [{{reads: U+002F, clauses: [DOC-1-01]}}]", "reads: quote it"),
        ('bytes: "C0 AF", reads: "[C0] [AE]"', "reads: [AE] is not what stands at offset 1"),
        ('bytes: "C0 AF", reads: "[C0]"', "reads: the parts end at offset 1, the bytes at 2"),
        (f'{READS}, or: [{{reads: "[C0]", clauses: [DOC-1-01]}}]', "reads: the parts end at"),
        ('scalars: "0041", writes: "41"', "scalars: '0041' is not a value: write U+"),
        ('scalars: "U+", writes: "41"', "scalars: U+ is not four to eight digits"),
        ('scalars: "U+0041", writes: "U+0041"', "writes: 'U+0041' does not start with a part"),
        ('scalars: "", writes: "", writes-utf-16: "4"', "writes-utf-16: '4' does not start"),
        ('scalars: "", writes: "", or: [{writes: "4", clauses: [DOC-1-01]}]', "writes: '4' does"),
        ('bytes: "41", detects: "? 0"', "name: detects and names go with the encoding"),
        ('label: "utf8", names: "?"', "name: detects and names go with the encoding"),
    ],
)
def test_a_wrong_case_is_told_with_file_line_name_and_what_to_do(
    root: Path, case: str, told: str
) -> None:
    small.add_cases(root, f"name: a, {case}")
    assert small.problem(root).startswith(PLACE + told)


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ('bytes: "", detects: UTF-8 3', "detects: quote it"),
        ('label: NO, names: "?"', "label: quote it: YAML may read NO as something else"),
        ('label: "x", names: NO', "names: quote it"),
        ('label: "x", names: "?", or: [{names: NO, clauses: [DOC-1-01]}]', "names: quote it"),
        ('bytes: "41", detects: "UTF-8"', "detects: write an encoding and the length"),
        ('bytes: "41", detects: "UTF-8 three"', "detects: write an encoding and the length"),
        ('bytes: "41", detects: "UTF-8 -3"', "detects: write an encoding and the length"),
        ('bytes: "41", detects: "UTF-9 3"', "detects: UTF-9 is no encoding: write one of UTF-8,"),
        ('bytes: "41", detects: "- 0"', "detects: - is no encoding"),
        ('bytes: "41", detects: "? 3"', "detects: a detector that cannot tell has seen no"),
        ('label: "utf8", names: "utf8"', "names: utf8 is no encoding: write one of UTF-8,"),
        ('bytes: "41", reads: "U+0041"', "name: detects and names go with the encoding"),
        ('scalars: "U+0041", writes: "41"', "name: detects and names go with the encoding"),
    ],
)
def test_a_wrong_case_without_encoding_is_told_so_too(root: Path, case: str, told: str) -> None:
    small.add_cases(root, f"name: a, {case}", encoding="-")
    assert small.problem(root).startswith(PLACE + told)


@pytest.mark.parametrize("octets", ["80", "012", "12:30", "1e1", "NO", "80 80", "C0"])
def test_octets_without_quotes_are_told_to_be_quoted(root: Path, octets: str) -> None:
    small.add_cases(root, f'name: a, bytes: {octets}, reads: "[80]"')
    assert all(text in small.problem(root) for text in (PLACE, "quote"))


def test_a_case_without_any_clause_is_refused(root: Path) -> None:
    small.add_cases(root, SLASH, head="flags: [Overlong]")
    assert (
        small.problem(root) == f"{PLACE}clauses: name the clause that says so, here or at the top"
    )


@pytest.mark.parametrize(
    ("encoding", "profile"), [("UTF-16BE", "rfc2279"), ("UTF-8", "cesu-8"), ("UTF-32", "whatwg")]
)
def test_a_profile_that_says_nothing_of_the_encoding_is_refused(
    root: Path, encoding: str, profile: str
) -> None:
    head = f"profile: {profile}\nclauses: [DOC-1-01]"
    small.add_cases(root, 'name: a, bytes: "", reads: ""', encoding=encoding, head=head)
    assert small.problem(root).startswith(
        f"vectors/utf-8/topic.yaml:3: the profile {profile} says nothing of {encoding}: "
    )


def test_an_error_deep_in_a_case_has_its_own_line(root: Path) -> None:
    small.change(root, "utf-8/overlong.yaml", 'reads: "[C0] [AF]"', 'reads: "[C0] [A0]"')
    assert small.problem(root).startswith(
        "vectors/utf-8/overlong.yaml:8: slash-in-two-bytes: reads"
    )


def test_an_error_in_another_reading_has_its_own_line_and_the_cases_name(root: Path) -> None:
    other = '    or:\n      - clauses: [DOC-1-02]\n        reads: "U+002F"\n'
    path = root / "utf-8/overlong.yaml"
    path.write_text(path.read_text("utf-8") + other, "utf-8")
    told = "vectors/utf-8/overlong.yaml:12: slash-in-two-bytes: reads: the parts end"
    assert small.problem(root).startswith(told)


def test_a_right_case_beside_a_wrong_one_is_no_problem(root: Path) -> None:
    wrong = 'name: b, bytes: "41", reads: "U+0041 [C0]"'
    small.add_cases(root, SLASH, wrong, 'name: c, bytes: "", reads: ""')
    assert small.problem(root).startswith("vectors/utf-8/topic.yaml:6: b: reads: ")
