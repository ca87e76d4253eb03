"""Validators that are given a text in chunks: right ones pass, and four faults are found."""

from __future__ import annotations

import pytest

from utfproof import mutants
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.verdict import Verdict
from utfproof.mutants.mutant import UNICODE
from utfproof.oracle.chunked import ValidatedChunksGroup, chunked_group, splits
from utfproof.oracle.comparison import GroupComparer
from utfproof.simulation.codec import SimulatedCodec

OFFER = Offer(Op.VALIDATE_CHUNKS, Encoding.UTF_8, Mode.STRICT)
SETTINGS = UNICODE.settings(Encoding.UTF_8)
RIGHT = SimulatedCodec.right(UNICODE, Encoding.UTF_8)
WELL_FORMED = ("", "A", "A€😀", "\ufeffA")
ILL_FORMED = (b"\xff", b"A\xe2\x82", b"A\xed\xa0\x80B", b"\xf0\x9f\x98", b"\xe0\x80\x80")


def group(octets: bytes) -> ValidatedChunksGroup:
    assert SETTINGS is not None
    found = chunked_group("test", OFFER, SETTINGS, octets, splits(len(octets)))
    assert isinstance(found, ValidatedChunksGroup)
    return found


def verdict(octets: bytes, answers: list[bytes]) -> Verdict:
    asked = group(octets)
    return GroupComparer().judged(asked, asked.settings, answers).verdict


@pytest.mark.parametrize("octets", [*(text.encode() for text in WELL_FORMED), *ILL_FORMED])
def test_who_answers_as_to_the_whole_text_passes(octets: bytes) -> None:
    asked = group(octets)
    answers = [RIGHT.answer(OFFER, line.decode()).encode() for line in asked.lines]
    whole = RIGHT.answer(OFFER.with_op(Op.VALIDATE), octets.hex() or "-")
    assert set(answers) == {whole.encode()}
    assert verdict(octets, answers) is Verdict.PASS
    assert len(set(asked.lines)) == len(asked.lines)


@pytest.mark.parametrize("octets", ILL_FORMED)
def test_ill_formed_text_is_refused_wherever_it_is_cut(octets: bytes) -> None:
    count = group(octets).count
    assert verdict(octets, [b"error ? ?"] * count) is Verdict.PASS
    assert verdict(octets, [b"ok"] * count) is Verdict.FAIL
    assert verdict(octets, [b"error ? ?"] * (count - 1) + [b"ok"]) is Verdict.FAIL
    assert verdict(octets, [b"error 7 ?"] * count) is Verdict.FAIL


def test_the_answers_to_well_formed_text_are_compared_at_once() -> None:
    asked = group("A€".encode())
    assert asked.expected(asked.answer_profiles[0]) == [b"ok"] * asked.count


def test_well_formed_text_is_not_refused() -> None:
    octets = "A€".encode()
    count = group(octets).count
    assert verdict(octets, [b"ok"] * (count - 1) + [b"error ? ?"]) is Verdict.FAIL
    assert verdict(octets, [b"ok |"] * count) is Verdict.BROKEN


class OneObject:
    """A validator for all texts, whose reset leaves the octets that wanted more."""

    def __init__(self) -> None:
        self.held = b""

    def answer(self, line: str) -> bytes:
        octets = self.held + bytes.fromhex(line.replace("-", ""))
        last = RIGHT.reader.right(octets)[-1:]
        self.held = last[0].octets if last and getattr(last[0], "truncated", False) else b""
        return RIGHT.reader.validate(octets).encode()


def test_state_that_is_kept_across_a_reset_is_found() -> None:
    octets = b"A\xe2\x82"
    validator = OneObject()
    answers = [validator.answer(line.decode()) for line in group(octets).lines]
    assert verdict(octets, answers) is Verdict.FAIL


@pytest.mark.parametrize(
    ("name", "octets"),
    [
        ("pending-octets-are-lost", "€".encode()),
        ("flush-drops-what-is-pending", b"\xe2\x82"),
        ("an-earlier-error-is-forgotten", b"\xffA"),
        ("the-number-of-tails-alone-is-kept", b"\xe0\x80\x80"),
        ("an-empty-chunk-is-the-end", b"A\xff"),
    ],
)
def test_a_faulty_validator_is_found(name: str, octets: bytes) -> None:
    [fault] = [one for one in mutants.catalogue() if one.id == f"utf-8/chunk-validators/{name}"]
    codec, lines = fault.make(), [line.decode() for line in group(octets).lines]
    answers = [codec.answer(OFFER, line).encode() for line in lines]
    assert verdict(octets, answers) is Verdict.FAIL
