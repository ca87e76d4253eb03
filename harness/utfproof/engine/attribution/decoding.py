"""Wrong answers of decoders and validators: where they diverge, and what was done there."""

from __future__ import annotations

from dataclasses import replace

from utfproof.engine.attribution.expected_text import (
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
    ByteOrder,
    Scheme,
    facts,
    signature_octets,
)
from utfproof.model.operation import Mode
from utfproof.model.outcome import Accepted, Decoded, Outcome, Refused
from utfproof.model.profile import Settings
from utfproof.model.reading import Signature
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes


def of_text(settings: Settings, mode: Mode, octets: bytes, outcome: Outcome) -> Kinds:
    """Return the kinds of divergence of an answer to one text.

    Where a text may be read in several ways, the way that the answer follows longest counts.
    """
    reads = schemes.read(settings.scheme, octets)
    settings = replace(settings, recommended=False)  # a SHOULD that is broken is looked for too
    found = [
        _divergence(ExpectedText(octets, one, mode), outcome)
        for one in interpretations(reads, (), settings)
    ]
    if any(one is None for one in found):  # it follows one of them to the end
        return ()
    nearest = max(filter(None, found), key=lambda one: one.right)
    order = _other_order(settings, mode, octets, outcome)
    return tuple(dict.fromkeys((*order, *nearest.kinds)))


def _other_order(settings: Settings, mode: Mode, octets: bytes, outcome: Outcome) -> Kinds:
    """Tell whether an answer is right in the other byte order."""
    if facts(settings.scheme).unit == 1:
        return ()
    order = schemes.order_of(settings.scheme, octets)
    unordered = facts(settings.scheme).order is None
    marked = unordered and octets.startswith(signature_octets(settings.scheme, order))
    scheme = _labelled(settings, "little" if order == "big" else "big")
    reads = schemes.read(scheme, octets)
    kept = Interpretation(scheme, reads, reads, policy=None, keeps=True, verdict=Verdict.PASS)
    ways = (kept, replace(kept, keeps=False))
    other = [_divergence(ExpectedText(octets, way, mode), outcome) for way in ways]
    text = reads.parts if isinstance(outcome, Accepted) else ()
    if all(other) or text:
        return ()
    return (Kind.UNMARKED,) if unordered and not marked else (Kind.BYTE_ORDER,)


def _labelled(settings: Settings, order: ByteOrder) -> Scheme:
    """Return the scheme of the same width in one byte order; UCS-2 and UCS-4 are read alike."""
    width = 8 * facts(settings.scheme).unit
    return Scheme(f"UTF-{width}{'BE' if order == 'big' else 'LE'}")


def _divergence(text: ExpectedText, outcome: Outcome) -> FirstDifference | None:
    """Return where an outcome diverges from one reading; None where it does not."""
    if _signature_shows(text, outcome):
        return FirstDifference((Kind.SIGNATURE, *text.row_at(0)), 0)
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


def _signature_shows(text: ExpectedText, outcome: Outcome) -> bool:
    """Tell whether a signature is treated in the other way, or shows as an error."""
    first = text.placed[0][1] if text.placed else None
    if not isinstance(first, Signature):
        return False
    match outcome:
        case Decoded(values) | Refused(delivered=values):
            wanted = tuple(value for value, _ in text.values)
            if text.reading.keeps:
                return bool(wanted) and values == wanted[1:]
            return values[:1] != wanted[:1] and values[:1] in ((SIGNATURE,), (REPLACEMENT,))
        case _:
            return False
