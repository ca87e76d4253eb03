"""The loaders that are fuzzed: what each begins with, and what is done with a file.

A loader may refuse a file by a UtfproofError. What is read is used as the program uses it: shown,
rendered, compared; nothing of it may steer a terminal. Nothing else may be raised.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from io import StringIO
from pathlib import Path
from zlib import crc32

from rich.console import Console

from chained import chained
from divergence import found
from utfproof import locations
from utfproof.adapters import manifest
from utfproof.adapters.check import hello_check
from utfproof.adapters.session import hello
from utfproof.engine.journal import journal, packing
from utfproof.engine.journal.events import RunStarted
from utfproof.engine.journal.lines import line
from utfproof.errors import UtfproofError
from utfproof.expectations import document, rendered
from utfproof.expectations.run_check import RunCheck
from utfproof.fuzz.campaign import statistics
from utfproof.fuzz.triage import findings
from utfproof.proof.power import foreign
from utfproof.report.campaign import campaign as campaigns
from utfproof.report.campaign import console as divergences
from utfproof.report.campaign import markdown as divergence_markdown
from utfproof.report.campaign import sarif
from utfproof.report.run import console, junit, markdown
from utfproof.report.run.summary import summarise
from utfproof.report.run.summary_json import as_json
from utfproof.vectors import check, loader
from vectors import small

_RARELY = 8


@dataclass(frozen=True, slots=True)
class Loader:
    """A loader: the files that fuzzing begins with, and what is done with one."""

    seeds: Callable[[], Iterator[bytes]]
    load: Callable[[bytes, Path], None]


def feed(name: str, data: bytes, folder: Path) -> None:
    """Return a file to a loader, in a folder of its own.

    Raises:
        Exception: anything but a refusal.
    """
    try:
        LOADERS[name].load(data, folder)
    except UtfproofError:
        return


def plain(text: str, allowed: str = "\n") -> None:
    """Check that a text cannot steer a terminal.

    Raises:
        ValueError: it can.
    """
    for character in text:
        if not character.isprintable() and character not in allowed:
            raise ValueError(f"{character!r} is shown: {text[:400]!r}")
    text.encode("utf-8")


def _looked_at(data: bytes) -> bool:
    """Draw what is slow to draw for some inputs only."""
    return crc32(data) % _RARELY == 0


def _shown(draw: Callable[[Console], None]) -> None:
    out = StringIO()
    draw(Console(file=out, width=120, force_terminal=False))
    plain(out.getvalue())


# The vectors: the first octet says which file of a small suite is replaced.

_FILES = sorted(small.FILES)


def _vector_seeds() -> Iterator[bytes]:
    for number, name in enumerate(_FILES):
        yield bytes([number]) + small.FILES[name].encode()
    number = _FILES.index("utf-8/overlong.yaml")
    for name in ("utf-8/ill-formed/overlong.yaml", "utf-16", "detect", "labels"):
        folder = locations.vectors() / name
        path = folder if folder.is_file() else next(iter(sorted(folder.rglob("*.yaml"))), None)
        if path:
            yield bytes([number]) + path.read_bytes()[:2500]


def _vectors(data: bytes, folder: Path) -> None:
    small.write(folder)
    name = _FILES[data[0] % len(_FILES)] if data else _FILES[0]
    (folder / name).write_bytes(data[1:])
    suite = loader._load.__wrapped__(folder)
    check.problems(suite)


# adapter.yaml


def _manifest_seeds() -> Iterator[bytes]:
    # The first is short enough to stay whole: a seed that is refused would hide all behind it.
    for name in ("lua", "rust", "c_glibc", "c_icu"):
        path = locations.adapters() / name / "adapter.yaml"
        if path.is_file():
            yield path.read_bytes()[:3000]
    yield _MANIFEST


_MANIFEST = b"""\
adapter: mine
about: Words.
language: C
library: mine
requires: [cc, icu-uc.pc]
build: ["cc -o {cache}/x x.c"]
run: "{cache}/x"
sources: ["{project}/src/**"]
environment: {A: b}
limits: {memory: 2 GiB, seconds-per-block: "20", sweep: all}
codecs:
  utf8: {about: It., profile: [rfc3629, unicode], signature: {UTF-8: keep}, excludes: [80-9F]}
