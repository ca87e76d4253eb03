"""How a specimen writes values: the reference's way, each step of which a fault can replace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Scheme
from utfproof.model.fields import render
from utfproof.model.operation import Mode
from utfproof.model.outcome import Values
from utfproof.model.profile import Units
from utfproof.reference import schemes, utf16
from utfproof.simulation.decoder import OutputFilling, Rooms

Write = Callable[[int], bytes | None]


class EncodedCharacter(NamedTuple):
    """A value to write; `at` is where it begins among the values given."""

    at: int
    value: int


class Unwritable(Exception):
    """A strict encoder met a value that it cannot write, at an index."""

    def __init__(self, index: int) -> None:
        """Keep where."""
        super().__init__(str(index))
        self.index = index


@dataclass(frozen=True)
class SimulatedEncoder:
    """An encoder of one scheme. Every step is right unless a fault stands in its field.

    `signs`: a signature stands first. `instead`: what stands for a value that cannot be written,
    in replace mode (None: a refusal). `write`: the octets of a value, None where it has none.
    `joins`: the characters of the values. `head`: the octets of the signature. `calls`: chunks,
    the octets of each and of the flush. `resumes`: chunks behind each of which the state is saved
    and resumed. `fills`: a room.
    `refills`: one room after another. `predicts`: the size of all octets.
    `index`: the place told of an error.
    """

    scheme: Scheme = Scheme.UTF_8
    units: Units = Units.CODE_POINTS
    signs: bool = False
    instead: int | None = REPLACEMENT
    write: Write | None = None
    joins: Callable[[Values], Sequence[EncodedCharacter]] | None = None
    head: Callable[[Values], bytes] | None = None
    calls: Callable[[SimulatedEncoder, Sequence[Values], Mode], Sequence[bytes]] | None = None
    resumes: Callable[[SimulatedEncoder, Sequence[Values], Mode], Sequence[bytes]] | None = None
    fills: Callable[[SimulatedEncoder, OutputFilling, Values, int], OutputFilling | str] | None = (
        None
    )
    refills: Callable[[SimulatedEncoder, Rooms, Values, int], Rooms | str] | None = None
    predicts: Callable[[SimulatedEncoder, Values, Mode], int] | None = None
    index: Callable[[Values, int], int | None] | None = None

    def characters(self, values: Values) -> Sequence[EncodedCharacter]:
        """Return the characters that values are, a pair of UTF-16 units being one."""
        if self.joins:
            return self.joins(values)
        return _characters(self.scheme, values, self.units)

    def octets(self, value: int) -> bytes | None:
        """Write one value, None for an unencodable one."""
        return self.write(value) if self.write else right_octets(self.scheme, value)

    def signature(self, values: Values) -> bytes:
        """Return the signature before the text."""
        if self.head:
            return self.head(values)
        return (self.octets(SIGNATURE) or b"") if self.signs else b""

    def piece(self, character: EncodedCharacter, mode: Mode) -> bytes:
        """Write one character, or its replacement.

        Raises:
            Unwritable: it cannot be written and nothing may stand for it.
        """
        octets = self.octets(character.value)
        if octets is not None:
            return octets
        if mode is Mode.SKIP:
            return b""
        if mode is Mode.STRICT or self.instead is None:
            raise Unwritable(character.at)
        # A replacement that the scheme cannot write either leaves nothing.
        return self.octets(self.instead) or b""

    def text(self, values: Values, mode: Mode) -> bytes:
        """Write values without a signature.

        Raises:
            Unwritable: a value cannot be written and the mode is strict.
        """
        return b"".join(self.piece(one, mode) for one in self.characters(values))

    def encode(self, values: Values, mode: Mode) -> str:
        """Answer encode."""
        try:
            return f"ok {render(self.signature(values) + self.text(values, mode))}"
        except Unwritable as error:
            return self.refusal(values, error)

    def encode_chunks(self, chunks: Sequence[Values], mode: Mode) -> str:
        """Answer encode-chunks: each character with the chunk that completes it."""
        try:
            fields = (self.calls or SimulatedEncoder.chunk_outputs)(self, chunks, mode)
        except Unwritable as error:
            return self.refusal(tuple(value for chunk in chunks for value in chunk), error)
        return f"ok {' | '.join(map(render, fields))}"

    def refusal(self, values: Values, error: Unwritable) -> str:
        """Render the refusal of a value that cannot be written."""
        index_told = self.index(values, error.index) if self.index else error.index
        return f"error {'?' if index_told is None else index_told}"

    def chunk_outputs(self, chunks: Sequence[Values], mode: Mode) -> list[bytes]:
        """Write chunks as one text; a high surrogate waits for a low one.

        Raises:
            Unwritable: a value cannot be written and the mode is strict.
        """
        values = tuple(value for chunk in chunks for value in chunk)
        found = [b"" for _ in (*chunks, ())]
        # The signature comes with the first chunk, also where that is empty.
        found[0] = self.signature(values)
        for output, character in self._certain(chunks, values):
            found[output] += self.piece(character, mode)
        return found

    def _certain(
        self, chunks: Sequence[Values], values: Values
    ) -> Iterator[tuple[int, EncodedCharacter]]:
        """Yield each character with the chunk that makes it certain."""
        pairs = self.units is Units.UTF_16 or self.scheme is Scheme.WTF_8
        chunk_of = [at for at, chunk in enumerate(chunks) for _ in chunk]
        # The flush stands behind all chunks: what waits at the end comes with it.
        chunk_of.append(len(chunks))
        for character in self.characters(values):
            last = character.at
            # Only the next value shows whether a high surrogate is half of a pair.
            if pairs and utf16.is_high(values[last]):
                last += 1
            yield chunk_of[last], character

    def encode_room(self, room: int, values: Values, mode: Mode) -> str:
        """Answer encode-room; the unit of output is the octet."""
        try:
            filling = self._filled(room, values, mode)
        except Unwritable as error:
            return self.refusal(values, error)
        changed = self.fills(self, filling, values, room) if self.fills else filling
        if isinstance(changed, str):
            return changed
        word = "short" if changed.short else "ok"
        return f"{word} {changed.consumed} {render(bytes(changed.output))}"

    def _filled(self, room: int, values: Values, mode: Mode) -> OutputFilling:
        # A signature is written whole or not at all, like a character.
        output = self.signature(values)
        if len(output) > room:
            return OutputFilling(0, (), short=True)
        for character in self.characters(values):
            # The place of the character and not behind it: it was not written.
            octets = self.piece(character, mode)
            if len(output) + len(octets) > room:
                return OutputFilling(character.at, tuple(output), short=True)
            output += octets
        return OutputFilling(len(values), tuple(output), short=False)


@lru_cache(1 << 12)
def _characters(scheme: Scheme, values: Values, units: Units) -> tuple[EncodedCharacter, ...]:
    pieces = schemes.encode(scheme, values, units)
    return tuple(EncodedCharacter(piece.index, piece.value) for piece in pieces)


@lru_cache(1 << 14)
def right_octets(scheme: Scheme, value: int) -> bytes | None:
    """Write a value by the reference, None for an unencodable one."""
    return schemes.encode_value(scheme, value)
