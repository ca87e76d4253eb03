"""Questions that a codec can take: an operation, an encoding, a mode; together an offer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from utfproof.model.encoding import Encoding


class Op(StrEnum):
    """The first word of a protocol header."""

    DECODE = "decode"
    DECODE_CHUNKS = "decode-chunks"
    DECODE_RESUMED = "decode-resumed"
    DECODE_WITHIN = "decode-within"
    DECODE_AGAIN = "decode-again"
    DECODE_ROOM = "decode-room"
    DECODE_REFILL = "decode-refill"
    DECODE_REPLACED = "decode-replaced"
    DECODE_SIZE = "decode-size"
    VALIDATE = "validate"
    VALIDATE_CAUSE = "validate-cause"
    VALIDATE_CHUNKS = "validate-chunks"
    ENCODE = "encode"
    ENCODE_CHUNKS = "encode-chunks"
    ENCODE_RESUMED = "encode-resumed"
    ENCODE_ROOM = "encode-room"
    ENCODE_REFILL = "encode-refill"
    ENCODE_SIZE = "encode-size"
    DETECT = "detect"
    LABEL = "label"
    SWEEP = "sweep"

    @property
    def encodes(self) -> bool:
        """True for operations that write octets from code points."""
        return self in ENCODING_OPS

    @property
    def decodes(self) -> bool:
        """True for operations that write code points from octets."""
        return self in _DECODING

    @property
    def validates(self) -> bool:
        """True for operations that tell whether octets are well-formed, and write nothing."""
        return self in _VALIDATING

    @property
    def in_chunks(self) -> bool:
        """True for operations whose lines hold one text in several pieces."""
        return self in _IN_CHUNKS

    @property
    def reads_whole(self) -> bool:
        """True for operations that read one input in one piece: decode and validate."""
        return self in WHOLE_OPS

    @property
    def asks_once(self) -> bool:
        """True for operations that take one text in one piece, whatever they make of it."""
        return self not in _SEVERAL

    @property
    def only_strict(self) -> bool:
        """True for operations that exist in mode strict alone."""
        return self in _ONLY_STRICT

    @property
    def never_strict(self) -> bool:
        """True for operations that go on behind an error, whatever they make of it."""
        return self is Op.DECODE_REPLACED

    @property
    def without_encoding(self) -> bool:
        """True for operations that name no encoding: detect and label."""
        return self in _WITHOUT_ENCODING

    @property
    def bounded(self) -> bool:
        """True for operations whose lines begin with the room for the output."""
        return self in _BOUNDED

    @property
    def tells_taken(self) -> bool:
        """True for operations whose answers tell how much of the input was taken."""
        return self.bounded and not self.refills

    @property
    def refills(self) -> bool:
        """True for operations that go on in another room when one is full."""
        return self in REFILL_OPS

    @property
    def sizes(self) -> bool:
        """True for operations that tell how long the output is, predicted and written."""
        return self in SIZE_OPS


ENCODE_STREAM_OPS = (Op.ENCODE_CHUNKS, Op.ENCODE_RESUMED)
"""What is asked of an encoder in several pieces; the answers are the same."""
ENCODING_OPS = frozenset(
    {Op.ENCODE, *ENCODE_STREAM_OPS, Op.ENCODE_ROOM, Op.ENCODE_REFILL, Op.ENCODE_SIZE}
)
WHOLE_OPS = (Op.DECODE, Op.VALIDATE)
STREAM_OPS = (Op.DECODE_CHUNKS, Op.DECODE_RESUMED)
"""What is asked of a decoder in several pieces; the answers are the same."""
_DECODING = frozenset(
    {
        *(Op.DECODE, *STREAM_OPS, Op.DECODE_WITHIN, Op.DECODE_AGAIN),
        *(Op.DECODE_ROOM, Op.DECODE_REFILL, Op.DECODE_REPLACED, Op.DECODE_SIZE),
    }
)
_VALIDATING = frozenset({Op.VALIDATE, Op.VALIDATE_CAUSE, Op.VALIDATE_CHUNKS})
CUT_OPS = (*STREAM_OPS, Op.VALIDATE_CHUNKS)
"""What is asked about one octet string in several pieces."""
REFILL_OPS = (Op.DECODE_REFILL, Op.ENCODE_REFILL)
"""What is asked with one room after another for the output."""
SIZE_OPS = (Op.DECODE_SIZE, Op.ENCODE_SIZE)
"""What is asked for the size of the output, before it is written and after."""
_IN_CHUNKS = frozenset({*CUT_OPS, *ENCODE_STREAM_OPS})
_SEVERAL = frozenset(
    {
        *(*CUT_OPS, Op.DECODE_WITHIN, Op.DECODE_AGAIN, Op.DECODE_ROOM, Op.DECODE_REPLACED),
        *(*ENCODE_STREAM_OPS, Op.ENCODE_ROOM, *REFILL_OPS, *SIZE_OPS),
    }
)
"""What can fail though the same text is converted rightly in one piece and with ample room."""
_ONLY_STRICT = frozenset({*_VALIDATING, Op.SWEEP})
_WITHOUT_ENCODING = frozenset({Op.DETECT, Op.LABEL})
_BOUNDED = frozenset({Op.DECODE_ROOM, Op.ENCODE_ROOM, *REFILL_OPS})


class Mode(StrEnum):
    """The treatment of ill-formed input: refuse it, write U+FFFD, or drop it."""

    STRICT = "strict"
    REPLACE = "replace"
    SKIP = "skip"
    NONE = "-"


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
        mode = Mode.STRICT if op.only_strict else self.mode
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
        if not (bare if offer.op.without_encoding else named):
            raise ValueError(f"{text}: only detect and label go with '- -', and they always do")
        if offer.op.only_strict and offer.mode is not Mode.STRICT:
            raise ValueError(f"{text}: {offer.op} goes with mode strict")
        if offer.op.never_strict and offer.mode is Mode.STRICT:
            raise ValueError(f"{text}: {offer.op} goes with modes replace and skip")
        return offer
