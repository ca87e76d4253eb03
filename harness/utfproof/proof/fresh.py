"""Fresh questions: text that is drawn for one run, so that no list of questions holds it.

A program that has only learned the answers to all questions that were ever asked answers everything
else right. It has to guess here: for a validator, 48 times whether a text is well-formed. Errors
among characters of all lengths are drawn too, for all their surroundings are too many to be asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from itertools import pairwise, product

from utfproof.engine.journal.events import FRESH, CaseFinished, Event
from utfproof.engine.run.proof_stage import CodecContext
from utfproof.model.encoding import Scheme, facts, signature_octets
from utfproof.model.operation import WHOLE_OPS, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings
from utfproof.model.verdict import RANK
from utfproof.oracle import chunked, encoded, sizes, sliced
from utfproof.oracle.causes import CausesGroup
from utfproof.oracle.comparison import GroupComparer, JudgedGroup
from utfproof.oracle.output_limit import LimitedOutputGroup
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.replaced import ReplacedTextGroup
from utfproof.oracle.samples import pieces
from utfproof.oracle.whole import WholeInputGroup
from utfproof.proof.families import stage
from utfproof.proof.families.restricted import RestrictedGroup
from utfproof.reference import schemes

_TEXTS = 48
_FEW = 6
_CHARACTERS = range(6, 25)
_ROOMS = (0, 1, 7, 40, 200)
_CLAUSES = "families/scalars"
_RULED = (Scheme.UTF_16, Scheme.UTF_32)
_BLOCK = 64
_Kind = tuple[range, ...]
_SCRIPTS: tuple[_Kind, ...] = (
    (range(0x41, 0x5B), range(0x61, 0x7B)),  # Latin letters of ASCII
    # Latin with marks, Greek, Cyrillic, Armenian, Hebrew, Arabic
    (range(0xC0, 0x250), range(0x391, 0x3A2), range(0x410, 0x450), range(0x561, 0x587),
     range(0x5D0, 0x5EB), range(0x621, 0x63B)),
    # Devanagari, Thai, Georgian, Hangul's letters, Cherokee, Hiragana, Han, Hangul's syllables
    (range(0x905, 0x93A), range(0xE01, 0xE2F), range(0x10D0, 0x10F1), range(0x1100, 0x1113),
     range(0x13A0, 0x13F5), range(0x3041, 0x3097), range(0x4E00, 0x9FA6), range(0xAC00, 0xD7A4)),
    # Linear B, Gothic, Cuneiform, pictures, Han
    (range(0x10080, 0x100FB), range(0x10330, 0x1034B), range(0x12000, 0x1236F),
     range(0x1F600, 0x1F650), range(0x20000, 0x2A6D7)),
)  # fmt: skip
"""Letters of scripts, by the octets that they have in UTF-8."""


@dataclass(frozen=True, slots=True)
class FreshStage:
    """Asks each offer text that is drawn by the nonce of the run.

    An offer that has failed a question before has shown that it does not answer from memory. With
    `around_errors` decoders and validators are asked each kind of error among other characters too.
    """

    nonce: str
    around_errors: bool = False

    def __call__(self, context: CodecContext) -> Iterator[Event]:
        """Ask and judge, offer by offer: a case of texts, and one of errors for whole texts."""
        failed = {case.op for case in context.record.not_passed if case.verdict.red}
        comparer = GroupComparer()
        for offer in context.offers:
            own = context.codec.claims.settings(offer.encoding)
            if own and str(offer) not in failed:
                settings = own.for_encoding() if offer.op.encodes else own.for_decoding()
                for groups in self._cases(context, offer, settings):
                    yield from _asked(context, groups, settings, comparer)

    def _cases(
        self, context: CodecContext, offer: Offer, settings: Settings
    ) -> Iterator[list[QuestionGroup]]:
        """Yield the groups of each case."""
        encoding, pattern = settings.encoding.lower(), context.narrowing.case
        name = f"{FRESH}{encoding}/text"
        if fnmatchcase(name, pattern):
            yield list(_groups(name, offer, settings, self._dice(str(offer))))
        name = f"{FRESH}{encoding}/errors"
        if self.around_errors and offer.op in WHOLE_OPS and fnmatchcase(name, pattern):
            inputs = _around_errors(self.nonce, settings.scheme)
            yield [WholeInputGroup(name, offer, settings, inputs)]

    def _dice(self, purpose: str) -> random.Random:
        return _dice(self.nonce, purpose)


def _dice(nonce: str, purpose: str) -> random.Random:
    return random.Random(f"{nonce} {purpose}")  # noqa: S311  (as often as the nonce is new)


def _asked(
    context: CodecContext,
    found: Sequence[QuestionGroup],
    settings: Settings,
    comparer: GroupComparer,
) -> Iterator[CaseFinished]:
    """Ask the groups of a case, without the lines that the codec's format or contract excludes."""
    groups = [RestrictedGroup.of(one, settings) if settings.narrows else one for one in found]
    if groups := [one for one in groups if one.count]:
        _, judged = stage.ask_groups(context, groups, settings, comparer)
        yield _case(context, settings, list(judged))


