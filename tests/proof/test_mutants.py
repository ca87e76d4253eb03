"""Every mutant of the catalogue has one fault, shows it, and says truly where it cannot."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from itertools import chain

import pytest

from utfproof.adapters.session.known_answers import asks_nothing, known_answer
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions import refills, replacements, sizes
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.encode_questions import EncodeOutput
from utfproof.engine.questions.expected_answer import Acceptable, TwoAnswers, accepted
from utfproof.engine.questions.plan import Planner
from utfproof.model import case
from utfproof.model.encoding import Encoding
from utfproof.model.operation import ENCODE_STREAM_OPS, Mode, Offer, Op
from utfproof.model.outcome import Garbled
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.mutants import Mutant, catalogue
from utfproof.mutants.line_conditions import calls_of, chunks_of, texts_of
from utfproof.reference import schemes
from utfproof.vectors import loader

from .mutant_lines import lines

MUTANTS = catalogue()
LATE = {
    "utf-8/chunks/surrogates-and-overlongs-are-told-late",
    "utf-8/chunks/errors-are-told-with-the-flush",
}
"""They break a SHOULD: an error is told, and later than it could be."""


def test_ids_are_paths_and_never_used_twice() -> None:
    ids = [mutant.id for mutant in MUTANTS]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9-]+(/[a-z0-9-]+){1,2}", name) for name in ids)


def test_the_order_is_always_the_same() -> None:
    catalogue.cache_clear()
    assert [mutant.id for mutant in catalogue()] == [mutant.id for mutant in MUTANTS]


def test_each_mutant_is_described_in_one_sentence() -> None:
    for mutant in MUTANTS:
        assert re.fullmatch(r"[A-Z0-9][^.]*\.", mutant.about), mutant.id


def test_each_belongs_to_a_class_of_fault_that_is_described() -> None:
    flags = set(loader.load().notes)
    assert {mutant.id for mutant in MUTANTS if mutant.flag not in flags} == set()


def test_every_encoding_and_kind_is_there() -> None:
    encodings = Counter(mutant.encoding for mutant in MUTANTS)
    assert encodings[Encoding.UTF_8] > 300
    for encoding in (Encoding.UTF_16BE, Encoding.UTF_16LE, Encoding.UTF_32BE, Encoding.UTF_32LE):
        assert encodings[encoding] > 30
    assert min(encodings[Encoding.UTF_16], encodings[Encoding.UTF_32]) > 10
    asked = {mutant.exposed_by[0].op for mutant in MUTANTS}
    assert asked == set(Op) - {Op.SWEEP}
    assert {mutant.exposed_by[0].mode for mutant in MUTANTS} == set(Mode)


def test_its_fault_shows(subtests: pytest.Subtests) -> None:
    for mutant in MUTANTS:
        with subtests.test(mutant.id):
            offer, line = mutant.exposed_by
            assert offer in mutant.offers
            assert mutant.may_differ(offer, line)
            assert mutant.make().answer(offer, line) != mutant.right().answer(offer, line)


def test_its_own_claims_make_the_fault_one(subtests: pytest.Subtests) -> None:
    for mutant in MUTANTS:
        with subtests.test(mutant.id):
            expected = Verdict.NON_STRICT if mutant.id in LATE else None
            assert _verdict(mutant) is expected


def _verdict(mutant: Mutant) -> Verdict | None:
    """Judge the answer that shows a fault; None where nothing allows it."""
    offer, line = mutant.exposed_by
    answer = mutant.make().answer(offer, line).encode("ascii")
    if offer.encoding is Encoding.NONE:
        return _by_the_vectors(mutant.claims, offer, line, answer)
    outcome = chunk_outputs.read(offer.op, line.encode("ascii"), answer)
    assert not isinstance(outcome, Garbled), outcome
    settings = mutant.claims.settings(offer.encoding)
    assert settings is not None
    return accepted(_acceptable(settings, offer, line), outcome)


def _acceptable(settings: Settings, offer: Offer, line: str) -> list[Acceptable]:
    room = int(line.partition(" ")[0]) if offer.op.bounded else 0
    if offer.op.encodes:
        output = _output(settings, offer.op, line)
        if offer.op is Op.ENCODE_REFILL:
            return refills.encoded(output.room(offer.mode, ample=False), room, settings)
        if offer.op is Op.ENCODE_ROOM:
            return output.room(offer.mode, ample=False, room=room)
        chunked = offer.op in ENCODE_STREAM_OPS
        lengths = tuple(map(len, calls_of(offer.op, line))) if chunked else None
        return [*sizes.answers(offer, output.acceptable(offer.mode, lengths), settings)]
    inputs = [
        DecodeInput.of(schemes.read(settings.scheme, octets), (), settings)
        for octets in texts_of(offer.op, line)
    ]
    match offer.op:
        case Op.VALIDATE:
            return inputs[0].valid()
        case Op.VALIDATE_CAUSE:
            return inputs[0].valid(causes=True)
        case Op.DECODE_AGAIN:
            first, second = (tuple(item.acceptable(offer.mode)) for item in inputs)
            return [Acceptable(TwoAnswers(first, second))]
        case Op.DECODE_ROOM:
            return inputs[0].room(offer.mode, ample=False)
        case Op.DECODE_REFILL:
            return refills.decoded(inputs[0].room(offer.mode, ample=False), room)
        case Op.DECODE_REPLACED:
            return replacements.told(inputs[0], offer.mode)
        case Op.DECODE_CHUNKS | Op.DECODE_RESUMED:
            return inputs[0].acceptable(offer.mode, tuple(map(len, chunks_of(line))))
        case _:
            return [*sizes.answers(offer, inputs[0].acceptable(offer.mode), settings)]


def _output(settings: Settings, op: Op, line: str) -> EncodeOutput:
    values = tuple(chain.from_iterable(calls_of(op, line)))
    parts = tuple(
        piece.octets if isinstance(piece, schemes.Written) else case.NotEncodable(piece.value)
        for piece in schemes.encode(settings.scheme, values, settings.units)
    )
    return EncodeOutput(values, parts, settings)


@cache
def _planner() -> Planner:
    return Planner(loader.load())


def _by_the_vectors(claims: Claims, offer: Offer, line: str, answer: bytes) -> Verdict | None:
    """Detectors and labels are judged by cases alone: one has to ask this very line."""
    found = {
        judge(one, answer).verdict
        for item in _planner().plan(claims, [offer]).asked
        for one in item.questions
        if one.line == line.encode("ascii")
    }
    assert found
    return None if found == {Verdict.FAIL} else found.pop()


@pytest.mark.slow
def test_where_it_says_so_its_answer_is_right(subtests: pytest.Subtests) -> None:
    for mutant in MUTANTS:
        with subtests.test(mutant.id):
            codec = mutant.make()
            for offer in mutant.offers:
                for line, right in zip(lines(offer, LINES), _right(mutant, offer), strict=True):
                    if not mutant.may_differ(offer, line):
                        assert codec.answer(offer, line) == right, (offer, line)


LINES = 25
_RIGHT: dict[tuple[str, Offer], list[str]] = {}


def _right(mutant: Mutant, offer: Offer) -> list[str]:
    """Return the right answers to the random lines, once for all mutants that claim the same."""
    key = (repr(mutant.claims), offer)
    if key not in _RIGHT:
        codec = mutant.right()
        _RIGHT[key] = [codec.answer(offer, line) for line in lines(offer, LINES)]
    return _RIGHT[key]


@pytest.mark.slow
def test_it_answers_what_every_codec_answers_alike(subtests: pytest.Subtests) -> None:
    """An adapter that answers no known question rightly counts as broken, and no fault is seen."""
    for mutant in MUTANTS:
        with subtests.test(mutant.id):
            dice = random.Random(mutant.id)  # noqa: S311  (no secrets: the same every time)
            codec = mutant.make()
            for offer in mutant.offers:
                if offer.encoding is not Encoding.NONE:
                    known = [known_answer(offer, range(0x20, 0x7F), dice) for _ in range(8)]
                    said = [codec.answer(offer, one.line.decode()).encode() for one in known]
                    assert asks_nothing(offer, known, said) is None, offer
