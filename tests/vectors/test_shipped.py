"""The vectors that come with utfproof: right, complete, and as many as are promised."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from utfproof import locations
from utfproof.engine import suite_consistency
from utfproof.model.case import DecodeCase, DetectCase, EncodeCase, LabelCase
from utfproof.model.encoding import Encoding
from utfproof.model.profile import PROFILES
from utfproof.model.reading import Value
from utfproof.vectors import check, loader
from utfproof.vectors.suite import Suite

DOCUMENTS = (
    "RFC3629",
    "RFC2279",
    "RFC2781",
    "ISO",
    "UNICODE",
    "WHATWG-ENC",
    "UTR26",
    "JVMS",
    "WTF8",
)


@pytest.fixture(scope="module")
def suite() -> Suite:
    return loader.load()


def test_nothing_is_wrong_with_them(suite: Suite) -> None:
    assert check.problems(suite) == []


def test_the_reference_agrees_with_every_case(suite: Suite) -> None:
    assert suite_consistency.disagreements(suite) == []


def test_there_are_at_least_700(suite: Suite) -> None:
    assert len(suite.cases) >= 700


def test_every_requirement_has_a_case_a_property_or_a_reason(suite: Suite) -> None:
    assert suite.uncovered() == []
    assert len(suite.requirements) >= 195


def test_most_requirements_are_shown_and_not_excused(suite: Suite) -> None:
    excused = [item for item in suite.requirements.values() if item.untestable]
    assert len(excused) < len(suite.requirements) / 5


def test_the_five_copies_are_named_with_their_digest(suite: Suite) -> None:
    digests = [item.sha256 for item in suite.documents.values() if item.sha256]
    assert len(digests) == len(set(digests)) == 5


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_document_is_stood_on(suite: Suite, document: str) -> None:
    cited = {clause for case in suite.cases for clause in case.about.clauses}
    assert any(suite.requirements[clause].document == document for clause in cited)


@pytest.mark.parametrize("encoding", list(Encoding))
def test_every_encoding_has_cases(suite: Suite, encoding: Encoding) -> None:
    assert any(case.about.encoding is encoding for case in suite.cases)


def test_every_profile_with_rules_of_its_own_has_cases(suite: Suite) -> None:
    own = {name for name, profile in PROFILES.items() if profile.scheme}
    own |= {"ucs-2", "ucs-4", "cesu-8", "mutf-8", "wtf-8"}
    assert own <= {case.about.profile for case in suite.cases}


@pytest.mark.parametrize("kind", [DecodeCase, EncodeCase, DetectCase, LabelCase])
def test_every_kind_of_case_occurs(suite: Suite, kind: type[object]) -> None:
    assert sum(isinstance(case, kind) for case in suite.cases) >= 20


def test_the_folder_of_a_case_is_its_encoding(suite: Suite) -> None:
    for case in suite.cases:
        folder = case.about.id.split("/")[0]
        bare = case.about.encoding is Encoding.NONE
        named = {"detect", "label"} if bare else {case.about.encoding.lower(), case.about.profile}
        assert folder in named, case.about.id


@pytest.mark.parametrize(
    ("octets", "values"),
    [
        ("41 E2 89 A2 CE 91 2E", [0x41, 0x2262, 0x391, 0x2E]),
        ("ED 95 9C EA B5 AD EC 96 B4", [0xD55C, 0xAD6D, 0xC5B4]),
        ("E6 97 A5 E6 9C AC E8 AA 9E", [0x65E5, 0x672C, 0x8A9E]),
    ],
)
def test_the_examples_of_rfc_3629_section_7_are_there(
    suite: Suite, octets: str, values: list[int]
) -> None:
    (found,) = (
        case
        for case in suite.cases
        if isinstance(case, DecodeCase)
        and case.about.encoding is Encoding.UTF_8
        and case.about.profile is None
        and case.octets == bytes.fromhex(octets)
    )
    assert [part.value for part in found.reads.parts if isinstance(part, Value)] == values


@pytest.mark.parametrize("octets", ["C0 80", "ED A1 8C ED BE B4", "2F C0 AE 2E 2F"])
def test_what_rfc_3629_forbids_by_name_is_there(suite: Suite, octets: str) -> None:
    (found,) = (
        case
        for case in suite.cases
        if isinstance(case, DecodeCase)
        and (case.about.encoding, case.about.profile) == (Encoding.UTF_8, None)
        and case.octets == bytes.fromhex(octets)
    )
    assert not found.reads.well_formed
    assert any(clause.startswith("RFC3629-") for clause in found.about.clauses)


def test_no_reason_is_given_for_half_the_cases_at_once(suite: Suite) -> None:
    ((_, most),) = Counter(case.about.why for case in suite.cases).most_common(1)
    assert most < len(suite.cases) / 20


def test_the_digest_is_a_sha_256_and_the_version_a_version(suite: Suite) -> None:
    assert re.fullmatch("[0-9a-f]{64}", suite.digest)
    assert re.fullmatch(r"\d+\.\d+\.\d+", suite.version)


def test_the_version_has_an_entry_in_the_changelog(suite: Suite) -> None:
    text = (locations.vectors() / "CHANGELOG.md").read_text("utf-8")
    assert suite.version in text
