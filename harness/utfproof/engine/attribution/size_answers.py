"""Wrong sizes: a bound that is too small, a size that is none, output of another length."""

from __future__ import annotations

from collections.abc import Sequence

from utfproof.engine.attribution import decoding, encoding
from utfproof.engine.attribution.expected_text import Kinds
from utfproof.engine.attribution.rules import Kind
from utfproof.engine.questions import sizes
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.encode_questions import EncodeOutput
from utfproof.engine.questions.expected_answer import Acceptable
from utfproof.engine.questions.expected_size import ExpectedSize, is_written
from utfproof.model.case import NotEncodable, WrittenPart
from utfproof.model.operation import Mode
from utfproof.model.outcome import Accepted, Encoded, Sized, Values
from utfproof.model.profile import Settings
from utfproof.reference import latitude, schemes


def of_decoded(settings: Settings, mode: Mode, octets: bytes, found: Sized) -> Kinds:
    """Return the kinds of divergence of the sizes that a decoder told."""
    others = latitude.others(settings.scheme, octets)
    reading = DecodeInput.of(schemes.read(settings.scheme, octets), others, settings)
    right = sizes.decoded(reading.acceptable(mode), exact=False)
    if wrong := _of_prediction(right, found):
        return wrong
    if schemes.read(settings.scheme, octets).well_formed:
        return (Kind.TEXT, Kind.SIGNATURE)
    if mode is Mode.STRICT:
        # That something was written is all that a size tells of it, as a validator's yes does.
        return decoding.of_text(settings, mode, octets, Accepted())
    return (Kind.COUNT, Kind.TEXT)


def of_encoded(settings: Settings, mode: Mode, values: Values, found: Sized) -> Kinds:
    """Return the kinds of divergence of the sizes that an encoder told."""
    if wrong := _of_prediction(
        sizes.encoded(_writings(settings, mode, values), exact=False), found
    ):
        return wrong
    # So many octets of a kind that no scheme has: the first value is called wrong.
    written = bytes([0xFF]) * min(found.written, 1)
    return encoding.of_values(settings, mode, values, Encoded(written)) or (Kind.WRITTEN_TEXT,)


def _writings(settings: Settings, mode: Mode, values: Values) -> Sequence[Acceptable]:
    pieces = schemes.encode(settings.scheme, values, settings.units)
    parts: tuple[WrittenPart, ...] = tuple(
        NotEncodable(piece.value) if isinstance(piece, schemes.Unencodable) else piece.octets
        for piece in pieces
    )
    others = latitude.writings(settings.scheme, values, settings.units)
    return EncodeOutput(values, parts, settings, others).acceptable(mode)


def _of_prediction(right: Sequence[Acceptable], found: Sized) -> Kinds:
    if found.predicted < found.written:
        return (Kind.SIZE,)
    # Right output that is wrong for its prediction alone: the very size was promised.
    expected = (choice.expectation for choice in right)
    written = any(isinstance(one, ExpectedSize) and is_written(one, found) for one in expected)
    return (Kind.EXACT_SIZE,) if written and found.predicted > found.written else ()
