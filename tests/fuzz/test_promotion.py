"""A promoted finding is a vector of a consistent suite, and its codec fails it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from utfproof import locations
from utfproof.adapters import registry
from utfproof.engine import suite_consistency
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.questions.plan import Narrowing
from utfproof.engine.run import runner
from utfproof.engine.run.adapter_runner import RunScope
from utfproof.errors import UsageError
from utfproof.fuzz.triage import promotion
from utfproof.fuzz.triage.findings import Finding
from utfproof.model.encoding import Encoding
from utfproof.model.profile import Claims, Settings
from utfproof.mutants import mutant_server
from utfproof.vectors import check, loader


def finding(operation: str, given: str, signature: str = "a/b UTF-8 decode: accepts it") -> Finding:
    return Finding(
        signature=signature,
        codec="a/b",
        operation=operation,
        kind="overlong",
        did="accepts",
        input=given,
        line=given,
        expected="",
        actual="",
    )


def settings(encoding: Encoding, profile: str = "iso10646") -> Settings:
    found = Claims((profile,)).settings(encoding)
    assert found
    return found


@pytest.fixture
def vectors(tmp_path: Path) -> Path:
    """A copy of the vectors, to be written into."""
    return Path(shutil.copytree(locations.vectors(), tmp_path / "vectors"))


PROMOTED = [
    ("decode UTF-8 strict", "41" * 37 + "f09f9841", "iso10646"),
    ("decode-chunks UTF-8 replace", "c3a9eda0bfc3a9e28241", "iso10646"),
    ("decode UTF-16BE strict", "00410041d8ab", "iso10646"),
    ("decode UTF-32LE skip", "41000000abd8000041", "iso10646"),
    ("decode UTF-8 strict", "41f8888080", "rfc2279"),
    ("encode UTF-8 strict", "41 d8ab 41", "iso10646"),
    ("encode-chunks UTF-16LE strict", "41 | dcab 42", "iso10646"),
    ("decode CESU-8 strict", "41eda0abed9f", "cesu-8"),
]


def test_promoted_vectors_are_consistent(vectors: Path) -> None:
    suite = loader.load()
    ids = set()
    for operation, given, profile in PROMOTED:
        own = settings(Encoding(operation.split()[1]), profile)
        found = finding(operation, given, f"a/b {operation}: is wrong with {given}")
        assert promotion.find_existing_case(found, own, suite) is None
        vector = promotion.promote(found, own, suite, vectors)
        vector.write()
        ids.add(vector.id)
    after = loader.load(vectors)
    assert {case.about.id for case in after.cases} - {case.about.id for case in suite.cases} == ids
    assert len(ids) == len(PROMOTED)
    assert [*check.problems(after), *suite_consistency.disagreements(after)] == []
    for operation, given, profile in PROMOTED:
        own = settings(Encoding(operation.split()[1]), profile)
        assert promotion.find_existing_case(finding(operation, given), own, after)


def test_an_input_that_has_a_case_is_not_promoted() -> None:
    own = settings(Encoding.UTF_8)
    case = promotion.find_existing_case(finding("decode UTF-8 strict", "c080"), own, loader.load())
    assert case
    assert case.about.id == "utf-8/ill-formed/overlong-two/nul"


def test_a_detectors_finding_is_not_promoted(vectors: Path) -> None:
    with pytest.raises(UsageError, match="detector"):
        promotion.promote(
            finding("detect - -", "fffe"), settings(Encoding.UTF_8), loader.load(), vectors
        )


def test_the_codec_fails_what_was_promoted(vectors: Path, tmp_path: Path) -> None:
    mutant_server.write_adapter(tmp_path / "mutants", ["utf-8/positions/behind-16-letters"])
    chosen = registry.select([str(tmp_path / "mutants")])
    own = settings(Encoding.UTF_8)
    given = b"A" * 21 + b"\xc3"
    vector = promotion.promote(
        finding("decode UTF-8 strict", given.hex()), own, loader.load(), vectors
    )
    vector.write()
    scope = RunScope(Narrowing(case=vector.id))
    events = list(runner.run(loader.load(vectors), chosen, scope))
    verdicts = {event.verdict.value for event in events if isinstance(event, CaseFinished)}
    assert "fail" in verdicts
