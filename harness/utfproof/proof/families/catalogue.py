"""The families of generated inputs: the groups of each for one offer.

vectors/families.yaml states the purpose of each family, and its size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from utfproof.model.case import DecodeCase
from utfproof.model.encoding import facts
from utfproof.model.operation import (
    CUT_OPS,
    ENCODE_STREAM_OPS,
    REFILL_OPS,
    SIZE_OPS,
    WHOLE_OPS,
    Mode,
    Offer,
    Op,
)
from utfproof.model.profile import Settings
from utfproof.oracle import chunked, encoded, sizes, sliced
from utfproof.oracle.causes import CausesGroup
from utfproof.oracle.output_limit import (
    REFILLED_ROOMS,
    ROOMS,
    LimitedOutputGroup,
    refilled_inputs,
    roomy_inputs,
)
from utfproof.oracle.question_group import QuestionGroup
from utfproof.oracle.replaced import ReplacedTextGroup, told_inputs
from utfproof.oracle.whole import WholeInputGroup
from utfproof.proof.automata import w_method
from utfproof.proof.families import frames, inputs, layouts, scalars
from utfproof.proof.families.framed import FramedGroup
from utfproof.proof.families.layouts import LayoutRows
from utfproof.proof.families.scalars import ScalarRows
from utfproof.proof.families.texts import DecodedTexts, EncodedTexts
from utfproof.vectors.suite import Suite


@dataclass(frozen=True, slots=True)
class FamilyRequest:
    """The request to a family: groups for one offer under a codec's settings."""

    family: str
    suite: Suite
    settings: Settings
    offer: Offer
    extra_states: int = 0

    def id(self, group: str) -> str:
        """Return the id of a group."""
        return f"{self.family}/{self.settings.encoding.lower()}/{group}"

    def cases(self) -> Iterator[tuple[str, DecodeCase]]:
        """Yield the written cases that apply, each with the id of its group."""
        for case in self.suite.cases:
            about = case.about
            applies = about.encoding is self.offer.encoding and self.settings.owns(about.profile)
            if isinstance(case, DecodeCase) and applies:
                yield f"{self.family}/{about.id}", case


Groups = Iterator[QuestionGroup]


def _whole(request: FamilyRequest) -> Groups:
    name = request.family.rpartition("/")[2]
    for group, found in inputs.groups(name, request.settings.scheme):
        yield WholeInputGroup(request.id(group), request.offer, request.settings, found)


def _states(request: FamilyRequest) -> Groups:
    for access, found in w_method.groups(request.settings.scheme, request.extra_states):
        group = access.hex() or "start"
        for number, part in enumerate(_parts(found)):
            # Without extra states a group is a few thousand strings, one part, and needs no number.
            own = group if request.extra_states == 0 else f"{group}-{number}"
            yield WholeInputGroup(request.id(own), request.offer, request.settings, part)


# The most lines of a block of the protocol.
_PART = 65_536


def _parts(strings: Iterator[bytes]) -> Iterator[tuple[bytes, ...]]:
    part: list[bytes] = []
    for string in strings:
        part.append(string)
        if len(part) == _PART:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def _scalars(request: FamilyRequest) -> Groups:
    settings, offer = request.settings, request.offer
    make = EncodedTexts if offer.op is Op.ENCODE else DecodedTexts
    for group, values in scalars.blocks(settings.scheme):
        # Well-formed text has nothing to replace or to skip: alone it is asked in one mode.
        if offer.mode is Mode.STRICT:
            alone = ScalarRows(scalars.alone(values), 1)
            yield make(request.id(group), offer, settings, alone)
        rows = ScalarRows(values, scalars.ROW)
        yield make(request.id(f"{group}-rows"), offer, settings, rows)


def _layouts(request: FamilyRequest) -> Groups:
    settings, offer = request.settings, request.offer
    scheme = settings.scheme
    if offer.op is Op.ENCODE:
        for part in layouts.encoder_parts():
            rows = LayoutRows(part, facts(scheme).highest)
            yield EncodedTexts(request.id(part), offer, settings, rows)
        return
    for part in layouts.parts(scheme):
        rows = LayoutRows(part, facts(scheme).highest)
        yield DecodedTexts(request.id(part), offer, settings, rows)


def _placements(request: FamilyRequest) -> Groups:
    strict = request.offer.mode is Mode.STRICT
    for number, (own, case) in enumerate(request.cases()):
        turn = number % frames.TURNS
        around = frames.placements(request.settings.scheme, turn, strict=strict)
        yield FramedGroup(own, request.offer, request.settings, case.octets, around)


def _edges(request: FamilyRequest) -> Groups:
    around = frames.edges(request.settings.scheme)
    yield from _framed(request, lambda _: around)


def _lengths(request: FamilyRequest) -> Groups:
    yield from _framed(request, partial(frames.lengths, request.settings.scheme))


def _framed(request: FamilyRequest, around: Callable[[int], frames.Frames]) -> Groups:
    """Put every core into the frames of its turn."""
    for number, core in enumerate(frames.cores(request.settings.scheme)):
        own = request.id(core.hex() or "nothing")
        turn = number % frames.TURNS
        yield FramedGroup(own, request.offer, request.settings, core, around(turn))


