"""Offers: the words of a protocol header, read strictly."""

from __future__ import annotations

from itertools import product

import pytest

from utfproof.model.encoding import Encoding
from utfproof.model.operation import Mode, Offer, Op

# The header of protocol version 1, word for word.
OPS = (
    *("decode", "decode-chunks", "decode-resumed", "decode-within", "decode-again"),
    *("decode-room", "decode-refill", "decode-replaced", "decode-size", "validate"),
    *("validate-cause", "validate-chunks"),
    *("encode", "encode-chunks", "encode-resumed", "encode-room", "encode-refill", "encode-size"),
    *("detect", "label", "sweep"),
)
ENCODINGS = (
    *("UTF-8", "UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE"),
    *("UCS-2", "UCS-4", "CESU-8", "MUTF-8", "WTF-8", "-"),
)
MODES = ("strict", "replace", "skip", "-")


def test_the_words_are_those_of_the_protocol() -> None:
    assert tuple(op.value for op in Op) == OPS
    assert tuple(encoding.value for encoding in Encoding) == ENCODINGS
    assert tuple(mode.value for mode in Mode) == MODES


def goes_together(op: str, encoding: str, mode: str) -> bool:
    """Decide by the protocol: detect and label go with `- -`, validate… and sweep with strict.

    decode-replaced goes with the others.
    """
    if op in {"detect", "label"}:
        return encoding == mode == "-"
    if "-" in {encoding, mode}:
        return False
    if op == "decode-replaced":
        return mode != "strict"
    return mode == "strict" or op not in {"sweep"} | {
        one for one in OPS if one.startswith("validate")
    }


def test_words_that_go_together_are_an_offer_and_no_others(subtests: pytest.Subtests) -> None:
    for op, encoding, mode in product(OPS, ENCODINGS, MODES):
        with subtests.test(op=str(op), encoding=str(encoding), mode=str(mode)):
            text = f"{op} {encoding} {mode}"
            if goes_together(op, encoding, mode):
                assert Offer.parse(text) == Offer(Op(op), Encoding(encoding), Mode(mode))
                assert str(Offer.parse(text)) == text
            else:
                with pytest.raises(ValueError, match=op):
                    Offer.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "decode",
        "decode UTF-8",
        "decode UTF-8 strict ",
        " decode UTF-8 strict",
        "decode  UTF-8 strict",
        "decode UTF-8 strict now",
        "Decode UTF-8 strict",
        "decode utf-8 strict",
        "decode UTF-8 STRICT",
        "decode UTF8 strict",
        "decode UTF-7 strict",
        "transcode UTF-8 strict",
        "decode UTF-8 lenient",
    ],
)
def test_other_words_are_no_offer(text: str) -> None:
    with pytest.raises(ValueError, match=r"values to unpack|is not a valid"):
        Offer.parse(text)


def test_an_offer_of_another_op_keeps_encoding_and_mode() -> None:
    offer = Offer.parse("decode UTF-16LE replace")
    assert str(offer.with_op(Op.DECODE_CHUNKS)) == "decode-chunks UTF-16LE replace"


@pytest.mark.parametrize("op", [Op.VALIDATE, Op.SWEEP])
def test_validate_and_sweep_are_strict_whatever_they_come_from(op: Op) -> None:
    offer = Offer.parse("decode UTF-8 skip").with_op(op)
    assert str(offer) == f"{op} UTF-8 strict"
    assert Offer.parse(str(offer)) == offer
