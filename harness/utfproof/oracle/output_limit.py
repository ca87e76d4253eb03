"""Long inputs for decoders with little room for their output."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from utfproof.engine.questions.decode_input import DecodeInput
from utfproof.engine.questions.expected_answer import Acceptable
from utfproof.engine.questions.question import Question
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer
from utfproof.model.profile import Settings
from utfproof.oracle.answer_profile import AnswerProfile
from utfproof.oracle.question_group import Expected, PlainGroup
from utfproof.oracle.samples import pieces
from utfproof.reference import latitude, schemes

ROOMS = (*range(41), 63, 64, 65, 127, 128, 129)
"""Units of output."""


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
        well_formed = schemes.read(self.settings.scheme, self.octets).well_formed
        return () if unknown and not well_formed else self.rooms

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
        way = f"room {room}"
        return Question(
            self.id, self.offer, way, self.lines[index].decode("ascii"), self._choices, canonical=()
        )

    def _choices(self) -> list[Acceptable]:
        reads = schemes.read(self.settings.scheme, self.octets)
        others = latitude.others(self.settings.scheme, self.octets)
        return DecodeInput.of(reads, others, self.settings).room(self.offer.mode, ample=False)
