"""Texts for encoders: every scalar value, and unencodable values between encodable ones."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from utfproof.engine.questions import refills
from utfproof.engine.questions.encode_questions import EncodeOutput
from utfproof.engine.questions.expected_answer import Acceptable
from utfproof.engine.questions.placement import unordered
from utfproof.engine.questions.question import Question
from utfproof.model.case import NotEncodable, WrittenPart
from utfproof.model.encoding import SIGNATURE, Scheme, facts, signature_octets
from utfproof.model.fields import points
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings
from utfproof.model.verdict import Verdict
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.whole import scheme_of
from utfproof.reference import latitude, schemes

_ANSWER_PROFILES = (AnswerProfile(), AnswerProfile(Verdict.ALTERNATIVE, signed=True))
"""Plain, and with an added signature where the scheme allows one (engine/encode_ways.py)."""
# RFC 2781 section 3.3 recommends a signature for "UTF-16"; ISO/IEC 10646 leaves it open.
_UNSIGNED = {Scheme.UTF_16: Verdict.NON_STRICT, Scheme.UTF_32: Verdict.PASS}
SURROGATES = range(0xD800, 0xE000)
BEYOND = (0x110000, 0x110041, 0x1FFFFF, 0x200000, 0x3FFFFFF, 0x4000000, 0x7FFFFFFF, 0x80000000,
          0x80000041, 0xFFFFFFFF)  # fmt: skip
"""Numbers above the last scalar value, at the ends of what longer forms and 31 or 32 bits hold."""
ENDS = (0x00, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF,
        0x10000, 0x1F600, 0x10FFFF)  # fmt: skip
"""Scalar values at the ends of every row and range."""


_IN_CHUNKS = re.compile(rb"ok (?:(?:[0-9a-f]{2})+|-)(?: \| (?:(?:[0-9a-f]{2})+|-))*")
_BARS = b" -|"
"""Octets in chunks, and the signs between them and for none."""


def scalar_values() -> Iterator[int]:
    """Yield every scalar value: 1,112,064 of them."""
    yield from range(0xD800)
    yield from range(0xE000, 0x110000)


def answer_profiles(settings: Settings) -> tuple[AnswerProfile, ...]:
    """List the ways in which an encoder may write: with a signature, in either order, without."""
    scheme = settings.scheme
    if unordered(settings.encoding):
        unsigned = AnswerProfile(_UNSIGNED[scheme])
        return (AnswerProfile(signed=True), AnswerProfile(order="little", signed=True), unsigned)
    return _ANSWER_PROFILES if facts(scheme).unit == 1 else _ANSWER_PROFILES[:1]


@dataclass(frozen=True)
class TextGroup(PlainGroup):
    """A group: texts to be encoded whole."""

    id: str
    offer: Offer
    settings: Settings
    texts: tuple[Values, ...]

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return [points(values).encode("ascii") for values in self.texts]

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right: signatures that are written or not."""
        return answer_profiles(self.settings)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of an answer profile; None for a text that cannot be encoded."""
        scheme = scheme_of(self.settings, answer_profile)
        signature = signature_octets(scheme, answer_profile.order) if answer_profile.signed else b""
        return _written(scheme, signature, self.texts)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        values = self.texts[index]
        found = output(values, self.settings)
        line = self.lines[index].decode("ascii")
        choices = found.acceptable(self.offer.mode)
        return Question(self.id, self.offer, "whole", line, choices, encodable=found.encodable)


@lru_cache(maxsize=4096)
def _written(scheme: Scheme, signature: bytes, texts: tuple[Values, ...]) -> list[bytes | None]:
    return [_line(scheme, signature, values) for values in texts]


def _line(scheme: Scheme, signature: bytes, values: Values) -> bytes | None:
    """Render the octets of a text; None where two halves might be one character, or none is."""
    found = [schemes.encode_value(scheme, value) for value in values]
    if any(value in SURROGATES for value in values) or None in found or not values:
        return None
    octets = signature + b"".join(piece or b"" for piece in found)
    return f"ok {octets.hex()}".encode("ascii")


# The texts of a family are asked in one mode after another: more than it has are kept.
@lru_cache(maxsize=1 << 13)
def output(values: Values, settings: Settings) -> EncodeOutput:
    """Return the output that an encoder owes for values, by the reference."""
    pieces = schemes.encode(settings.scheme, values, settings.units)
    parts: tuple[WrittenPart, ...] = tuple(
        NotEncodable(piece.value) if isinstance(piece, schemes.Unencodable) else piece.octets
        for piece in pieces
    )
    others = latitude.writings(settings.scheme, values, settings.units)
    return EncodeOutput(values, parts, settings, others)


@dataclass(frozen=True)
class ChunkedTextGroup(PlainGroup):
    """A group of texts in chunks or in little room, each judged by all that is acceptable.

    `ways` are the words that stand for the data: chunks of values, or a room and values.
    """

    id: str
    offer: Offer
    settings: Settings
    asked: tuple[tuple[int, tuple[Values, ...]], ...]

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return [
            (
                f"{room} {points(chunks[0])}" if self._roomy else " | ".join(map(points, chunks))
            ).encode("ascii")
            for room, chunks in self.asked
        ]

    @property
    def _roomy(self) -> bool:
        return self.offer.op.bounded

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """None: each answer is looked at closely."""
        return ()

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return no answers."""
        del answer_profile
        return [None] * len(self.asked)

    def verdict_key(self, index: int, answer: bytes) -> Hashable | None:
        """Return the values, and the octets without bars where they may come with any chunk."""
        if self.settings.prompt or self._roomy or not _IN_CHUNKS.fullmatch(answer):
            return None
        _, chunks = self.asked[index]
        values = tuple(value for chunk in chunks for value in chunk)
        return values, answer.translate(None, _BARS), answer.count(b"|") - len(chunks)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        room, chunks = self.asked[index]
        values = tuple(value for chunk in chunks for value in chunk)
        lengths = tuple(map(len, chunks)) if self.settings.prompt and not self._roomy else None
        refills = self.offer.op.refills
        counts = refills or (self.settings.fills and self._roomy)
        choices, encodable = _choices(
            values, self.settings, self.offer, lengths, room if counts else None
        )
        rooms = f"rooms of {room}" if refills else f"room {room}"
        way = rooms if self._roomy else f"chunks {'+'.join(str(len(c)) for c in chunks)}"
        return Question(
            self.id,
            self.offer,
            way,
            self.lines[index].decode("ascii"),
            choices,
            canonical=None if self._roomy else (),  # octets without their bars are no answer
            encodable=encodable,
        )


