"""The result of a run on narrow screens and in pipes: a line a codec, and totals at the end."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Event,
    ExpectationUnmet,
    FailuresKnown,
    RunFinished,
    RunStarted,
)
from utfproof.model.verdict import CodecVerdict, Verdict
from utfproof.report.run import codec_lines, console
from utfproof.report.run.summary import Summary, summarise
from utfproof.report.text import UNBOUNDED

OP = "decode UTF-8 strict"
LONG = "an_adapter_with_a_long_name/TextDecoderStream-ignoreBOM"


def codec(name: str, failing: int, listed: int = 0, asked: int = 4) -> list[Event]:
    """Make a codec of which the first cases fail, and the first of these are known."""
    ids = [f"utf-8/ill-formed/{number}" for number in range(asked)]
    verdicts = [Verdict.FAIL] * failing + [Verdict.PASS] * (asked - failing)
    cases = [
        CaseFinished(name, case, OP, verdict, 1, "whole", "c0", "error 0 1", "ok", ("C-1",), ())
        for case, verdict in zip(ids, verdicts, strict=True)
    ]
    known = [FailuresKnown(name, "It reads overlong forms.", (), {OP: ids[:listed]})]
    verdict = CodecVerdict.FAIL if failing else CodecVerdict.PASS
    end = CodecFinished(name, verdict, {}, 0, 1.0)
    start = CodecStarted(name, "1.0", (), {}, (OP,), (), asked)
    return [start, *cases, *(known if listed else []), end]


def run(*codecs: list[Event]) -> Summary:
    header = RunStarted("0.1", {}, "vectors", "2026-01-01", {}, "utfproof")
    return summarise([header, *(event for one in codecs for event in one), RunFinished(1.0)])


def shown(summary: Summary, width: int = UNBOUNDED) -> list[str]:
    screen = Console(file=io.StringIO(), width=width, color_system=None)
    with screen.capture() as seen:
        console.show(screen, summary)
    return [line.rstrip() for line in seen.get().splitlines()]


MIXED = run(
    codec("a/passes", 0),
    codec(LONG, 2, 2),
    codec("z/fails", 3, 1),
    [CodecFinished("m/died", CodecVerdict.BROKEN, {}, 0, 1.0, "it died")],
    [CodecFinished("n/absent", CodecVerdict.UNAVAILABLE, {}, 0, 0.0, "needs go", "", ("go",))],
)


def test_a_codec_whose_adapter_failed_is_counted_with_the_words_of_its_adapter() -> None:
    answer = "the adapter says that it failed, not its codec: failed m:f raised ValueError"
    start, case, end = codec("m/failed", 1, asked=1)
    assert isinstance(case, CaseFinished)
    assert isinstance(end, CodecFinished)
    wrong = replace(case, verdict=Verdict.BROKEN, actual=answer)
    summary = run([start, wrong, replace(end, verdict=CodecVerdict.BROKEN)])
    [found] = codec_lines.marked(list(summary.codecs.values()))
    assert (found.mark, found.count, found.detail) == ("broken", "1 of 1", answer)


@pytest.mark.parametrize("width", [60, 76, UNBOUNDED])
def test_new_failures_come_first_then_known_ones_then_what_passes(width: int) -> None:
    head, *lines = shown(MIXED, width)
    assert head.split()[:2] == ["verdict", "codec"]
    found = [line.split()[:2] for line in lines[:4]]
    assert found == [
        ["FAIL", "z/fails"],
        ["broken", "m/died"],
        ["known", LONG],
        ["pass", "a/passes"],
    ]
    assert re.search(r"z/fails +2 of 4", lines[0])
    assert re.search(rf"{LONG} +2 of 4", lines[2])


def test_where_it_has_room_the_matrix_is_shown_and_tells_known_from_new() -> None:
    text = "\n".join(shown(MIXED, 120))
    assert re.search(rf"{LONG} *│ known +│ +known 2/4│", text)
    assert re.search(r"z/fails +│ FAIL +│ +fail 3/4 *│", text)


@pytest.mark.parametrize("width", [40, 60, 80, 100, 160, UNBOUNDED])
def test_no_name_is_ever_cut(width: int) -> None:
    lines = shown(MIXED, width)
    assert any(LONG in line for line in lines)
    assert not any("…" in line.partition(" of 4")[0] for line in lines)


@pytest.mark.parametrize("width", [80, 100, 160])
def test_no_line_of_a_codec_is_wider_than_the_screen(width: int) -> None:
    long = codec("a/b", 1, 1)
    long.insert(-1, FailuresKnown("a/b", "A reason " * 40, (), {OP: ["utf-8/ill-formed/0"]}))
    found = codec_lines.marked(list(run(long, codec("x" * 43, 2, 2)).codecs.values()))
    lines = [line.plain for line in codec_lines.lines(found, width)]
    assert len(lines) == 3
    assert max(map(len, lines)) <= width


def test_many_codecs_that_pass_share_a_line() -> None:
    lines = shown(run(*(codec(f"a/{number}", 0) for number in range(13)), codec("b/c", 0)))
    assert lines[1].split() == ["pass", "14", "codecs", "of", "2", "adapters"]


@pytest.mark.parametrize(
    ("codecs", "said"),
    [
        ([codec("a/b", 0)], "1 codec: 1 pass; 0 new"),
        ([codec("a/b", 1)], "1 codec: 1 fail; 1 new failure"),
        ([codec("a/b", 2, 2), codec("a/c", 0)], "2 codecs: 1 pass, 1 fail, all known; 0 new"),
        (
            [codec("a/b", 2, 2), codec("a/c", 3, 1), codec("a/d", 4)],
            "3 codecs: 3 fail, 1 of them as known; 6 new failures in 2 codecs",
        ),
        (
            [[*codec("a/b", 0), ExpectationUnmet("a/b", "unexpected pass", "x", "e.yaml:1")]],
            "1 codec: 1 fail; 0 new; 1 expectation not met",
        ),
    ],
)
def test_totals_come_at_the_end(codecs: list[list[Event]], said: str) -> None:
    *_, totals, result, about = shown(run(*codecs), 80)
    assert totals == said
    assert re.fullmatch("result [0-9a-f]{64}", result)
    assert about.startswith("       digest of all answers: ")


def test_totals_count_what_is_unavailable() -> None:
    *_, totals, _, _ = shown(MIXED)
    said = "5 codecs: 1 pass, 2 fail, 1 of them as known, 1 broken, 1 unavailable; 2 new failures"
    assert totals == f"{said} in 1 codec"


def test_colours_come_with_words_and_go_without_them(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for name in ("", "NO_COLOR"):
        if name:
            monkeypatch.setenv(name, "1")
        screen = Console(file=io.StringIO(), width=80, force_terminal=True, color_system="standard")
        with screen.capture() as seen:
            console.show(screen, MIXED)
        texts.append(seen.get())
    coloured, plain = texts
    assert "\x1b[1;31mFAIL" in coloured
    assert "\x1b[33mknown" in coloured
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", plain)
