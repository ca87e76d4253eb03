"""A specimen predicts the size of its output, and then writes it."""

from __future__ import annotations

from utfproof.engine.questions.sizes import octets_in_utf_8
from utfproof.model.operation import Mode
from utfproof.model.outcome import Values
from utfproof.simulation.decoder import SimulatedDecoder, first_error
from utfproof.simulation.encoder import SimulatedEncoder, Unwritable


def decode_size(decoder: SimulatedDecoder, octets: bytes, mode: Mode) -> str:
    """Answer decode-size; the unit of output is the octet of UTF-8."""
    pieces = decoder.pieces(octets, mode)
    if mode is Mode.STRICT and first_error(pieces) is not None:
        return decoder.answer(pieces, mode)
    written = sum(map(octets_in_utf_8, decoder.values(pieces, mode)))
    predicted = decoder.predicts(decoder, octets, mode) if decoder.predicts else written
    return f"ok {predicted} {written}"


def encode_size(encoder: SimulatedEncoder, values: Values, mode: Mode) -> str:
    """Answer encode-size; the unit of output is the octet."""
    try:
        written = len(encoder.signature(values) + encoder.text(values, mode))
    except Unwritable as error:
        return encoder.refusal(values, error)
    predicted = encoder.predicts(encoder, values, mode) if encoder.predicts else written
    return f"ok {predicted} {written}"
