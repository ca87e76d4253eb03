"""A named fault is said only of a codec that answers every question as the fault foretells."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import cast

import pytest

from utfproof.adapters.manifest import Codec
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import Diagnosed, SmallestInput
from utfproof.engine.questions.plan import Narrowing, Planner
from utfproof.engine.run.codec_session import _finished
from utfproof.engine.run.proof_stage import CodecContext, CodecRecord
from utfproof.model.encoding import Encoding
from utfproof.model.operation import WHOLE_OPS, Offer
from utfproof.model.reading import Value
from utfproof.model.verdict import Verdict
from utfproof.mutants.faulty_readings import bits, local
from utfproof.mutants.mutant import UNICODE, decoding
from utfproof.proof.diagnosis.diagnose import DiagnosisStage
from utfproof.proof.diagnosis.refutation import SupposedFault
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors import loader

from .test_diagnose import CATALOGUE, diagnosed, no_other


def misreading(pattern: bytes) -> SimulatedCodec:
    """Make a decoder of UTF-8 that takes what a pattern matches for a character."""

    def see(match: re.Match[bytes]) -> tuple[Value, ...]:
        return (Value(bits(match[0]), match[0]),)

    right = SimulatedCodec.right(UNICODE, Encoding.UTF_8)
    return replace(right, reader=replace(right.reader, read=local(pattern, see).read))


def events(codec: SimulatedCodec, cases: str) -> list[Diagnosed | SmallestInput]:
    """Ask a codec written cases, and return what is said of its failures."""
    suite, offers = loader.load(), decoding(Encoding.UTF_8, *WHOLE_OPS)
    record = CodecRecord()
    for item in Planner(suite, cases).plan(UNICODE, offers).asked:
        event = _finished("fake/codec", UNICODE, item, codec.ask("", item.offer, item.lines))
        record.take(event)
    assert any(event.verdict is Verdict.FAIL for event in record.not_passed)
    context = CodecContext(
        name="fake/codec",
        codec=Codec("codec", "A codec for a test.", UNICODE, 1, {}),
        offers=offers,
        session=cast("Session", codec),
        another=no_other,
        narrowing=Narrowing(case=cases),
        suite=suite,
        record=record,
    )
    said = DiagnosisStage()(context)
    return [event for event in said if isinstance(event, Diagnosed | SmallestInput)]


LATE = misreading(rb"(?<=.{16})\xed\xa0\x80")


def test_a_fault_that_shows_at_fewer_offsets_than_the_codec_fails_at_is_not_named() -> None:
    faults = [event.fault for event in events(LATE, "*") if isinstance(event, Diagnosed)]
    assert "utf-8/positions/surrogates-across-32" not in faults


def test_an_input_is_cut_down_to_where_the_fault_begins_to_show() -> None:
    codec = misreading(rb"(?<=.{21})\xed\xa0\x80")
    [found] = [
        event for event in events(codec, "utf-8/ill-formed/s*") if isinstance(event, SmallestInput)
    ]
    assert found.requirement == "ISO-9.2-07"
    assert found.input == "41" * 21 + "eda080"
    assert found.actual == f"ok{' 41' * 21} d800"


@pytest.mark.parametrize(
    "name", ["utf-8/reports/offset-is-behind-the-error", "utf-8/positions/surrogates-across-32"]
)
def test_a_fault_that_only_some_answers_tell_from_another_is_named(name: str) -> None:
    assert diagnosed(CATALOGUE[name], "*")[0].fault == name


def test_a_fault_of_a_decoder_shows_in_no_line_for_an_encoder() -> None:
    """Its fields are code points, and no octets that the fault could be looked for in."""
    fault = SupposedFault.of(CATALOGUE["utf-8/surrogates/are-read"], UNICODE)
    assert not fault.may_show(Offer.parse("encode UTF-8 strict"), "d800 dc0")
    assert fault.may_show(Offer.parse("decode UTF-8 strict"), "eda080")