def _case(context: CodecContext, settings: Settings, judged: Sequence[JudgedGroup]) -> CaseFinished:
    """Make one case of the groups: that of the gravest one."""
    family = next(one for one in context.suite.families if one.id == _CLAUSES)
    gravest = min(judged, key=lambda one: RANK[one.verdict])
    event = stage.group_event(context.name, family, settings, gravest)
    return replace(event, asked=sum(one.group.count for one in judged))


def _groups(
    name: str, offer: Offer, settings: Settings, dice: random.Random
) -> Iterator[QuestionGroup]:
    scheme = settings.scheme
    if offer.op is Op.VALIDATE_CAUSE:
        for group in _groups(name, offer.with_op(Op.VALIDATE), settings, dice):
            yield CausesGroup(group, settings)
        return
    if offer.op in WHOLE_OPS:
        inputs = tuple(
            _octets(scheme, dice, ill_formed=dice.random() < 1 / 2) for _ in range(_TEXTS)
        )
        yield WholeInputGroup(name, offer, settings, inputs)
        return
    match offer.op:
        case Op.DECODE_REPLACED:
            drawn = (
                _octets(scheme, dice, ill_formed=dice.random() < 1 / 2) for _ in range(_FEW * _FEW)
            )
            yield ReplacedTextGroup(name, offer, settings, tuple(drawn))
        case Op.ENCODE:
            texts = tuple(_text(scheme, dice) for _ in range(_TEXTS))
            yield encoded.TextGroup(name, offer, settings, texts)
        case Op.ENCODE_SIZE:
            texts = tuple(_text(scheme, dice) for _ in range(_TEXTS))
            yield sizes.EncodedSizes(name, offer, settings, texts)
        case Op.ENCODE_CHUNKS | Op.ENCODE_RESUMED:
            # Behind the second chunk it is a fresh encoder that goes on from a saved state.
            cuts = 1 if offer.op is Op.ENCODE_CHUNKS else 2
            asked = tuple((0, _pieces(_text(scheme, dice), dice, cuts)) for _ in range(_FEW))
            yield encoded.ChunkedTextGroup(name, offer, settings, asked)
        case Op.ENCODE_ROOM | Op.ENCODE_REFILL:
            asked = tuple((room, (_text(scheme, dice),)) for room in _ROOMS[offer.op.refills :])
            yield encoded.ChunkedTextGroup(name, offer, settings, asked)
        case _:
            yield from _decoded(name, offer, settings, dice)


