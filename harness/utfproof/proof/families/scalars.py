"""Every scalar value, both ways: alone, and many in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from utfproof.engine.questions.placement import unordered
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import SIGNATURE, Scheme, facts, is_surrogate, signature_octets
from utfproof.model.fields import points
from utfproof.model.operation import Offer, Op
from utfproof.model.profile import Settings, Signatures
from utfproof.oracle import encoded, octets_cache
from utfproof.oracle.comparison import AnswerProfile, Expected, PlainGroup
from utfproof.oracle.whole import close_question, scheme_of
from utfproof.reference import schemes

SUPPLEMENTARY = 0x10000
BLOCK = 0x1000
ROW = 0x100
"""Values in a group, and in a row."""
_RUN = 64
_FIRST_SURROGATE = 0xD800
_OCTETS = [b"%02x" % octet for octet in range(0x100)]
_RULED = (Scheme.UTF_16, Scheme.UTF_32)


def blocks(scheme: Scheme) -> list[tuple[str, range]]:
    """Return the scalar values that a scheme can express, in blocks of 4,096 numbers."""
    last = min(facts(scheme).highest, 0x10FFFF)
    return [(f"{start:04x}", _scalars_of(start)) for start in range(0, last + 1, BLOCK)]


@lru_cache(maxsize=512)
def alone(values: range) -> Sequence[int]:
    """Return those of a block that are asked alone as well as in rows.

    These are all of the basic plane, beyond it the first and the last of each 64 that differ in the
    last octet only, and the last two of each plane.
    """
    if values[-1] < SUPPLEMENTARY:
        return values
    return tuple(value for value in values if _at_an_edge(value))


def _at_an_edge(value: int) -> bool:
    return value % 64 in (0, 63) or value % SUPPLEMENTARY == SUPPLEMENTARY - 2


def _scalars_of(start: int) -> range:
    end = start + BLOCK
    # The surrogates are the end of a block. A range is a small key, where a tuple is a large one.
    return range(start, _FIRST_SURROGATE) if is_surrogate(end - 1) else range(start, end)


@dataclass(frozen=True)
class DecodedScalars(PlainGroup):
    """A group: scalar values to be decoded, so many in each input.

    Where a signature rules the order, one of big-endian order stands before each input.
    """

    id: str
    offer: Offer
    settings: Settings
    values: Sequence[int]
    row: int

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return self.text.split(b"\n")[:-1]

    @property
    def count(self) -> int:
        """Count the rows."""
        return -(-len(self.values) // self.row)

    @property
    def text(self) -> bytes:
        """The data lines end to end, each with its newline."""
        scheme = self.settings.scheme
        head = signature_octets(scheme, "big").hex().encode() if scheme in _RULED else b""
        return _headed(head, _digits(scheme, self.values, self.row))

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """One: nothing about well-formed text is left open."""
        return (AnswerProfile(),)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers; None where an initial signature has to be judged."""
        text = self.expected_text(answer_profile)
        if text is not None:
            return text.split(b"\n")[:-1]
        if self._marked_kept:
            return [None] * self.count
        pairs = zip(self._answered.split(b"\n"), self._firsts, strict=False)
        return [None if first == SIGNATURE else answer for answer, first in pairs]

    def expected_text(self, answer_profile: AnswerProfile) -> bytes | None:
        """Return the answers; None where an initial signature has to be judged."""
        del answer_profile
        open_to = self.settings.scheme not in _RULED
        if self._marked_kept or (open_to and SIGNATURE in self._firsts):
            return None
        return self._answered

    @property
    def _marked_kept(self) -> bool:
        """True where the signature before each input may come out as a character."""
        return unordered(self.settings.encoding) and self.settings.signatures is Signatures.KEEP

    @property
    def _firsts(self) -> Sequence[int]:
        return self.values[:: self.row]

    @property
    def _answered(self) -> bytes:
        if self.offer.op is Op.VALIDATE:
            return b"ok\n" * self.count
        return _headed(b"ok ", _points(self.values, self.row))

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        octets = bytes.fromhex(self.lines[index].decode("ascii"))
        return close_question(self.id, self.offer, self.settings, octets)


@dataclass(frozen=True)
class EncodedScalars(PlainGroup):
    """A group: scalar values to be encoded, so many in each text."""

    id: str
    offer: Offer
    settings: Settings
    values: Sequence[int]
    row: int

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return self.text.split(b"\n")[:-1]

    @property
    def count(self) -> int:
        """Count the rows."""
        return -(-len(self.values) // self.row)

    @property
    def text(self) -> bytes:
        """The data lines end to end, each with its newline."""
        return _points(self.values, self.row)

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """The ways in which all answers may be right: signatures that are written or not."""
        return encoded.answer_profiles(self.settings)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile."""
        return self.expected_text(answer_profile).split(b"\n")[:-1]

    def expected_text(self, answer_profile: AnswerProfile) -> bytes:
        """Return the answers of an answer profile end to end."""
        scheme = scheme_of(self.settings, answer_profile)
        signature = signature_octets(scheme, answer_profile.order) if answer_profile.signed else b""
        head = b"ok " + signature.hex().encode("ascii")
        return _headed(head, _digits(scheme, self.values, self.row))

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        text = tuple(self.values[index * self.row : (index + 1) * self.row])
        choices = encoded.output(text, self.settings).acceptable(self.offer.mode)
        return Question(self.id, self.offer, "whole", points(text), choices)


def _headed(head: bytes, text: bytes) -> bytes:
    """Put a head before each line of a text that ends with a newline."""
    return (head + text.replace(b"\n", b"\n" + head))[: -len(head)] if head else text


@octets_cache.ANSWERS.cached
def _points(values: Sequence[int], row: int) -> bytes:
    """Write each row of values as code points, once for all offers that need it."""
    rows = (values[start : start + row] for start in range(0, len(values), row))
    return "\n".join([*map(points, rows), ""]).encode("ascii")


@octets_cache.ANSWERS.cached
def _digits(scheme: Scheme, values: Sequence[int], row: int) -> bytes:
    """Write each row of values in hex digits, once for all offers that need it."""
    start = values[0] & -BLOCK
    pieces = [digits for run in range(start, start + BLOCK, _RUN) for digits in _run(scheme, run)]
    if len(values) < BLOCK:
        pieces = [pieces[value - start] for value in values]
    if row > 1:
        pieces = [b"".join(pieces[start : start + row]) for start in range(0, len(pieces), row)]
    return b"\n".join([*pieces, b""])


def _run(scheme: Scheme, start: int) -> list[bytes]:
    """Write 64 values from a multiple of 64 on, by the reference; nothing for surrogates.

    Where the first and the last differ in one octet alone, by 63, each has there one more than the
    value before it.
    """
    values = range(start, start + _RUN)
    first, last = (schemes.encode_value(scheme, value) or b"" for value in (start, values[-1]))
    apart = [at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other]
    if len(first) == len(last) and len(apart) == 1:
        at = apart[0]
        lowest = first[at]
        if last[at] - lowest == _RUN - 1:
            head, tail = first[:at].hex().encode(), first[at + 1 :].hex().encode()
            return [head + octet + tail for octet in _OCTETS[lowest : lowest + _RUN]]
    return [(schemes.encode_value(scheme, value) or b"").hex().encode() for value in values]
