"""What a fake codec is asked in tests of sessions, and for which lines it is blamed."""

from __future__ import annotations

from utfproof.adapters.session.blocks import Answer
from utfproof.adapters.session.session import Session
from utfproof.model.operation import Offer

DECODE = Offer.parse("decode UTF-8 strict")
SWEEP = Offer.parse("sweep UTF-8 strict")
VALIDATE = Offer.parse("validate UTF-8 strict")


def decode(session: Session, *lines: bytes) -> list[Answer]:
    return session.ask("fake", DECODE, lines)


def blamed(answers: list[Answer]) -> list[int]:
    return [at for at, answer in enumerate(answers) if not isinstance(answer, bytes)]
