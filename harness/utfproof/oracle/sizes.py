"""Texts whose size a codec predicts before it converts them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, partial

from utfproof.engine.questions import sizes
from utfproof.engine.questions.encode_questions import unordered_scheme
from utfproof.engine.questions.expected_answer import Acceptable, Text
from utfproof.engine.questions.expected_size import size_answers
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import SIGNATURE, Scheme
from utfproof.model.fields import points, read_points, render
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.encoded import BEYOND, ENDS, output
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.samples import pieces
from utfproof.oracle.whole import close_question
from utfproof.reference import schemes

_BLOCK = 64
"""Letters before and behind a character: a block of a vector of 64 octets, and all smaller ones."""
_BEHIND = (0, 1, 15, 31, 63)
_LONG = (255, 256, 257, 1023, 4097, 20_000)
"""Numbers of one character: counters of octets and of 16 bits run over, buffers of pages too."""
_NUMBERS = (2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65)
_EACH_LENGTH = (0x41, 0x80, 0x800, 0x1F600)
"""A character of each length in UTF-8."""
_HALVES = (0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF)


@dataclass(frozen=True)
class DecodedSizes(PlainGroup):
    """A group of decode-size; each answer is looked at closely."""

    id: str
    offer: Offer
    settings: Settings
    inputs: tuple[bytes, ...]

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return [render(octets).encode("ascii") for octets in self.inputs]

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """None: in which unit the codec counts is its choice."""
        return ()

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return no answers."""
        del answer_profile
        return [None] * len(self.inputs)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        line, octets = self.lines[index].decode("ascii"), self.inputs[index]
        choices = partial(_of_octets, octets, self.settings, self.offer)
        canonical = _sure(octets, self.settings, self.offer)
        return Question(self.id, self.offer, "whole", line, choices, canonical=canonical)


def _of_octets(octets: bytes, settings: Settings, offer: Offer) -> Sequence[Acceptable]:
    plain = close_question("", replace(offer, op=Op.DECODE), settings, octets)
    return sizes.answers(offer, plain.acceptable, settings)


@lru_cache(1 << 14)
def _sure(octets: bytes, settings: Settings, offer: Offer) -> tuple[bytes, ...]:
    """Return the answers that pass for certain, at less cost than all that are acceptable."""
    plain = close_question("", replace(offer, op=Op.DECODE), settings, octets)
    if not plain.canonical or plain.canonical[0].startswith(b"error"):
        return plain.canonical
    values = read_points(plain.canonical[0].decode("ascii").removeprefix("ok"))
    return size_answers(sizes.of_text(Text(values), exact=True))


@dataclass(frozen=True)
class EncodedSizes(PlainGroup):
    """A group of encode-size; each answer is looked at closely."""

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
        """None: a prediction may be any larger number."""
        return ()

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return no answers."""
        del answer_profile
        return [None] * len(self.texts)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        values, line = self.texts[index], self.lines[index].decode("ascii")
        found = output(values, self.settings)
        choices = _of_values(values, self.settings, self.offer)
        return Question(self.id, self.offer, "whole", line, choices, encodable=found.encodable)


@lru_cache(1 << 13)
def _of_values(values: Values, settings: Settings, offer: Offer) -> Sequence[Acceptable]:
    return sizes.answers(offer, output(values, settings).acceptable(offer.mode), settings)


def inputs(settings: Settings) -> Iterator[tuple[str, tuple[bytes, ...]]]:
    """Yield inputs for decoders: each piece at every place of a block, among others, many times.

    Pieces are the ends of all ranges, U+FEFF, and what is ill-formed or cut off.
    """
    found = pieces(settings.scheme)
    characters = (*found.characters, *_ends(settings.scheme))
    kinds = tuple(dict.fromkeys((*characters, *found.bad, *found.cut, *found.rests)))
    yield "mixed", (b"", *(one + other for one in kinds for other in kinds))
    for kind in kinds:
        yield f"placed-{kind.hex()}", _placed(found.letter, kind)
        wide = found.characters[min(2, len(found.characters) - 1)]
        yield f"among-{kind.hex()}", _placed(wide, kind)
        numbers = (*_NUMBERS, *_LONG) if kind in found.characters[:4] else _NUMBERS
        yield f"many-{kind.hex()}", tuple(kind * number for number in (1, *numbers))


def _ends(scheme: Scheme) -> Iterator[bytes]:
    """Yield the octets of the values at the ends of ranges, where the scheme has them."""
    for value in (*ENDS, SIGNATURE):
        octets = schemes.encode_value(unordered_scheme(scheme, "big"), value)
        if octets is not None:
            yield octets


def _placed(around: bytes, piece: bytes) -> tuple[bytes, ...]:
    return tuple(
        around * before + piece + around * behind
        for before in range(_BLOCK + 2)
        for behind in _BEHIND
    )


@cache
def texts() -> tuple[tuple[str, tuple[Values, ...]], ...]:
    """Return values for encoders: each kind at every place of a block, among others, many times.

    Kinds are the ends of all ranges, the halves of pairs and numbers beyond.
    """
    kinds: Values = (*ENDS, SIGNATURE, *_HALVES, BEYOND[0], BEYOND[-1])
    kinds = tuple(dict.fromkeys(kinds))
    pairs = tuple((one, other) for one in kinds for other in kinds)
    found = [("mixed", ((), *((one,) for one in kinds), *pairs))]
    for kind in kinds:
        numbers = (*_NUMBERS, *_LONG) if kind in _EACH_LENGTH else _NUMBERS
        for name, around in (("placed", 0x41), ("among", 0x20AC)):
            found.append(
                (
                    f"{name}-{kind:x}",
                    tuple(
                        (*(around,) * before, kind, *(around,) * behind)
                        for before in range(_BLOCK + 2)
                        for behind in _BEHIND
                    ),
                )
            )
        found.append(
            (
                f"many-{kind:x}",
                tuple((kind,) * number for number in (1, *numbers)),
            )
        )
    return tuple(found)
