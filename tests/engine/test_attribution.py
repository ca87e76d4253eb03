"""A wrong answer is charged to the one requirement that it contradicts."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from utfproof.engine.attribution import decoding, rules
from utfproof.engine.attribution.attribute import attributed
from utfproof.engine.attribution.expected_text import ExpectedText
from utfproof.engine.attribution.resolution import resolved
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.questions.interpretation import Interpretation
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes
from utfproof.vectors import loader

ALL = Claims(("unicode", "rfc2781", "iso10646", "cesu-8", "mutf-8", "wtf-8"))


def first(op: str, line: str, answer: str, claims: Claims = ALL) -> str:
    """Return the requirement that an answer most likely breaks; "" where it breaks none."""
    offer = Offer.parse(op)
    settings = claims.settings(offer.encoding)
    assert settings
    outcome = chunk_outputs.read(offer.op, line.encode(), answer.encode())
    return next(iter(attributed(settings, offer, line, outcome)), "")


@pytest.mark.parametrize(
    ("op", "line", "answer", "requirement"),
    [
        ("decode UTF-8 strict", "c080", "ok 0", "RFC3629-3-11"),
        ("decode UTF-8 strict", "41c1bf", "ok 41 7f", "RFC3629-3-11"),
        ("decode UTF-8 strict", "f08282ac", "ok 20ac", "RFC3629-3-11"),
        ("decode UTF-8 strict", "eda080", "ok d800", "ISO-9.2-07"),
        ("decode UTF-8 strict", "eda080", "unstable error 0 1 ; ok d800", "ISO-9.2-07"),
        ("decode UTF-8 strict", "eda080", "unstable ok d800 ; error 0 1", "ISO-9.2-07"),
        ("decode UTF-8 strict", "41", "overrun read 1 past the end", "RFC3629-10-01"),
        ("encode UTF-8 strict", "41", "overrun write 1 past the end", "RFC3629-10-01"),
        ("decode-room UTF-8 strict", "1 41", "overrun read 1 past the end", "RFC3629-10-01"),
        ("decode UTF-8 replace", "41eda08042", "ok 41 d800 42", "ISO-9.2-07"),
        ("decode UTF-8 strict", "eda0bdedb880", "ok 1f600", "RFC3629-3-16"),
        ("decode UTF-8 strict", "f4908080", "ok 110000", "RFC3629-3-02"),
        ("decode UTF-8 strict", "f888808080", "ok 200000", "RFC3629-3-02"),
        ("decode UTF-8 strict", "ff", "ok ff", "RFC3629-1-09"),
        ("decode UTF-8 strict", "c241", "ok 81", "RFC3629-4-11"),
        ("decode UTF-8 strict", "80", "ok 80", "RFC3629-4-12"),
        ("decode UTF-8 strict", "41e282", "ok 41", "UNICODE-3.9-03"),
        ("decode UTF-8 strict", "c3a9", "error 0 1", "RFC3629-3-08"),
        ("decode UTF-8 strict", "ed9fbf", "error 0 1", "RFC3629-3-09"),
        ("decode UTF-8 strict", "efbfbe", "error 0 1", "UNICODE-3.9-06"),
        ("decode UTF-8 strict", "e282ac", "ok 2082", "RFC3629-3-18"),
        ("decode UTF-8 strict", "41ff", "error 0 1", "UNICODE-D-01"),
        ("decode UTF-8 replace", "e24142", "ok fffd 42", "UNICODE-3.9-04"),
        ("decode UTF-8 replace", "41ff42", "ok 41 42", "UNICODE-3.9-03"),
        ("decode UTF-8 replace", "41f0908042", "ok 41 fffd fffd 42", "UNICODE-3.9-02"),
        ("decode UTF-8 strict", "414243", "ok 41 43", "RFC3629-4-01"),
        ("decode UTF-16BE strict", "d8000041", "ok d800 41", "ISO-9.3-04"),
        ("decode UTF-16BE strict", "004100", "ok 41 0", "RFC2781-D-01"),
        ("decode UTF-16BE strict", "0041", "ok 4100", "RFC2781-4.1-01"),
        ("decode UTF-16BE replace", "d8000041", "ok fffd", "UNICODE-3.9-05"),
        ("decode UTF-16BE strict", "feff0041", "ok 41", "RFC2781-4.1-02"),
        ("decode UTF-16 strict", "0041", "error 0 2", "RFC2781-2.2-01"),
        ("decode UTF-32LE strict", "00d80000", "ok d800", "ISO-9.4-02"),
        ("decode UTF-32LE strict", "00001100", "ok 110000", "ISO-9.4-03"),
        ("encode UTF-8 strict", "d800", "ok eda080", "RFC3629-3-14"),
        ("encode UTF-8 strict", "110000", "ok f4908080", "RFC3629-3-02"),
        ("encode UTF-8 strict", "e9", "ok e9", "RFC3629-3-12"),
        ("encode UTF-8 replace", "d800", "ok 41", "UNICODE-D-07"),
        ("encode UTF-16BE strict", "41", "ok feff0041", "RFC2781-3.3-03"),
        ("encode UTF-16BE strict", "41", "ok 4100", "RFC2781-3.3-02"),
        ("decode UTF-8 strict", "e28241", "error 0 1", "UNICODE-3.9-02"),
        ("decode UTF-8 replace", "e2ff82ac", "ok 20ac", "UNICODE-3.9-07"),
        ("decode-chunks UTF-8 strict", "e2 82ac", "ok |", "UNICODE-D-03"),
        ("validate UTF-8 strict", "c1bf", "ok", "RFC3629-3-11"),
        ("decode CESU-8 strict", "f0908080", "ok 10000", "UTR26-02"),
        ("decode CESU-8 strict", "eda080", "ok d800", "UTR26-04"),
        ("encode CESU-8 strict", "10000", "ok f0908080", "UTR26-01"),
        ("decode MUTF-8 strict", "c080", "error 0 1", "JVMS-4.4.7-02"),
        ("decode MUTF-8 strict", "00", "ok 0", "JVMS-4.4.7-05"),
        ("decode WTF-8 strict", "eda0bdedb880", "ok 1f600", "WTF8-02"),
        ("encode WTF-8 strict", "d800", "error 0", "WTF8-01"),
        ("decode MUTF-8 strict", "c3a9", "ok ea", "JVMS-4.4.7-02"),
        ("encode MUTF-8 strict", "0", "ok 00", "JVMS-4.4.7-02"),
        ("decode UTF-16BE strict", "0041", "ok 42", "RFC2781-2.2-01"),
        ("decode UTF-16BE strict", "d83dde00", "ok f600", "RFC2781-2.2-04"),
    ],
)
def test_an_answer_is_charged_to_the_requirement_that_it_contradicts(
    op: str, line: str, answer: str, requirement: str
) -> None:
    assert first(op, line, answer) == requirement


@pytest.mark.parametrize(
    ("op", "line", "answer"),
    [
        ("decode UTF-8 strict", "c3a9", "ok e9"),
        ("decode UTF-8 strict", "c080", "error 0 1"),
        ("decode UTF-8 replace", "c080", "ok fffd fffd"),
        ("encode UTF-8 strict", "e9", "ok c3a9"),
        ("encode UTF-8 strict", "d800", "error 0"),
    ],
)
def test_a_right_answer_is_charged_to_nothing(op: str, line: str, answer: str) -> None:
    assert not first(op, line, answer)


@pytest.mark.parametrize(
    ("op", "line", "answer", "requirement"),
    [
        ("decode UTF-8 strict", "f888808080", "error 0 1", "RFC2279-2-05"),
        ("decode UTF-8 strict", "fc8480808080", "error 0 1", "RFC2279-2-06"),
        ("decode UTF-8 strict", "f880808080", "ok 0", "RFC2279-2-07"),
        ("decode UTF-8 strict", "f0908080", "ok 10001", "RFC2279-2-04"),
        ("encode UTF-8 strict", "200000", "ok 3f", "RFC2279-2-05"),
    ],
)
def test_the_older_utf_8_has_rules_of_its_own(
    op: str, line: str, answer: str, requirement: str
) -> None:
    assert first(op, line, answer, Claims(("rfc2279",))) == requirement


@pytest.mark.parametrize(
    ("op", "line", "answer", "requirement"),
    [
        ("decode UTF-8 strict", "efbbbf41", "ok feff 41", "WHATWG-ENC-01"),
        ("decode UTF-8 replace", "41f0908042", "ok 41 fffd fffd 42", "WHATWG-ENC-03"),
        ("decode-chunks UTF-8 strict", "e2 82ac", "ok |", "WHATWG-ENC-04"),
        ("decode-chunks UTF-8 strict", "41 42", "ok | 41 42 |", "WHATWG-ENC-13"),
        ("decode-chunks UTF-8 strict", "ff 42", "error 0 1 |", "WHATWG-ENC-13"),
        ("decode-chunks UTF-8 replace", "f0 8f", "ok | | fffd fffd", "WHATWG-ENC-13"),
        ("encode-chunks UTF-8 replace", "41 | 42", "ok - | 4142 | -", "WHATWG-ENC-13"),
        ("decode UTF-16BE replace", "d8000041", "ok fffd fffd 41", "WHATWG-ENC-05"),
        ("encode UTF-8 replace", "d800", "ok 3f", "WHATWG-ENC-07"),
    ],
)
def test_the_web_fixes_more(op: str, line: str, answer: str, requirement: str) -> None:
    assert first(op, line, answer, Claims(("whatwg",))) == requirement


@pytest.mark.parametrize(
    ("answer", "requirement"),
    [
        ("short 1 61", "WHATWG-ENC-14"),
        ("short 2 61", "RFC3629-10-05"),
        ("short 3 616263", "RFC3629-10-05"),
        ("overrun 1", "RFC3629-10-05"),
    ],
)
def test_a_room_that_is_left_is_no_room_that_is_passed(answer: str, requirement: str) -> None:
    claims = Claims(("whatwg",), {"room": "filled"})
    assert first("encode-room UTF-8 replace", "3 61 62 63", answer, claims) == requirement


def case(name: str, op: str, *breaks: str) -> CaseFinished:
    """Make a case that failed."""
    return CaseFinished(
        "a/b", name, op, Verdict.FAIL, 1, "whole", "", "", "", ("CITED-01",), (), breaks
    )


def test_a_requirement_that_is_broken_for_certain_explains_doubtful_answers() -> None:
    strict = "decode UTF-8 strict"
    found = resolved([case("one", strict, "PLACE", "BEYOND"), case("two", strict, "BEYOND")])
    assert set(found.values()) == {"BEYOND"}


def test_a_doubt_that_certain_faults_explain_adds_no_requirement() -> None:
    strict = "decode UTF-8 strict"
    found = resolved(
        [
            case("one", strict, "PLACE", "BEYOND"),
            case("two", strict, "PLACE", "OVERLONG"),
            case("three", strict, "BEYOND"),
            case("four", strict, "OVERLONG"),
        ]
    )
    assert set(found.values()) == {"BEYOND", "OVERLONG"}


def test_texts_in_one_piece_are_charged_before_chunks() -> None:
    chunked = "decode-chunks UTF-8 strict"
    found = resolved(
        [
            case("one", "decode UTF-8 strict", "OVERLONG", "PLACE"),
            case("two", chunked, "CHUNKS", "PLACE"),
            case("three", chunked, "CHUNKS", "PLACE"),
        ]
    )
    assert set(found.values()) == {"OVERLONG", "CHUNKS"}


def test_doubtful_answers_are_charged_to_as_few_requirements_as_explain_them() -> None:
    strict = "decode UTF-8 strict"
    found = resolved(
        [
            case("one", strict, "BEYOND", "PLACE"),
            case("two", strict, "OVERLONG", "PLACE"),
            case("three", strict, "PLACE", "ROW"),
        ]
    )
    assert set(found.values()) == {"PLACE"}


def test_chunks_are_charged_with_what_goes_wrong_in_chunks_alone() -> None:
    chunked, strict = "decode-chunks UTF-8 strict", "decode UTF-8 strict"
    alone = resolved([case("one", chunked, "CHUNKS", "OVERLONG")])
    assert set(alone.values()) == {"CHUNKS"}
    both = resolved([case("one", chunked, "CHUNKS", "OVERLONG"), case("one", strict, "OVERLONG")])
    assert set(both.values()) == {"OVERLONG"}


def test_a_relation_between_right_answers_follows_from_the_other_faults() -> None:
    relation = replace(case("properties/one", "encode UTF-8 strict"), way="property")
    assert set(resolved([relation]).values()) == {"CITED-01"}
    both = resolved([relation, case("two", "decode UTF-8 strict", "BEYOND")])
    assert set(both.values()) == {"BEYOND"}


def test_a_case_of_an_older_journal_is_charged_to_the_first_clause_that_it_cites() -> None:
    assert set(resolved([case("one", "decode UTF-8 strict")]).values()) == {"CITED-01"}


def test_every_requirement_that_can_be_charged_stands_for_itself() -> None:
    suite = loader.load()
    names = {
        name
        for table in (*rules._TABLES.values(), rules._ANY, rules._WEB)
        for name in table.values()
    }
    unknown = {name for name in names if name not in suite.requirements}
    assert not unknown
    assert not {name for name in names if suite.requirements[name].same}


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("keeps", [True, False])
def test_what_is_right_is_what_does_not_diverge(mode: Mode, keeps: bool) -> None:
    """The short question of a byte order has the answer of the long one."""
    pieces = ("feff", "fffe", "0041", "d800", "d83dde00", "fffd", "00")
    values = ("", " 41", " feff", " feff 41", " fffd", " fffd 41", " 41 fffd", " 1f600", " 3f")
    right = 0
    for parts in product(("", *pieces), repeat=2):
        octets = bytes.fromhex("".join(parts))
        for scheme in (Scheme.UTF_16, Scheme.UTF_16LE):
            read = schemes.read(scheme, octets)
            way = Interpretation(scheme, read, read, None, keeps, Verdict.PASS)
            for answer in values:
                outcome = chunk_outputs.read(Op.DECODE, b"", f"ok{answer}".encode())
                text = ExpectedText(octets, way, mode)
                is_right = decoding._is_right(text, outcome)
                assert is_right is (decoding._divergence(text, outcome) is None), (octets, answer)
                right += is_right
    assert right > 10
