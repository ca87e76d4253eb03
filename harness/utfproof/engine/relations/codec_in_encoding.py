"""A subject: one codec in one encoding, as the properties ask it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from utfproof.engine.questions.domain import outside
from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Encoding, Scheme, facts, is_surrogate
from utfproof.model.fields import points, render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Accepted, Decoded, Encoded, Outcome, Refused, Values
from utfproof.model.profile import Settings
from utfproof.reference import deviations, schemes

Ask = Callable[[Offer, Sequence[str]], list[Outcome]]


@dataclass(frozen=True, slots=True)
class Violation:
    """Answers of a codec that do not go together."""

    op: str
    input: str
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class CodecInEncoding:
    """The means of a property: a codec's offers in one encoding, and the settings it claims."""

    settings: Settings
    offers: frozenset[Offer]
    ask: Ask

    def offer(self, op: Op, *modes: Mode, encoding: Encoding | None = None) -> Offer | None:
        """Return the first offer of an operation in one of these modes, or None."""
        wanted = (Offer(op, encoding or self.settings.encoding, mode) for mode in modes)
        return next((offer for offer in wanted if offer in self.offers), None)

    def decode(self, offer: Offer, inputs: Sequence[bytes]) -> list[Outcome]:
        """Decode or validate each input."""
        return self.ask(offer, [render(octets) for octets in inputs])

    def encode(self, offer: Offer, texts: Sequence[Values]) -> list[Outcome]:
        """Encode each text."""
        return self.ask(offer, [points(values) for values in texts])

    @property
    def scheme(self) -> Scheme:
        """Return the rules of the encoding; a labelled order where a signature would rule it."""
        return self.settings.scheme

    @property
    def unit(self) -> int:
        """Return the octets in a code unit."""
        return facts(self.scheme).unit

    @property
    def ordered(self) -> bool:
        """False where a signature decides the byte order, so that octets do not simply add up."""
        return self.settings.encoding not in (Encoding.UTF_16, Encoding.UTF_32)

    def octets(self, values: Iterable[int]) -> bytes:
        """Write values in the scheme."""
        found = (schemes.encode_value(self.scheme, value) for value in values)
        return b"".join(octets for octets in found if octets)

    def covers(self, offer: Offer, line: str) -> bool:
        """Tell whether the codec's contract covers a line."""
        return not outside(offer, line.encode("ascii"), self.settings)

    def ill_formed(self, octets: bytes) -> bool:
        """Tell whether octets are ill-formed in the scheme."""
        return not schemes.read(self.scheme, octets).well_formed

    def reads_as_announced(self, octets: bytes) -> bool:
        """Tell whether the codec's documentation announces to read octets otherwise."""
        found = deviations.reading(self.scheme, octets, self.settings.deviations)
        return found is not None

    def shows_error(self, value: int) -> bool:
        """Tell whether a value of replaced output stands for something ill-formed."""
        raw = self.settings.replacement == "raw"
        return value == REPLACEMENT or (raw and is_surrogate(value))

    def expressible(self, values: Iterable[int]) -> Values:
        """Keep the values that the scheme can express, and that the codec promises to write."""
        found = (value for value in values if schemes.encode_value(self.scheme, value))
        announced = self.settings.deviations
        return tuple(
            value
            for value in found
            if value not in self.settings.excludes
            and not deviations.refuses(self.scheme, value, announced)
            and self._covers_both_ways(value)
        )

    def _covers_both_ways(self, value: int) -> bool:
        encode, decode = (
            Offer(op, self.settings.encoding, Mode.STRICT) for op in (Op.ENCODE, Op.DECODE)
        )
        octets = render(self.octets((value,)))
        return self.covers(encode, points((value,))) and self.covers(decode, octets)


TEXTS: tuple[Values, ...] = (
    (0x41,),
    (0x41, 0x7E, 0x20),
    (0xE9, 0x7FF, 0x80),
    (0x20AC, 0x800, 0xFFFC),
    (0x1F600, 0x10000, 0x10FFFF),
    (0x41, 0xE9, 0x20AC, 0x1F600, 0x42),
    (0x65, 0x301),
    (0xD7FF, 0xE000, 0xFFFE),
)
"""Texts of every length of sequence; none begins with U+FEFF."""

BAD: dict[int, tuple[bytes, ...]] = {
    1: (
        b"\x80",
        b"\xc0\x80",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xed\xa0\x80",
        b"\xff",
        b"\xf4\x90\x80\x80",
    ),
    2: (b"\xd8\x00", b"\xdc\x00"),
    4: (b"\x00\x11\x00\x00", b"\xff\xff\xff\xff"),
}
"""Ill-formed pieces by the octets of a code unit, big-endian."""


def bad_pieces(subject: CodecInEncoding) -> list[bytes]:
    """Return the pieces that are ill-formed in the subject's scheme and byte order.

    What the contract excludes, or announces to be read otherwise, is none of them.
    """
    little = facts(subject.scheme).order == "little"
    # Wider pieces are single units: reversed, they are the same units in the other order.
    pieces = (piece[::-1] if little else piece for piece in BAD[subject.unit])
    plain = Offer(Op.DECODE, subject.settings.encoding, Mode.STRICT)
    return [
        piece
        for piece in pieces
        if subject.ill_formed(piece)
        and subject.covers(plain, render(piece))
        and not subject.reads_as_announced(piece)
    ]


def text_of(outcome: Outcome) -> Values | None:
    """Return the decoded values, None for a refusal."""
    return outcome.values if isinstance(outcome, Decoded) else None


def octets_of(outcome: Outcome) -> bytes | None:
    """Return the encoded octets, None for a refusal."""
    return outcome.octets if isinstance(outcome, Encoded) else None


def words(outcome: Outcome | None) -> str:
    """Say an outcome in the protocol's words."""
    match outcome:
        case Decoded(values):
            return f"ok {points(values)}"
        case Encoded(octets):
            return f"ok {render(octets)}"
        case Accepted():
            return "ok"
        case Refused(offset, length):
            numbers = ("?" if number is None else str(number) for number in (offset, length))
            return f"error {' '.join(numbers)}"
        case _:
            return str(outcome)


def without_signature(values: Values) -> Values:
    """Drop an initial U+FEFF."""
    return values[1:] if values[:1] == (SIGNATURE,) else values
