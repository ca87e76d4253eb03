"""Wrong sizes: a bound that is too small, a size that is none, output of another length."""

from __future__ import annotations

from utfproof.engine.attribution import decoding, encoding
from utfproof.engine.attribution.expected_text import Kinds
from utfproof.engine.attribution.rules import Kind
from utfproof.model.operation import Mode
from utfproof.model.outcome import Accepted, Encoded, Sized, Values
from utfproof.model.profile import Settings
from utfproof.reference import schemes


def of_decoded(settings: Settings, mode: Mode, octets: bytes, found: Sized) -> Kinds:
    """Return the kinds of divergence of the sizes that a decoder told."""
    if wrong := _of_prediction(settings, found):
        return wrong
    if schemes.read(settings.scheme, octets).well_formed:
        return (Kind.TEXT, Kind.SIGNATURE)
    if mode is Mode.STRICT:
        # That something was written is all that a size tells of it, as a validator's yes does.
        return decoding.of_text(settings, mode, octets, Accepted())
    return (Kind.COUNT, Kind.TEXT)


def of_encoded(settings: Settings, mode: Mode, values: Values, found: Sized) -> Kinds:
    """Return the kinds of divergence of the sizes that an encoder told."""
    if wrong := _of_prediction(settings, found):
        return wrong
    # So many octets of a kind that no scheme has: the first value is called wrong.
    written = bytes([0xFF]) * min(found.written, 1)
    return encoding.of_values(settings, mode, values, Encoded(written)) or (Kind.WRITTEN_TEXT,)


def _of_prediction(settings: Settings, found: Sized) -> Kinds:
    if found.predicted < found.written:
        return (Kind.SIZE,)
    # Where the size is only a bound, a larger one is no mistake.
    return (Kind.EXACT_SIZE,) if settings.sizes and found.predicted > found.written else ()
