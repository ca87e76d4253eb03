"""Fuzz targets: one offer of one codec in a campaign; inputs in, questions out.

An input is octets, whatever is asked: its chunks, its surroundings and the code points of an
encoder follow from its octets, so that an input alone repeats its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from zlib import crc32

from utfproof.engine.questions.domain import outside
from utfproof.engine.questions.plan import excluded
from utfproof.fuzz.targets.code_points import code_points_of
from utfproof.fuzz.targets.cuts import cut, room, rooms, split_of
from utfproof.fuzz.targets.question_bundle import (
    DetectionBatch,
    LabelBatch,
    QuestionBundle,
    written_labels,
)
from utfproof.model.codec_id import CodecId
from utfproof.model.contract import Deviation
from utfproof.model.encoding import Encoding
from utfproof.model.fields import read_octets
from utfproof.model.operation import CUT_OPS, ENCODE_STREAM_OPS, Mode, Offer, Op
from utfproof.model.profile import WHATWG, Claims, Settings
from utfproof.oracle.causes import CausesGroup
from utfproof.oracle.chunked import Split, chunked_group
from utfproof.oracle.encoded import ChunkedTextGroup, TextGroup
from utfproof.oracle.output_limit import LimitedOutputGroup
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.replaced import ReplacedTextGroup
from utfproof.oracle.sizes import DecodedSizes, EncodedSizes
from utfproof.oracle.sliced import ReusedObjectGroup, SlicedGroup, histories, neighbours
from utfproof.oracle.whole import WholeInputGroup
from utfproof.proof.families.restricted import RestrictedGroup
from utfproof.reference.labels import Registry
from utfproof.vectors.suite import Suite

_ID = "fuzz"
_MOST_ROOM = 40  # a larger one tells nothing that a smaller one did not


@dataclass(frozen=True)
class FuzzTarget:
    """An offer of a codec, with the settings that the codec claims for it.

    Attributes:
        codec: the full name (`rust/std`).
        name: the name in the protocol (`std`).
        offer: the operation, encoding and mode in which the codec is asked.
        encoding: the encoding whose inputs it gets; a detector gets those of UTF-8.
        settings: the rules by which answers are judged.
        excludes: the octets that the codec's format cannot hold.
        around: the text before and behind every input; None where each input selects its own.
        web: true where labels are those of the Encoding Standard.
        labels: the labels that the vectors define for IANA's registry, with their names.
    """

    codec: str
    name: str
    offer: Offer
    encoding: Encoding
    settings: Settings
    excludes: frozenset[int] = frozenset()
    around: tuple[bytes, bytes] | None = None
    web: bool = False
    labels: Mapping[bytes, Sequence[Encoding | None]] = field(default_factory=dict)

    @property
    def bulk_compared(self) -> bool:
        """True where thousands of answers are compared as a whole, so that all inputs are asked."""
        return self.offer.op in _CHEAP

    @property
    def has_one_way(self) -> bool:
        """True where there is one way only to ask an input."""
        return self.offer.op not in _EVERY_WAY

    @property
    def rank(self) -> int:
        """Return how plainly it is asked: 0 for decode strict, more for other ways and modes."""
        # There are three modes: the op counts first.
        return 3 * list(_GROUPS).index(self.offer.op) + list(Mode).index(self.offer.mode)

    @property
    def direction(self) -> str:
        """Return the direction: decode, encode, detect or label."""
        if self.offer.op.without_encoding:
            return self.offer.op.value
        return "encode" if self.encodes else "decode"

    @property
    def encodes(self) -> bool:
        """True where the codec is given code points."""
        return self.offer.op.encodes

    def group(self, inputs: Sequence[bytes]) -> QuestionGroup:
        """Make the questions, one for each input."""
        return _GROUPS[self.offer.op](self, tuple(inputs))

    def plain_target(self) -> FuzzTarget:
        """Return the target of the same codec, encoding and mode that is asked plainly."""
        validates = self.offer.op.validates
        plain = Op.ENCODE if self.encodes else Op.VALIDATE if validates else Op.DECODE
        keeps = self.bulk_compared or self.offer.op is plain
        return self if keeps else replace(self, offer=self.offer.with_op(plain), around=None)

    def with_context(self, line: bytes) -> FuzzTarget:
        """Return the target in which every input is asked in the surroundings of a line."""
        match self.offer.op, line.decode("ascii").split(" "):
            case Op.DECODE_WITHIN, [before, _, after]:
                return replace(self, around=(read_octets(before), read_octets(after)))
            case Op.DECODE_AGAIN, [before, _]:
                return replace(self, around=(read_octets(before), b""))
            case _:
                return self

    def all_questions(self, octets: bytes) -> QuestionGroup:
        """Make the questions of one input in all the ways in which the offer can be asked."""
        ways = _EVERY_WAY.get(self.offer.op)
        found = ways(self, octets) if ways else self.group([octets])
        return RestrictedGroup.of(found, self.settings) if self.narrows else found

    @property
    def narrows(self) -> bool:
        """True where some inputs are not asked: the format or the contract excludes them."""
        return bool(self.excludes) or self.settings.demanding

    def admits(self, octets: bytes) -> bool:
        """Return whether the codec's format and its contract let the input through."""
        if not self.narrows:
            return True
        line = self.group([octets]).lines[0]
        return not excluded(self.offer, line, self.settings) and self.covers(line)

    def covers(self, line: bytes) -> bool:
        """Return whether the codec's contract covers a data line; no other is judged."""
        return not outside(self.offer, line, self.settings)


