"""The words of a claim: how a codec answers a sequence, and which octets it is about."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.adapters.session.answer_lines import parse
from utfproof.engine.judging.judge import Judgement
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Accepted, Decoded, Outcome, Refused
from utfproof.proof.diagnosis.claim_samples import spans

Form = tuple[str, int, int | None]
"""The kind of an answer, how many values it has without the letters, and where it refuses."""

_MOST_VALUES = 4
_REFUSED = "refused"
WRONGLY = "is read wrongly"


def effect_of(op: Op, judgement: Judgement, letters: int, *, exact: bool) -> str:
    """Say in words how a sequence behind letters is answered."""
    outcome = _outcome(op, judgement)
    canonical = judgement.question.canonical
    wanted = parse(op, canonical[0]) if canonical else None
    match outcome, wanted:
        case Accepted(), _:
            return "is accepted"
        case Decoded(values), Decoded(expected) if exact:
            instead = _values(expected[letters:])
            return f"is read as {_values(values[letters:])} instead of {instead}"
        case Decoded(values), Refused() if not values[letters:]:
            return "leaves no trace and no error"
        case Decoded(values), Refused() if exact:
            return f"is read as {_values(values[letters:])}"
        case Decoded(), Refused():
            return "is accepted"
        case Refused(), Decoded() | Accepted():
            return "is refused"
        case Refused(), Refused():
            return "is refused with a wrong offset or length"
        case _:
            return WRONGLY


def offer_words(offer: Offer) -> str:
    """Name an operation and its mode."""
    return f"{offer.op} {offer.mode}".removesuffix(" -")


def _outcome(op: Op, judgement: Judgement) -> Outcome | None:
    answer = judgement.answer
    return parse(op, answer) if isinstance(answer, bytes) else None


def form_of(op: Op, judgement: Judgement, letters: int, offset: int) -> Form:
    """Return the form of an answer to a sequence behind letters, which end at an offset."""
    outcome = _outcome(op, judgement)
    match outcome:
        case Decoded(values):
            return "decoded", len(values) - letters, None
        case Refused(place):
            return _REFUSED, 0, None if place is None else place - offset
        case _:
            return type(outcome).__name__, 0, None


def octet_ranges(octets: frozenset[int]) -> str:
    """Write the octets of one place as ranges."""
    return "/".join(
        f"{first:02X}" if first == last else f"{first:02X}–{last:02X}"
        for first, last in spans(octets)
    )


def _values(values: Sequence[int]) -> str:
    shown = " ".join(f"{value:X}" for value in values[:_MOST_VALUES])
    return (f"{shown} …" if len(values) > _MOST_VALUES else shown) or "nothing"
