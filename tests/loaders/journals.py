"""Journals: those of a run, packed ones, and the parts of one run that are merged."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from chained import chained
from utfproof.adapters import manifest
from utfproof.adapters.registry import SelectedAdapter
from utfproof.engine.journal import journal, merge, packing, resumption
from utfproof.engine.journal.events import NONCE, RunStarted
from utfproof.engine.journal.lines import line
from utfproof.errors import UtfproofError
from utfproof.expectations.run_check import RunCheck
from utfproof.report.run import console, junit, markdown
from utfproof.report.run.summary import summarise
from utfproof.report.run.summary_json import as_json

from .loader import Loader, looked_at, parted, plain, shown

_HEADER = RunStarted(
    "0.1", {"version": "1.2.0", "digest": "d", "cases": 9}, "vectors", "2025-01-01T00:00:00",
    {"system": "x", "machine": "y", "python": "3.11"}, "utfproof certify", {"case": "*"},
)  # fmt: skip


def _journal_seeds() -> Iterator[bytes]:
    nodes: list[dict[str, object]] = [
        {"event": "codec", "codec": "a/b", "version": "1", "profile": ["unicode"], "options": {},
         "scope": ["decode UTF-8 strict"], "not_assessed": ["sweep UTF-8 strict"], "cases": 3,
         "target": "/x", "library": "l", "build": "k"},
        {"event": "passes", "codec": "a/b", "op": "decode UTF-8 strict", "way": "whole",
         "cases": [["utf-8/a/b", 3], ["utf-8/a/c", 1]]},
        {"event": "passes", "codec": "a/b", "op": "validate UTF-8 strict", "way": "whole",
         "cases": [[0, 1]]},
        {"event": "case", "codec": "a/b", "case": "utf-8/ill-formed/x", "op": "decode UTF-8 strict",
         "verdict": "fail", "asked": 2, "way": "whole", "input": "c080", "expected": "error 0 1",
         "actual": "ok 0", "clauses": ["RFC3629-3-21"], "flags": ["Overlong"]},
        {"event": "family", "codec": "a/b", "family": "families/x", "op": "decode UTF-8 strict",
         "groups": 3},
        {"event": "shard", "codec": "a/b", "family": "families/sweep/UTF-8", "op":
         "sweep UTF-8 strict", "shard": "- 0", "asked": 1, "well_formed": 1, "digest": "d",
         "sampled": 0, "verdict": "pass"},
        {"event": "family-end", "codec": "a/b", "family": "families/x", "op": "decode UTF-8 strict",
         "asked": 7, "groups": 3, "seconds": 0.1, "digest": "d", "note": "n"},
        {"event": "diagnosis", "codec": "a/b", "fault": "f", "about": "t", "encoding": "UTF-8",
         "flag": "Overlong", "cwe": ["CWE-1"], "cve": [], "exact": True, "explains": 1,
         "failures": 1, "case": "utf-8/ill-formed/x", "op": "decode UTF-8 strict", "input": "c080"},
        {"event": "traits", "codec": "a/b", "found": {"UTF-8": {"replacement": "maximal"}}},
        {"event": "known", "codec": "a/b", "reason": "r", "reference": ["x"],
         "cases": {"decode UTF-8 strict": ["utf-8/ill-formed/x"]}},
        {"event": "unmet", "codec": "a/b", "kind": "expired", "text": "t", "place": "p:1"},
        {"event": "codec-end", "codec": "a/b", "verdict": "fail", "counts": {"fail": 1, "pass": 4},
         "restarts": 0, "seconds": 1.5, "why": "", "output": "", "needs": [], "harness": 0.1,
         "chain": "0" * 64},
        {"event": "end", "seconds": 2.0, "codecs": {"a/b": "fail"}, "exit_code": 1,
         "chain": "0" * 64},
    ]  # fmt: skip
    text = line(_HEADER).encode()
    every = [json.dumps(node).encode() + b"\n" for node in nodes]
    yield text + b"".join(every)
    yield text + b"".join(every[:-1])
    uncounted = json.dumps({**nodes[-2], "counts": {}}).encode() + b"\n"
    yield from (text + every[0] + one + uncounted for one in every)


def _journal(data: bytes, folder: Path) -> None:
    # Who changes a journal on purpose computes its digests anew.
    right = chained(data.decode("ascii")).encode("ascii") if data.isascii() else data
    (folder / packing.NAME).write_bytes(right)
    events = list(journal.read(folder))
    summary = summarise(events)
    json.dumps(as_json(summary))
    if looked_at(data):
        shown(lambda screen: console.show(screen, summary))
    junit.render(summary).encode("utf-8")
    markdown.render(summary).encode("utf-8")
    before, _ = journal.interrupted(folder)
    list(RunCheck([], "vectors", whole=True, today=date(2025, 1, 1)).follow([_HEADER], before))


# journal.jsonl.gz: lines that are packed here, or the octets of the packed file

_PACKED = ("lines", "file", "cut")


def _packed_seeds() -> Iterator[bytes]:
    for seed in list(_journal_seeds())[:2]:
        yield b"\x00" + seed
        yield b"\x02" + seed
        yield b"\x01" + gzip.compress(chained(seed.decode("ascii")).encode("ascii"), 6, mtime=0)


def _packed(data: bytes, folder: Path) -> None:
    part, content = parted(data, _PACKED)
    if part != "file":
        right = chained(content.decode("ascii", "ignore")).encode("ascii")
        content = gzip.compress(right, 1, mtime=0)
    if part == "cut":
        content = content[: -1 - len(content) // 4]
    (folder / packing.PACKED).write_bytes(content)
    with suppress(UtfproofError):
        journal.interrupted(folder)
    summarise(journal.read(folder))


# Two parts of one run: the first octet says which is replaced

_PARTS = ("first", "second", "both")


def _part_seeds() -> Iterator[bytes]:
    """Yield what is left of a run, as a shard of it, and whole."""
    asked = [{**json.loads(line(_HEADER)), "asks": {"case": "*", "shard": f"{number}/2"}}
             for number in (1, 2)]  # fmt: skip
    whole = next(_journal_seeds()).split(b"\n", 1)[1]
    for number, header in enumerate(asked):
        yield bytes([number]) + json.dumps(header).encode() + b"\n" + whole
    yield b"\x02" + next(_journal_seeds())


def _parts(data: bytes, folder: Path) -> None:
    part, content = parted(data, _PARTS)
    right = chained(content.decode("ascii", "ignore"))
    first = next(_part_seeds())[1:].decode("ascii")
    given = {"first": (right, first), "second": (first, right), "both": (right, right)}
    folders = []
    for name, text in zip(("a", "b"), given[part], strict=True):
        folders.append(folder / name)
        folders[-1].mkdir(exist_ok=True)
        (folders[-1] / packing.NAME).write_text(chained(text), "ascii")
    merged = merge.join(folders, "utfproof report a b")
    for text in merged.missing:
        plain(text)
    summary = summarise(merged.events())
    journal.text(merged.events())
    markdown.render(summary).encode("utf-8")


# A run that is resumed

_MANIFEST = """\
adapter: a
about: Words.
language: C
run: "true"
codecs: {b: {about: It., profile: unicode}}
"""


def _resumed_seeds() -> Iterator[bytes]:
    for seed in list(_journal_seeds())[:2]:
        yield seed.rpartition(b'{"event": "end"')[0] or seed


def _resumed(data: bytes, folder: Path) -> None:
    (folder / packing.NAME).write_text(chained(data.decode("ascii", "ignore")), "ascii")
    header = replace(_HEADER, asks={"case": "*", NONCE: "1"})
    own = folder / "a"
    own.mkdir(exist_ok=True)
    (own / "adapter.yaml").write_text(_MANIFEST, "ascii")
    read = manifest.load(own)
    run = resumption.earlier(folder, header, [SelectedAdapter(read, tuple(read.codecs.values()))])
    with suppress(UtfproofError), journal.Journal(folder, run.size) as file:
        file.write(header)
    list(RunCheck([], "vectors", whole=True, today=date(2025, 1, 1)).follow([_HEADER], run.events))


LOADERS: Mapping[str, Loader] = {
    "journal": Loader(_journal_seeds, _journal),
    "packed": Loader(_packed_seeds, _packed),
    "parts": Loader(_part_seeds, _parts),
    "resumed": Loader(_resumed_seeds, _resumed),
}
