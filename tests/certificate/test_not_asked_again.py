"""Asked again: which adapters and codecs are not, and what is said of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from utfproof.adapters import needs
from utfproof.certificate import rerun
from utfproof.certificate.verification import Check
from utfproof.errors import ManifestError

from .small_rerun import HOLDS, REFUSED, UNCHECKED, Rerun


def test_another_version_of_the_library_is_refused(again: Rerun) -> None:
    again.version = "1.1"
    told = "1.0 was signed, 1.1 is here"
    version, asked = again.said()
    assert version == ("a/good: library version", REFUSED, told)
    assert asked[1] is HOLDS


def test_another_build_is_told(again: Rerun) -> None:
    told = " is asked, which was built on this machine, not the build that was signed"
    found = again.said(again.certificate(product_dirHash="b" * 64))
    assert found[0] == ("a: build asked again", UNCHECKED, told)
    assert found[-1][1] is HOLDS


def test_a_codec_that_is_not_offered_here_is_not_asked(again: Rerun) -> None:
    again.offers = ()
    told = "the adapter does not offer it here"
    assert again.said() == [("a/good: asked again", UNCHECKED, told)]


def test_an_adapter_that_does_not_open_is_refused(
    again: Rerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise ManifestError("no hello")

    monkeypatch.setattr(rerun, "opened", refuse)
    assert again.said() == [("a: asked again", REFUSED, "no hello")]


def test_an_adapter_with_other_sources_is_not_started(again: Rerun) -> None:
    found = again.certificate()
    found.checks[:] = [Check("a: sources", REFUSED)]
    told = "its sources are not those that were signed"
    assert again.said(found) == [("a: asked again", UNCHECKED, told)]


def test_an_adapter_that_is_not_here_is_told(again: Rerun) -> None:
    found = again.certificate()
    found.adapters["a"] = "no adapter a here"
    assert again.said(found) == [("a: asked again", UNCHECKED, "no adapter a here")]


def test_an_adapter_that_lacks_a_tool_is_not_started(
    again: Rerun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(needs, "missing", lambda _: ["go", "x"])
    assert again.said() == [("a: asked again", UNCHECKED, "it needs go, x")]


def test_a_codec_of_which_nothing_was_assessed_is_left_out(again: Rerun) -> None:
    assert again.said(again.certificate(sources_dirHash="")) == []


def test_an_adapter_of_which_nothing_was_assessed_does_not_end_the_list(again: Rerun) -> None:
    found = again.certificate()
    found.adapters = {"0": "no adapter 0 here", **found.adapters}
    assert [what for what, _, _ in again.said(found)][-1] == "a/good: asked again"


def test_a_codec_that_is_not_offered_here_does_not_end_the_list(again: Rerun) -> None:
    good = again.own.codecs["good"]
    again.own = replace(again.own, codecs={"good": good, "other": replace(good, name="other")})
    found = again.certificate()
    codecs = found.own["codecs"]
    codecs.insert(0, {**codecs[0], "codec": "a/other"})
    assert [(what, state) for what, state, _ in again.said(found)] == [
        ("a/other: asked again", UNCHECKED),
        ("a/good: library version", HOLDS),
        ("a/good: asked again", HOLDS),
    ]
    opened = [what for what, _ in again.session.asked if what.startswith("opened: ")]
    assert opened == ["opened: other", "opened: good"]
