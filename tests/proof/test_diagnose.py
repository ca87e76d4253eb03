"""Of the faults that explain a failing codec, the one that the codec has is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn, cast

import pytest

from utfproof import mutants
from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished, Diagnosed
from utfproof.engine.questions.plan import Narrowing, PlannedCase, Planner
from utfproof.engine.run.codec_session import _finished
from utfproof.engine.run.proof_stage import CodecContext, CodecRecord
from utfproof.model.verdict import Verdict
from utfproof.mutants import Mutant
from utfproof.proof.diagnosis import named_faults
from utfproof.proof.diagnosis.diagnose import DiagnosisStage, _flag_of_rule
from utfproof.vectors import loader

CATALOGUE = {mutant.id: mutant for mutant in mutants.catalogue()}


def failures(mutant: Mutant, planner: Planner) -> Iterator[CaseFinished]:
    """Ask a fault the written cases that it may show in, and yield what does not pass."""
    codec = mutant.make()
    for item in planner.plan(mutant.claims, mutant.offers).asked:
        if touched(mutant, item):
            answers = codec.ask("codec", item.offer, item.lines)
            event = _finished("fake/codec", mutant.claims, item, answers)
            if event.verdict is not Verdict.PASS:
                yield event


def touched(mutant: Mutant, item: PlannedCase) -> bool:
    lines = (question.line.decode("ascii") for question in item.questions)
    return any(mutant.may_differ(item.offer, line) for line in lines)


def no_other() -> NoReturn:
    raise AssertionError("one session is enough")


def diagnosed(mutant: Mutant, cases: str) -> list[Diagnosed]:
    suite = loader.load()
    context = CodecContext(
        name="fake/codec",
        codec=Codec("codec", "A codec for a test.", mutant.claims, 1, {}),
        offers=mutant.offers,
        session=cast("Session", mutant.make()),
        another=no_other,
        narrowing=Narrowing(),
        suite=suite,
        record=CodecRecord(list(failures(mutant, Planner(suite, cases)))),
    )
    assert context.record.not_passed
    return [event for event in DiagnosisStage()(context) if isinstance(event, Diagnosed)]


NEIGHBOURS = {
    "utf-8/positions/cut-at-32": "utf-8/positions/cut-at-16",
    "utf-16le/chunks/odd-octets-are-lost": "utf-16le/chunks/pending-octets-are-lost",
    "utf-8/chunks/signature-in-two-chunks-is-kept": "utf-8/chunks/last-pending-octet-is-lost",
    "utf-32le/encoder/a-signature-is-written-for-nothing": (
        "utf-32le/encoder/a-signature-is-written"
    ),
}
"""Fault → a greater one that answers alike wherever the first one fails."""


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_a_greater_fault_that_explains_as_much_is_not_named(name: str) -> None:
    pattern = {"positions": "utf-8/ill-formed/truncated*/*"}.get(name.split("/")[1], "*")
    found = diagnosed(CATALOGUE[name], pattern)
    assert [event.fault for event in found] == [name]


@pytest.mark.parametrize("name", ["utf-8/encoder/tails-are-swapped", "utf-8/texts/are-composed"])
def test_texts_that_are_too_long_to_be_held_are_compared_by_their_digests(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(named_faults, "_SHORT", 2)
    named_faults._outcome.cache_clear()
    try:
        assert diagnosed(CATALOGUE[name], "utf-8/*")[0].fault == name
    finally:
        named_faults._outcome.cache_clear()


@pytest.mark.parametrize(
    ("rule", "flag"),
    [
        ("ISO-9.2-07", "Surrogate"),
        ("RFC3629-3-11", "Overlong"),
        ("RFC3629-1-09", "ForbiddenByte"),
        ("ISO-9.4-03", "OutOfRange"),
        ("UNICODE-3.9-04", "SwallowedByte"),
        ("RFC3629-1-04", ""),
    ],
)
def test_the_weakness_is_that_of_the_rule_and_not_of_the_place(rule: str, flag: str) -> None:
    assert _flag_of_rule(loader.load(), rule) == flag


@pytest.mark.parametrize("name", ["detect/fe-is-enough", "label/ends-at-nul"])
def test_a_detector_and_a_lookup_of_labels_are_diagnosed_too(name: str) -> None:
    assert diagnosed(CATALOGUE[name], "*")


def test_what_writes_beyond_its_room_is_diagnosed_too() -> None:
    name = "utf-8/encoder-rooms/a-lone-high-surrogate-is-sized-as-a-pair"
    found = diagnosed(CATALOGUE[name], "utf-8/encode/*")
    assert [event.fault for event in found] == [name]
