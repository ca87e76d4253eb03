"""A specimen is asked the real vectors and properties, and its verdicts are collected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import cast

from utfproof.adapters.session.session import Session
from utfproof.engine.judging.judge import judge
from utfproof.engine.questions.plan import Planner
from utfproof.engine.relations.properties import ask_properties
from utfproof.engine.run.codec_session import _finished
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.verdict import Verdict
from utfproof.simulation.codec import SimulatedCodec, offers
from utfproof.vectors import loader

DECODES = (Op.DECODE, Op.DECODE_CHUNKS, Op.DECODE_WITHIN, Op.DECODE_AGAIN, Op.DECODE_ROOM)
ENCODES = (Op.ENCODE, Op.ENCODE_CHUNKS, Op.ENCODE_ROOM)


@cache
def planner() -> Planner:
    """Return one planner of the shipped vectors for all tests of a process."""
    return Planner(loader.load())


def verdicts(
    codec: SimulatedCodec, claims: Claims, asked: Sequence[Offer], *, properties: bool = True
) -> dict[Verdict, list[str]]:
    """Ask a codec and give the ids of the cases by verdict, `id [offer]`."""
    found: dict[Verdict, list[str]] = {}
    for item in planner().plan(claims, asked).asked:
        answers = codec.ask("codec", item.offer, item.lines)
        event = _finished("codec", claims, item, answers)
        found.setdefault(event.verdict, []).append(f"{event.case} [{event.op}]")
    if properties:
        session = cast("Session", codec)
        for one in ask_properties(loader.load(), claims, asked):
            event = one.judged("codec", "codec", session, frozenset())
            found.setdefault(event.verdict, []).append(f"{event.case} [{event.op}]")
    return found


def _any_may(offer: Offer, line: str) -> bool:
    del offer, line
    return True


def failures(
    codec: SimulatedCodec,
    claims: Claims,
    asked: Sequence[Offer],
    may_fail: Callable[[Offer, str], bool] = _any_may,
) -> list[str]:
    """List the cases that a codec fails when it is asked each input whole, `id [offer]`."""
    found: list[str] = []
    for item in planner().plan(claims, asked).asked:
        one = item.questions[0]
        if may_fail(item.offer, one.line.decode("ascii")):
            [answer] = codec.ask("codec", item.offer, [one.line])
            if judge(one, answer).verdict is Verdict.FAIL:
                found.append(f"{item.case.about.id} [{item.offer}]")
    return found


def everything(encoding: Encoding) -> list[Offer]:
    """List every way to ask a codec of an encoding."""
    return offers(encoding, *DECODES, Op.VALIDATE, *ENCODES)
