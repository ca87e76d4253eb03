"""The ways to ask an encoder: whole, in chunks, in room, and every decode case encoded back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise

from utfproof.engine.questions import refills, sizes
from utfproof.engine.questions.decode_questions import ROOMS
from utfproof.engine.questions.delivery import due, owed_by
from utfproof.engine.questions.expected_answer import (
    Acceptable,
    BoundedOutput,
    Octets,
    OctetsOf,
    Refusal,
)
from utfproof.engine.questions.placement import unordered
from utfproof.engine.questions.question import Question
from utfproof.engine.questions.splits import text_splits
from utfproof.model.case import (
    AllowedWriting,
    Case,
    DecodeCase,
    EncodeCase,
    NotEncodable,
    WrittenPart,
)
from utfproof.model.encoding import (
    REPLACEMENT,
    SIGNATURE,
    ByteOrder,
    Scheme,
    facts,
    is_scalar,
    octet_length,
    signature_octets,
)
from utfproof.model.fields import points
from utfproof.model.operation import ENCODE_STREAM_OPS, Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings, SurrogateOutput, Units
from utfproof.model.reading import Signature, Value
from utfproof.model.verdict import Verdict
from utfproof.reference import deviations, latitude, schemes, utf16

_QUESTION_MARK = ord("?")


def stand_ins(declared: SurrogateOutput | None) -> tuple[int, ...]:
    """List the values that may replace an unencodable one, by the codec's declaration."""
    match declared:
        case SurrogateOutput.REPLACE:
            return (REPLACEMENT,)
        case SurrogateOutput.QUESTION_MARK:
            return (_QUESTION_MARK,)
        case SurrogateOutput.REFUSE:
            return ()
        case None:
            return REPLACEMENT, _QUESTION_MARK


