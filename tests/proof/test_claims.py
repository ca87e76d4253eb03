"""Claims about failures without a named fault: what fails otherwise is not in the claim."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import cast

from utfproof.engine.journal.events import CaseFinished
from utfproof.engine.judging.judge import Judgement, judge
from utfproof.model.fields import spaced
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims
from utfproof.oracle.whole import close_question
from utfproof.proof.diagnosis.generalised import claim
from utfproof.proof.diagnosis.inquiry import CodecInquiry
from utfproof.proof.diagnosis.smallest_input import BrokenInput

OFFER = Offer.parse("decode UTF-8 strict")
SETTINGS = Claims(("unicode",)).settings(OFFER.encoding)


def as_latin_1(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("as-latin-1", as_latin_1)


def read_as_latin_1(octets: bytes) -> str:
    """Read what is ill-formed as characters of Latin-1."""
    return f"ok{spaced([ord(one) for one in octets.decode('utf-8', 'as-latin-1')])}"


class Inquiry:
    """Asks a codec of one offer; `rules` tells the requirement of an octet at the end."""

    def __init__(self, answer: Callable[[bytes], str], rules: Callable[[int], str]) -> None:
        self.context = SimpleNamespace(offers=[OFFER])
        self._answer = answer
        self._rules = rules

    def may_ask(self, offer: Offer, line: str) -> bool:
        return offer is OFFER and bool(line)

    def may_ask_all(self, offer: Offer, texts: Sequence[bytes]) -> bool:
        return offer is OFFER and bool(texts)

    def judged(self, offer: Offer, texts: Sequence[bytes]) -> list[Judgement]:
        assert SETTINGS
        return [
            judge(close_question("", offer, SETTINGS, octets), self._answer(octets).encode())
            for octets in texts
        ]

    def rule(self, judgement: Judgement) -> str:
        return self._rules(int(judgement.question.line[-2:], 16))


def claimed(answer: Callable[[bytes], str], rules: Callable[[int], str]) -> str | None:
    inquiry = cast("CodecInquiry", Inquiry(answer, rules))
    [judgement] = inquiry.judged(OFFER, [b"\xff"])
    event = cast("CaseFinished", None)
    found = claim(inquiry, BrokenInput(rules(0xFF), event, OFFER, b"\xff", judgement))
    return found.about if found else None


def test_octets_that_break_another_requirement_are_not_in_the_claim() -> None:
    told = claimed(read_as_latin_1, lambda octet: "high" if octet >= 0xF8 else "low")
    assert told is not None
    assert told.startswith("F8–FF is accepted")


def test_no_claim_stands_where_the_answer_has_another_form_behind_more_letters() -> None:
    def answer(octets: bytes) -> str:
        return read_as_latin_1(octets) if octets.find(b"\xff") < 6 else "error 0 1"

    assert claimed(read_as_latin_1, lambda _: "one") is not None
    assert claimed(answer, lambda _: "one") is None
