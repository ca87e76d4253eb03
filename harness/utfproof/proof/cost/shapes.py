"""Shapes of input whose size can be chosen: well-formed, ill-formed, and in single octets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from utfproof.adapters.session.blocks import MOST_OCTETS
from utfproof.engine.questions.domain import outside
from utfproof.model.encoding import Scheme, facts
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import Settings
from utfproof.reference import schemes

_TEXT = "aé€\U0001f600"
_SAMPLE = 256
# Not decode-resumed, nor encode-resumed: after each chunk the codec is given all others, which is
# the question's cost.
_CUT_OPS = (Op.DECODE_CHUNKS, Op.VALIDATE_CHUNKS)
_OPS = (Op.DECODE, *_CUT_OPS, Op.VALIDATE, Op.ENCODE, Op.ENCODE_CHUNKS)


@dataclass(frozen=True, slots=True)
class CostShape:
    """Input of one kind: a pattern repeated to a size, and an end of its own.

    Patterns are octets, or code points for an encoder. `apart` puts each octet, or code point,
    into a chunk of its own.
    """

    name: str
    offer: Offer
    pattern: tuple[int, ...]
    end: tuple[int, ...] = ()
    apart: bool = False

    def line(self, size: int) -> bytes | None:
        """Return the data line of an input of about this size; None where no block has room."""
        if size > MOST_OCTETS:
            return None
        count = size // len(self.pattern)
        if self.offer.op.encodes:
            between = " | " if self.apart else " "
            pattern, end = (
                between.join(f"{unit:x}" for unit in one) for one in (self.pattern, self.end)
            )
            text = between.join([*[pattern] * count, *filter(None, [end])])
        else:
            octets = bytes(self.pattern) * count + bytes(self.end)
            text = octets.hex(" ") if self.apart else octets.hex()
        return text.encode("ascii") if len(text) <= MOST_OCTETS else None

    def is_for(self, settings: Settings) -> bool:
        """Tell whether the codec's contract and format let it be asked."""
        sample = self.line(_SAMPLE) or b""
        units = {*self.pattern, *self.end}
        return settings.excludes.isdisjoint(units) and not outside(self.offer, sample, settings)


def shapes(offer: Offer, settings: Settings) -> Iterator[CostShape]:
    """Yield the shapes that an offer can be asked of."""
    if offer.op in _OPS:
        made = _of_encoder(offer) if offer.op.encodes else _of_decoder(offer, settings.scheme)
        yield from (shape for shape in made if shape.is_for(settings))


def _of_encoder(offer: Offer) -> Iterator[CostShape]:
    text = tuple(map(ord, _TEXT))
    if offer.op is Op.ENCODE_CHUNKS:
        yield CostShape("one code point a chunk", offer, text, apart=True)
        return
    yield CostShape("well-formed text", offer, text)
    yield CostShape("a surrogate at the end", offer, text, (0xD800,))
    yield CostShape("surrogates", offer, (0xD800,))


def _of_decoder(offer: Offer, scheme: Scheme) -> Iterator[CostShape]:
    text = b"".join(filter(None, (schemes.encode_value(scheme, ord(one)) for one in _TEXT)))
    wrong = _wrong(scheme)
    if offer.op in _CUT_OPS:
        yield CostShape("one octet a chunk", offer, tuple(text), apart=True)
        for name, octets in wrong.items():
            yield CostShape(f"{name}, one octet a chunk", offer, tuple(octets), apart=True)
        return
    yield CostShape("well-formed text", offer, tuple(text))
    yield CostShape("ASCII", offer, tuple(schemes.encode_value(scheme, ord("a")) or b"a"))
    for name, octets in wrong.items():
        yield CostShape(name, offer, tuple(octets))
    yield CostShape("an error at the end", offer, tuple(text), tuple(next(iter(wrong.values()))))


def _wrong(scheme: Scheme) -> dict[str, bytes]:
    """Return ill-formed units by name."""
    unit, order = facts(scheme).unit, facts(scheme).order or "big"
    values = {
        1: {"tails": 0x80, "leads": 0xF0, "FF": 0xFF},
        2: {"high surrogates": 0xD800, "low surrogates": 0xDC00},
        4: {"surrogates": 0xD800, "values beyond Unicode": 0x110000},
    }
    return {name: value.to_bytes(unit, order) for name, value in values[unit].items()}
