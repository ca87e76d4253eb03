"""Inputs in chunks: one input split in many ways; errors are bound to a chunk.

The text may come with any chunk, where its time is not judged; an error belongs to the chunk whose
octet makes the input ill-formed (design: refused no later than that).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from itertools import accumulate, combinations

from utfproof.adapters.session.blocks import Answer
from utfproof.engine.judging import chunk_outputs
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.delivery import Due, due
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import Scheme
from utfproof.model.operation import Offer
from utfproof.model.profile import Settings, Units
from utfproof.oracle.answer_profile import AnswerProfile, ErrorDetail
from utfproof.oracle.expected import DecodeResult, expected_result
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.samples import pieces
from utfproof.oracle.whole import ambiguous, answer_profiles, scheme_of
from utfproof.reference import latitude, schemes
from utfproof.reference.chunks import error_octet

Split = tuple[int, ...]
# Twelve octets have 2^11 splits; each further octet would double them.
_ALL_SPLITS = 12
# 32 octets have 465 pairs of places to cut; beyond 512 even single cuts become too many.
_THREE_WAY = 32
_TWO_WAY = 512
# Buffers end at powers of two: sizes around 128 and 256 stand beside all the small ones.
STREAM_CHUNKS = (*range(1, 71), *range(127, 130), *range(255, 258))
# Only an answer with half of a pair needs its halves joined, which is slow.
_HALF = re.compile(rb" d[89ab]")
_IN_CHUNKS = re.compile(rb"ok(?: [0-9a-f]+| \|)*")


@dataclass(frozen=True)
class _SplitGroup(PlainGroup):
    """One input in many splits, each the lengths of its chunks."""

    id: str
    offer: Offer
    settings: Settings
    octets: bytes
    splits: tuple[Split, ...]

    @cached_property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return _lines(self.octets, self.splits)

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """Return the ways in which all answers may be right."""
        return answer_profiles(self.settings, self.offer)


@dataclass(frozen=True)
class ChunkedGroup(_SplitGroup):
    """A group of decode-chunks: one input in many splits, each the lengths of its chunks."""

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return comparable answers of a profile; None where a signature has to be judged."""
        scheme = scheme_of(self.settings, answer_profile)
        # A signature may be kept, dropped or refused, by the settings: it is judged answer by
        # answer.
        if ambiguous(self.settings, self.octets):
            return [None] * len(self.splits)
        read = expected_result(scheme, answer_profile.policy, self.offer.mode, self.octets)
        if read.offset is None:
            text = read.line(answer_profile.detail)
            # An `ok` has a bar behind each chunk; what the final flush delivers stands behind the
            # last one.
            return [text + b" @%d" % len(split) for split in self.splits]
        octet = error_octet(scheme, self.octets) or 0
        return [_refusal(read, answer_profile.detail, octet, split) for split in self.splits]

    def expected_text(self, answer_profile: AnswerProfile) -> None:
        """Return None: with which chunk text comes out is left open."""
        del answer_profile

    def comparable(self, answers: Sequence[Answer]) -> Sequence[object]:
        """Take out the bars and count them; halves of a pair that they parted are joined."""
        found = answers
        if self.settings.units is Units.UTF_16:
            found = [
                chunk_outputs.pairs_joined(one)
                if isinstance(one, bytes) and _HALF.search(one)
                else one
                for one in answers
            ]
        whole = [
            b"%b @%d" % (one.replace(b" |", b""), one.count(b"|"))
            if isinstance(one, bytes)
            else one
            for one in found
        ]
        return self._marked_late(found, whole) if self.settings.prompt else whole

    def _marked_late(self, answers: Sequence[Answer], whole: Sequence[object]) -> Sequence[object]:
        """Mark the answers whose text is late, so that each of them is judged by itself."""
        owed = _input(self.settings, self.octets).owed(self.offer.mode)
        return [
            b"%b late" % one
            if isinstance(one, bytes) and _is_late(answer, due(split, owed))
            else one
            for answer, one, split in zip(answers, whole, self.splits, strict=True)
        ]

    def verdict_key(self, index: int, answer: bytes) -> Hashable | None:
        """Return a text without its bars, where it may come with any chunk."""
        if self.settings.prompt or not _IN_CHUNKS.fullmatch(answer) or _HALF.search(answer):
            return None
        return answer.replace(b" |", b""), answer.count(b"|") - len(self.splits[index])

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        split = self.splits[index]
        found = _input(self.settings, self.octets)
        return Question(
            self.id,
            self.offer,
            "chunks " + "+".join(map(str, split)),
            self.lines[index].decode("ascii"),
            partial(found.acceptable, self.offer.mode, split),
            canonical=(),  # a text without its bars is no answer
            joins=self.settings.units is Units.UTF_16,
        )


