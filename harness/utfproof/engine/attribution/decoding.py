"""Wrong answers of decoders and validators: where and how they diverge."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from utfproof.engine.attribution.byte_orders import other_readings, shows_text
from utfproof.engine.attribution.expected_text import (
    STAND_INS,
    ExpectedText,
    FirstDifference,
    Kinds,
)
from utfproof.engine.attribution.replaced_answers import ReplacedAnswers
from utfproof.engine.attribution.rules import Kind
from utfproof.engine.attribution.strict_answers import StrictAnswers
from utfproof.engine.questions.interpretation import Interpretation, interpretations
from utfproof.model.encoding import (
    REPLACEMENT,
    SIGNATURE,
)
from utfproof.model.operation import Mode
from utfproof.model.outcome import Accepted, Decoded, Outcome, Refused
from utfproof.model.profile import Policy, Settings
from utfproof.model.reading import Signature
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes

_TEXTS = 1 << 10
"""Texts that are kept: a codec with a fault answers the same ones wrongly in several ways."""


def of_text(settings: Settings, mode: Mode, octets: bytes, outcome: Outcome) -> Kinds:
    """Return the kinds of divergence of an answer to one text.

    Where a text may be read in several ways, the way that the answer follows longest counts.
    """
    found = [_divergence(text, outcome) for text in _texts(settings, mode, octets)]
    if any(one is None for one in found):  # it follows one of them to the end
        return ()
    nearest = max(filter(None, found), key=lambda one: one.right)
    kinds = (*nearest.kinds, *(kind for one in found if one for kind in one.kinds))
    order = _misordered(settings, mode, octets, outcome)
    # Shown text makes a mistaken order the likelier cause; a bare refusal has many causes.
    if {Kind.SIGNATURE, Kind.FORBIDDEN} & {*order} or shows_text(outcome, STAND_INS):
        return tuple(dict.fromkeys((*order, *kinds)))
    return tuple(dict.fromkeys((*kinds, *order)))


@lru_cache(_TEXTS)
def _texts(settings: Settings, mode: Mode, octets: bytes) -> tuple[ExpectedText, ...]:
    """Return a text in each way in which it may be read."""
    settings = replace(settings, recommended=False)  # a SHOULD that is broken is looked for too
    reads = schemes.read(settings.scheme, octets)
    return tuple(ExpectedText(octets, one, mode) for one in interpretations(reads, (), settings))


_WHOLE = Policy.MAXIMAL_SUBPART.value


def _misordered(settings: Settings, mode: Mode, octets: bytes, outcome: Outcome) -> Kinds:
    """Return the kinds of the mistaken byte orders and signatures of which an answer is right."""
    found = []
    for other in other_readings(settings.scheme, octets, outcome):
        for keeps in (True, False):
            way = Interpretation(
                other.scheme,
                other.reads,
                other.reads,
                policy=None if other.kind is not Kind.UNMARKED else _WHOLE,
                keeps=keeps,
                verdict=Verdict.PASS,
            )
            if _is_right(ExpectedText(octets, way, mode), outcome):
                found.append(other.kind)
    return tuple(found)


def _is_right(text: ExpectedText, outcome: Outcome) -> bool:
    """Tell whether an outcome does not diverge: to class a divergence takes ten times as long."""
    if not isinstance(outcome, Decoded):
        return _divergence(text, outcome) is None
    if _signature_shows(text, outcome):
        return False
    if text.mode is Mode.STRICT:
        return text.reading.error is None and text.reading.before_error == outcome.values
    return ReplacedAnswers(text).are_right(outcome.values)


def _divergence(text: ExpectedText, outcome: Outcome) -> FirstDifference | None:
    """Return where an outcome diverges from one reading; None where it does not."""
    if _signature_shows(text, outcome):
        kept = text.reading.keeps and text.mode is not Mode.SKIP
        dropped = kept and isinstance(outcome, Decoded)  # one that is refused would show
        if not dropped:
            return FirstDifference((Kind.SIGNATURE, *text.row_at(0)), 0)
        second = [value for value, _ in text.values[1:2]]
        # Of two U+FEFF at the beginning nobody can tell which one was dropped.
        inside = (Kind.SIGNATURE_INSIDE,) if second == [SIGNATURE] else ()
        return FirstDifference((Kind.SIGNATURE, *inside), 0)
    strict = StrictAnswers(text)
    match outcome:
        case Refused() if text.mode is Mode.STRICT or not text.stretches:
            return strict.refused(outcome)
        case Refused(delivered=delivered):  # it was to be replaced or dropped
            return FirstDifference((Kind.IGNORED,), len(delivered))
        case Accepted():
            return strict.accepted()
        case Decoded(values) if text.mode is Mode.STRICT:
            return strict.decoded(values)
        case Decoded(values):
            return ReplacedAnswers(text).decoded(values)
        case _:
            return FirstDifference((Kind.SURVIVAL,), 0)


def _reports_otherwise(text: ExpectedText, outcome: Refused) -> bool:
    """Tell whether a refusal of ill-formed text states another place or length than the error's."""
    error = text.reading.error
    if error is None:
        return False
    offset, part = error
    return outcome.offset not in (None, offset) or outcome.length not in (None, len(part.octets))


def _signature_shows(text: ExpectedText, outcome: Outcome) -> bool:
    """Tell whether a signature is treated in the other way, or shows as an error."""
    first = text.placed[0][1] if text.placed else None
    if not isinstance(first, Signature):
        return False
    match outcome:
        case Decoded(values) | Refused(delivered=values):
            wanted = tuple(value for value, _ in text.values)
            if isinstance(outcome, Refused) and not values and _reports_otherwise(text, outcome):
                return False  # a validator delivers nothing: its report is wrong by itself
            if text.reading.keeps:
                return bool(wanted) and values == wanted[1:]
            if values == (SIGNATURE, *wanted):
                return True
            return values[:1] != wanted[:1] and values[:1] in ((SIGNATURE,), (REPLACEMENT,))
        case _:
            return False
