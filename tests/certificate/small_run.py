"""A small run, written by hand: four codecs of three adapters, and a suite of five requirements."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from changed_fields import changed
from utfproof.certificate import certified_run
from utfproof.certificate.certified_run import CertifiedRun
from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    FailuresKnown,
    FamilyFinished,
    RunFinished,
    RunStarted,
    ShardFinished,
)
from utfproof.engine.journal.journal import Journal
from utfproof.engine.journal.packing import NAME
from utfproof.model.case import Keyword
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.vectors.suite import Property, Requirement, SourceDocument, Suite

DECODE, ENCODE = "decode UTF-8 strict", "encode UTF-8 strict"
HEADER = RunStarted(
    utfproof="2.0",
    vectors={"version": "3.1", "digest": "d" * 64},
    level="vectors",
    started="2026-01-02T03:04:05+00:00",
    environment={"system": "Linux"},
    command="utfproof certify a b",
    asks={"encoding": ["UTF-8"], "op": [], "case": "*"},
    harness="a" * 64,
    files="f" * 64,
    expectations={"b": "e" * 64, "a": "0" * 64},
)


def requirement(name: str, untestable: str | None = None) -> Requirement:
    return Requirement(
        name, f"DOC {name}", "1", None, "MUST", ("decode",), "…", untestable, derived=False
    )


def relation(name: str, *clauses: str) -> Property:
    return Property(f"properties/{name}", clauses, (), Keyword.MUST, "…")


SUITE = Suite(
    version="3.1",
    digest="d" * 64,
    cases=(),
    properties=(relation("one", "R1"), relation("both", "R1", "R3")),
    families=(),
    requirements={
        "R1": requirement("R1"),
        "R2": requirement("R2"),
        "R3": requirement("R3"),
        "R4": requirement("R4"),
        "R5": requirement("R5", "no codec shows it"),
    },
    notes={},
    documents={
        f"DOC R{number}": SourceDocument(f"DOC R{number}", "A document", "1", "https://doc", None)
        for number in range(1, 6)
    },
)


def started(codec: str, **more: object) -> CodecStarted:
    found = CodecStarted(
        codec=codec,
        version="1.0",
        profile=("rfc3629",),
        options={"units": "utf-16"},
        scope=(DECODE,),
        not_assessed=(ENCODE,),
        cases=3,
        library=codec.split("/", maxsplit=1)[0],
        sources="5" * 64,
        product="b" * 64,
    )
    return changed(found, **more)


def case(
    codec: str, name: str, verdict: Verdict, asked: int, *clauses: str, op: str = DECODE
) -> CaseFinished:
    return CaseFinished(
        codec, name, op, verdict, asked, "whole", "c080", "error 0 1", "ok 0", clauses, ()
    )


def finished(codec: str, verdict: CodecVerdict, why: str = "") -> CodecFinished:
    return CodecFinished(codec, verdict, {}, 0, 1.5, why)


GOOD: tuple[Event, ...] = (
    started("a/good"),
    case("a/good", "properties/one/UTF-8", Verdict.PASS, 5),
    finished("a/good", CodecVerdict.PASS),
)
LAX: tuple[Event, ...] = (
    started("b/lax", library="other", sources="6" * 64, product="", profile=("unicode",)),
    case("b/lax", "utf-8/ill-formed/x", Verdict.NON_STRICT, 2, "R1"),
    case("b/lax", "utf-8/ill-formed/y", Verdict.ALTERNATIVE, 3, "R2"),
    case("b/lax", "utf-8/ill-formed/z", Verdict.NON_STRICT, 1, "R2"),
    case("b/lax", "families/counts/1", Verdict.NON_STRICT, 7, "R3", op=ENCODE),
    case("b/lax", "utf-8/impossible/x", Verdict.IMPOSSIBLE, 1, "R4"),
    FamilyFinished("b/lax", "families/counts", ENCODE, 7, 1, 0.5, "9" * 64, "a note"),
    finished("b/lax", CodecVerdict.PASS),
)
BAD: tuple[Event, ...] = (
    started("b/bad", library="other", sources="6" * 64, product="", target="/home/b"),
    case("b/bad", "utf-8/ill-formed/x", Verdict.FAIL, 2, "R1"),
    case("b/bad", "utf-8/ill-formed/y", Verdict.FAIL, 2, "R1", "R2"),
    case("b/bad", "utf-8/ill-formed/y", Verdict.CRASH, 2, "R1", op=ENCODE),
    case("b/bad", "properties/both/UTF-8", Verdict.PASS, 4),
    FailuresKnown("b/bad", "Reads too much.", ("https://b/1",), {DECODE: ["utf-8/x", "utf-8/y"]}),
    finished("b/bad", CodecVerdict.FAIL),
)
ABSENT: tuple[Event, ...] = (finished("c/absent", CodecVerdict.UNAVAILABLE, "no compiler"),)
SWEPT = ShardFinished(
    "a/good", "families/sweep", DECODE, "- 1", 256, 128, "7" * 64, 0, Verdict.PASS
)
FOOTER = RunFinished(12.6)
ALL: tuple[Event, ...] = (HEADER, *GOOD, *LAX, *BAD, *ABSENT, SWEPT, FOOTER)


def written(folder: Path, events: Iterable[Event] = ALL) -> Path:
    """Write the journal of a run; return its path."""
    with Journal(folder) as journal:
        for event in events:
            journal.write(event)
    return folder / NAME


def read(folder: Path, events: Iterable[Event] = ALL) -> CertifiedRun:
    return certified_run.read(written(folder, events), SUITE)
