"""Every scalar value, both ways: alone, and many in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from utfproof.adapters.blocks import Answer
from utfproof.engine.placement import unordered
from utfproof.engine.question import Question, points, spaced
from utfproof.model.encoding import SIGNATURE, Scheme, facts, is_surrogate, signature_octets
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings, Signatures
from utfproof.proof.families import encoded
from utfproof.proof.families.groups import Expected, Stance
from utfproof.proof.families.whole import close_question, scheme_of
from utfproof.reference import schemes

SUPPLEMENTARY = 0x10000
BLOCK = 0x1000
ROW = 0x100
"""Values in a group, and in a row."""


@cache
def blocks(scheme: Scheme) -> tuple[tuple[str, Values], ...]:
    """Give the scalar values that a scheme can express, in blocks of 4,096 numbers."""
    last = min(facts(scheme).highest, 0x10FFFF)
    starts = range(0, last + 1, BLOCK)
    return tuple((f"{start:04x}", _scalars_of(start)) for start in starts)


@lru_cache(maxsize=512)
def alone(values: Values) -> Values:
    """Give those of a block that are asked alone as well as in rows.

    These are all of the basic plane, beyond it the first and the last of each 64 that differ in the
    last octet only, and the last two of each plane.
    """
    return tuple(value for value in values if value < SUPPLEMENTARY or _at_an_edge(value))


def _at_an_edge(value: int) -> bool:
    return value % 64 in (0, 63) or value % SUPPLEMENTARY == SUPPLEMENTARY - 2


def _scalars_of(start: int) -> Values:
    values = range(start, start + BLOCK)
    return tuple(value for value in values if not is_surrogate(value))


@dataclass(frozen=True)
class Decoded:
    """A group: scalar values to be decoded, so many in each input.

    Where a signature rules the order, one of big-endian order stands before each input.
    """

    id: str
    offer: Offer
    settings: Settings
    values: Values
    row: int

    @cached_property
    def _inputs(self) -> tuple[list[bytes], list[bytes | None]]:
        return _prepared(self.settings.scheme, self.values, self.row)

    @property
    def lines(self) -> list[bytes]:
        """The data lines."""
        return self._inputs[0]

    @property
    def stances(self) -> tuple[Stance, ...]:
        """One: nothing about well-formed text is left open."""
        return (Stance(),)

    def expected(self, stance: Stance) -> Expected:
        """Give the answers; None where an initial signature has to be judged."""
        del stance
        ruled = unordered(self.settings.encoding) and self.settings.signatures is Signatures.KEEP
        if ruled:
            return [None] * len(self.lines)
        if self.offer.op is Op.VALIDATE:
            return [None if answer is None else b"ok" for answer in self._inputs[1]]
        return self._inputs[1]

    def comparable(self, answers: Sequence[Answer]) -> Sequence[Answer]:
        """Compare answers as they are."""
        return answers

    def question(self, index: int) -> Question:
        """Give one question with all that is acceptable as its answer."""
        octets = bytes.fromhex(self.lines[index].decode("ascii"))
        return close_question(self.id, self.offer, self.settings, octets)


@dataclass(frozen=True)
class Encoded:
    """A group: scalar values to be encoded, so many in each text."""

    id: str
    offer: Offer
    settings: Settings
    values: Values
    row: int

    @cached_property
    def lines(self) -> list[bytes]:
        """The data lines."""
        return [points(text).encode("ascii") for text in self._texts]

    @cached_property
    def _texts(self) -> list[Values]:
        starts = range(0, len(self.values), self.row)
        return [self.values[start : start + self.row] for start in starts]

    @property
    def stances(self) -> tuple[Stance, ...]:
        """The ways in which all answers may be right: signatures that are written or not."""
        return encoded.stances(self.settings)

    def expected(self, stance: Stance) -> Expected:
        """Give the answers of a stance."""
        scheme = scheme_of(self.settings, stance)
        signature = signature_octets(scheme, stance.order) if stance.signed else b""
        head = b"ok " + signature.hex().encode("ascii")
        return [head + octets for octets in _prepared(scheme, self.values, self.row)[0]]

    def comparable(self, answers: Sequence[Answer]) -> Sequence[Answer]:
        """Compare answers as they are."""
        return answers

    def question(self, index: int) -> Question:
        """Give one question with all that is acceptable as its answer."""
        text = self._texts[index]
        choices = encoded.output(text, self.settings).acceptable(self.offer.mode)
        return Question(self.id, self.offer, "whole", points(text), choices)


@lru_cache(maxsize=2048)
def _prepared(scheme: Scheme, values: Values, row: int) -> tuple[list[bytes], list[bytes | None]]:
    """Render inputs and answers; no answer where the first value is U+FEFF and may be stripped."""
    ruled = scheme in (Scheme.UTF_16, Scheme.UTF_32)
    head = signature_octets(scheme, "big") if ruled else b""
    lines: list[bytes] = []
    answers: list[bytes | None] = []
    pieces = _octets(scheme, values)
    for start in range(0, len(values), row):
        found = values[start : start + row]
        octets = b"".join(pieces[start : start + row])
        lines.append((head + octets).hex().encode("ascii"))
        open_to = found[0] == SIGNATURE and not ruled
        answers.append(None if open_to else f"ok{spaced(found)}".encode("ascii"))
    return lines, answers


@lru_cache(maxsize=512)
def _octets(scheme: Scheme, values: Values) -> list[bytes]:
    """Write each value by the reference, once for all that need it."""
    return [schemes.encode_value(scheme, value) or b"" for value in values]
