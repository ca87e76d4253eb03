"""Sweeps: what a right codec comes to, how each wrong one is found out, and what is counted."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest

from utfproof.adapters import registry
from utfproof.adapters.launch import opened
from utfproof.adapters.session.blocks import Answer
from utfproof.engine.journal.events import FamilyFinished, FamilyStarted, ShardFinished
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.proof.sweep.stage import SweepStage

from .sweeping import (
    SHORT,
    FindsErrorsLate,
    LabelsTooMany,
    LeavesRunsApart,
    LeavesStringsOut,
    RefusesOne,
    SaysAnotherWord,
    SaysNonsense,
    Sweeping,
    SweepsFromATable,
    TellsNowAndThen,
    TellsNowAndThenWrong,
    ValidatesByAnotherFunction,
    context,
    swept,
)

Change = Callable[[ShardFinished], ShardFinished]


def test_a_right_codec_passes_every_length() -> None:
    found = swept(context(Sweeping()))
    verdicts = {name: (case.verdict, case.asked) for name, case in found.cases.items()}
    assert verdicts == {f"length-{n}": (Verdict.PASS, 256**n) for n in range(4)}
    assert found.cases["length-2"].case == "families/sweep/utf-8/length-2"
    assert found.cases["length-2"].op == "sweep UTF-8 strict"
    assert list(found.shards)[:5] == ["- 0", "- 1", "- 2", "00 2", "01 2"]
    assert isinstance(found.events[0], FamilyStarted)
    assert found.events[0].groups == 3 + 256
    assert isinstance(found.events[-1], FamilyFinished)


def test_a_codec_that_does_not_say_where_passes() -> None:
    found = swept(context(Sweeping(tells=False)))
    assert {case.verdict for case in found.cases.values()} == {Verdict.PASS}


def test_the_digest_of_a_shard_is_that_of_its_answer() -> None:
    found = swept(context(Sweeping(), case=SHORT))
    assert found.shards["- 1"].digest == hashlib.sha256(b"ok 128v 128i0").hexdigest()
    told = "\n".join(shard.digest for shard in found.shards.values())
    assert found.family.digest == hashlib.sha256(told.encode()).hexdigest()


def test_totals_are_reported_and_confirmed() -> None:
    note = swept(context(Sweeping())).family.note
    assert "2: 18,304 of 65,536 (confirmed), 3: 2,650,112 of 16,777,216 (confirmed)" in note


def test_a_sample_of_both_kinds_is_asked_again() -> None:
    session = Sweeping()
    found = swept(context(session, case="*/length-2"))
    again = [line.partition(" ")[2] for line in session.asked if line.startswith("decode")]
    well_formed = [line for line in again if session.decode(bytes.fromhex(line)) == "ok"]
    assert (len(set(again)), len(well_formed), found.shards["- 2"].sampled) == (64, 32, 64)


def test_a_validator_is_asked_the_sample_where_there_is_no_decoder() -> None:
    session = Sweeping()
    found = swept(context(session, case=SHORT, ops=(Op.SWEEP, Op.VALIDATE)))
    assert any(line.startswith("validate") for line in session.asked)
    assert "asked again by validate UTF-8 strict" in found.family.note


def test_a_sweep_that_nothing_checks_is_said_to_be_unchecked() -> None:
    found = swept(context(SweepsFromATable(), case=SHORT, ops=(Op.SWEEP,)))
    assert {case.verdict for case in found.cases.values()} == {Verdict.PASS}
    assert "unchecked" in found.family.note


def test_sweeps_from_a_table_are_found_out() -> None:
    found = swept(context(SweepsFromATable(), case=SHORT))
    case = found.cases["length-2"]
    assert case.verdict is Verdict.BROKEN
    assert case.expected.startswith("ok 1i")
    assert case.actual == "decode UTF-8 strict: ok"
    assert found.cases["length-0"].verdict is Verdict.PASS


def test_a_wrong_offset_is_not_forgiven() -> None:
    found = swept(context(FindsErrorsLate(), case=SHORT))
    case = found.cases["length-1"]
    assert case.verdict is Verdict.FAIL
    assert (case.input, case.expected, case.actual) == ("80 0", "ok 1i0", "ok 1i1")
    assert case.clauses == ("RFC3629-4-11",)


def test_offsets_that_decode_contradicts_are_the_adapter_s_fault() -> None:
    class TellsAnotherPlace(Sweeping):
        def decode(self, octets: bytes) -> str | Answer:
            told = super().decode(octets)
            return "error 9 ?" if str(told).startswith("error") else told

    found = swept(context(TellsAnotherPlace(), case="*/length-1"))
    assert found.cases["length-1"].verdict is Verdict.BROKEN


def test_one_wrong_string_in_the_middle_of_a_shard_is_found() -> None:
    found = swept(context(RefusesOne(string=b"\xe1\x80\x80")))
    case = found.cases["length-3"]
    assert case.verdict is Verdict.FAIL
    assert (case.input, case.expected, case.actual) == ("e18080 0", "ok 1v", "ok 1i0")
    assert case.clauses == ("RFC3629-4-12",)
    assert sum(shard.well_formed for shard in found.shards.values()) == 18_433 + 2_650_111
    assert "3: 2,650,111 of 16,777,216 (the automaton counts 2,650,112)" in found.family.note
    assert found.cases["length-2"].verdict is Verdict.PASS


def test_a_wrong_string_is_found_where_no_offsets_are_told() -> None:
    session = RefusesOne(string=b"A\x7f", tells=False)
    case = swept(context(session, case="*/length-2")).cases["length-2"]
    assert case.verdict is Verdict.FAIL
    assert (case.input, case.expected, case.actual) == ("417f 0", "ok 1v", "ok 1i")


def test_an_offset_that_the_sweep_does_not_tell_is_not_compared() -> None:
    class TellsOnlyWhenItDecodes(Sweeping):
        def decode(self, octets: bytes) -> str | Answer:
            return "ok" if super().decode(octets) == "ok" else "error 9 ?"

    found = swept(context(TellsOnlyWhenItDecodes(tells=False), case=SHORT))
    assert {case.verdict for case in found.cases.values()} == {Verdict.PASS}


def test_a_wrong_label_of_which_the_codec_knows_nothing_is_the_adapter_s_fault() -> None:
    found = swept(context(RefusesOne(string=b"A\x7f", knows_better=True), case="*/length-2"))
    case = found.cases["length-2"]
    assert case.verdict is Verdict.BROKEN
    assert (case.input, case.expected) == ("417f 0", "ok 1i0")
    assert case.actual == "decode UTF-8 strict: ok"


def test_an_error_that_the_validator_confirms_is_the_codec_s_fault() -> None:
    session = ValidatesByAnotherFunction(string=b"A\x7f", knows_better=True)
    ops = (Op.SWEEP, Op.DECODE, Op.VALIDATE)
    case = swept(context(session, case="*/length-2", ops=ops)).cases["length-2"]
    assert case.verdict is Verdict.FAIL
    assert (case.input, case.expected, case.actual) == ("417f 0", "ok 1v", "ok 1i0")


def test_a_codec_may_tell_where_some_errors_are_and_not_where_others_are() -> None:
    case = swept(context(TellsNowAndThen(), case="*/length-2")).cases["length-2"]
    assert case.verdict is Verdict.PASS


def test_a_wrong_label_is_found_among_offsets_that_are_told_now_and_then() -> None:
    session = TellsNowAndThenWrong(string=b"A\x7f")
    case = swept(context(session, case="*/length-2")).cases["length-2"]
    assert case.verdict is Verdict.FAIL
    assert (case.input, case.expected, case.actual) == ("417f 0", "ok 1v", "ok 1i0")


@pytest.mark.parametrize(
    ("session", "problem"),
    [
        (LeavesRunsApart(), "neighbours with one label are not merged: 127v"),
        (LeavesStringsOut(), "labels of 255 strings, not of 256"),
        (LabelsTooMany(), "labels of more than 256 strings"),
        (SaysNonsense(), "no run of labels: 128w 128i0"),
        (SaysAnotherWord(), "no answer to sweep: no 128v 128i0"),
    ],
)
def test_an_invalid_answer_makes_the_adapter_broken(session: Sweeping, problem: str) -> None:
    case = swept(context(session, case="*/length-1")).cases["length-1"]
    assert case.verdict is Verdict.BROKEN
    assert case.actual == problem
    assert (case.input, case.expected) == ("- 1", "ok 128v 128i0")


def test_a_shard_that_was_done_is_not_asked_again_but_counts() -> None:
    first = swept(context(Sweeping(), case=SHORT))
    session = Sweeping()
    again = replace(context(session, case=SHORT), done=list(first.shards.values()))
    found = swept(again)
    assert session.asked == []
    assert found.shards == {}
    assert list(found.cases.values()) == list(first.cases.values())
    assert replace(found.family, seconds=0.0) == replace(first.family, seconds=0.0)


@pytest.mark.parametrize(
    "change",
    [
        lambda shard: replace(shard, verdict=Verdict.NOT_RUN),
        lambda shard: replace(shard, op="sweep UTF-16BE strict"),
        lambda shard: replace(shard, codec="other/codec"),
    ],
)
def test_a_shard_of_which_nothing_is_known_is_asked(change: Change) -> None:
    done = [change(shard) for shard in swept(context(Sweeping(), case=SHORT)).shards.values()]
    found = swept(replace(context(Sweeping(), case=SHORT), done=done))
    assert list(found.shards) == ["- 0", "- 1", "- 2"]


def test_shards_that_pass_and_do_not_add_up_are_no_pass() -> None:
    done = list(swept(context(Sweeping(), case="*/length-1")).shards.values())
    wrong = [replace(shard, well_formed=127) for shard in done]
    case = swept(replace(context(Sweeping(), case="*/length-1"), done=wrong)).cases["length-1"]
    assert case.verdict is Verdict.BROKEN
    assert (case.expected, case.actual) == ("128 well-formed", "127 well-formed")


def test_only_the_lengths_that_fit_the_pattern_are_asked() -> None:
    session = Sweeping()
    found = swept(context(session, case="families/sweep/utf-8/length-1"))
    assert list(found.cases) == ["length-1"]
    assert [line for line in session.asked if line.startswith("sweep")] == ["sweep - 1"]
    assert swept(context(Sweeping(), case="utf-8/*")).events == []
    excluding = Claims(excludes=frozenset({0x22}))
    assert swept(context(Sweeping(), claims=excluding, case="utf-8/*")).events == []


def test_an_encoding_without_a_claim_is_not_asked() -> None:
    assert swept(context(Sweeping(), Encoding.UTF_16BE)).events == []


@pytest.mark.parametrize(
    ("claims", "encoding"),
    [
        (Claims(excludes=frozenset({0x22})), Encoding.UTF_8),
        (Claims(("whatwg",), {"signature": "sniff"}), Encoding.UTF_16LE),
        (Claims(options={"signature": "forbidden"}), Encoding.UTF_8),
        (Claims(("iso10646",), {"unmarked": "refuse"}), Encoding.UTF_32),
    ],
)
def test_settings_for_which_no_automaton_speaks_are_not_assessed(
    claims: Claims, encoding: Encoding
) -> None:
    session = Sweeping()
    found = swept(context(session, encoding, claims, case=SHORT))
    assert [case.verdict for case in found.cases.values()] == [Verdict.UNSUPPORTED] * 3
    assert found.family.note.startswith("not assessed: ")
    assert session.asked == []


def test_sweeps_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(SweepStage("complete"))) == SweepStage("complete")  # noqa: S301


@pytest.mark.slow
@pytest.mark.adapters
@pytest.mark.parametrize(
    ("target", "case"), [("c_glibc/mbrtoc32", "*"), ("python_cpython/bytes.decode", SHORT)]
)
def test_a_shipped_codec_passes_with_two_processes(target: str, case: str) -> None:
    [chosen] = registry.select([target])
    with opened(chosen) as (session, offers):
        [codec] = chosen.codecs
        own = [offer for offer in offers[codec.name].offers if offer.encoding is Encoding.UTF_8]
        asked = replace(
            context(Sweeping(), case=case),
            codec=codec,
            offers=tuple(own),
            session=session,
            another=session.another,
            jobs=2,
        )
        found = swept(asked)
    assert {case.verdict for case in found.cases.values()} == {Verdict.PASS}
    assert "2: 18,304 of 65,536 (confirmed)" in found.family.note