@dataclass(frozen=True)
class EncodeOutput:
    """The output that an encoder owes for code points, in every mode.

    `parts` is the writing of the case; `others` are the writings that a document allows instead.
    """

    values: tuple[int, ...]
    parts: tuple[WrittenPart, ...]
    settings: Settings
    others: tuple[AllowedWriting, ...] = ()

    @property
    def encodable(self) -> bool:
        """True when every host language can express the input: scalar values alone."""
        return all(is_scalar(value) for value in self.values)

    @cached_property
    def pieces(self) -> tuple[schemes.Piece, ...]:
        """Return the characters as this codec takes them, each with its octets."""
        scheme = self.settings.scheme
        own = schemes.encode(scheme, self.values, self.settings.units)
        # Where a signature rules the order, the octets of the case are one of several right
        # writings.
        return own if unordered(scheme) else tuple(_cut(self.parts, own, scheme))

    @cached_property
    def _instead(self) -> list[tuple[EncodeOutput, Verdict]]:
        allowed = (other.writes.parts for other in self.others)
        found = [(parts, Verdict.ALTERNATIVE) for parts in allowed]
        if announced := _announced(self.pieces, self.settings):
            found.append((announced, Verdict.BY_DESIGN))
        if not found:
            return []
        # Without its deviations, or each writing would announce others without end.
        plain = replace(self.settings, deviations=())
        return [(EncodeOutput(self.values, parts, plain), verdict) for parts, verdict in found]

    def acceptable(self, mode: Mode, chunks: tuple[int, ...] | None = None) -> list[Acceptable]:
        """List the acceptable outputs; the lengths of chunks set their time, where it is judged."""
        return [
            *self._own(mode, chunks),
            *(
                Acceptable(choice.expectation, verdict)
                for other, verdict in self._instead
                for choice in other.acceptable(mode, chunks)
            ),
        ]

    def _own(self, mode: Mode, chunks: tuple[int, ...] | None = None) -> list[Acceptable]:
        lost = next(
            (item.index for item in self.pieces if isinstance(item, schemes.Unencodable)), None
        )
        if lost is None or mode is Mode.SKIP:
            return self._written(None, chunks)
        return [Acceptable(Refusal(lost))] if mode is Mode.STRICT else self._replaced(lost, chunks)

    def _replaced(self, lost: int, chunks: tuple[int, ...] | None) -> list[Acceptable]:
        found = [choice for value in self._stand_ins for choice in self._written(value, chunks)]
        return [*found, Acceptable(Refusal(lost))] if self._may_refuse else found

    @property
    def _may_refuse(self) -> bool:
        """True when a refusal is right in replace mode: where it is declared, or nothing is."""
        return self.settings.surrogate_output in (None, SurrogateOutput.REFUSE)

    @property
    def _stand_ins(self) -> tuple[int, ...]:
        return stand_ins(self.settings.surrogate_output)

    def _written(self, instead: int | None, chunks: tuple[int, ...] | None) -> list[Acceptable]:
        """Accept the octets; in UTF-8 an added signature too (ISO/IEC 10646 10.2: it conforms)."""
        scheme = self.settings.scheme
        if not self.values:
            return [Acceptable(Octets(head), verdict) for head, _, verdict in self._beginnings()]
        if unordered(self.settings.encoding):
            found = (
                instead if isinstance(item, schemes.Unencodable) else item.value
                for item in self.pieces
            )
            values = tuple(value for value in found if value is not None)
            # RFC 2781 section 3.3 recommends a signature for UTF-16; nothing does for UTF-32.
            signed = True if scheme is Scheme.UTF_16 else None
            return [Acceptable(OctetsOf(scheme, values, signed))]
        shown = b"" if instead is None else octets_of(scheme, instead)
        octets = b"".join(shown if isinstance(part, NotEncodable) else part for part in self.parts)
        timed = chunks is not None and self.settings.prompt
        owed = owed_by(_decided(self, len(shown)), len(self.values)) if timed else ()
        plain = [Acceptable(Octets(octets, due(chunks or (), owed) if timed else None))]
        if facts(scheme).unit > 1:
            return plain
        signed_too = Octets(signature_octets(scheme) + octets)
        return [*plain, Acceptable(signed_too, Verdict.ALTERNATIVE)]

    @property
    def piece_ends(self) -> list[int]:
        """Return the index behind each piece."""
        return [*(item.index for item in self.pieces), len(self.values)][1:]

    def room(self, mode: Mode, *, ample: bool, room: int | None = None) -> list[Acceptable]:
        """List the acceptable outputs when the output buffer is limited.

        The `room` counts where it has to be used as far as characters fit.
        """
        filled = room if self.settings.fills and not ample else None
        return [
            *self._own(mode),
            *self._rooms(mode, ample=ample, filled=filled),
            *(
                Acceptable(choice.expectation, verdict)
                for other, verdict in self._instead
                for choice in other.room(mode, ample=ample, room=room)
            ),
        ]

    def _rooms(self, mode: Mode, *, ample: bool, filled: int | None) -> Iterator[Acceptable]:
        for head, order, verdict in self._beginnings():
            for value, stops in self._ends(mode):
                steps = tuple(self._steps(head, order, value, stops=stops))
                total = None if stops else len(self.values)
                yield Acceptable(BoundedOutput(steps, total, ample, filled), verdict)

    def _ends(self, mode: Mode) -> list[tuple[int | None, bool]]:
        """List replacements of an unencodable value, each with whether output stops there."""
        if not any(isinstance(item, schemes.Unencodable) for item in self.pieces):
            return [(None, False)]
        if mode is not Mode.REPLACE:
            return [(None, mode is Mode.STRICT)]
        instead: list[tuple[int | None, bool]] = [(value, False) for value in self._stand_ins]
        return [*instead, (None, True)] if self._may_refuse else instead

    def _beginnings(self) -> list[tuple[bytes, ByteOrder, Verdict]]:
        """List the signatures that may stand first, with the order and verdict of each.

        A text of no characters is a signature alone in UTF-16 and UTF-32, or else nothing at all.
        """
        scheme = self.settings.scheme
        if unordered(scheme):
            orders: tuple[ByteOrder, ...] = ("big", "little")
            signed = [(signature_octets(scheme, order), order, Verdict.PASS) for order in orders]
            return [*signed, (b"", "big", Verdict.PASS if self.values else Verdict.ALTERNATIVE)]
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
        for item, end in zip(self.pieces, self.piece_ends, strict=True):
            if isinstance(item, schemes.Written):
                octets = octets_of(scheme, item.value, order) if unordered(scheme) else item.octets
                yield tuple(octets), end
            elif stops:
                return
            else:
                yield () if instead is None else tuple(octets_of(scheme, instead, order)), end


def _decided(output: EncodeOutput, shown: int) -> Iterator[tuple[int, int]]:
    """Yield the index of the value that decides each piece, and its octets.

    A high surrogate that is no half of a pair is one by the value behind it, or by the end.
    """
    settings = output.settings
    pairs = settings.units is Units.UTF_16 or settings.scheme is Scheme.WTF_8
    for item, end in zip(output.pieces, output.piece_ends, strict=True):
        waits = pairs and utf16.is_high(output.values[end - 1])
        size = len(item.octets) if isinstance(item, schemes.Written) else shown
        yield end if waits else end - 1, size


