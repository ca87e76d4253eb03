"""The adapter of a certificate: its sources, its build, its known failures, and its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from utfproof import digests
from utfproof.adapters import identity, needs, registry
from utfproof.certificate import (
    envelope,
    local_adapters,
)
from utfproof.errors import BuildError, ManifestError

from .small_certificate import (
    HOLDS,
    REFUSED,
    SIGNER,
    UNCHECKED,
    Said,
    Small,
    put,
)

pytestmark = pytest.mark.usefixtures("quick_digests")


def test_changed_sources_are_refused(small: Small) -> None:
    before = small.sources
    (small.adapter / "codec.py").write_text("", "utf-8")
    said = f"they were changed: {before} was signed, {small.sources} is here"
    assert small.check("a: sources") == (REFUSED, said)


def test_sources_that_cannot_be_read_are_refused(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> str:
        raise ManifestError("sources: x matches no file")

    monkeypatch.setattr(identity, "sources", refuse)
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
    monkeypatch.setattr(identity, "product", lambda _: built)
    lacking = {"a": missing}
    monkeypatch.setattr(needs, "missing", lambda own: lacking[own.name])
    statement = small.verified().statement
    statement["predicate"]["utfproof_certificate"]["codecs"][0]["product_dirHash"] = signed
    small.certificate.write_bytes(envelope.sealed(statement, SIGNER))
    assert small.check("a: build product") == said


def test_no_program_is_started_for_sources_that_were_changed(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(_: str) -> bytes:
        raise AssertionError

    (small.adapter / "adapter.yaml").write_text(
        "adapter: a\nabout: x\nlanguage: C\nrequires: [sh]\nbuild: cp codec.py {cache}/\n"
        "run: sh codec.py\ncodecs:\n  good: {about: x}\n",
        "utf-8",
    )
    monkeypatch.setattr(needs, "version", start)
    found = small.checks()
    assert found["a: sources"][0] is REFUSED
    assert found["a: build product"] == (UNCHECKED, "its sources are not those that were signed")


def test_a_build_that_cannot_be_digested_is_refused(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> str:
        raise BuildError("x cannot be read")

    monkeypatch.setattr(identity, "product", refuse)
    assert small.check("a: build product") == (REFUSED, "x cannot be read")


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
