"""Codecs with faults planted in them: two named ones together, or one that was moved."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from utfproof import mutants
from utfproof.model.fields import read_octets
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.reading import IllFormed
from utfproof.mutants.line_conditions import DataLines
from utfproof.mutants.mutant import Mutant, reads
from utfproof.proof.power.shared_questions import sharing_key
from utfproof.simulation.codec import SimulatedCodec
from utfproof.simulation.decoder import Pieces, Read

SEED = 18
_FARTHEST = 40
_MOST_ERRORS = 4
_FIXED = ("positions", "counts", "carried", "texts", "signatures", "unmarked")
"""Groups of faults that have a place or a count of their own."""


@dataclass(frozen=True)
class TwoFaults(SimulatedCodec):
    """A codec with two named faults; where both change an answer the first one's stands."""

    faults: tuple[Mutant, ...] = ()
    faulty: tuple[SimulatedCodec, ...] = ()

    @classmethod
    def of(cls, faults: Sequence[Mutant]) -> TwoFaults:
        """Plant faults that make the same claims."""
        right = faults[0].right()
        return cls(
            right.reader,
            right.writer,
            right.detects,
            right.names,
            tuple(faults),
            tuple(fault.make() for fault in faults),
        )

    def answer(self, offer: Offer, line: str) -> str:
        """Answer one data line."""
        right = super().answer(offer, line)
        for fault, codec in zip(self.faults, self.faulty, strict=True):
            if offer in fault.offers and fault.may_differ(offer, line):
                answer = codec.answer(offer, line)
                if answer != right:
                    return answer
        return right


Split = Callable[[Sequence[bytes]], bool]
"""A condition on the chunks of a text."""


@dataclass(frozen=True)
class FaultInSomeSplits(SimulatedCodec):
    """A codec whose fault in streams shows only where the chunks fulfil a condition."""

    faulty: SimulatedCodec | None = None
    shows: Split = bool

    def answer(self, offer: Offer, line: str) -> str:
        """Answer one data line."""
        in_chunks = offer.op is Op.DECODE_CHUNKS and self.faulty
        if in_chunks and self.shows([read_octets(text) for text in line.split(" ")]):
            return in_chunks.answer(offer, line)
        return super().answer(offer, line)


@dataclass(frozen=True, slots=True)
class EitherTouches:
    """Holds for the lines that one of several faults touches."""

    faults: tuple[Mutant, ...]

    def holds(self, offer: Offer, line: str) -> bool:
        """Tell whether one of the faults may show in a line."""
        return any(fault.may_differ(offer, line) for fault in self.faults)

    def among(self, offer: Offer, lines: DataLines) -> Sequence[int]:
        """Return the indices of the lines in which one may show, in ascending order."""
        found = (fault.touched(offer, lines) for fault in self.faults if offer in fault.offers)
        return sorted({index for indices in found for index in indices})


@dataclass(frozen=True, slots=True)
class PlantedCodec:
    """A codec whose faults are known: `planted` are its named faults, () for one that was moved."""

    mutant: Mutant
    planted: tuple[Mutant, ...]


def alone() -> list[PlantedCodec]:
    """Return a codec for each named fault; detectors and lookups of labels are not diagnosed."""
    return [PlantedCodec(fault, (fault,)) for fault in _diagnosed()]


def pairs(number: int) -> Iterator[PlantedCodec]:
    """Draw so many pairs of faults of one encoding, claims and direction; always the same ones."""
    dice = random.Random(SEED)  # noqa: S311  (the same in every run)
    groups: dict[object, list[Mutant]] = {}
    for fault in _diagnosed():
        groups.setdefault(_kin(fault), []).append(fault)
    partners = {
        fault.id: [one for one in found if one is not fault and _share_an_offer(one, fault)]
        for found in groups.values()
        for fault in found
    }
    pool = [fault for found in groups.values() for fault in found if partners[fault.id]]
    for _ in range(number):
        first = dice.choice(pool)
        yield together(first, dice.choice(partners[first.id]))


def _share_an_offer(one: Mutant, other: Mutant) -> bool:
    return not {*one.offers}.isdisjoint(other.offers)


def together(first: Mutant, second: Mutant) -> PlantedCodec:
    """Plant two faults in one codec."""
    both = (first, second)
    codec = replace(
        first,
        id=f"{first.id} + {second.id}",
        offers=tuple(offer for offer in first.offers if offer in second.offers),
        fault=lambda _: TwoFaults.of(both),
        touches=EitherTouches(both),
    )
    return PlantedCodec(codec, both)


