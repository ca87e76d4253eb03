"""Fresh questions: right codecs pass them, and nothing but reading does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import cast

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.verdict import Verdict
from utfproof.proof.fresh import FreshStage
from utfproof.simulation.codec import SimulatedCodec
from utfproof.vectors import loader

from .sweeping import CLAIMS, Sweeping, context

OPS = [op for op in Op if not op.without_encoding and op is not Op.SWEEP]


class Noting:
    """A right codec that notes what it is asked, and guesses where it is to."""

    def __init__(self, scheme: Scheme, guess: bytes | None = None) -> None:
        """Make a codec of a scheme; with a `guess` it answers that to all that is not ASCII."""
        self.right = SimulatedCodec.right(*CLAIMS[scheme])
        self.guess = guess
        self.asked: list[bytes] = []

    def ask(
        self, codec: str, offer: Offer, lines: Sequence[bytes], excluded: frozenset[int]
    ) -> list[Answer]:
        """Answer as a session does."""
        self.asked += lines
        right = self.right.ask(codec, offer, lines, excluded)
        return right if self.guess is None else [self.guess] * len(lines)


def found(codec: Noting, scheme: Scheme, *offers: Offer, nonce: str = "1") -> list[CaseFinished]:
    claims, encoding = CLAIMS[scheme]
    own = context(Sweeping())
    asked = replace(
        own,
        codec=replace(own.codec, claims=claims),
        offers=tuple(replace(offer, encoding=encoding) for offer in offers),
        session=cast("Session", codec),
        suite=loader.load(),
    )
    return [event for event in FreshStage(nonce)(asked) if isinstance(event, CaseFinished)]


def offer(op: Op, mode: Mode = Mode.STRICT) -> Offer:
    return Offer(op, CLAIMS[Scheme.UTF_8][1], mode)


@pytest.mark.parametrize("scheme", list(CLAIMS), ids=str)
def test_a_right_codec_passes_in_every_way(scheme: Scheme) -> None:
    offers = [offer(op, mode) for op, mode in product(OPS, Mode) if _is_one(op, mode)]
    cases = found(Noting(scheme), scheme, *offers)
    assert len(cases) == len(offers)
    assert [case for case in cases if not case.verdict.green] == []
    assert {case.asked for case in cases if case.op.startswith(("decode ", "encode "))} == {48}


def _is_one(op: Op, mode: Mode) -> bool:
    return mode is not Mode.NONE and (mode is Mode.STRICT or not op.only_strict)


@pytest.mark.parametrize(
    ("op", "guess"),
    [
        (Op.VALIDATE, b"ok"),
        (Op.VALIDATE, b"error 0 1"),
        (Op.DECODE, b"ok 41"),
        (Op.ENCODE, b"ok 41"),
    ],
)
@pytest.mark.parametrize("nonce", "123")
def test_one_that_guesses_fails(op: Op, guess: bytes, nonce: str) -> None:
    codec = Noting(Scheme.UTF_8, guess)
    [case] = found(codec, Scheme.UTF_8, offer(op), nonce=nonce)
    assert case.verdict is Verdict.FAIL


def test_a_nonce_draws_the_same_again_and_another_one_others() -> None:
    drawn = []
    for nonce in ("1", "1", "2"):
        codec = Noting(Scheme.UTF_8)
        found(codec, Scheme.UTF_8, offer(Op.DECODE), nonce=nonce)
        drawn.append(codec.asked)
    assert drawn[0] == drawn[1]
    assert not set(drawn[0]) & set(drawn[2])
    assert all(not bytes.fromhex(line.decode()).isascii() for line in drawn[0])


def test_an_offer_that_has_failed_is_not_asked() -> None:
    codec = Noting(Scheme.UTF_8, b"ok 41")
    [failed] = found(codec, Scheme.UTF_8, offer(Op.DECODE))
    own = context(Sweeping())
    own.record.not_passed.append(failed)
    asked = replace(own, offers=(offer(Op.DECODE),), session=cast("Session", codec))
    assert list(FreshStage("1")(asked)) == []
