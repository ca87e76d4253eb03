"""Journals, lists and manifests that once got through or were told badly, by the command line."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from chained import chained
from cli import adapters
from cli.conftest import Run
from utfproof.expectations.patterns import Patterns

QUICK = ("--case", "utf-8/ill-formed/overlong-two/*", "--jobs", "1")


@pytest.mark.slow
def test_parts_without_their_failures_are_not_joined(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "reads_overlong_forms")
    assert utfproof("gate", target, *QUICK, "--shard", "1/1", "--out", "part").status == 1
    journal = Path("part", "journal.jsonl")
    lines = journal.read_text("ascii").splitlines(keepends=True)
    kept = [line for line in lines if '"event":"case"' not in line]
    assert len(kept) < len(lines)
    for text in ("".join(kept), chained("".join(kept))):
        journal.write_text(text, "ascii")
        said = utfproof("report", "merge", "part", "--out", "whole")
        assert said.status == 2
        assert "journal.jsonl" in said.err
        assert not Path("whole").exists()


def test_octets_that_a_codec_excludes_are_named(utfproof: Run, home: Path) -> None:
    target = adapters.put(home, "honest", codecs=())
    manifest = home / "honest" / "adapter.yaml"
    text = manifest.read_text("utf-8").replace("profile: unicode", "")
    own = "  fake: {about: Excludes all., profile: unicode, excludes: ['00-FF']}\n"
    manifest.write_text(text + own, "utf-8")
    assert utfproof("certify", target, "--op", "decode", "--jobs", "1", "--out", "run").status == 0
    [codec] = json.loads(Path("run", "summary.json").read_text("utf-8"))["codecs"]
    assert codec["counts"]["pass"] == 5
    assert codec["counts"]["unsupported"] > 1000
    for name in ("index.html", "journal.jsonl"):
        assert "octets 00-FF" in Path("run", name).read_text("utf-8")


def test_the_path_of_the_cache_may_be_relative(
    utfproof: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UTFPROOF_CACHE", "cache")
    target = adapters.put(home, "reads_by_the_table")
    assert utfproof("certify", target, *QUICK, "--op", "decode", "--out", "run").status == 0


ENTRY = {
    "reason": "A reason.",
    "kind": "defect",
    "reference": ["https://example.org"],
    "versions": "==1.0",
    "expires": "2999-01-01",
    "cases": [
        {
            "verdict": "fail",
            "ops": ["decode UTF-8 strict"],
            "ids": ["a"],
            "count": 1,
            "answer": "ok",
        }
    ],
}
BLOCK = {
    "verdict": "fail",
    "ops": ["decode UTF-8 strict"],
    "ids": ["a"],
    "count": 1,
    "answer": "ok",
}
LISTS: dict[str, dict[str, object]] = {
    "long-version": {"versions": "==" + "9" * 6000},
    "op-of-one-word": {"cases": [{**BLOCK, "ops": ["decode"]}]},
    "op-that-is-none": {"cases": [{**BLOCK, "ops": ["x y z"]}]},
    "key-that-is-missing": {"cases": [{"verdict": "fail"}]},
}


@pytest.mark.parametrize("name", LISTS)
def test_a_hostile_list_of_failures_is_told(utfproof: Run, home: Path, name: str) -> None:
    target = adapters.put(home, "reads_by_the_table")
    codecs = {"reads_by_the_table/table": [{**ENTRY, **LISTS[name]}]}
    Path("list.yaml").write_text(json.dumps({"codecs": codecs}), "utf-8")
    narrowed = ("--case", "utf-8/ill-formed/overlong-two/nul", "--op", "decode", "--jobs", "1")
    said = utfproof("certify", target, *narrowed, "--expect", "list.yaml", "--out", "run")
    assert said.status == 2
    assert said.err.startswith("utfproof: list.yaml:1: ")
    assert len(said.err) < 1000


def test_time_grows_with_the_patterns_and_no_faster() -> None:
    def seconds(number: int) -> float:
        before = time.process_time()
        found = Patterns(f"utf-8/*/a{at}*" for at in range(number))
        assert not any(found.fits(f"utf-8/ill-formed/x{at}") for at in range(10))
        return time.process_time() - before

    # The expressions of a size before are in a cache, in which these have no place any more.
    assert seconds(8_000) < 10 * max(seconds(2_000), 0.05)