@dataclass(frozen=True)
class ValidatedChunksGroup(_SplitGroup):
    """A group: one input in many splits for a validator, whose answer is the same to each."""

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return the answers of a profile; None where a signature has to be judged."""
        if ambiguous(self.settings, self.octets):
            return [None] * len(self.splits)
        scheme = scheme_of(self.settings, answer_profile)
        read = expected_result(scheme, answer_profile.policy, self.offer.mode, self.octets)
        # With which chunk an error was found is not told: at the latest it was the flush.
        return [read.line(answer_profile.detail, validates=True)] * len(self.splits)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        way = "chunks " + "+".join(map(str, self.splits[index]))
        choices = _input(self.settings, self.octets).valid()
        return Question(self.id, self.offer, way, self.lines[index].decode("ascii"), choices)


def chunked_group(
    own: str, offer: Offer, settings: Settings, octets: bytes, found: tuple[Split, ...]
) -> ChunkedGroup | ValidatedChunksGroup:
    """Make the group of one input in many splits for a decoder or a validator."""
    kind = ValidatedChunksGroup if offer.op.validates else ChunkedGroup
    return kind(own, offer, settings, octets, found)


# An input stands in up to thousands of splits: it is read once.
@lru_cache(maxsize=256)
def _input(settings: Settings, octets: bytes) -> DecodeInput:
    reads = schemes.read(settings.scheme, octets)
    others = latitude.others(settings.scheme, octets)
    return DecodeInput.of(reads, others, settings)


def _is_late(answer: Answer, owed: Due) -> bool:
    """Tell whether a text came later than it was due; each value has one space before it."""
    if not isinstance(answer, bytes) or not answer.startswith(b"ok"):
        return False
    delivered = accumulate(output.count(b" ") for output in answer.split(b" |"))
    return any(came < wanted for came, wanted in zip(delivered, owed, strict=False))


def _lines(octets: bytes, found: Sequence[Split]) -> list[bytes]:
    digits = octets.hex().encode("ascii")
    return [_line(digits, split) for split in found]


def _line(digits: bytes, split: Split) -> bytes:
    ends = accumulate(2 * length for length in split)
    return b" ".join(
        [digits[end - 2 * length : end] or b"-" for end, length in zip(ends, split, strict=True)]
    )


def _refusal(read: DecodeResult, detail: ErrorDetail, octet: int, split: Split) -> bytes:
    """Render a refusal with its moment; one that tells no text tells none."""
    # Chunks that end at the octet are passed, empty ones included: the octet lies in the next one.
    chunk = bisect_right(list(accumulate(split)), octet) if detail.text else 0
    return read.line(detail) + b" @%d" % chunk


def splits(length: int) -> tuple[Split, ...]:
    """Return the splits of an input: all of a short one, two- and three-way of a longer one.

    Of each length there are also octet by octet, and that with empty chunks between and around.
    """
    return _splits(length)


@cache
def _splits(length: int) -> tuple[Split, ...]:
    if length <= _ALL_SPLITS:
        found = {split: None for cuts in range(length) for split in _cut(length, cuts)}
    else:
        cuts = 3 if length <= _THREE_WAY else 2 if length <= _TWO_WAY else 1
        found = {split: None for count in range(cuts) for split in _cut(length, count)}
    # Octet by octet each state of the decoder is carried over once, at whatever length.
    found[(1,) * length or (0,)] = None
    if length:
        found[(0, *(piece for _ in range(length) for piece in (1, 0)))] = None
        found[(0, length)] = found[(length, 0)] = None
    return tuple(found)


def _cut(length: int, cuts: int) -> Iterator[Split]:
    for places in combinations(range(1, length), cuts):
        ends = (*places, length)
        yield tuple(end - start for start, end in zip((0, *places), ends, strict=True))


def splits_size(length: int) -> int:
    """Count the splits: subsets of the places to cut, and those with empty chunks."""
    if length == 0:
        return 1
    places = length - 1
    if length <= _ALL_SPLITS:
        return (1 << places) + 3
    pairs = places * (places - 1) // 2 if length <= _THREE_WAY else 0
    return 1 + (places if length <= _TWO_WAY else 0) + pairs + 1 + 3


def streams(length: int) -> tuple[Split, ...]:
    """Return splits of a long input into equal chunks, sizes around those of buffers included."""
    return tuple(
        (size,) * (length // size) + ((length % size,) if length % size else ())
        for size in STREAM_CHUNKS
        if size < length
    )


def long_texts(scheme: Scheme) -> tuple[tuple[str, bytes], ...]:
    """Return long inputs that mix characters of every length, with errors in them and without."""
    found = pieces(scheme)
    # In UTF-8 these are 280 octets, more than the largest of the equal chunks.
    text = b"".join(found.characters[:4]) * 28
    half = len(b"".join(found.characters[:4])) * 14
    return (
        ("text", text),
        *(
            (piece.hex(), text[:half] + piece + text[half:] + piece)
            for piece in (*found.bad, *found.cut, *found.rests)
        ),
    )
