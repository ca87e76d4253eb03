"""The ways to ask an encoder: whole, in chunks, in room, and every decode case encoded back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from utfproof.engine.decode_ways import ROOMS
from utfproof.engine.expectation import (
    Acceptable,
    Octets,
    OctetsOf,
    Refusal,
    Room,
)
from utfproof.engine.placement import unordered
from utfproof.engine.question import Question, points
from utfproof.model.case import DecodeCase, EncodeCase, Unencodable, WrittenPart
from utfproof.model.encoding import (
    REPLACEMENT,
    SIGNATURE,
    ByteOrder,
    Scheme,
    facts,
    is_scalar,
    signature_octets,
)
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings, SurrogateOutput, Units
from utfproof.model.reading import Signature, Value
from utfproof.model.verdict import Verdict
from utfproof.reference import schemes

_QUESTION_MARK = ord("?")


@dataclass(frozen=True)
class Output:
    """What an encoder owes for code points, in every mode; `parts` is what the case writes."""

    values: tuple[int, ...]
    parts: tuple[WrittenPart, ...]
    settings: Settings

    @property
    def encodable(self) -> bool:
        """True when every host language can express the input: scalar values alone."""
        return all(is_scalar(value) for value in self.values)

    @cached_property
    def pieces(self) -> tuple[schemes.Piece, ...]:
        """The characters as this codec takes them."""
        return schemes.encode(self.settings.scheme, self.values, self.settings.units)

    def acceptable(self, mode: Mode) -> list[Acceptable]:
        """List what may come out."""
        lost = next(
            (item.index for item in self.pieces if isinstance(item, schemes.Unencodable)), None
        )
        if lost is None or mode is Mode.SKIP:
            return self._written(None)
        return [Acceptable(Refusal(lost))] if mode is Mode.STRICT else self._replaced(lost)

    def _replaced(self, lost: int) -> list[Acceptable]:
        found = [choice for value in self._instead() for choice in self._written(value)]
        return [*found, Acceptable(Refusal(lost))] if self._may_refuse else found

    @property
    def _may_refuse(self) -> bool:
        """True when a refusal is right in replace mode: where it is declared, or nothing is."""
        return self.settings.surrogate_output in (None, SurrogateOutput.REFUSE)

    def _instead(self) -> list[int]:
        """List what may stand for what cannot be encoded, by the codec's declaration."""
        match self.settings.surrogate_output:
            case SurrogateOutput.REPLACE:
                return [REPLACEMENT]
            case SurrogateOutput.QUESTION_MARK:
                return [_QUESTION_MARK]
            case SurrogateOutput.REFUSE:
                return []
            case None:
                return [REPLACEMENT, _QUESTION_MARK]

    def _written(self, instead: int | None) -> list[Acceptable]:
        """Accept the octets; in UTF-8 an added signature too (ISO/IEC 10646 10.2: it conforms)."""
        scheme = self.settings.scheme
        if unordered(self.settings.encoding):
            found = (
                instead if isinstance(item, schemes.Unencodable) else item.value
                for item in self.pieces
            )
            values = tuple(value for value in found if value is not None)
            signed = True if scheme is Scheme.UTF_16 else None
            return [Acceptable(OctetsOf(scheme, values, signed))]
        shown = b"" if instead is None else octets_of(scheme, instead)
        octets = b"".join(shown if isinstance(part, Unencodable) else part for part in self.parts)
        plain = [Acceptable(Octets(octets))]
        if facts(scheme).unit > 1:
            return plain
        signed_too = Octets(signature_octets(scheme) + octets)
        return [*plain, Acceptable(signed_too, Verdict.ALTERNATIVE)]

    def room(self, mode: Mode, *, ample: bool) -> list[Acceptable]:
        """List what may come out when the output buffer is limited."""
        found = self.acceptable(mode)
        for head, order, verdict in self._beginnings():
            for value, stops in self._ends(mode):
                steps = tuple(self._steps(head, order, value, stops=stops))
                total = None if stops else len(self.values)
                found.append(Acceptable(Room(steps, total, ample), verdict))
        return found

    def _ends(self, mode: Mode) -> list[tuple[int | None, bool]]:
        """List what may stand for what cannot be encoded, and whether the output stops there."""
        if not any(isinstance(item, schemes.Unencodable) for item in self.pieces):
            return [(None, False)]
        if mode is not Mode.REPLACE:
            return [(None, mode is Mode.STRICT)]
        instead: list[tuple[int | None, bool]] = [(value, False) for value in self._instead()]
        return [*instead, (None, True)] if self._may_refuse else instead

    def _beginnings(self) -> list[tuple[bytes, ByteOrder, Verdict]]:
        """List the signatures that may stand first, with the order and verdict of each."""
        scheme = self.settings.scheme
        if unordered(scheme):
            orders: tuple[ByteOrder, ...] = ("big", "little")
            signed = [(signature_octets(scheme, order), order, Verdict.PASS) for order in orders]
            return [*signed, (b"", "big", Verdict.PASS)]
        plain = [(b"", facts(scheme).order or "big", Verdict.PASS)]
        if facts(scheme).unit > 1:
            return plain
        return [*plain, (signature_octets(scheme), "big", Verdict.ALTERNATIVE)]

    def _steps(
        self, head: bytes, order: ByteOrder, instead: int | None, *, stops: bool
    ) -> Iterator[tuple[Values, int]]:
        """Yield each piece of output with the end of its input; one that stops, up to a refusal."""
        if head:
            yield tuple(head), 0
        scheme = self.settings.scheme
        ends = [*(item.index for item in self.pieces), len(self.values)][1:]
        for item, end in zip(self.pieces, ends, strict=True):
            lost = isinstance(item, schemes.Unencodable)
            if lost and stops:
                return
            value = instead if lost else item.value
            yield () if value is None else tuple(octets_of(scheme, value, order)), end


