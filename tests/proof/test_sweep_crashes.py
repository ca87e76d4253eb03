"""Shards without an answer: a crash or a touch is followed to its string, and the sweep goes on."""

from __future__ import annotations

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Op
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.reference import tables

from .sweeping import (
    SHORT,
    Stumbles,
    Sweeping,
    context,
    swept,
)


@pytest.mark.parametrize(
    ("outcome", "verdict", "words"),
    [
        (Hung(2.0), Verdict.HANG, "no answer within 2.0 s"),
        (Garbled("", "octets that are not ASCII"), Verdict.BROKEN, "octets that are not ASCII"),
        (NotRun("the restart budget is spent"), Verdict.NOT_RUN, "not run: the restart budget"),
    ],
)
def test_a_shard_without_an_answer_does_not_end_the_sweep(
    outcome: Answer, verdict: Verdict, words: str
) -> None:
    found = swept(context(Stumbles(string=b"\xc2", outcome=outcome), case=SHORT))
    verdicts = [case.verdict for case in found.cases.values()]
    assert verdicts == [Verdict.PASS, verdict, Verdict.PASS]
    assert found.cases["length-1"].input == "- 1"
    assert found.cases["length-1"].actual.startswith(words)
    assert found.cases["length-1"].asked == (0 if verdict is Verdict.NOT_RUN else 256)


def test_a_crash_is_followed_to_the_string() -> None:
    crash = Crashed("SIGSEGV")
    found = swept(context(Stumbles(string=b"\xc2A", outcome=crash), case=SHORT))
    case = found.cases["length-2"]
    assert case.verdict is Verdict.CRASH
    assert (case.input, case.expected, case.actual) == ("c241 0", "ok 1i0", "crashed: SIGSEGV")
    assert found.cases["length-1"].verdict is Verdict.PASS
    assert "2: 1 of 1 shards without an answer" in found.family.note


def test_a_touch_of_other_memory_is_followed_to_the_string() -> None:
    touch = b"overrun read 1 past the end"
    found = swept(context(Stumbles(string=b"\xc2A", outcome=touch), case=SHORT))
    case = found.cases["length-2"]
    assert case.verdict is Verdict.OVERRUN
    assert (case.input, case.expected, case.actual) == ("c241 0", "ok 1i0", touch.decode())


def test_a_touch_at_a_sampled_string_is_the_codec_s() -> None:
    class TouchesWhenItDecodes(Sweeping):
        def decode(self, octets: bytes) -> str | Answer:
            touches = octets[:1] >= b"\x80"
            return "overrun read 1 past the end" if touches else super().decode(octets)

    case = swept(context(TouchesWhenItDecodes(), case="*/length-1")).cases["length-1"]
    assert case.verdict is Verdict.OVERRUN


def test_a_crash_that_no_string_repeats_alone_stays_with_the_shard() -> None:
    session = Stumbles(string=b"\xc2A", outcome=Crashed("SIGSEGV"), alone=False)
    case = swept(context(session, case="*/length-2")).cases["length-2"]
    assert (case.verdict, case.input) == (Verdict.CRASH, "- 2")


def test_only_the_first_crash_is_followed() -> None:
    class CrashesAlways(Sweeping):
        def answer(self, op: Op, line: str) -> Answer:
            del op, line
            return Crashed("SIGSEGV")

    session = CrashesAlways()
    swept(context(session, Encoding.UTF_32BE, Claims(("iso10646",))), "exhaustive")
    assert len(session.asked) == 3 + 512  # the first shard is one string and nothing to follow


def test_a_crash_at_a_sampled_string_is_the_codec_s() -> None:
    class CrashesWhenItDecodes(Sweeping):
        def decode(self, octets: bytes) -> str | Answer:
            return Crashed("SIGABRT") if octets[0] == 0xC2 else super().decode(octets)

    session = CrashesWhenItDecodes(tells=False)
    session.table = tables.table("00-7F  00-7F\n80-80  C2")
    session.automaton = tables.automaton(session.table)
    case = swept(context(session, case="*/length-1")).cases["length-1"]
    assert case.verdict is Verdict.CRASH  # graver than the failure, which is C2 too
    assert case.actual == "decode UTF-8 strict: crashed: SIGABRT"