"""


def _manifest(data: bytes, folder: Path) -> None:
    (folder / "adapter.yaml").write_bytes(data)
    item = manifest.load(folder)
    for codec in item.codecs.values():
        plain(f"{item.name}/{codec.name} {codec.library} {codec.about}")


# journal.jsonl

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
    if _looked_at(data):
        _shown(lambda screen: console.show(screen, summary))
    junit.render(summary).encode("utf-8")
    markdown.render(summary).encode("utf-8")
    before, _ = journal.interrupted(folder)
    list(RunCheck([], "vectors", whole=True, today=date(2025, 1, 1)).follow([_HEADER], before))


# expectations.yaml

_EXPECTATIONS = b"""\
codecs:
  mine/utf8:
    - reason: It reads overlong forms.
      reference: ["https://example.org/1", CVE-2000-0884]
      versions: ">=1.2, <3"
      expires: 2027-01-31
      varies: true
      cases:
        - verdict: fail
          level: vectors
          ops: [decode UTF-8 strict, validate UTF-8 strict]
          ids: ["utf-8/ill-formed/*", "!utf-8/ill-formed/{a,b}", "utf-8/*/[a-c]?"]
          count: 12
          answer: ok 0
        - verdict: crash
          ids: [families/x/*]
          level: complete
          count: 3
          answers: "0123456789abcdef"
"""


def _expectation_seeds() -> Iterator[bytes]:
    yield _EXPECTATIONS
    for path in sorted(locations.adapters().glob("*/expectations.yaml"))[:4]:
        yield path.read_bytes()[:2000]


def _expectations(data: bytes, folder: Path) -> None:
    path = folder / document.NAME
    path.write_bytes(data)
    listed = document.load(path)
    for name, defects in listed.codecs.items():
        for defect in defects:
            plain(f"{name} {defect.reason} {' '.join(defect.reference)}")
            defect.concerns("2.1rc1 (x)")
            for block in defect.blocks:
                block.patterns.fits("utf-8/ill-formed/a")
    path.write_text(rendered.text(listed.codecs), "utf-8")
    again = document.load(path)
    if list(again.codecs) != sorted(listed.codecs):
        raise ValueError("what is written does not read as the same")


# findings.jsonl and the statistics beside it


def _finding_seeds() -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        findings.append(folder, found.OVERLONG)
        findings.append(folder, found.SURROGATE)
        yield (folder / findings.NAME).read_bytes()
        findings.append(folder, found.CRASH)
        yield (folder / findings.NAME).read_bytes()


def _findings(data: bytes, folder: Path) -> None:
    (folder / findings.NAME).write_bytes(data)
    _campaign(folder, drawn=_looked_at(data))


def _campaign(folder: Path, *, drawn: bool) -> None:
    shown = campaigns.read(folder)
    if not drawn:
        return
    _shown(lambda screen: divergences.show(screen, shown))
    for number, finding in enumerate(shown.findings, 1):
        _shown(partial(divergences.show_one, number=number, finding=finding, campaign=shown))
    divergence_markdown.render(shown).encode("utf-8")
    sarif.render(shown, None, {}).encode("utf-8")


def _statistics_seeds() -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        statistics.write(folder, found.STATISTICS)
        yield (folder / statistics.NAME).read_bytes()


def _statistics(data: bytes, folder: Path) -> None:
    (folder / statistics.NAME).write_bytes(data)
    (folder / statistics.ROWS).write_bytes(data)
    _campaign(folder, drawn=_looked_at(data))


# The answer to hello, and a list of strings from elsewhere


def _hello_seeds() -> Iterator[bytes]:
    yield (
        b'{"protocol":1,"adapter":"mine","codecs":[{"name":"utf8","version":"1.0",'
        b'"offers":["decode UTF-8 strict","encode UTF-16LE replace","detect - -"]}]}'
    )


def _hello(data: bytes, folder: Path) -> None:
    (folder / "adapter.yaml").write_bytes(_MANIFEST)
    item = manifest.load(folder)
    line = data.replace(b"\n", b" ")
    list(hello_check.problems(line.decode("utf-8", "replace"), hello.parse(line), item))
    for codec in hello.read(line, item.place):
        plain(f"{codec.name} {codec.version}")


def _list_seeds() -> Iterator[bytes]:
    yield b"# a list\nc0 80\nE282AC\n-\n\n"


def _list(data: bytes, folder: Path) -> None:
    path = folder / "list.txt"
    path.write_bytes(data)
    foreign.strings(path)


LOADERS: Mapping[str, Loader] = {
    "vectors": Loader(_vector_seeds, _vectors),
    "manifest": Loader(_manifest_seeds, _manifest),
    "journal": Loader(_journal_seeds, _journal),
    "expectations": Loader(_expectation_seeds, _expectations),
    "findings": Loader(_finding_seeds, _findings),
    "statistics": Loader(_statistics_seeds, _statistics),
    "hello": Loader(_hello_seeds, _hello),
    "list": Loader(_list_seeds, _list),
}
