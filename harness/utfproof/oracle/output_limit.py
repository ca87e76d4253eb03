"""Long inputs for decoders with little room for their output."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from utfproof.engine.questions import refills
from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.expected_answer import Acceptable
from utfproof.engine.questions.question import Question
from utfproof.model.encoding import signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer
from utfproof.model.profile import Settings
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.samples import pieces
from utfproof.reference import latitude, schemes

ROOMS = (*range(41), 63, 64, 65, 127, 128, 129)
"""Units of output."""
REFILLED_ROOMS = tuple(range(1, 10))
"""Units of output, where another room follows each: what is larger has fewer borders."""


def roomy_inputs(settings: Settings) -> Iterator[tuple[str, bytes]]:
    """Yield long inputs: mixed, of one length of character each, and with errors in them."""
    found = pieces(settings.scheme)
    characters = found.characters[:4]
    text = b"".join(characters) * 4
    yield "text", text
    for character in characters:
        yield f"many-{character.hex()}", character * (160 // len(character))
    for piece in (*found.bad, *found.cut):
        yield piece.hex(), text + piece + text


def refilled_inputs(settings: Settings) -> Iterator[tuple[str, bytes]]:
    """Yield inputs with each kind of piece at every place of a room.

    What stands at a border of rooms in one input stands within a room in the next. Among them are
    U+FEFF, which is a signature nowhere but at the beginning of the text, what is cut off by the
    end, and runs of errors.
    """
    found = pieces(settings.scheme)
    characters = found.characters[:4]
    mark = signature_octets(settings.scheme, "big")
    kinds = (*characters[1:], mark, *found.bad[:6], *found.cut[:6])
    for piece in dict.fromkeys(filter(None, kinds)):
        for before in range(REFILLED_ROOMS[-1]):
            text = found.letter * before + piece
            yield f"{piece.hex()}-{before}", text + b"".join(characters) + piece * 3
    for piece in (*characters, *found.bad[:4]):
        yield f"many-{piece.hex()}", piece * 20


@dataclass(frozen=True)
class LimitedOutputGroup(PlainGroup):
    """A group: one input with every size of room; each answer is looked at closely."""

    id: str
    offer: Offer
    settings: Settings
    octets: bytes
    rooms: tuple[int, ...] = ROOMS

    @property
    def _rooms(self) -> tuple[int, ...]:
        """No room where a replaced text has no one form: its length is not known."""
        unknown = self.offer.mode is Mode.REPLACE and self.settings.replacement is None
        if unknown and not schemes.read(self.settings.scheme, self.octets).well_formed:
            return ()
        # A decoder that refuses unmarked text has nothing to go on with.
        return () if self.offer.op.refills and self._input.refusable else self.rooms

    @property
    def lines(self) -> list[bytes]:
        """Return the data lines."""
        return [f"{room} {render(self.octets)}".encode("ascii") for room in self._rooms]

    @property
    def answer_profiles(self) -> tuple[AnswerProfile, ...]:
        """None: where the output stops is the codec's choice."""
        return ()

    def expected(self, answer_profile: AnswerProfile) -> Expected:
        """Return no answers."""
        del answer_profile
        return [None] * len(self._rooms)

    def question(self, index: int) -> Question:
        """Return one question with all that is acceptable as its answer."""
        room = self._rooms[index]
        way = f"rooms of {room}" if self.offer.op.refills else f"room {room}"
        line = self.lines[index].decode("ascii")
        choices = partial(self._choices, room)
        return Question(self.id, self.offer, way, line, choices, canonical=())

    def _choices(self, room: int) -> list[Acceptable]:
        found = self._input.room(self.offer.mode, ample=False)
        return refills.decoded(found, room) if self.offer.op.refills else found

    @cached_property
    def _input(self) -> DecodeInput:
        reads = schemes.read(self.settings.scheme, self.octets)
        others = latitude.others(self.settings.scheme, self.octets)
        return DecodeInput.of(reads, others, self.settings)
