"""`cost` finds the codec whose time grows faster than its input, draws it, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import adapters
from .conftest import Run


@pytest.mark.slow
def test_growth_is_told_with_its_weakness_and_drawn(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "copies_its_text")
    said = utfproof("cost", target, "--out", str(home / "plots"), "--format", "json")
    assert said.status == 1
    [codec] = said.json()["codecs"]
    found = {each["shape"]: (each["verdict"], each["cwe"]) for each in codec["curves"]}
    assert found.pop("tails") == ("non-strict", ["CWE-407"])
    assert all(each == ("pass", []) for each in found.values())
    drawn = (home / "plots" / "copies_its_text" / "table.svg").read_text("utf-8")
    assert "validate UTF-8 strict, tails" in drawn


@pytest.mark.slow
def test_a_codec_that_does_not_grow_is_told_in_a_line(utfproof: Run, home: Path) -> None:
    said = utfproof("cost", adapters.put(home, "reads_by_the_table"))
    assert said.status == 0
    assert "no time of 18 grows faster than its input" in said.out


@pytest.mark.slow
def test_the_offers_that_are_named_are_measured_alone(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_by_the_table")
    said = utfproof("cost", target, "--op", "validate UTF-8 strict", "--format", "json")
    assert said.status == 0
    [codec] = said.json()["codecs"]
    assert {curve["op"] for curve in codec["curves"]} == {"validate UTF-8 strict"}


def test_where_no_offer_is_meant_nothing_is_measured(utfproof: Run, home: Path) -> None:
    said = utfproof("cost", adapters.put(home, "reads_by_the_table"), "--op", "label")
    assert said.status == 5


def test_a_codec_that_cannot_run_is_not_measured(utfproof: Run, home: Path) -> None:
    said = utfproof("cost", adapters.put(home, "reads_by_the_table", "requires: [no-such-tool]"))
    assert said.status == 5
    assert "needs no-such-tool" in said.out


KNOWN = """\
codecs:
  remembers/table:
    - weakness: CWE-401
      reason: keeps ill-formed texts
      reference: ["https://example.org/7"]
      kind: defect
      versions: "{versions}"
      seen: 2026-11-26
      ops: [validate UTF-8 strict]
      shapes: [tails, leads, FF, an error at the end]
"""


@pytest.mark.slow
@pytest.mark.parametrize(("versions", "status"), [("<1", 1), (">=1", 0)])
def test_memory_that_is_never_given_back_is_told_with_its_weakness_and_may_be_known(
    utfproof: Run, home: Path, versions: str, status: int
) -> None:
    target = adapters.put(home, "remembers")
    manifest = home / "remembers" / "adapter.yaml"
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace("remembers\nc", "remembers errors\nc"), "utf-8")
    (home / "remembers" / "costs.yaml").write_text(KNOWN.format(versions=versions), "utf-8")
    said = utfproof("cost", target, "--format", "json")
    assert said.status == status
    [codec] = said.json()["codecs"]
    assert {one["verdict"] for one in codec["curves"]} == {"pass"}
    told = {one["shape"]: one for one in codec["memory"]}
    assert set(told) == {"tails", "leads", "FF", "an error at the end"}
    for one in told.values():
        assert (one["op"], one["verdict"]) == ("validate UTF-8 strict", "non-strict")
        assert one["cwe"] == ["CWE-401"]
        assert 128 < one["octets_each"] < 300
        assert one["grown"] >= 32 << 20
        assert one.get("known") == (None if status else "keeps ill-formed texts")


@pytest.mark.slow
def test_growth_that_is_known_is_told_as_such(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "copies_its_text")
    listed = KNOWN.format(versions=">=1").replace("CWE-401", "CWE-407")
    listed = listed.replace("remembers/table", "copies_its_text/table")
    (home / "copies_its_text" / "costs.yaml").write_text(listed, "utf-8")
    said = utfproof("cost", target)
    assert said.status == 0
    assert "of 6 times are at fault, as listed" in said.out
    assert "keeps ill-formed texts (CWE-407; defect)" in said.out


@pytest.mark.slow
@pytest.mark.parametrize("op", ["validate UTF-8 strict", "decode UTF-8 strict"])
def test_what_is_listed_and_not_seen_is_told_where_it_was_asked(
    utfproof: Run, home: Path, op: str
) -> None:
    target = adapters.put(home, "reads_by_the_table")
    listed = KNOWN.format(versions=">=1").replace("remembers/table", "reads_by_the_table/table")
    (home / "reads_by_the_table" / "costs.yaml").write_text(listed, "utf-8")
    said = utfproof("cost", target, "--op", op)
    assert said.status == 0
    assert ("and not seen: keeps ill-formed texts" in said.out) is op.startswith("validate")


def test_a_wrong_list_of_known_costs_is_an_error(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "remembers")
    listed = KNOWN.format(versions=">=1").replace("remembers/table", "remembers/tables")
    (home / "remembers" / "costs.yaml").write_text(listed, "utf-8")
    said = utfproof("cost", target)
    assert said.status == 2
    assert "no codec remembers/tables" in said.err
