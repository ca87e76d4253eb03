"""Fresh questions: right codecs pass them, and nothing but reading does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import cast

import pytest

from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.questions.plan import Narrowing
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.verdict import Verdict
from utfproof.oracle.samples import pieces
from utfproof.proof.fresh import FreshStage
from utfproof.reference import schemes
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


class Blind(Noting):
    """A decoder that overlooks FF where its neighbours have certain lengths."""

    HIDDEN = re.compile(rb"([\xe0-\xef]..[\xc2-\xdf].)\xff(?=[\xf0-\xf4])", re.DOTALL)

    def ask(
        self, codec: str, offer: Offer, lines: Sequence[bytes], excluded: frozenset[int]
    ) -> list[Answer]:
        """Answer as if FF were not there."""
        texts = [self.HIDDEN.sub(rb"\1", bytes.fromhex(line.decode())) for line in lines]
        return super().ask(codec, offer, [text.hex().encode() for text in texts], excluded)


def found(
    codec: Noting,
    scheme: Scheme,
    *offers: Offer,
    nonce: str = "1",
    around_errors: bool = False,
    case: str = "*",
) -> list[CaseFinished]:
    claims, encoding = CLAIMS[scheme]
    own = context(Sweeping())
    asked = replace(
        own,
        codec=replace(own.codec, claims=claims),
        offers=tuple(replace(offer, encoding=encoding) for offer in offers),
        session=cast("Session", codec),
        suite=loader.load(),
        narrowing=Narrowing(case=case),
    )
    events = FreshStage(nonce, around_errors=around_errors)(asked)
    return [event for event in events if isinstance(event, CaseFinished)]


def offer(op: Op, mode: Mode = Mode.STRICT) -> Offer:
    return Offer(op, CLAIMS[Scheme.UTF_8][1], mode)


@pytest.mark.parametrize("scheme", list(CLAIMS), ids=str)
def test_a_right_codec_passes_in_every_way(scheme: Scheme) -> None:
    offers = [offer(op, mode) for op, mode in product(OPS, Mode) if _is_one(op, mode)]
    cases = found(Noting(scheme), scheme, *offers)
    assert len(cases) == len(offers)
    assert [case for case in cases if not case.verdict.green] == []
    assert {case.asked for case in cases if case.op.startswith(("decode ", "encode "))} == {48}


@pytest.mark.parametrize("scheme", list(CLAIMS), ids=str)
def test_a_right_codec_passes_with_errors_among_all_characters(scheme: Scheme) -> None:
    modes = [mode for mode in Mode if mode is not Mode.NONE]
    offers = [offer(Op.VALIDATE), *(offer(Op.DECODE, mode) for mode in modes)]
    cases = found(Noting(scheme), scheme, *offers, around_errors=True, case="fresh/*/errors")
    assert [case.verdict.green for case in cases] == [True] * len(offers)
    own = pieces(scheme)
    bad = [one for one in own.bad if not schemes.read_text(scheme, one).well_formed]
    lengths = 3 if scheme is Scheme.UCS_2 else 4
    assert {case.asked for case in cases} == {len((*bad, *own.cut)) * lengths**3}


def test_an_error_that_is_overlooked_among_certain_characters_is_found() -> None:
    strict = offer(Op.DECODE)
    for nonce in "123":
        blind = Blind(Scheme.UTF_8)
        [case] = found(
            blind, Scheme.UTF_8, strict, nonce=nonce, around_errors=True, case="fresh/*/errors"
        )
        assert (case.verdict, case.case) == (Verdict.FAIL, "fresh/utf-8/errors")
        assert Blind.HIDDEN.search(bytes.fromhex(case.input))
    assert found(blind, Scheme.UTF_8, strict, case="fresh/*/errors") == []  # at level vectors


def test_all_neighbours_stand_around_each_kind_of_error() -> None:
    codec = Noting(Scheme.UTF_8)
    found(codec, Scheme.UTF_8, offer(Op.DECODE), around_errors=True, case="fresh/*/errors")
    texts = [bytes.fromhex(line.decode()) for line in codec.asked]
    own = pieces(Scheme.UTF_8)
    # The number that docs/proof.md states.
    assert len(texts) == 64 * len((*own.bad, *own.cut)) == len(set(texts)) == 1408
    behind = [text.index(b"\xff") % 64 for text in texts if b"\xff" in text]
    assert len(set(behind)) > 32


def _is_one(op: Op, mode: Mode) -> bool:
    strict = mode is Mode.STRICT
    return mode is not Mode.NONE and not (op.never_strict if strict else op.only_strict)


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
