"""Runs of codecs as journals tell them, and the matrices that are made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    FailuresKnown,
    RunFinished,
    RunStarted,
    TraitsFound,
)
from utfproof.model.verdict import Verdict, codec_verdict
from utfproof.report.run import matrix
from utfproof.report.run.matrix import Matrix, MatrixRow
from utfproof.report.run.summary import summarise

STRICT, REPLACE = "decode UTF-8 strict", "decode UTF-8 replace"
GREEN = {STRICT: "pass"}
PIPE = "a|b`c*d\n# e"
HIDDEN = "\x1b[31m\u202ef\x00"
INJECTED = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', PIPE, HIDDEN]
ADDRESS = "https://example.org/7"

Offers = Mapping[str, str]
"""The verdicts of the cases of each offer: `{"decode UTF-8 strict": "pass fail"}`."""


def codec(
    name: str,
    offers: Offers = GREEN,
    library: str | None = None,
    version: str = "1.0",
    traits: Mapping[str, Mapping[str, str]] | None = None,
    known: Iterable[tuple[str, tuple[str, ...]]] = (),
) -> list[Event]:
    """Make the events of a codec; `known` are reasons with their references."""
    library = name.partition("/")[0] if library is None else library
    cases = [
        case(name, offer, number, Verdict(word))
        for offer, words in offers.items()
        for number, word in enumerate(words.split())
    ]
    counts: dict[Verdict, int] = {}
    for one in cases:
        counts[one.verdict] = counts.get(one.verdict, 0) + 1
    return [
        CodecStarted(name, version, (), {}, tuple(offers), (), len(cases), library=library),
        *cases,
        *([TraitsFound(name, traits)] if traits else []),
        *(FailuresKnown(name, why, where, {STRICT: ["utf-8/a/0"]}) for why, where in known),
        CodecFinished(name, codec_verdict(counts), {}, 0, 1.0),
    ]


def case(name: str, op: str, number: int, verdict: Verdict) -> CaseFinished:
    return CaseFinished(
        codec=name,
        case=f"utf-8/a/{number}",
        op=op,
        verdict=verdict,
        asked=1,
        way="whole",
        input="c0af",
        expected="error 0 1",
        actual="ok 2f",
        clauses=(),
        flags=(),
    )


def run(*codecs: list[Event]) -> list[Event]:
    vectors = {"version": "1.0.0", "digest": "d1935", "cases": 3389}
    header = RunStarted("0.1", vectors, "vectors", "2025-01-01T10:00", {"machine": "x86_64"}, "")
    return [header, *(event for events in codecs for event in events), RunFinished(3.0)]


def found(*codecs: list[Event]) -> Matrix:
    return matrix.matrix(summarise(run(*codecs)))


def rows(*codecs: list[Event], section: int = 0) -> list[MatrixRow]:
    return list(found(*codecs).sections[section].rows)


def folded(*codecs: list[Event]) -> list[tuple[str, ...]]:
    return [row.codecs for row in rows(*codecs)]


def squares(offers: Offers) -> dict[str, str]:
    [row] = rows(codec("c/one", offers))
    return {name: square.text for name, square in row.squares.items()}


def everything(text: str) -> Matrix:
    """Make a matrix with a text wherever an adapter or its list of defects has a say."""
    known = (f"x{text}", (f"x{text}", f"{ADDRESS}{text}"))
    traits = {"UTF-8": {"replacement": f"x{text}"}, "UTF-16LE": {"units": f"x{text}"}}
    offers = {**GREEN, "decode UTF-16LE strict": "fail pass", "decode UTF-16 replace": "pass"}
    return found(codec(f"c/x{text}", offers, version=f"1{text}", traits=traits, known=[known]))
