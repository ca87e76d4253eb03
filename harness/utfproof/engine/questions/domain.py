"""The domain of a codec: which questions its contract covers, decided by the reference alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from utfproof.engine.questions import glance
from utfproof.engine.questions.placement import unordered
from utfproof.model.contract import Demand
from utfproof.model.encoding import (
    SIGNATURE,
    Scheme,
    facts,
    is_noncharacter,
    is_scalar,
    is_surrogate,
    signature_octets,
)
from utfproof.model.fields import read_octets, read_points
from utfproof.model.operation import CUT_OPS, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings, Units, Unmarked
from utfproof.model.reading import IllFormed, Reading, Value
from utfproof.reference import schemes, utf16

# Extensible Markup Language 1.0, production 2 (Char), without U+000D: section 2.11 has a parser
# pass on each CR, and each CR LF, as one LF.
_NO_XML_CHARACTER = re.compile("[^\\x09\\x0A\\x20-\\uD7FF\\uE000-\\uFFFD\\U00010000-\\U0010FFFF]")
# YAML 1.1 and 1.2, c-printable, without the line breaks (U+000A, U+000D, U+0085, U+2028, U+2029),
# which a quoted scalar folds, and without U+FEFF, which is no character of a scalar.
_NO_YAML_CHARACTER = re.compile(
    "[^\\x09\\x20-\\x7E\\xA0-\\u2027\\u202A-\\uD7FF\\uE000-\\uFEFE\\uFF00-\\uFFFD"
    "\\U00010000-\\U0010FFFF]"
)
_SHORT = 256
"""Octets in the longest input whose reading is kept: the same are asked in many ways."""


def outside(offer: Offer, line: bytes, settings: Settings) -> bool:
    """Return whether a question lies outside the codec's contract.

    Of decode-again both texts count, of decode-within the one between the others.
    """
    encodes = offer.op.encodes
    demands = settings.encoder_demands if encodes else settings.demands
    if not demands or offer.op is Op.SWEEP or offer.op.without_encoding:
        return False
    text = line.decode("ascii")
    if encodes:
        calls = _calls(offer.op, text)
        return any(_BREAKS_OF_VALUES[one](calls, settings) for one in demands)
    inputs = _texts(offer.op, text)
    return any(
        _breaks(one, octets, _read_as(settings, octets)) for octets in inputs for one in demands
    )


def all_outside(offer: Offer, lines: Sequence[bytes], settings: Settings) -> list[bool]:
    """Return for each of many lines whether it is `outside`, in a fraction of the time."""
    if offer.op not in _OF_ONE_INPUT:
        return [outside(offer, line, settings) for line in lines]
    digits = b"\n".join(lines).translate(None, b" -").decode("ascii")
    inputs = [bytes.fromhex(one) for one in digits.split("\n")] if lines else []
    found = [False] * len(inputs)
    for demand in settings.demands:
        suspect = glance.suspicion(demand, settings.scheme)
        suspects = [at for at, octets in enumerate(inputs) if suspect is None or suspect(octets)]
        for at in suspects:
            found[at] = found[at] or _breaks(demand, inputs[at], _read_as(settings, inputs[at]))
    return found


def _read_as(settings: Settings, octets: bytes) -> Scheme:
    """Return the scheme of an input: text that nothing marks has the order that is declared."""
    if settings.unmarked is not Unmarked.LITTLE or not unordered(settings.encoding):
        return settings.scheme
    orders = Scheme(f"{settings.encoding}BE"), Scheme(f"{settings.encoding}LE")
    signed = octets.startswith(tuple(map(signature_octets, orders)))
    return settings.scheme if signed else orders[1]


_OF_ONE_INPUT = frozenset(
    {*(Op.DECODE, Op.DECODE_REPLACED, Op.DECODE_SIZE, Op.VALIDATE, Op.VALIDATE_CAUSE, *CUT_OPS)}
)


def _texts(op: Op, line: str) -> tuple[bytes, ...]:
    fields = line.split(" ")
    match op:
        case Op.DECODE_CHUNKS | Op.DECODE_RESUMED | Op.VALIDATE_CHUNKS:
            return (b"".join(map(read_octets, fields)),)
        case Op.DECODE_AGAIN:
            return tuple(map(read_octets, fields))
        case Op.DECODE_WITHIN:
            return (read_octets(fields[1]),)
        case _:
            return (read_octets(fields[-1]),)


def _calls(op: Op, line: str) -> tuple[Values, ...]:
    text = line.partition(" ")[2] if op.bounded else line
    return tuple(map(read_points, text.split("|")))


def _breaks(demand: Demand, octets: bytes, scheme: Scheme) -> bool:
    if demand is Demand.WHOLE_UNITS:
        return len(octets) % facts(scheme).unit != 0
    if demand is Demand.COMPLETE_SEQUENCES:
        return _is_cut_off(octets, scheme)
    keeps = glance.well_formed(scheme, octets) if demand in _OF_FORM else None
    # What is ill-formed may be no more than cut off.
    if keeps or (keeps is False and demand is Demand.WELL_FORMED):
        return not keeps
    suspect = glance.suspicion(demand, scheme)
    if suspect and not suspect(octets):
        return False
    read = _kept if len(octets) <= _SHORT else schemes.read
    return _BREAKS_OF_READING[demand](read(scheme, octets))


_OF_FORM = frozenset({Demand.WELL_FORMED, Demand.WELL_FORMED_OR_CUT_OFF})
_kept = lru_cache(1 << 13)(schemes.read)


def _ill_formed(reading: Reading) -> bool:
    return not reading.well_formed


def _ill_formed_before_the_end(reading: Reading) -> bool:
    """Tell whether there is an error beside the one with which a text is cut off."""
    return any(isinstance(part, IllFormed) and not part.truncated for part in reading.parts)


def _is_cut_off(octets: bytes, scheme: Scheme) -> bool:
    """Tell whether the text ends before a sequence is as long as its first octet announces."""
    if facts(scheme).unit > 1:
        last = schemes.read(scheme, octets).parts[-1:]
        return bool(last) and isinstance(last[0], IllFormed) and last[0].truncated
    # The last octet may be any lead, the one before it a lead of three or more, and so on.
    ends = zip(_LEADS, reversed(octets[-len(_LEADS) :]), strict=False)
    return any(lead <= octet < _NO_LEAD for lead, octet in ends)


_LEADS, _NO_LEAD = (0xC0, 0xE0, 0xF0), 0xF8
"""The least first octets that announce more than one octet, two, three; the first of no kind."""


def _has_nul(reading: Reading) -> bool:
    return any(isinstance(part, Value) and part.value == 0 for part in reading.parts)


def _values(reading: Reading) -> Iterator[int]:
    return (part.value for part in reading.parts if isinstance(part, Value))


def _has_no_xml(reading: Reading) -> bool:
    return any(map(_is_no_xml, _values(reading)))


def _has_no_yaml(reading: Reading) -> bool:
    return any(map(_is_no_yaml, _values(reading)))


def _has_noncharacter(reading: Reading) -> bool:
    return any(map(is_noncharacter, _values(reading)))


def _is_no_xml(value: int) -> bool:
    return value > 0x10FFFF or bool(_NO_XML_CHARACTER.match(chr(value)))


def _is_no_yaml(value: int) -> bool:
    return value > 0x10FFFF or bool(_NO_YAML_CHARACTER.match(chr(value)))


_BREAKS_OF_READING: dict[Demand, Callable[[Reading], bool]] = {
    Demand.WELL_FORMED: _ill_formed,
    Demand.WELL_FORMED_OR_CUT_OFF: _ill_formed_before_the_end,
    Demand.NO_NUL: _has_nul,
    Demand.NO_NONCHARACTERS: _has_noncharacter,
    Demand.XML_CHARACTERS: _has_no_xml,
    Demand.YAML_CHARACTERS: _has_no_yaml,
}

Calls = Sequence[Values]


def _has_no_scalar(calls: Calls, settings: Settings) -> bool:
    values = tuple(value for call in calls for value in call)
    # To an encoder of UTF-16 strings the halves of a pair are one character.
    if settings.units is Units.UTF_16 and any(map(is_surrogate, values)):
        pieces = schemes.encode(Scheme.GENERALIZED_UTF_8, values, Units.UTF_16)
        values = tuple(piece.value for piece in pieces)
    return not all(map(is_scalar, values))


def _splits_pairs(calls: Calls, settings: Settings) -> bool:
    del settings
    # An empty call parts nothing.
    spoken = [call for call in calls if call]
    return any(utf16.is_pair(before[-1], after[0]) for before, after in pairwise(spoken))


def _holds_nul(calls: Calls, settings: Settings) -> bool:
    del settings
    return any(0 in call for call in calls)


def _holds_noncharacter(calls: Calls, settings: Settings) -> bool:
    del settings
    return any(is_noncharacter(value) for call in calls for value in call)


def _holds_no_xml(calls: Calls, settings: Settings) -> bool:
    del settings
    return any(_is_no_xml(value) for call in calls for value in call)


def _holds_no_yaml(calls: Calls, settings: Settings) -> bool:
    del settings
    return any(_is_no_yaml(value) for call in calls for value in call)


def _begins_with_a_signature(calls: Calls, settings: Settings) -> bool:
    del settings
    return next((call[0] for call in calls if call), None) == SIGNATURE


_BREAKS_OF_VALUES: dict[Demand, Callable[[Calls, Settings], bool]] = {
    Demand.SCALAR_VALUES: _has_no_scalar,
    Demand.PAIRS: _splits_pairs,
    Demand.NO_NUL: _holds_nul,
    Demand.NO_NONCHARACTERS: _holds_noncharacter,
    Demand.XML_CHARACTERS: _holds_no_xml,
    Demand.YAML_CHARACTERS: _holds_no_yaml,
    Demand.NO_SIGNATURE: _begins_with_a_signature,
}
