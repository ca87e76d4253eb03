"""The domain of a codec: which questions its contract covers, decided by the reference alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from utfproof.model.contract import Demand
from utfproof.model.encoding import Scheme, facts, is_scalar
from utfproof.model.fields import read_octets, read_points
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings, Units
from utfproof.model.reading import IllFormed, Reading, Value
from utfproof.reference import schemes, utf16

# Extensible Markup Language 1.0, production 2 (Char), without U+000D: section 2.11 has a parser
# pass on each CR, and each CR LF, as one LF.
_NO_XML_CHARACTER = re.compile("[^\\x09\\x0A\\x20-\\uD7FF\\uE000-\\uFFFD\\U00010000-\\U0010FFFF]")
_SHORT = 256
"""Octets in the longest input whose reading is kept: the same are asked in many ways."""


def outside(offer: Offer, line: bytes, settings: Settings) -> bool:
    """Return whether a question lies outside the codec's contract.

    Of decode-again both texts count, of decode-within the one between the others.
    """
    demands = settings.demands
    if not demands or offer.op is Op.SWEEP or offer.op.without_encoding:
        return False
    text = line.decode("ascii")
    if offer.op.encodes:
        calls = _calls(offer.op, text)
        return any(_BREAKS_OF_VALUES[one](calls, settings) for one in demands)
    inputs = _texts(offer.op, text)
    return any(_breaks(one, octets, settings.scheme) for octets in inputs for one in demands)


def _texts(op: Op, line: str) -> tuple[bytes, ...]:
    fields = line.split(" ")
    match op:
        case Op.DECODE_CHUNKS:
            return (b"".join(map(read_octets, fields)),)
        case Op.DECODE_AGAIN:
            return tuple(map(read_octets, fields))
        case Op.DECODE_WITHIN:
            return (read_octets(fields[1]),)
        case _:
            return (read_octets(fields[-1]),)


def _calls(op: Op, line: str) -> tuple[Values, ...]:
    text = line.partition(" ")[2] if op is Op.ENCODE_ROOM else line
    return tuple(map(read_points, text.split("|")))


def _breaks(demand: Demand, octets: bytes, scheme: Scheme) -> bool:
    if demand is Demand.WHOLE_UNITS:
        return len(octets) % facts(scheme).unit != 0
    read = _kept if len(octets) <= _SHORT else schemes.read
    return _BREAKS_OF_READING[demand](read(scheme, octets))


_kept = lru_cache(1 << 13)(schemes.read)


def _ill_formed(reading: Reading) -> bool:
    return not reading.well_formed


def _cut_off(reading: Reading) -> bool:
    last = reading.parts[-1:]
    return bool(last) and isinstance(last[0], IllFormed) and last[0].truncated


def _has_nul(reading: Reading) -> bool:
    return any(isinstance(part, Value) and part.value == 0 for part in reading.parts)


def _has_no_xml(reading: Reading) -> bool:
    values = (part.value for part in reading.parts if isinstance(part, Value))
    return any(map(_is_no_xml, values))


def _is_no_xml(value: int) -> bool:
    return value > 0x10FFFF or bool(_NO_XML_CHARACTER.match(chr(value)))


def _nothing(reading: Reading) -> bool:
    """Demands on code points leave a decoder's input free."""
    del reading
    return False


_BREAKS_OF_READING: dict[Demand, Callable[[Reading], bool]] = {
    Demand.WELL_FORMED: _ill_formed,
    Demand.COMPLETE_SEQUENCES: _cut_off,
    Demand.NO_NUL: _has_nul,
    Demand.XML_CHARACTERS: _has_no_xml,
    Demand.SCALAR_VALUES: _nothing,
    Demand.PAIRS: _nothing,
}

Calls = Sequence[Values]


def _has_no_scalar(calls: Calls, settings: Settings) -> bool:
    values = tuple(value for call in calls for value in call)
    if settings.units is Units.UTF_16:
        pieces = schemes.encode(Scheme.GENERALIZED_UTF_8, values, Units.UTF_16)
        values = tuple(piece.value for piece in pieces)
    return not all(map(is_scalar, values))


def _splits_pairs(calls: Calls, settings: Settings) -> bool:
    del settings
    spoken = [call for call in calls if call]
    return any(utf16.is_pair(before[-1], after[0]) for before, after in pairwise(spoken))


def _holds_nul(calls: Calls, settings: Settings) -> bool:
    del settings
    return any(0 in call for call in calls)


def _holds_no_xml(calls: Calls, settings: Settings) -> bool:
    del settings
    return any(_is_no_xml(value) for call in calls for value in call)


def _free(calls: Calls, settings: Settings) -> bool:
    """Demands on octets leave an encoder's input free."""
    del calls, settings
    return False


_BREAKS_OF_VALUES: dict[Demand, Callable[[Calls, Settings], bool]] = {
    Demand.SCALAR_VALUES: _has_no_scalar,
    Demand.PAIRS: _splits_pairs,
    Demand.NO_NUL: _holds_nul,
    Demand.XML_CHARACTERS: _holds_no_xml,
    Demand.WELL_FORMED: _free,
    Demand.WHOLE_UNITS: _free,
    Demand.COMPLETE_SEQUENCES: _free,
}