def _announced(
    pieces: Sequence[schemes.Piece], settings: Settings
) -> tuple[WrittenPart, ...] | None:
    """Return the writing that the documentation announces; None where it is the profile's."""
    if unordered(settings.scheme) or not settings.deviations:
        return None
    own: list[WrittenPart] = []
    found: list[WrittenPart] = []
    for piece in pieces:
        lost = NotEncodable(piece.value)
        part = piece.octets if isinstance(piece, schemes.Written) else lost
        own.append(part)
        if part is lost:
            part = deviations.write(settings.scheme, piece.value, settings.deviations) or lost
        elif deviations.refuses(settings.scheme, piece.value, settings.deviations):
            part = lost
        found.append(part)
    return None if found == own else tuple(found)


def _cut(
    parts: tuple[WrittenPart, ...], own: tuple[schemes.Piece, ...], scheme: Scheme
) -> Iterator[schemes.Piece]:
    """Cut a writing into a piece for each character; a value is lost always or never."""
    octets = b"".join([part for part in parts if isinstance(part, bytes)])
    lost = {part.value for part in parts if isinstance(part, NotEncodable)}
    at = 0
    for item in own:
        if item.value in lost:
            yield schemes.Unencodable(item.index, item.value)
        else:
            end = at + octet_length(scheme, item.value)
            yield schemes.Written(item.index, item.value, octets[at:end])
            at = end


@lru_cache(maxsize=8192)
def octets_of(scheme: Scheme, value: int, order: ByteOrder = "big") -> bytes:
    """Return the octets of an encodable value; `order` counts where the scheme has none."""
    octets = schemes.encode_value(schemes.ordered(scheme, order), value)
    if octets is None:
        raise ValueError(f"U+{value:04X} has no octets in {scheme}")
    return octets


def ask_encoder(case: str, output: EncodeOutput, offer: Offer) -> Iterator[Question]:
    """Yield the questions that a case asks of one offer."""
    values = output.values
    encodable = output.encodable
    if offer.op in (Op.ENCODE, Op.ENCODE_SIZE):
        choices = sizes.answers(offer, output.acceptable(offer.mode), output.settings)
        yield Question(case, offer, "whole", points(values), choices, encodable=encodable)
    elif offer.op in ENCODE_STREAM_OPS:
        shared = output.acceptable(offer.mode)
        timed = output.settings.prompt
        for split in text_splits(offer.op, len(values)):
            choices = output.acceptable(offer.mode, split.lengths) if timed else shared
            parts = (values[begin:end] for begin, end in pairwise((0, *split.ends)))
            line = " | ".join(map(points, parts))
            yield Question(case, offer, split.way, line, choices, encodable=encodable)
    elif offer.op is Op.ENCODE_ROOM:
        for ample in (False, True):
            shared = output.room(offer.mode, ample=ample)
            fills = output.settings.fills and not ample
            for room in (8 * len(values) + 64,) if ample else ROOMS:
                line = f"{room} {points(values)}"
                way = f"room {room}"
                choices = output.room(offer.mode, ample=ample, room=room) if fills else shared
                yield Question(case, offer, way, line, choices, canonical=(), encodable=encodable)
    elif offer.op is Op.ENCODE_REFILL:
        shared = output.room(offer.mode, ample=False)
        for room in refills.REFILLED_ROOMS:
            line, way = f"{room} {points(values)}", f"rooms of {room}"
            choices = refills.encoded(shared, room, output.settings)
            yield Question(case, offer, way, line, choices, canonical=(), encodable=encodable)


def output_of(case: Case, settings: Settings) -> EncodeOutput | None:
    """Return the output that a case demands of an encoder; None where it demands nothing.

    A well-formed decode case is encoded back.
    """
    if isinstance(case, EncodeCase):
        return _written(case, settings)
    if isinstance(case, DecodeCase) and case.reads.well_formed:
        return _written_back(case, settings)
    return None


def _written(case: EncodeCase, settings: Settings) -> EncodeOutput:
    """Return the writing of the case; where UTF-16 units have a writing of their own, only that."""
    if settings.units is Units.UTF_16 and case.writes_utf16:
        return EncodeOutput(case.values, case.writes_utf16.parts, settings)
    return EncodeOutput(case.values, case.writes.parts, settings, case.others)


def _written_back(case: DecodeCase, settings: Settings) -> EncodeOutput:
    """Take the octets that were read.

    An initial U+FEFF counts as a value; where a signature rules the order, the encoder adds it.
    """
    values = tuple(part.value for part in case.reads.parts if isinstance(part, Value))
    first = case.reads.parts[0] if case.reads.parts else None
    if isinstance(first, Signature) and not unordered(settings.encoding):
        values = (SIGNATURE, *values)
    others = latitude.writings(settings.scheme, values, settings.units)
    return EncodeOutput(values, (case.octets,), settings, others)