@lru_cache(maxsize=8192)
def octets_of(scheme: Scheme, value: int, order: ByteOrder = "big") -> bytes:
    """Give the octets of an encodable value; `order` counts where the scheme has none."""
    named = unordered_scheme(scheme, order)
    octets = schemes.encode_value(named, value)
    if octets is None:
        raise ValueError(f"U+{value:04X} has no octets in {scheme}")
    return octets


def unordered_scheme(scheme: Scheme, order: ByteOrder) -> Scheme:
    """Give the labelled order of UTF-16 and UTF-32; other schemes are their own."""
    if scheme not in (Scheme.UTF_16, Scheme.UTF_32):
        return scheme
    return Scheme(f"{scheme}{'BE' if order == 'big' else 'LE'}")


def _ask(case: str, offer: Offer, output: Output) -> Iterator[Question]:
    values = output.values
    encodable = output.encodable
    if offer.op is Op.ENCODE:
        choices = output.acceptable(offer.mode)
        yield Question(case, offer, "whole", points(values), choices, encodable=encodable)
    elif offer.op is Op.ENCODE_CHUNKS:
        choices = output.acceptable(offer.mode)
        for at in range(len(values) + 1):
            line = f"{points(values[:at])} | {points(values[at:])}"
            way = f"chunks {at}+{len(values) - at}"
            yield Question(case, offer, way, line, choices, encodable=encodable)
    elif offer.op is Op.ENCODE_ROOM:
        for ample in (False, True):
            choices = output.room(offer.mode, ample=ample)
            for room in (8 * len(values) + 64,) if ample else ROOMS:
                line = f"{room} {points(values)}"
                way = f"room {room}"
                yield Question(case, offer, way, line, choices, sure=(), encodable=encodable)


def ask_encoder(case: EncodeCase, settings: Settings, offer: Offer) -> Iterator[Question]:
    """Yield the questions that an encode case asks of one offer."""
    own = case.writes_utf16 if settings.units is Units.UTF_16 else None
    yield from _ask(case.about.id, offer, Output(case.values, (own or case.writes).parts, settings))


def encode_back(case: DecodeCase, settings: Settings, offer: Offer) -> Iterator[Question]:
    """Yield the questions that ask a well-formed decode case in the other direction.

    An initial U+FEFF counts as a value; where a signature rules the order, the encoder adds it.
    """
    if not case.reads.well_formed:
        return
    values = tuple(part.value for part in case.reads.parts if isinstance(part, Value))
    first = case.reads.parts[0] if case.reads.parts else None
    if isinstance(first, Signature) and not unordered(settings.encoding):
        values = (SIGNATURE, *values)
    yield from _ask(case.about.id, offer, Output(values, (case.octets,), settings))
