"""Asked again: what is compared with the journal, and the sentence about each difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from changed_fields import changed
from utfproof.adapters.session.blocks import Answer
from utfproof.engine.journal.events import CaseFinished, Event
from utfproof.model.outcome import Hung
from utfproof.model.verdict import CodecVerdict, Verdict

from . import small_run
from .small_rerun import (
    DECODE,
    FAMILY,
    FRESH,
    GROUP,
    HOLDS,
    NAME,
    OFFERS,
    REFUSED,
    SHARD,
    VALIDATE,
    Rerun,
    words,
)
from .small_run import FOOTER, HEADER, LAX


def test_a_codec_that_answers_as_it_did_holds_in_every_kind(again: Rerun) -> None:
    assert again.said() == [
        ("a/good: library version", HOLDS, "lib 1.0"),
        ("a/good: asked again", HOLDS, f"{words(again)}: as signed"),
    ]
    assert ("good", VALIDATE) in again.session.asked
    assert ("extra states: 0", DECODE) in again.session.asked
    assert ("opened: good", DECODE) in again.session.asked


def test_the_extra_states_of_the_run_are_asked_again(again: Rerun) -> None:
    again.header = replace(HEADER, asks={"extra-states": 1})
    assert again.last()[0] is HOLDS
    assert ("extra states: 1", DECODE) in again.session.asked


@pytest.mark.parametrize("other", [b"ok 2f", b"error 9 1"])
def test_another_verdict_is_told_with_the_answer(again: Rerun, other: bytes) -> None:
    line = next(
        event.input
        for event in again.events()
        if isinstance(event, CaseFinished) and event.op == str(DECODE) and event.input
    )
    again.session.other[line.encode("ascii")] = other
    state, said = again.last()
    assert state is REFUSED
    told = f"({DECODE}): pass was signed, fail now: {line} gave {other.decode()}"
    assert said.startswith("utf-8/ill-formed/")
    assert told in said
    assert said.endswith(f"; asked {words(again)}")


def of_case(kind: str, **fields: object) -> Callable[[CaseFinished], CaseFinished]:
    """Return a change of the cases of a kind that are in the journal."""

    def change(case: CaseFinished) -> CaseFinished:
        chosen = case.case.startswith(kind) and case.op != str(VALIDATE)
        return changed(case, **fields) if chosen else case

    return change


def test_another_number_of_questions_is_told(again: Rerun) -> None:
    again.changed = of_case("utf-8/", asked=77)
    state, said = again.last()
    assert state is REFUSED
    assert said.startswith("utf-8/ill-formed/")
    assert f"({DECODE}): 77 questions then, " in said
    assert " more); asked " in said


def test_the_first_of_several_differences_is_told_with_their_number(again: Rerun) -> None:
    again.changed = of_case("utf-8/", verdict=Verdict.FAIL, clauses=("R1",))
    cases = sum(
        isinstance(event, CaseFinished) and event.verdict is Verdict.FAIL and event is not GROUP
        for event in again.events()
    )
    state, said = again.last()
    assert (state, f" (and {cases - 1} more); asked " in said) == (REFUSED, True)
    assert f"({DECODE}): fail was signed, pass now: " in said


def test_a_case_that_is_not_asked_any_more_is_told(again: Rerun) -> None:
    again.offers = OFFERS[1:]
    state, said = again.last()
    assert state is REFUSED
    assert f" ({DECODE}): not asked any more" in said


def test_properties_are_compared(again: Rerun) -> None:
    again.changed = of_case("properties/", verdict=Verdict.FAIL, clauses=("R1",))
    state, said = again.last()
    assert state is REFUSED
    assert said.startswith("properties/")
    assert ": fail was signed, " in said


def test_a_property_that_is_not_asked_any_more_is_told(again: Rerun) -> None:
    again.changed = of_case(
        "properties/", case="properties/gone/UTF-8", verdict=Verdict.NON_STRICT, clauses=("R1",)
    )
    state, said = again.last()
    assert (state, said.split(" (")[0].split(";")[0]) == (
        REFUSED,
        "properties/gone/UTF-8: not asked any more",
    )


def test_a_property_is_told_with_the_offer_that_was_asked_now_where_none_was_before(
    again: Rerun,
) -> None:
    again.changed = of_case("properties/", verdict=Verdict.FAIL, op="", clauses=("R1",))
    _, said = again.last()
    assert said.startswith(f"properties/concatenation/utf-8 ({DECODE}): fail was signed, ")


def test_fresh_questions_are_asked_of_the_offers_that_had_some(again: Rerun) -> None:
    again.fresh = (FRESH, replace(FRESH, op=str(VALIDATE)))
    again.fresh_now = (FAMILY, replace(FRESH, verdict=Verdict.ALTERNATIVE, asked=47))
    assert again.last() == (HOLDS, f"{words(again)}: as signed")
    asked = [item for item in again.session.asked if item[0].startswith("fresh: ")]
    assert asked == [("fresh: 1 a/good", DECODE), ("fresh: 1 a/good", VALIDATE)]


def test_a_case_of_a_warm_codec_needs_the_run_and_is_not_missed(again: Rerun) -> None:
    again.fresh = (replace(FRESH, case="warm/utf-8/written"),)
    assert again.last() == (HOLDS, f"{words(again)}: as signed")


@pytest.mark.parametrize(("was", "now"), [("pass", "fail"), ("crash", "pass")])
def test_a_fresh_question_that_is_no_longer_answered_as_well_is_told(
    again: Rerun, was: str, now: str
) -> None:
    again.fresh = (replace(FRESH, verdict=Verdict(was), clauses=("R1",)),)
    again.fresh_now = (replace(FRESH, verdict=Verdict(now)),)
    told = f"fresh/utf-8/text ({DECODE}): {was} was signed, {now} now: c080 gave ok 0"
    assert again.last() == (REFUSED, f"{told}; asked {words(again)}")


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        (
            (GROUP, replace(FAMILY, digest="8" * 64)),
            f"families/counts ({DECODE}): other answers than those signed, by their digest",
        ),
        ((GROUP,), f"families/counts ({DECODE}): other answers than those signed, by their digest"),
        (
            (replace(GROUP, case="families/counts/2"), FAMILY),
            f"families/counts/2 ({DECODE}): not in the journal",
        ),
        (
            (replace(GROUP, verdict=Verdict.CRASH), FAMILY),
            f"families/counts/1 ({DECODE}): fail was signed, crash now: c080 gave ok 0",
        ),
        (
            (replace(GROUP, asked=6), FAMILY),
            f"families/counts/1 ({DECODE}): 5 questions then, 6 now",
        ),
        (
            (replace(GROUP, actual=f"ok {'1 ' * 200}"), FAMILY),
            f"families/counts/1 ({DECODE}): c080 gave ok 0, now c080 gives ok {'1 ' * 98}1",
        ),
        (
            (replace(GROUP, input="c081"), FAMILY),
            f"families/counts/1 ({DECODE}): c080 gave ok 0, now c081 gives ok 0",
        ),
    ],
    ids=range(7),
)
def test_a_family_is_compared_by_its_groups_and_its_digest(
    again: Rerun, groups: Sequence[Event], said: str
) -> None:
    again.groups = groups
    assert again.last() == (REFUSED, f"{said}; asked {words(again)}")


def test_a_codec_of_which_the_journal_has_no_case_is_compared_with_none(again: Rerun) -> None:
    again.journal = (HEADER, *LAX, FAMILY, small_run.finished(NAME, CodecVerdict.PASS), FOOTER)
    said = f"families/counts/1 ({DECODE}): not in the journal"
    asked = "0 of 0 cases, 1 of 1 families (5 questions), 0 of 0 shards of sweeps"
    assert again.last() == (REFUSED, f"{said}; asked {asked}")


def test_two_differences_are_told_as_one_and_one_more(again: Rerun) -> None:
    again.groups = (replace(GROUP, asked=6),)
    said = f"families/counts/1 ({DECODE}): 5 questions then, 6 now (and 1 more)"
    assert again.last() == (REFUSED, f"{said}; asked {words(again)}")


@pytest.mark.parametrize("answer", [b"ok 256v", Hung(1.0)])
def test_a_shard_is_compared_by_its_digest(again: Rerun, answer: Answer) -> None:
    again.session.other[SHARD] = answer
    told = "families/sweep - 1 (sweep UTF-8 strict): another answer than signed"
    assert again.last() == (REFUSED, f"{told}; asked {words(again)}")