def _decoded(
    name: str, offer: Offer, settings: Settings, dice: random.Random
) -> Iterator[QuestionGroup]:
    """Yield a group for each of a few texts, the first of which are well-formed."""
    scheme = settings.scheme
    for number in range(_FEW):
        octets = _octets(scheme, dice, ill_formed=number >= _FEW // 2)
        match offer.op:
            case Op.DECODE_CHUNKS | Op.DECODE_RESUMED | Op.VALIDATE_CHUNKS:
                splits = tuple(_cut(len(octets), dice) for _ in range(_FEW))
                yield chunked.chunked_group(name, offer, settings, octets, splits)
            case Op.DECODE_WITHIN:
                pairs = ((_octets(scheme, dice), _octets(scheme, dice)),)
                yield sliced.SlicedGroup(name, offer, settings, octets, pairs)
            case Op.DECODE_AGAIN:
                before = (_octets(scheme, dice),)
                yield sliced.ReusedObjectGroup(name, offer, settings, octets, before)
            case Op.DECODE_SIZE:
                yield sizes.DecodedSizes(name, offer, settings, (octets,))
            case Op.DECODE_ROOM | Op.DECODE_REFILL:
                yield LimitedOutputGroup(name, offer, settings, octets, _ROOMS[offer.op.refills :])
            case _:
                return


# They are the same for every mode and codec of a run: to draw them takes as long as to read them.
@lru_cache(maxsize=8)
def _around_errors(nonce: str, scheme: Scheme) -> tuple[bytes, ...]:
    """Draw texts with each kind of error behind two characters and before one, of all lengths.

    What stands further away is drawn, and so is the place of the error in a block of 64 octets.
    """
    dice = _dice(nonce, scheme)
    head = signature_octets(scheme, "big") if scheme in _RULED else b""
    kinds = _kinds(scheme)
    return tuple(
        head
        + b"".join(
            (
                _filling(scheme, dice, dice.randrange(_BLOCK)),
                *(_drawn(scheme, dice, kind) for kind in before),
                bad,
                _drawn(scheme, dice, after),
                _filling(scheme, dice, dice.choice((dice.randrange(_BLOCK), 2 * _BLOCK))),
            )
        )
        for bad in (*_bad(scheme), *pieces(scheme).cut)
        for *before, after in product(kinds, repeat=3)
    )


def _filling(scheme: Scheme, dice: random.Random, units: int) -> bytes:
    """Draw text of so many units, or a few more: letters of ASCII, or characters of all lengths."""
    kinds = dice.choice((_kinds(scheme)[:1], _kinds(scheme)))
    found, unit = bytearray(), facts(scheme).unit
    while len(found) < units * unit:
        found += _drawn(scheme, dice, dice.choice(kinds))
    return bytes(found)


def _drawn(scheme: Scheme, dice: random.Random, kind: _Kind) -> bytes:
    return schemes.encode_value(scheme, dice.choice(dice.choice(kind))) or b""


@cache
def _kinds(scheme: Scheme) -> list[_Kind]:
    """List the letters of each length that a scheme has."""
    return [kind for kind in _SCRIPTS if schemes.encode_value(scheme, kind[0][0]) is not None]


@cache
def _bad(scheme: Scheme) -> list[bytes]:
    """List the kinds of errors that are ill-formed by themselves."""
    return [one for one in pieces(scheme).bad if not schemes.read_text(scheme, one).well_formed]


def _text(scheme: Scheme, dice: random.Random) -> Values:
    """Draw letters of all lengths that a scheme has, each length at least once."""
    kinds = _kinds(scheme)
    chosen = [*kinds, *dice.choices(kinds, k=dice.choice(_CHARACTERS))]
    dice.shuffle(chosen)
    return tuple(dice.choice(dice.choice(kind)) for kind in chosen)


def _octets(scheme: Scheme, dice: random.Random, *, ill_formed: bool = False) -> bytes:
    """Draw the octets of a text, with an error at a random place if it is to be ill-formed."""
    head = signature_octets(scheme, "big") if scheme in _RULED else b""
    found = [schemes.encode_value(scheme, value) or b"" for value in _text(scheme, dice)]
    bad = _bad(scheme)
    if bad and ill_formed:
        # Behind an error stands a letter of ASCII, which no unit of error takes in.
        found.insert(dice.randrange(len(found) + 1), dice.choice(bad) + pieces(scheme).letter)
    return head + b"".join(found)


def _pieces(values: Values, dice: random.Random, cuts: int) -> tuple[Values, ...]:
    ends = sorted(dice.randrange(len(values) + 1) for _ in range(cuts))
    return tuple(values[begin:end] for begin, end in pairwise((0, *ends, len(values))))


def _cut(length: int, dice: random.Random) -> tuple[int, ...]:
    at, then = sorted(dice.randrange(length + 1) for _ in range(2))
    return at, then - at, length - then
