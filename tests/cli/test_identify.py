"""`identify` names what codecs do, beside what they claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import adapters
from .conftest import Run


@pytest.fixture
def target(home: Path) -> str:
    """Return a codec that replaces octet by octet although it claims the profile unicode."""
    return adapters.put(home, "replaces_each_octet")


def test_the_policy_that_fits_is_named_with_the_line_for_the_manifest(
    utfproof: Run, target: str
) -> None:
    said = utfproof("identify", target)
    assert (said.status, said.err) == (0, "")
    [row] = [line.split() for line in said.out.splitlines() if "replacement  " in line]
    assert row == ["UTF-8", "replacement", "byte", "maximal-subpart", "all", "6,175"]
    assert "replaces_each_octet/table 1.0" in said.out
    assert (
        "adapter.yaml claims otherwise; it would be right with\n    replacement: byte\n" in said.out
    )


def test_json_has_every_option_of_every_encoding(utfproof: Run, target: str) -> None:
    [codec] = utfproof("identify", target, "--format", "json").json()["codecs"]
    assert (codec["codec"], codec["version"]) == ("replaces_each_octet/table", "1.0")
    assert codec["lines"] == ["replacement: byte"]
    said = codec["encodings"]["UTF-8"]
    assert said["replacement"]["fits"] == ["byte"]
    assert said["replacement"]["asked"] == 6_175
    assert said["replacement"]["differ"] == 0
    assert said["replacement"]["claimed"] == "maximal-subpart"
    assert said["replacement"]["agrees"] is False
    assert said["signature"]["fits"] == ["keep"]


def test_an_encoding_that_nobody_offers_leaves_nothing_to_ask(utfproof: Run, target: str) -> None:
    said = utfproof("identify", target, "--encoding", "utf-16be")
    assert said.status == 5
    assert "replaces_each_octet/table 1.0: nothing to identify" in said.out


def test_an_encoding_that_cannot_be_identified_is_a_usage_error(utfproof: Run, target: str) -> None:
    said = utfproof("identify", target, "--encoding", "CESU-8")
    assert (said.status, said.out) == (2, "")


def test_a_codec_that_cannot_run_says_what_it_needs(utfproof: Run, home: Path) -> None:
    lacking = adapters.put(home, "replaces_each_octet", "requires: [no-such-tool]")
    said = utfproof("identify", lacking)
    assert said.status == 5
    assert "replaces_each_octet/table: unavailable: needs no-such-tool" in said.out
    [codec] = utfproof("identify", lacking, "--format", "json").json()["codecs"]
    assert codec["unavailable"] == "needs no-such-tool"


def test_a_codec_that_hello_does_not_name_is_unavailable(utfproof: Run, home: Path) -> None:
    both = adapters.put(home, "replaces_each_octet", codecs=("table", "other"))
    said = utfproof("identify", both, "--format", "json").json()["codecs"]
    assert [codec.get("unavailable") for codec in said] == [
        None,
        "the adapter's hello does not name it",
    ]


def test_a_broken_adapter_is_told_beside_the_others(utfproof: Run, home: Path, target: str) -> None:
    broken = adapters.put(home, "never_greets")
    said = utfproof("identify", broken, target)
    assert said.status == 3
    assert "never_greets/table: broken: " in said.out
    assert "replacement: byte" in said.out


def test_an_adapter_that_talks_nonsense_is_broken(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "says_nonsense")
    said = utfproof("identify", target, "--format", "json")
    assert said.status == 3
    [codec] = said.json()["codecs"]
    assert codec["encodings"] == {}
    assert "decode UTF-8 strict" in codec["broken"]
