"""Codecs whose documentation announces deviations, and the verdicts on their answers."""

from __future__ import annotations

from utfproof.engine.judging.judge import judge
from utfproof.model.contract import Contract, Deviation, Term
from utfproof.model.encoding import Encoding
from utfproof.model.operation import Offer
from utfproof.model.profile import Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.oracle.whole import close_question


def announcing(
    *found: Deviation, encoding: Encoding = Encoding.UTF_8, signature: str = "keep", **options: str
) -> Settings:
    terms = tuple(Term(one, "the manual, section 2") for one in found)
    profiles = ("unicode", "rfc2781", "iso10646")
    claims = Claims(
        profiles, {"signature": signature, **options}, contract=Contract(deviations=terms)
    )
    settings = claims.settings(encoding)
    assert settings
    return settings


def verdict(settings: Settings, offer: Offer, octets: bytes, answer: str) -> Verdict:
    question = close_question("case", offer, settings, octets)
    return judge(question, answer.encode()).verdict
