"""Each check of a certificate: what it compares, and the sentence that it says."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from utfproof import __version__, digests
from utfproof.certificate import (
    document,
    envelope,
    issuing,
    suite_strength,
    verification,
)
from utfproof.certificate.statement import IssueDetails
from utfproof.certificate.verification import verify
from utfproof.errors import CertificateError, CertificateRefused

from .small_certificate import (
    DETAILS,
    HOLDS,
    KEY,
    OTHER,
    REFUSED,
    SIGNER,
    UNCHECKED,
    Small,
    issued_with,
    run_in,
    whole,
)
from .small_run import SUITE

pytestmark = pytest.mark.usefixtures("quick_digests")


def test_all_that_was_signed_is_checked_in_order(small: Small) -> None:
    found = small.checks()
    assert found == whole(small)
    assert list(found) == list(whole(small))
    assert small.verified().refused == []
    assert small.verified().path == small.certificate


def test_an_issuer_and_a_number_are_made_where_none_is_given(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    given = IssueDetails("", "", "", "https://example.org")
    path = issuing.issue(run.folder, SUITE, SIGNER, given)
    assert path == run.certificate
    own = verify(path, KEY, SUITE).own
    assert own["issuer"] == f"the holder of key {KEY.keyid[:16]}"
    day = own["issued"][:10].replace("-", "")
    assert own["number"] == f"UP-{day}-{digests.of_file(run.journal)[:8]}"
    assert len(own["issued"]) == len("2026-01-02T03:04:05+00:00")
    assert verify(path, KEY, SUITE).statement["predicate"]["url"] == "https://example.org"


@pytest.mark.parametrize("name", ["certificate.dsse.json", "certificate.html"])
def test_a_certificate_that_cannot_be_written_is_said(tmp_path: Path, name: str) -> None:
    run = run_in(tmp_path)
    (run.folder / name).mkdir()
    with pytest.raises(CertificateError) as caught:
        issuing.issue(run.folder, SUITE, SIGNER, DETAILS)
    error = caught.value
    assert (error.problem, error.place) == ("Is a directory", str(run.folder / name))
    assert error.hint == "the run is whole: make its folder writable and certify again"


def test_a_journal_that_another_process_changed_is_not_signed(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    with pytest.raises(CertificateError) as caught:
        issuing.issue(run.folder, SUITE, SIGNER, DETAILS, OTHER)
    error = caught.value
    problem = "the journal is not the one that this run wrote: another process changed it"
    assert (error.problem, error.place) == (problem, str(run.folder))
    assert error.hint == "find out which one can write there, and run again"
    assert [path.name for path in run.folder.iterdir()] == ["journal.jsonl"]


def test_a_journal_as_this_run_wrote_it_is_signed(tmp_path: Path) -> None:
    run = run_in(tmp_path)
    written = digests.of_file(run.journal)
    assert issuing.issue(run.folder, SUITE, SIGNER, DETAILS, written) == run.certificate
    assert run.verified().refused == []


def test_the_score_of_the_level_is_signed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []
    score = {"state": "not measured", "level": "vectors"}

    def recorded(*given: object) -> dict[str, str]:
        asked.append(given)
        return score

    monkeypatch.setattr(suite_strength, "recorded", recorded)
    small = issued_with(tmp_path)
    assert asked == [(SUITE, "vectors")]
    [sealed] = json.loads(small.certificate.read_bytes())["payload"].splitlines()
    signed = json.loads(base64.b64decode(sealed))
    assert signed["predicate"]["utfproof_certificate"]["score"] == score


def test_a_file_that_is_none_is_refused_by_its_place(small: Small) -> None:
    small.certificate.write_bytes(b"[]")
    with pytest.raises(CertificateRefused) as outer:
        small.verified()
    assert outer.value.place == str(small.certificate)
    small.certificate.write_bytes(envelope.sealed({"a": 1}, SIGNER))
    with pytest.raises(CertificateRefused) as inner:
        small.verified()
    assert inner.value.place == f"{small.certificate}: payload"


@pytest.mark.parametrize(
    ("change", "field", "problem"),
    [
        (
            lambda it: own(it)["codecs"][0].update(asked=-1),
            "predicate/utfproof_certificate/codecs/0/asked",
            "-1 is less than the minimum of 0",
        ),
        (lambda it: it.pop("subject"), "statement", '"subject" is a required property'),
        (
            lambda it: own(it)["codecs"][0].update(why=["x" * 300]),
            "predicate/utfproof_certificate/codecs/0/why",
            f'["{"x" * 158}',
        ),
    ],
    ids=range(3),
)
def test_a_field_that_does_not_fit_the_schema_is_named(
    small: Small, change: Callable[[dict[str, Any]], object], field: str, problem: str
) -> None:
    statement = small.verified().statement
    change(statement)
    with pytest.raises(CertificateRefused) as caught:
        document.read(json.dumps(statement).encode(), "c")
    error = caught.value
    assert (error.place, error.problem) == (f"c: {field}", problem)
    assert error.hint == "it was not written by utfproof"


def own(statement: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = statement["predicate"]["utfproof_certificate"]
    return found


# ---- the program and the vectors ----


@pytest.mark.parametrize(
    ("change", "what", "said"),
    [
        (
            lambda patch: patch.setattr(digests, "harness", lambda: OTHER),
            "harness",
            f"not the utfproof {__version__} that asked: {'1' * 64} was signed, {OTHER} is here",
        ),
        (
            lambda patch: patch.setattr(verification, "__version__", "9.9"),
            "harness",
            f"not the utfproof {__version__} that asked: {__version__} was signed, 9.9 is here",
        ),
        (
            lambda patch: patch.setattr(digests, "vectors", lambda: OTHER),
            "vectors",
            f"not the vectors 3.1 that were asked: {'2' * 64} was signed, {OTHER} is here",
        ),
    ],
)
def test_another_program_or_suite_is_refused_and_nothing_follows(
    small: Small,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[pytest.MonkeyPatch], None],
    what: str,
    said: str,
) -> None:
    change(monkeypatch)
    right = whole(small)
    follows = "they follow from the journal, with the same harness and vectors"
    assert small.checks() == right | {
        what: (REFUSED, said),
        "results": (UNCHECKED, follows),
        "reports": (UNCHECKED, follows),
        "page": (UNCHECKED, "it is made anew with the same harness and vectors"),
    }
    assert [check.what for check in small.verified().refused] == [what]


def test_another_suite_is_refused_by_its_own_digest(small: Small) -> None:
    found = verify(small.certificate, KEY, replace(SUITE, digest=OTHER)).checks
    [check] = [item for item in found if item.what == "vectors"]
    said = f"not the vectors 3.1 that were asked: {'d' * 64} was signed, {OTHER} is here"
    assert (check.state, check.sentence) == (REFUSED, said)


# ---- the files beside it ----


def test_a_changed_journal_is_refused_and_nothing_follows_from_it(small: Small) -> None:
    before = digests.of_file(small.journal)
    with small.journal.open("ab") as file:
        file.write(b"\n")
    after = digests.of_file(small.journal)
    follows = "they follow from the journal, with the same harness and vectors"
    found = small.checks()
    assert found["journal"] == (REFUSED, f"it was changed: {before} was signed, {after} is here")
    assert (found["results"], found["reports"]) == ((UNCHECKED, follows), (UNCHECKED, follows))
    assert found["page"][0] is HOLDS
