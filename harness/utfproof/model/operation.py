"""What a codec can be asked: an operation, an encoding, a mode; together an offer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from utfproof.model.encoding import Encoding


class Op(StrEnum):
    """The first word of a protocol header."""

    DECODE = "decode"
    DECODE_CHUNKS = "decode-chunks"
    DECODE_WITHIN = "decode-within"
    DECODE_AGAIN = "decode-again"
    DECODE_ROOM = "decode-room"
    VALIDATE = "validate"
    ENCODE = "encode"
    ENCODE_CHUNKS = "encode-chunks"
    ENCODE_ROOM = "encode-room"
    DETECT = "detect"
    LABEL = "label"
    SWEEP = "sweep"


class Mode(StrEnum):
    """What a codec does about ill-formed input: refuse, put U+FFFD, or drop it."""

    STRICT = "strict"
    REPLACE = "replace"
    SKIP = "skip"
    NONE = "-"


_ONLY_STRICT = frozenset({Op.VALIDATE, Op.SWEEP})
_WITHOUT_ENCODING = frozenset({Op.DETECT, Op.LABEL})


@dataclass(frozen=True, slots=True, order=True)
class Offer:
    """One thing a codec can do: `decode UTF-8 strict`."""

    op: Op
    encoding: Encoding
    mode: Mode

    def __str__(self) -> str:
        """Return the words of the protocol header without the codec."""
        return f"{self.op} {self.encoding} {self.mode}"

    def with_op(self, op: Op) -> Offer:
        """Return the offer of another operation in the same encoding and mode."""
        mode = Mode.STRICT if op in _ONLY_STRICT else self.mode
        return Offer(op, self.encoding, mode)

    @classmethod
    def parse(cls, text: str) -> Offer:
        """Read the words of a header.

        Raises:
            ValueError: not three known words, or words that do not go together.
        """
        op, encoding, mode = text.split(" ")
        offer = cls(Op(op), Encoding(encoding), Mode(mode))
        bare = offer.encoding is Encoding.NONE and offer.mode is Mode.NONE
        named = offer.encoding is not Encoding.NONE and offer.mode is not Mode.NONE
        if not (bare if offer.op in _WITHOUT_ENCODING else named):
            raise ValueError(f"{text}: only detect and label go with '- -', and they always do")
        if offer.op in _ONLY_STRICT and offer.mode is not Mode.STRICT:
            raise ValueError(f"{text}: {offer.op} goes with mode strict")
        return offer
