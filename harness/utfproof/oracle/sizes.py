"""Texts whose size a codec predicts before it converts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache, partial

from utfproof.adapters.session import answer_lines
from utfproof.adapters.session.blocks import Answer
from utfproof.engine.questions import sizes
from utfproof.engine.questions.encode_questions import stand_ins
from utfproof.engine.questions.expected_answer import Acceptable
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import (
    SIGNATURE,
    Scheme,
    is_scalar,
    is_surrogate,
    octet_length,
    signature_octets,
)
from utfproof.model.fields import points, read_points
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Refused, Sized, Values
from utfproof.model.profile import Settings, SurrogateOutput, Units
from utfproof.oracle.answer_profile import AnswerProfile, ErrorDetail, SizeUnit
from utfproof.oracle.encoded import BEYOND, ENDS, answer_profiles, output
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.samples import pieces
from utfproof.oracle.whole import WholeInputGroup, close_question, scheme_of
from utfproof.reference import schemes

_BLOCK = 64
"""Letters before and behind a character: a block of a vector of 64 octets, and all smaller ones."""
_BEHIND = (0, 1, 15, 31, 63)
_LONG = (255, 256, 257, 1023, 4097, 20_000)
"""Numbers of one character: counters of octets and of 16 bits run over, buffers of pages too."""
_NUMBERS = (2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65)
_EACH_LENGTH = (0x41, 0x80, 0x800, 0x1F600)
"""A character of each length in UTF-8."""
_BARE = ErrorDetail(text=False)
_ERROR = b"error"
_WRONG = b"%b (wrong)"
"""An answer that is compared whole, in a form that no expected one has."""
_HALVES = (0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF)


class _SizesGroup(PlainGroup):
    """A group of sizes: each written size is compared, beside a prediction that covers it.

    A prediction that is too small, or not the very size where this is promised, stays in the
    answer, so that it is judged by itself. Where a refusal is right, its place is not looked at.
    """

    offer: Offer
    settings: Settings

    def expected_text(self, answer_profile: AnswerProfile) -> None:
        """Return None: a prediction may be any larger number."""
        del answer_profile

    def comparable(self, answers: Sequence[Answer]) -> Sequence[object]:
        """Take out the predictions that are right, and the places of refusals."""
        op, exact = self.offer.op, self.settings.sizes
        return [
            _without_prediction(op, answer, exact) if isinstance(answer, bytes) else answer
            for answer in answers
        ]


# Most texts of a family have one of few sizes.
@lru_cache(1 << 14)
def _without_prediction(op: Op, answer: bytes, exact: bool) -> bytes:
    match answer_lines.parse(op, answer):
        case Refused():
            return _ERROR
        case Sized(predicted, written) if predicted >= written:
            if predicted == written or not exact:
                return b"ok %d" % written
    return _WRONG % answer


@dataclass(frozen=True)
class DecodedSizes(_SizesGroup):
    """A group of decode-size."""

    id: str
    offer: Offer
    settings: Settings
    inputs: tuple[bytes, ...]

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return self._plain.lines

    @cached_property
    def _plain(self) -> WholeInputGroup:
        return WholeInputGroup(
            self.id, replace(self.offer, op=Op.DECODE), self.settings, self.inputs
        )

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right: each in each unit."""
        plain = [
            replace(one, detail=_BARE, other_length=None) for one in self._plain.answer_profiles
        ]
        ways = dict.fromkeys(plain)
        return tuple(replace(one, counts=unit) for one in ways for unit in SizeUnit)

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the sizes that an answer profile writes; None where they are not sure."""
        return self._sized(answer_profile, self._plain.expected(answer_profile))

    def expected_at(
        self, answer_profile: AnswerProfile, indices: Sequence[int]
    ) -> Iterable[bytes | None]:
        """Return the sizes that an answer profile writes for some inputs."""
        return self._sized(answer_profile, self._plain.expected_at(answer_profile, indices))

    @staticmethod
    def _sized(answer_profile: AnswerProfile, answers: Iterable[bytes | None]) -> Expected:
        return [answer and _size_of(answer, answer_profile.counts) for answer in answers]

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        line, octets = self.lines[index].decode("ascii"), self.inputs[index]
        choices = partial(_of_octets, octets, self.settings, self.offer)
        return Question(self.id, self.offer, "whole", line, choices)


def _of_octets(octets: bytes, settings: Settings, offer: Offer) -> Sequence[Acceptable]:
    plain = close_question("", replace(offer, op=Op.DECODE), settings, octets)
    return sizes.answers(offer, plain.acceptable, settings)


# A text of one kind of character is asked many times, by each codec.
@lru_cache(1 << 14)
def _size_of(answer: bytes, unit: SizeUnit) -> bytes | None:
    """Return the size of an answer's text; None where halves of pairs may count as one."""
    if answer.startswith(_ERROR):
        return _ERROR
    values = read_points(answer.decode("ascii").removeprefix("ok"))
    if any(map(is_surrogate, values)):
        return None
    match unit:
        case SizeUnit.OCTETS:
            size = sum(map(sizes.octets_in_utf_8, values))
        case SizeUnit.CODE_UNITS:
            if max(values, default=0) > sizes.LAST:
                return None
            size = sum(1 + (value > sizes.ABOVE) for value in values)
        case SizeUnit.CODE_POINTS:
            size = len(values)
    return b"ok %d" % size


