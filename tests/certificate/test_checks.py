"""Each check of a certificate: what it compares, and the sentence that it says."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from securesystemslib.signer import CryptoSigner

from changed_fields import changed
from utfproof import __version__, digests
from utfproof.adapters import identity, manifest, needs, registry
from utfproof.certificate import (
    certified_run,
    document,
    envelope,
    issuing,
    local_adapters,
    suite_strength,
    verification,
)
from utfproof.certificate.certified_run import CertifiedRun
from utfproof.certificate.statement import IssueDetails
from utfproof.certificate.verification import CheckState, VerifiedCertificate, verify
from utfproof.engine.journal.events import CodecStarted, Event
from utfproof.errors import CertificateError, CertificateRefused, ManifestError
from utfproof.report.certificate import certificate_page
from utfproof.report.run import files
from utfproof.vectors.suite import Suite

from . import small_run
from .small_run import FOOTER, GOOD, HEADER, SUITE

SIGNER = CryptoSigner.generate_ed25519()
KEY = SIGNER.public_key
MANIFEST = """\
adapter: {name}
about: A codec for a test.
language: Python
codecs:
  good: {{about: x, function: "codec:f", offers: [decode UTF-8 strict]}}
"""
OTHER = "0" * 64
HOLDS, REFUSED, UNCHECKED = CheckState.HOLDS, CheckState.REFUSED, CheckState.UNCHECKED

Said = tuple[CheckState, str]


@dataclass(frozen=True, slots=True)
class Small:
    """A certificate of the small run, with the adapter that it is about."""

    folder: Path
    adapter: Path

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.dsse.json"

    @property
    def journal(self) -> Path:
        return self.folder / "journal.jsonl"

    @property
    def sources(self) -> str:
        return identity.of(manifest.load(self.adapter)).sources

    def verified(self, *folders: Path) -> VerifiedCertificate:
        return verify(self.certificate, KEY, SUITE, folders)

    def checks(self, *folders: Path) -> dict[str, Said]:
        return {item.what: (item.state, item.sentence) for item in self.verified(*folders).checks}

    def check(self, what: str, *folders: Path) -> Said:
        return self.checks(*folders)[what]


def put(folder: Path, name: str = "a") -> Path:
    folder.mkdir()
    (folder / "adapter.yaml").write_text(MANIFEST.format(name=name), "utf-8")
    (folder / "codec.py").write_text("def f(data): return data.decode()\n", "utf-8")
    return folder


def events_of(adapter: Path, **fields: object) -> tuple[Event, ...]:
    """Return a run of the adapter with this program and these vectors."""
    own = replace(
        HEADER,
        utfproof=__version__,
        harness=digests.harness(),
        files=digests.vectors(),
        expectations={"a": digests.of_file(adapter / "expectations.yaml")},
    )
    begun = GOOD[0]
    assert isinstance(begun, CodecStarted)
    sources = identity.of(manifest.load(adapter)).sources
    given = {"target": str(adapter), "sources": sources, "product": "", **fields}
    return (own, changed(begun, **given), *GOOD[1:], FOOTER)


def issued_with(home: Path, **fields: object) -> Small:
    adapter = put(home / "a")
    (adapter / "expectations.yaml").write_text("[]\n", "utf-8")
    small_run.written(home / "run", events_of(adapter, **fields))
    issuing.issue(home / "run", SUITE, SIGNER, IssueDetails("A laboratory", "7", "today"))
    return Small(home / "run", adapter)


@pytest.fixture(autouse=True)
def quick_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "harness", lambda: "1" * 64)
    monkeypatch.setattr(digests, "vectors", lambda: "2" * 64)
    monkeypatch.setattr(suite_strength, "recorded", lambda *_: {"state": "not measured"})
    monkeypatch.setattr(certificate_page, "render", page)


def page(statement: dict[str, object], key: str, suite: Suite) -> str:
    return f"{json.dumps(statement)} {key} {suite.version}"


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return issued_with(tmp_path)


def whole(small: Small) -> dict[str, Said]:
    return {
        "signature": (HOLDS, f"Ed25519, key {KEY.keyid}"),
        "vectors": (HOLDS, "2" * 64),
        "harness": (HOLDS, "1" * 64),
        "journal": (HOLDS, digests.of_file(small.journal)),
        "results": (HOLDS, "they follow from the journal"),
        "reports": (UNCHECKED, "none beside the journal"),
        "page": (HOLDS, digests.of_file(small.folder / "certificate.html")),
        "folder": (HOLDS, "nothing was added to it"),
        "a: sources": (HOLDS, small.sources),
        "a: build product": (HOLDS, "nothing is built: the sources are what runs"),
        "a: known failures": (HOLDS, digests.of_file(small.adapter / "expectations.yaml")),
    }


# ---- what was issued ----


def test_all_that_was_signed_is_checked_in_order(small: Small) -> None:
    found = small.checks()
    assert found == whole(small)
    assert list(found) == list(whole(small))
    assert small.verified().refused == []
    assert small.verified().path == small.certificate


def test_an_issuer_and_a_number_are_made_where_none_is_given(tmp_path: Path) -> None:
    adapter = put(tmp_path / "a")
    (adapter / "expectations.yaml").write_text("[]\n", "utf-8")
    journal = small_run.written(tmp_path / "run", events_of(adapter))
    given = IssueDetails("", "", "", "https://example.org")
    path = issuing.issue(tmp_path / "run", SUITE, SIGNER, given)
    assert path == tmp_path / "run" / "certificate.dsse.json"
    own = verify(path, KEY, SUITE).own
    assert own["issuer"] == f"the holder of key {KEY.keyid[:16]}"
    day = own["issued"][:10].replace("-", "")
    assert own["number"] == f"UP-{day}-{digests.of_file(journal)[:8]}"
    assert len(own["issued"]) == len("2026-01-02T03:04:05+00:00")
    assert verify(path, KEY, SUITE).statement["predicate"]["url"] == "https://example.org"


@pytest.mark.parametrize("name", ["certificate.dsse.json", "certificate.html"])
def test_a_certificate_that_cannot_be_written_is_said(tmp_path: Path, name: str) -> None:
    adapter = put(tmp_path / "a")
    (adapter / "expectations.yaml").write_text("[]\n", "utf-8")
    small_run.written(tmp_path / "run", events_of(adapter))
    (tmp_path / "run" / name).mkdir()
    with pytest.raises(CertificateError) as caught:
        issuing.issue(tmp_path / "run", SUITE, SIGNER, IssueDetails("x", "7", "today"))
    error = caught.value
    assert (error.problem, error.place) == ("Is a directory", str(tmp_path / "run" / name))
    assert error.hint == "the run is whole: make its folder writable and certify again"


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


def test_a_link_in_the_place_of_a_file_is_not_followed(small: Small, tmp_path: Path) -> None:
    real = small.journal.rename(tmp_path / "elsewhere")
    small.journal.symlink_to(real)
    found = small.checks()
    assert found["results"][0] is REFUSED
    assert "is a link, which is not followed" in found["results"][1]


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
    adapter = put(tmp_path / "a")
    (adapter / "expectations.yaml").write_text("[]\n", "utf-8")
    small_run.written(tmp_path / "run", events_of(adapter))
    details = IssueDetails("x", "7", "today", "https://example.org")
    issuing.issue(tmp_path / "run", SUITE, SIGNER, details)
    assert Small(tmp_path / "run", adapter).check("results")[0] is HOLDS


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


# ---- the adapter ----


def test_changed_sources_are_refused(small: Small) -> None:
    before = small.sources
    (small.adapter / "codec.py").write_text("", "utf-8")
    said = f"they were changed: {before} was signed, {small.sources} is here"
    assert small.check("a: sources") == (REFUSED, said)


def test_sources_that_cannot_be_read_are_refused(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> identity.Identity:
        raise ManifestError("sources: x matches no file")

    monkeypatch.setattr(identity, "of", refuse)
    found = small.checks()
    assert found["a: sources"] == (REFUSED, "sources: x matches no file")
    assert "a: build product" not in found


@pytest.mark.parametrize(
    ("built", "signed", "missing", "said"),
    [
        ("", "b", [], (UNCHECKED, "it was not built on this machine; b was signed")),
        ("", "b", ["go", "x"], (UNCHECKED, "it needs go, x; b was signed")),
        ("c", "", [], (HOLDS, "nothing is built: the sources are what runs")),
        ("b", "b", [], (HOLDS, "b")),
        (
            "c",
            "b",
            [],
            (REFUSED, "it is not the build that was tested: b was signed, c is here"),
        ),
    ],
)
def test_a_build_is_compared_where_there_is_one(
    small: Small,
    monkeypatch: pytest.MonkeyPatch,
    built: str,
    signed: str,
    missing: list[str],
    said: Said,
) -> None:
    built, signed = built and built * 64, signed and signed * 64
    said = (said[0], said[1].replace("b was", f"{'b' * 64} was").replace("c is", f"{'c' * 64} is"))
    said = (said[0], "b" * 64 if said[1] == "b" else said[1])
    sources = small.sources
    monkeypatch.setattr(identity, "of", lambda _: identity.Identity("k", sources, built))
    lacking = {"a": missing}
    monkeypatch.setattr(needs, "missing", lambda own: lacking[own.name])
    statement = small.verified().statement
    statement["predicate"]["utfproof_certificate"]["codecs"][0]["product_dirHash"] = signed
    small.certificate.write_bytes(envelope.sealed(statement, SIGNER))
    assert small.check("a: build product") == said


def test_an_adapter_of_which_nothing_was_assessed_is_not_checked(small: Small) -> None:
    statement = small.verified().statement
    statement["predicate"]["utfproof_certificate"]["codecs"][0]["sources_dirHash"] = ""
    small.certificate.write_bytes(envelope.sealed(statement, SIGNER))
    found = small.checks()
    assert found["a: sources"] == (UNCHECKED, "nothing of it was assessed")
    assert "a: build product" not in found


def test_an_adapter_that_is_not_here_is_not_checked(small: Small, tmp_path: Path) -> None:
    small.adapter.rename(tmp_path / "moved")
    found = small.checks()
    said = f"no adapter in {small.adapter}: --adapter says where it is"
    assert found["a: sources"] == found["a: build product"] == (UNCHECKED, said)
    state, known = found["a: known failures"]
    assert state is UNCHECKED
    assert known.startswith("another list, or none, is beside the adapter here; ")
    moved = small.checks(tmp_path / "moved")
    assert moved["a: sources"][0] is moved["a: known failures"][0] is HOLDS


@pytest.mark.parametrize("change", [lambda path: path.unlink(), lambda path: path.write_text("")])
def test_another_list_of_known_failures_changes_no_verdict(
    small: Small, change: Callable[[Path], object]
) -> None:
    listed = small.adapter / "expectations.yaml"
    signed = digests.of_file(listed)
    change(listed)
    said = f"another list, or none, is beside the adapter here; {signed} was signed"
    assert small.check("a: known failures") == (UNCHECKED, said)


def test_no_list_of_known_failures_is_no_check(small: Small) -> None:
    statement = small.verified().statement
    statement["predicate"]["utfproof_certificate"]["run"]["expectations"] = {}
    small.certificate.write_bytes(envelope.sealed(statement, SIGNER))
    assert "a: known failures" not in small.checks()


# ---- where the adapters of a certificate lie ----


def named(codec: str, target: Path | str = "") -> dict[str, str]:
    return {"codec": codec, "target": str(target)}


def test_adapters_are_found_where_they_are_given_signed_or_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, signed, shipped = (put(tmp_path / f"_{name}", name) for name in "abc")
    shipped = shipped.rename(tmp_path / "c")
    monkeypatch.setattr(registry, "shipped", lambda: [shipped])
    codecs = [named("a/x", tmp_path), named("b/x", signed), named("c/x"), named("d/x")]
    found = local_adapters.adapters(codecs, [mine])
    read = {name: item if isinstance(item, str) else item.folder for name, item in found.items()}
    assert read == {"a": mine, "b": signed, "c": shipped, "d": "no adapter d here"}


def test_a_folder_without_the_adapter_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "shipped", list)
    wrong, broken = put(tmp_path / "wrong", "z"), put(tmp_path / "broken")
    (broken / "adapter.yaml").write_text("adapter: a\n", "utf-8")
    empty = tmp_path / "none\x1b"
    codecs = [named("a/x", wrong), named("b/x", broken), named("c/x", empty)]
    found = local_adapters.adapters(codecs, [])
    assert found["a"] == f"another adapter lies in {wrong}"
    assert found["c"] == f"no adapter in {tmp_path}/none\\x1b: --adapter says where it is"
    said = found["b"]
    assert isinstance(said, str)
    assert said.startswith(f"{broken / 'adapter.yaml'}")