def fuzz_targets(
    codec: str, claims: Claims, offers: Sequence[Offer], suite: Suite | None = None
) -> list[FuzzTarget]:
    """Return the fuzz targets of a codec: offers that a campaign can ask, in claimed encodings.

    `suite` are the vectors, which define labels: without them no label is asked.
    """
    found = []
    known = written_labels(suite) if suite else {}
    for offer in offers:
        if offer.op not in _GROUPS or (offer.op is Op.LABEL and suite is None):
            continue
        bare = offer.encoding is Encoding.NONE
        encoding = Encoding.UTF_8 if offer.op is Op.DETECT else offer.encoding
        scheme = Encoding.UTF_8 if bare else encoding
        # A detector or a registry of labels may claim no profile that speaks of UTF-8.
        settings = claims.settings(scheme) or Claims(("iso10646",)).settings(scheme)
        if settings and (claims.settings(scheme) or bare) and _lengths_known(offer, settings):
            name = CodecId.parse(codec).codec
            web = WHATWG in claims.profiles
            found.append(
                FuzzTarget(
                    codec,
                    name,
                    offer,
                    encoding,
                    settings,
                    claims.excludes,
                    web=web,
                    labels=known if offer.op is Op.LABEL else {},
                )
            )
    return found


def _lengths_known(offer: Offer, settings: Settings) -> bool:
    """Return whether it is known how long a text is that has to fit into little room."""
    replaces = offer.op in (Op.DECODE_ROOM, Op.DECODE_REFILL) and offer.mode is Mode.REPLACE
    return not replaces or settings.replacement is not None


