"""What lies beside a certificate: the journal, the page, the reports, and nothing else."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from utfproof import digests
from utfproof.certificate import certified_run, envelope
from utfproof.certificate.certified_run import CertifiedRun
from utfproof.errors import CertificateError
from utfproof.report.run import files

from .small_certificate import (
    DETAILS,
    HOLDS,
    REFUSED,
    SIGNER,
    UNCHECKED,
    Small,
    issued_with,
    whole,
)
from .small_run import SUITE

pytestmark = pytest.mark.usefixtures("quick_digests")


def test_what_is_not_beside_it_is_not_checked(small: Small) -> None:
    right = whole(small)
    small.journal.unlink()
    (small.folder / "certificate.html").unlink()
    assert small.checks() == right | {
        "journal": (UNCHECKED, "no journal.jsonl beside the certificate"),
        "results": (UNCHECKED, "they follow from the journal"),
        "reports": (UNCHECKED, "they follow from the journal"),
        "page": (UNCHECKED, "no certificate.html beside the certificate"),
        "folder": (UNCHECKED, "it is not that of the run"),
    }


def test_a_file_that_nobody_signed_is_refused(small: Small) -> None:
    (small.folder / "badge.json").write_text("{}", "utf-8")
    moved = "move it out of the run's folder"
    assert small.check("folder") == (REFUSED, f"nobody signed badge.json: {moved}")
    (small.folder / "machines").mkdir()
    (small.folder / "a\n").touch()
    said = rf"nobody signed a\n: {moved}"
    assert small.check("folder") == (REFUSED, said)


@pytest.fixture
def of_two(tmp_path: Path, quick_digests: None) -> Small:
    """Return a certificate of a run whose folder had two more files when it was signed."""
    found = {name: digests.of_text(f"{name} as it was") for name in ("a.json", "b.json")}
    small = issued_with(tmp_path, replace(DETAILS, files=found))
    for name in found:
        (small.folder / name).write_text(f"{name} as it was", "utf-8")
    return small


def test_files_that_were_signed_belong_to_the_folder(of_two: Small) -> None:
    found = of_two.checks()
    assert found["folder"] == (HOLDS, "nothing was added to it")
    assert found["results"] == (HOLDS, "they follow from the journal")
    (of_two.folder / "a.json").unlink()
    assert of_two.check("folder")[0] is HOLDS


def test_a_file_that_was_signed_and_changed_is_refused(of_two: Small) -> None:
    (of_two.folder / "b.json").write_text("b.json as it is", "utf-8")
    assert of_two.check("folder") == (REFUSED, "b.json was changed")


def test_a_signed_file_that_cannot_be_read_is_refused(of_two: Small) -> None:
    file = of_two.folder / "b.json"
    file.rename(of_two.folder.parent / "b.json")
    file.symlink_to("../b.json")
    assert of_two.check("folder") == (REFUSED, "b.json: is a link, which is not followed")


def test_a_signed_file_that_claims_to_have_a_tebibyte_is_refused_at_once(of_two: Small) -> None:
    os.truncate(of_two.folder / "b.json", 1 << 40)
    assert of_two.check("folder") == (REFUSED, "b.json: larger than 1024 MiB")


def test_a_link_in_the_place_of_a_file_is_not_followed(small: Small, tmp_path: Path) -> None:
    real = small.journal.rename(tmp_path / "elsewhere")
    small.journal.symlink_to(real)
    found = small.checks()
    assert found["results"][0] is REFUSED
    assert "is a link, which is not followed" in found["results"][1]


@pytest.mark.parametrize(
    ("name", "what"),
    [("journal.jsonl", "journal"), ("certificate.html", "page"), ("certificate.tsr", "time stamp")],
)
def test_a_file_that_claims_to_have_a_tebibyte_is_refused_at_once(
    small: Small, name: str, what: str
) -> None:
    (small.folder / name).touch()
    os.truncate(small.folder / name, 1 << 40)
    state, sentence = small.check(what)
    assert state is REFUSED
    assert "arger than" in sentence


def test_a_changed_page_is_refused(small: Small) -> None:
    page = small.folder / "certificate.html"
    before = digests.of_file(page)
    page.write_text("fine", "utf-8")
    said = f"it does not say what was signed: {before} was signed, {digests.of_file(page)} is here"
    assert small.check("page") == (REFUSED, said)


def test_a_journal_that_gets_no_certificate_is_refused(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> CertifiedRun:
        raise CertificateError("no certificate: nothing was assessed")

    monkeypatch.setattr(certified_run, "read", refuse)
    found = small.checks()
    assert found["results"] == (REFUSED, "no certificate: nothing was assessed")
    assert found["reports"] == (UNCHECKED, "they follow from the results")


def test_results_that_were_signed_otherwise_are_refused(small: Small) -> None:
    statement = small.verified().statement
    statement["predicate"]["utfproof_certificate"]["codecs"][0]["asked"] += 1
    small.certificate.write_bytes(envelope.sealed(statement, SIGNER))
    found = small.checks()
    assert found["results"] == (REFUSED, "the journal does not show what was signed")
    assert found["reports"][0] is UNCHECKED


def test_an_address_that_was_signed_follows_from_the_certificate(tmp_path: Path) -> None:
    small = issued_with(tmp_path, replace(DETAILS, url="https://example.org"))
    assert small.check("results")[0] is HOLDS


def test_reports_are_compared_with_those_of_the_journal(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = {"b.txt": "two", "a.txt": "one", "c.txt": "three"}
    asked: list[tuple[object, ...]] = []

    def rendered(*given: object) -> dict[str, str]:
        asked.append(given[1:])
        return right

    monkeypatch.setattr(files, "rendered", rendered)
    for name in ("b.txt", "a.txt"):
        (small.folder / name).write_text(right[name], "utf-8")
    assert small.check("reports") == (HOLDS, "a.txt, b.txt follow from the journal")
    assert asked == [(SUITE, small.folder)]
    (small.folder / "a.txt").write_text("another", "utf-8")
    hint = "`utfproof report RUN --format files` renders it again"
    assert small.check("reports") == (REFUSED, f"a.txt does not follow from the journal; {hint}")


def test_reports_that_cannot_be_rendered_are_not_checked(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> dict[str, str]:
        raise CertificateError("a campaign of a newer version")

    monkeypatch.setattr(files, "rendered", refuse)
    assert small.check("reports") == (UNCHECKED, "a campaign of a newer version")
    assert small.check("results")[0] is HOLDS