def moved(number: int) -> Iterator[PlantedCodec]:
    """Draw so many faults in how texts are read, each moved to a place; always the same ones.

    A moved fault shows from an offset on, from one error on, or in some splits alone.
    """
    dice = random.Random(SEED)  # noqa: S311  (the same in every run)
    in_texts = [
        fault
        for fault in _diagnosed()
        if fault.make().reader.read and fault.id.split("/")[1] not in _FIXED
    ]
    in_streams = [fault for fault in _diagnosed() if fault.exposed_by[0].op is Op.DECODE_CHUNKS]
    for _ in range(number):
        kind, least = dice.choice(("offset", "error", "split")), dice.randrange(1, _FARTHEST)
        errors = dice.randrange(2, _MOST_ERRORS + 1)
        if kind == "offset":
            place, words = from_offset(least), f"from offset {least} on"
            yield PlantedCodec(at_place(dice.choice(in_texts), place, words), ())
        elif kind == "error":
            place, words = from_error(errors), f"from error {errors} on"
            yield PlantedCodec(at_place(dice.choice(in_texts), place, words), ())
        else:
            split, words = _splits(dice)
            yield PlantedCodec(in_some_splits(dice.choice(in_streams), split, words), ())


def in_some_splits(fault: Mutant, shows: Split, words: str) -> Mutant:
    """Let a fault in streams show in some splits alone."""
    right, faulty = fault.right(), fault.make()
    codec = FaultInSomeSplits(right.reader, right.writer, right.detects, right.names, faulty, shows)
    whole = dict.fromkeys(offer.with_op(Op.DECODE) for offer in fault.offers)
    offers = (*whole, *fault.offers)
    return replace(fault, id=f"{fault.id} {words}", offers=offers, fault=lambda _: codec)


def _splits(dice: random.Random) -> tuple[Split, str]:
    number, least = dice.randrange(2, 5), dice.randrange(1, 9)
    return dice.choice(
        (
            (lambda chunks: len(chunks) >= number, f"in {number} chunks or more"),
            (lambda chunks: len(chunks[0]) >= least, f"behind a chunk of {least} octets or more"),
        )
    )


Place = Callable[[SimulatedCodec, bytes], int]
"""The offset behind which a codec reads a text wrongly."""


def at_place(fault: Mutant, place: Place, words: str) -> Mutant:
    """Move a fault in how texts are read: octets before the place are read rightly."""
    faulty = fault.make().reader.read
    if faulty is None:
        raise ValueError(f"{fault.id} is no fault in how a text is read")
    right = fault.right()
    return replace(fault, id=f"{fault.id} {words}", fault=reads(_behind(right, faulty, place)))


def _behind(right: SimulatedCodec, faulty: Read, place: Place) -> Read:
    def read(octets: bytes, mode: Mode) -> Pieces:
        border = place(right, octets)
        head, tail = octets[:border], octets[border:]
        return (*right.reader.right(head), *(faulty(tail, mode) if tail else ()))

    return read


def from_offset(least: int) -> Place:
    """Return the place of the first character or error that begins at an offset or behind it."""

    def place(right: SimulatedCodec, octets: bytes) -> int:
        return _border(right, octets, lambda offset, _: offset >= least)

    return place


def from_error(least: int) -> Place:
    """Return the place of the error with a number."""

    def place(right: SimulatedCodec, octets: bytes) -> int:
        return _border(right, octets, lambda _, errors: errors >= least)

    return place


def _border(right: SimulatedCodec, octets: bytes, reached: Callable[[int, int], bool]) -> int:
    """Return the first offset of a part at which a condition on offset and errors holds."""
    offset = errors = 0
    for part in right.reader.right(octets):
        errors += isinstance(part, IllFormed)
        if reached(offset, errors):
            return offset
        offset += len(part.octets)
    return offset


def _kin(fault: Mutant) -> object:
    return fault.encoding, repr(fault.claims), fault.exposed_by[0].op.encodes


@cache
def _diagnosed() -> list[Mutant]:
    found = [
        fault
        for fault in mutants.catalogue()
        if fault.exposed_by[0].op not in (Op.DETECT, Op.LABEL)
    ]
    return sorted(found, key=sharing_key)