def _splits(request: FamilyRequest) -> Groups:
    for own, case in request.cases():
        found = chunked.splits(len(case.octets))
        yield chunked.chunked_group(own, request.offer, request.settings, case.octets, found)


def _streams(request: FamilyRequest) -> Groups:
    for group, octets in chunked.long_texts(request.settings.scheme):
        own = request.id(group)
        for name, found in (
            (own, chunked.streams(len(octets))),
            (f"{own}-halves", chunked.splits(len(octets))),
        ):
            yield chunked.chunked_group(name, request.offer, request.settings, octets, found)


def _neighbours(request: FamilyRequest) -> Groups:
    found = sliced.neighbours(request.settings.scheme)
    for own, case in request.cases():
        yield sliced.SlicedGroup(own, request.offer, request.settings, case.octets, found)


def _history(request: FamilyRequest) -> Groups:
    found = sliced.histories(request.settings.scheme)
    for own, case in request.cases():
        yield sliced.ReusedObjectGroup(own, request.offer, request.settings, case.octets, found)


def _unencodable(request: FamilyRequest) -> Groups:
    for group, texts in encoded.unencodable():
        yield encoded.TextGroup(request.id(group), request.offer, request.settings, texts)


def _encoder_chunks(request: FamilyRequest) -> Groups:
    for group, texts in encoded.chunked_texts():
        asked = tuple((0, chunks) for chunks in texts)
        yield encoded.ChunkedTextGroup(request.id(group), request.offer, request.settings, asked)


def _rooms(request: FamilyRequest) -> Groups:
    """Ask with one room for the output, or with one after another where the operation goes on."""
    refills, offer, settings = request.offer.op.refills, request.offer, request.settings
    if offer.op.encodes:
        for group, asked in encoded.refilled_texts() if refills else encoded.roomy_texts():
            yield encoded.ChunkedTextGroup(request.id(group), offer, settings, asked)
        return
    rooms = REFILLED_ROOMS if refills else ROOMS
    for group, octets in (refilled_inputs if refills else roomy_inputs)(settings):
        yield LimitedOutputGroup(request.id(group), offer, settings, octets, rooms)


def _replaced(request: FamilyRequest) -> Groups:
    for group, texts in told_inputs(request.settings.scheme):
        yield ReplacedTextGroup(request.id(group), request.offer, request.settings, texts)


def _sizes(request: FamilyRequest) -> Groups:
    offer, settings = request.offer, request.settings
    if offer.op.encodes:
        for group, texts in sizes.texts():
            yield sizes.EncodedSizes(request.id(group), offer, settings, texts)
        return
    for group, found in sizes.inputs(settings):
        yield sizes.DecodedSizes(request.id(group), offer, settings, found)


_WHOLE = frozenset({*WHOLE_OPS, Op.VALIDATE_CAUSE})
ASKS: dict[str, tuple[frozenset[Op], Callable[[FamilyRequest], Groups]]] = {
    "families/octets": (_WHOLE, _whole),
    "families/representatives": (_WHOLE, _whole),
    "families/states": (_WHOLE, _states),
    "families/contexts": (_WHOLE, _whole),
    "families/scalars": (_WHOLE | {Op.ENCODE}, _scalars),
    "families/layouts": (_WHOLE | {Op.ENCODE}, _layouts),
    "families/counts": (_WHOLE, _whole),
    "families/markup": (_WHOLE, _whole),
    "families/placements": (_WHOLE, _placements),
    "families/edges": (_WHOLE, _edges),
    "families/lengths": (_WHOLE, _lengths),
    "families/splits": (frozenset(CUT_OPS), _splits),
    "families/streams": (frozenset(CUT_OPS), _streams),
    "families/neighbours": (frozenset({Op.DECODE_WITHIN}), _neighbours),
    "families/history": (frozenset({Op.DECODE_AGAIN}), _history),
    "families/unencodable": (frozenset({Op.ENCODE}), _unencodable),
    "families/encoder-chunks": (frozenset(ENCODE_STREAM_OPS), _encoder_chunks),
    "families/rooms": (frozenset({Op.DECODE_ROOM, Op.ENCODE_ROOM}), _rooms),
    "families/refills": (frozenset(REFILL_OPS), _rooms),
    "families/replaced": (frozenset({Op.DECODE_REPLACED}), _replaced),
    "families/sizes": (frozenset(SIZE_OPS), _sizes),
}
"""Family id → the operations that it asks, and its groups. The ids are those of the YAML file."""

OF_WRITTEN_CASES = (
    "families/placements",
    "families/splits",
    "families/neighbours",
    "families/history",
)
"""The families with a group for each written case, whose id follows that of the family."""


def groups(request: FamilyRequest) -> Iterator[QuestionGroup]:
    """Yield the groups that a family asks of an offer; none where it does not fit.

    They are light: lines and answers are rendered when they are looked at.
    """
    ops, make = ASKS.get(request.family, (frozenset(), None))
    if not make or request.offer.op not in ops:
        return
    if request.offer.op is Op.VALIDATE_CAUSE:
        plainly = replace(request, offer=request.offer.with_op(Op.VALIDATE))
        yield from (CausesGroup(group, request.settings) for group in make(plainly))
    else:
        yield from make(request)