@lru_cache(maxsize=1024)
def _choices(
    values: Values,
    settings: Settings,
    offer: Offer,
    lengths: tuple[int, ...] | None,
    room: int | None,
) -> tuple[tuple[Acceptable, ...], bool]:
    """Return all that is acceptable for a text, and whether it encodes.

    The lengths of its chunks and the room are given where they decide; else all share an answer.
    """
    found = output(values, settings)
    if offer.op.refills:
        choices = refills.encoded(found.room(offer.mode, ample=False), room or 0, settings)
        return tuple(choices), found.encodable
    if offer.op is Op.ENCODE_ROOM:
        return tuple(found.room(offer.mode, ample=False, room=room)), found.encodable
    return tuple(found.acceptable(offer.mode, lengths)), found.encodable


def unencodable() -> Iterator[tuple[str, tuple[Values, ...]]]:
    """Yield surrogates and numbers beyond, alone and between letters and other values."""
    for start in range(0xD800, 0xE000, 0x100):
        values = range(start, start + 0x100)
        yield f"{start:04x}", tuple((value,) for value in values)
    for value in (0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xD83D, 0xDE00, *BEYOND):
        beside = tuple((before, value, after) for before in ENDS for after in ENDS)
        pairs = tuple((value, other) for other in (0xD800, 0xDBFF, 0xDC00, 0xDFFF, *BEYOND))
        yield f"around-{value:x}", ((value,), *beside, *pairs)


def unencodable_size() -> int:
    """Count them: all surrogates, then each of the chosen alone, between others, before others."""
    chosen = 6 + len(BEYOND)
    return len(SURROGATES) + chosen * (1 + len(ENDS) ** 2 + 4 + len(BEYOND))


@cache
def chunked_texts() -> tuple[tuple[str, tuple[tuple[Values, ...], ...]], ...]:
    """Return pairs and triples of values at range ends, split everywhere, with empty chunks.

    Halves of a pair in two chunks are among them.
    """
    halves = (0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF)
    return tuple(
        (
            f"{first:x}",
            tuple(
                chunks
                for second in (*ENDS, *halves)
                for third in (0x41, 0x1F600, 0xDC00)
                for chunks in (
                    ((first,), (second,), (third,)),
                    ((first,), (), (second, third)),
                    ((first, second), (third,), ()),
                    ((), (first, second, third)),
                )
            ),
        )
        for first in (*ENDS, *halves)
    )


@cache
def roomy_texts() -> tuple[tuple[str, tuple[tuple[int, tuple[Values, ...]], ...]], ...]:
    """Return texts with every room up to forty units, and around sizes of buffers."""
    rooms = (*range(41), 63, 64, 65, 127, 128, 129)
    mixed = (0x41, 0xE9, 0x20AC, 0x1F600) * 10
    # In UTF-8 all are longer than 64 octets, so that rooms around sizes of buffers end within them.
    texts = (mixed, mixed[::-1], (0x41,) * 70, (0x20AC,) * 45, (0x1F600,) * 35, (*mixed, 0xD800))
    return tuple(
        (f"text-{index}", tuple((room, (text,)) for room in rooms))
        for index, text in enumerate(texts, 1)
    )


@cache
def refilled_texts() -> tuple[tuple[str, tuple[tuple[int, tuple[Values, ...]], ...]], ...]:
    """Return texts for one room of one to nine octets after another.

    Each kind of character, a half of a pair and a number beyond stand at every place of a room.
    """
    mixed = (0x41, 0xE9, 0x20AC, 0x1F600)
    kinds = (*mixed[1:], SIGNATURE, 0xD83D, 0xDE00, 0x110000)
    texts = [
        (*(0x41,) * before, kind, *mixed, *(kind,) * 3) for kind in kinds for before in range(9)
    ]
    texts += [(kind,) * 20 for kind in mixed]
    return tuple(
        (f"text-{index}", tuple((room, (text,)) for room in range(1, 10)))
        for index, text in enumerate(texts, 1)
    )