def _whole(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    return WholeInputGroup(_ID, target.offer, target.settings, inputs)


def _replaced(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    return ReplacedTextGroup(_ID, target.offer, target.settings, inputs)


def _causes(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    plainly = replace(target, offer=target.offer.with_op(Op.VALIDATE))
    return CausesGroup(_whole(plainly, inputs), target.settings)


def _chunked(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    def one(octets: bytes) -> QuestionGroup:
        return chunked_group(_ID, target.offer, target.settings, octets, (split_of(octets),))

    return QuestionBundle(_ID, target.offer, tuple(map(one, inputs)))


def _sliced(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    around = neighbours(target.settings.scheme)

    def one(octets: bytes) -> QuestionGroup:
        pair = around[crc32(octets) % len(around)]
        return SlicedGroup(_ID, target.offer, target.settings, octets, (pair,))

    return QuestionBundle(_ID, target.offer, tuple(map(one, inputs)))


def _repeated(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    before = histories(target.settings.scheme)

    def one(octets: bytes) -> QuestionGroup:
        return _last_answer(target, octets, (before[crc32(octets) % len(before)],))

    return QuestionBundle(_ID, target.offer, tuple(map(one, inputs)))


def _texts(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    scheme = target.settings.scheme
    texts = tuple(code_points_of(scheme, octets) for octets in inputs)
    return TextGroup(_ID, target.offer, target.settings, texts)


def _sized(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    return DecodedSizes(_ID, target.offer, target.settings, inputs)


def _sized_texts(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    texts = tuple(code_points_of(target.settings.scheme, octets) for octets in inputs)
    return EncodedSizes(_ID, target.offer, target.settings, texts)


def _cut_texts(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    asked = tuple((0, cut(code_points_of(target.settings.scheme, octets))) for octets in inputs)
    return ChunkedTextGroup(_ID, target.offer, target.settings, asked)


def _roomed(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    def one(octets: bytes) -> QuestionGroup:
        own = (room(target.offer.op, octets),)
        return LimitedOutputGroup(_ID, target.offer, target.settings, octets, own)

    return QuestionBundle(_ID, target.offer, tuple(map(one, inputs)))


def _roomed_texts(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    offer, scheme = target.offer, target.settings.scheme
    asked = tuple((room(offer.op, one), (code_points_of(scheme, one),)) for one in inputs)
    return ChunkedTextGroup(_ID, offer, target.settings, asked)


def _labels(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    registry: Registry = "encoding_standard" if target.web else "iana"
    announced = target.settings.deviations
    return LabelBatch(_ID, target.offer, inputs, registry, target.labels, announced)


def _sightings(target: FuzzTarget, inputs: tuple[bytes, ...]) -> QuestionGroup:
    possible = Deviation.POSSIBLE_ENCODINGS in target.settings.deviations
    return DetectionBatch(_ID, target.offer, inputs, possible)


def _chunked_everywhere(target: FuzzTarget, octets: bytes) -> QuestionGroup:
    size = len(octets)
    # Faults at a boundary need one boundary; two pieces at each place and single octets suffice.
    found: list[Split] = [(at, size - at) for at in range(1, size)] or [(size,)]
    return chunked_group(_ID, target.offer, target.settings, octets, (*found, (1,) * size or (0,)))


def _sliced_everywhere(target: FuzzTarget, octets: bytes) -> QuestionGroup:
    pairs = (target.around,) if target.around else neighbours(target.settings.scheme)
    return SlicedGroup(_ID, target.offer, target.settings, octets, pairs)


def _repeated_everywhere(target: FuzzTarget, octets: bytes) -> QuestionGroup:
    firsts = (target.around[0],) if target.around else histories(target.settings.scheme)
    return _last_answer(target, octets, firsts)


def _last_answer(target: FuzzTarget, octets: bytes, firsts: tuple[bytes, ...]) -> QuestionGroup:
    settings = target.settings
    return ReusedObjectGroup(_ID, target.offer, settings, octets, firsts, judges_last_only=True)


def _texts_everywhere(target: FuzzTarget, octets: bytes) -> QuestionGroup:
    values = code_points_of(target.settings.scheme, octets)
    cuts = tuple((0, (values[:at], values[at:])) for at in range(len(values) + 1))
    return ChunkedTextGroup(_ID, target.offer, target.settings, cuts)


def _roomed_everywhere(target: FuzzTarget, octets: bytes) -> QuestionGroup:
    found = rooms(target.offer.op, octets)
    return LimitedOutputGroup(_ID, target.offer, target.settings, octets, found)


def _roomed_texts_everywhere(target: FuzzTarget, octets: bytes) -> QuestionGroup:
    values = code_points_of(target.settings.scheme, octets)
    asked = tuple((one, (values,)) for one in rooms(target.offer.op, octets))
    return ChunkedTextGroup(_ID, target.offer, target.settings, asked)


_EVERY_WAY: dict[Op, Callable[[FuzzTarget, bytes], QuestionGroup]] = {
    **dict.fromkeys(CUT_OPS, _chunked_everywhere),
    Op.DECODE_WITHIN: _sliced_everywhere,
    Op.DECODE_AGAIN: _repeated_everywhere,
    **dict.fromkeys(ENCODE_STREAM_OPS, _texts_everywhere),
    **dict.fromkeys((Op.DECODE_ROOM, Op.DECODE_REFILL), _roomed_everywhere),
    **dict.fromkeys((Op.ENCODE_ROOM, Op.ENCODE_REFILL), _roomed_texts_everywhere),
}
_GROUPS: dict[Op, Callable[[FuzzTarget, tuple[bytes, ...]], QuestionGroup]] = {
    **dict.fromkeys((Op.DECODE, Op.VALIDATE), _whole),
    Op.VALIDATE_CAUSE: _causes,
    Op.ENCODE: _texts,
    Op.DETECT: _sightings,
    Op.DECODE_WITHIN: _sliced,
    **dict.fromkeys(CUT_OPS, _chunked),
    Op.DECODE_AGAIN: _repeated,
    **dict.fromkeys(ENCODE_STREAM_OPS, _cut_texts),
    **dict.fromkeys((Op.DECODE_ROOM, Op.DECODE_REFILL), _roomed),
    **dict.fromkeys((Op.ENCODE_ROOM, Op.ENCODE_REFILL), _roomed_texts),
    Op.DECODE_REPLACED: _replaced,
    Op.DECODE_SIZE: _sized,
    Op.ENCODE_SIZE: _sized_texts,
    Op.LABEL: _labels,
}
"""What a campaign asks, the plainest first."""
_CHEAP = frozenset({Op.DECODE, Op.VALIDATE, Op.VALIDATE_CAUSE, Op.DETECT, Op.LABEL})