@dataclass(frozen=True)
class EncodedSizes(_SizesGroup):
    """A group of encode-size."""

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
        """Return the sizes that an answer profile writes; None where they are not sure."""
        scheme = scheme_of(self.settings, answer_profile)
        signature = len(signature_octets(scheme)) if answer_profile.signed else 0
        instead = self.settings.surrogate_output
        return _encoded_sizes(
            scheme, signature, self.settings.units, self.offer.mode, instead, self.texts
        )

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        values, line = self.texts[index], self.lines[index].decode("ascii")
        choices = partial(_of_values, values, self.settings, self.offer)
        encodable = all(map(is_scalar, values))
        return Question(self.id, self.offer, "whole", line, choices, encodable=encodable)


@lru_cache(maxsize=4096)
def _encoded_sizes(  # noqa: PLR0913, PLR0917  (a key of the cache: all that the sizes depend on)
    scheme: Scheme,
    signature: int,
    units: Units,
    mode: Mode,
    instead: SurrogateOutput | None,
    texts: tuple[Values, ...],
) -> list[bytes | None]:
    return [
        _encoded_size(_characters(scheme, values, units), scheme, signature, mode, instead)
        for values in texts
    ]


def _characters(scheme: Scheme, values: Values, units: Units) -> Counter[int]:
    """Count each character of a text; two surrogates may be one."""
    counts = Counter(values)
    if any(map(is_surrogate, counts)):
        return Counter(piece.value for piece in schemes.encode(scheme, values, units))
    return counts


def _encoded_size(
    characters: Counter[int],
    scheme: Scheme,
    signature: int,
    mode: Mode,
    instead: SurrogateOutput | None,
) -> bytes | None:
    """Return the size of a writing; None where more than one passes."""
    if not characters:
        return None  # a signature may stand before nothing, or not
    size = signature
    for value, number in characters.items():
        octets = schemes.encode_value(scheme, value)
        if octets is not None:
            size += number * len(octets)
        elif mode is Mode.STRICT:
            return _ERROR
        elif mode is Mode.REPLACE:
            # A codec that declares nothing may choose between two, of different sizes.
            lengths = {octet_length(scheme, value) for value in stand_ins(instead)}
            if len(lengths) != 1:
                return None
            size += number * lengths.pop()
    return b"ok %d" % size


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
        octets = schemes.encode_value(schemes.ordered(scheme, "big"), value)
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
    kinds = tuple(dict.fromkeys((*ENDS, SIGNATURE, *_HALVES, BEYOND[0], BEYOND[-1])))
    pairs = tuple((one, other) for one in kinds for other in kinds)
    found = [("mixed", ((), *((one,) for one in kinds), *pairs))]
    for kind in kinds:
        numbers = (*_NUMBERS, *_LONG) if kind in _EACH_LENGTH else _NUMBERS
        # What cannot be written has no length of its own: it is not asked at each end of a block.
        behind = _BEHIND if is_scalar(kind) else _BEHIND[1:2]
        for name, around in (("placed", 0x41), ("among", 0x20AC)):
            found.append((f"{name}-{kind:x}", tuple(_among(around, kind, behind))))
        found.append((f"many-{kind:x}", tuple((kind,) * number for number in (1, *numbers))))
    return tuple(found)


def _among(around: int, kind: int, behind: Sequence[int]) -> Iterator[Values]:
    for before in range(_BLOCK + 2):
        for after in behind:
            yield (*(around,) * before, kind, *(around,) * after)
