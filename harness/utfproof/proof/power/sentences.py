"""Whether the sentence of a diagnosis is true: it is read, and held to its word.

The questions are drawn anew, from random texts around the octets that the sentence is about, so
that they are not those by which the diagnosis was made.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from utfproof import mutants
from utfproof.adapters.session.answer_lines import parse
from utfproof.engine.journal.events import Diagnosed
from utfproof.model.encoding import Scheme
from utfproof.model.fields import points, read_octets, read_points, render
from utfproof.model.operation import ENCODE_STREAM_OPS, WHOLE_OPS, Offer, Op
from utfproof.model.outcome import Accepted, Decoded, Refused
from utfproof.mutants.mutant import Mutant
from utfproof.oracle.samples import pieces
from utfproof.proof.diagnosis.agreement import same
from utfproof.proof.diagnosis.refutation import SupposedFault
from utfproof.simulation.codec import SimulatedCodec

_QUESTIONS = 60
_MOST_OFFERS = 4
_INSTANCES = 40
_FARTHEST = 150
_MOST_PIECES = 4
_MOST_CHUNKS = 5
_MOST_ROOM = 24


@dataclass(frozen=True, slots=True)
class Trial:
    """A codec with planted faults, and random numbers for the questions that it is asked."""

    codec: SimulatedCodec
    right: SimulatedCodec
    planted: Sequence[Mutant]
    offers: Sequence[Offer]
    dice: random.Random

    def contradiction(self, said: Diagnosed) -> str:
        """Return a question whose answer contradicts a diagnosis, in words; "" where none did."""
        if not said.fault.startswith("unnamed/"):
            return self._of_named(said)
        if said.fault in ("unnamed/octets", "unnamed/placements"):
            return self._of_sentence(said)
        if said.fault == "unnamed/input" and Offer.parse(said.op).op.reads_whole:
            return self._of_input(said)
        return self._of_line(said)

    def _of_named(self, said: Diagnosed) -> str:
        """Hold a codec against the named fault that it is said to have."""
        fault = next(one for one in mutants.catalogue() if one.id == said.fault)
        supposed = SupposedFault(fault, fault.fault(self.right), self.right)
        others = [one for one in self.planted if one.id != fault.id]
        offers = [offer for offer in fault.offers if offer in self.offers]
        self.dice.shuffle(offers)
        for offer in (Offer.parse(said.op), *offers[:_MOST_OFFERS]):
            for line in self._lines(offer, said, fault):
                foretold = supposed.foretells(offer, line)
                if foretold is None or any(one.may_differ(offer, line) for one in others):
                    continue  # how two faults work together in one text, no sentence says
                answer = self.codec.answer(offer, line)
                if not _alike(offer.op, foretold, answer):
                    return f"{offer} {line}: {answer}, and not {foretold}"
        return ""

    def _lines(self, offer: Offer, said: Diagnosed, fault: Mutant) -> Iterator[str]:
        sources = [fault.exposed_by[1], said.input]
        for _ in range(_QUESTIONS):
            if offer.op.encodes:
                yield self._values(offer.op, self.dice.choice(sources))
            else:
                yield self._octets(offer, self.dice.choice(sources))

    def _octets(self, offer: Offer, source: str) -> str:
        """Return a line for a decoder with the octets of another line in it."""
        fields = source.split(" ")[1:] if offer.op.bounded else source.split(" ")
        try:
            core = b"".join(map(read_octets, fields))
        except ValueError:
            core = b""
        text = self._text(offer) + core + self._text(offer)
        match offer.op:
            case Op.DECODE_CHUNKS | Op.DECODE_RESUMED | Op.VALIDATE_CHUNKS:
                return " ".join(map(render, self._chunks(text)))
            case Op.DECODE_WITHIN:
                around = [self._text(offer), text, self._text(offer)]
                return " ".join(map(render, around))
            case Op.DECODE_AGAIN:
                return f"{render(self._text(offer) + core)} {render(text)}"
            case Op.DECODE_ROOM | Op.DECODE_REFILL:
                return f"{self._room(offer.op)} {render(text)}"
            case _:
                return render(text)

    def _room(self, op: Op) -> int:
        # One room after another has at least a unit each.
        return self.dice.randrange(int(op.refills), _MOST_ROOM)

    def _text(self, offer: Offer) -> bytes:
        """Return a few well-formed characters and letters."""
        known = pieces(Scheme(offer.encoding.value))
        found = b""
        for _ in range(self.dice.randrange(_MOST_PIECES)):
            letters = known.letter * self.dice.choice((0, 1, 2, 3, 8, self.dice.randrange(40)))
            found += letters + self.dice.choice(known.characters)
        return found

    def _chunks(self, text: bytes) -> list[bytes]:
        number = self.dice.randrange(1, _MOST_CHUNKS + 1)
        ends = sorted(self.dice.randrange(len(text) + 1) for _ in range(number - 1))
        return [text[start:end] for start, end in zip((0, *ends), (*ends, len(text)), strict=True)]

    def _values(self, op: Op, source: str) -> str:
        """Return a line for an encoder with the values of another line in it."""
        body = source.partition(" ")[2] if op.bounded else source
        core = [value for text in body.split("|") for value in read_points(text)]
        values = [*self._letters(), *core, *self._letters()]
        if op in ENCODE_STREAM_OPS:
            cuts = 1 if op is Op.ENCODE_CHUNKS else self.dice.randrange(1, _MOST_CHUNKS)
            ends = sorted(self.dice.randrange(len(values) + 1) for _ in range(cuts))
            return " | ".join(
                points(values[begin:end]) for begin, end in pairwise((0, *ends, len(values)))
            )
        text = points(values)
        return f"{self._room(op)} {text}" if op.bounded else text

    def _letters(self) -> list[int]:
        return [
            self.dice.choice((0x41, 0xE9, 0x20AC, 0x1F600))
            for _ in range(self.dice.randrange(_MOST_PIECES))
        ]

    def _of_sentence(self, said: Diagnosed) -> str:
        """Hold a codec against a sentence about octets and offsets."""
        sentence = Sentence.read(said.about)
        offer = Offer.parse(said.op)
        own = [one for one in self.offers if one.op in WHOLE_OPS and one.encoding is offer.encoding]
        if sentence.offers:
            own = [
                one for one in own if f"{one.op} {one.mode}".removesuffix(" -") in sentence.offers
            ]
        letter = pieces(Scheme(offer.encoding.value)).letter
        counts = range(_FARTHEST)
        held = [count for count in counts if sentence.holds_at(count * len(letter))] or counts
        for one in own:
            for _ in range(_INSTANCES):
                count = self.dice.choice(self.dice.choice((counts, held)))
                there = sentence.holds_at(count * len(letter))
                octets = bytes(self.dice.choice(sorted(admitted)) for admitted in sentence.octets)
                behind = b"" if sentence.at_end else letter * self.dice.randrange(3)
                line = render(letter * count + octets + behind)
                answer, right = self.codec.answer(one, line), self.right.answer(one, line)
                if there and not sentence.agrees(one.op, answer, right, count):
                    return f"{one} {line}: {answer}"
                several = len(self.planted) > 1
                touched = several and any(fault.may_differ(one, line) for fault in self.planted)
                if not there and answer != right and not touched:
                    return f"{one} {line}: {answer}, and the sentence excludes it"
        return ""

    def _of_input(self, said: Diagnosed) -> str:
        """Hold a codec against a sentence about one text."""
        words, _, _ = said.about.partition(";")
        sentence = Sentence.read(f"{words}.")
        letter = pieces(Scheme(Offer.parse(said.op).encoding.value)).letter
        count = len(said.input.removesuffix(sentence.digits)) // 2 // len(letter)
        offer = next(one for one in self.offers if _words(one) in sentence.offers)
        answer, right = (one.answer(offer, said.input) for one in (self.codec, self.right))
        agrees = sentence.agrees(offer.op, answer, right, count)
        return "" if agrees and sentence.holds_at(count * len(letter)) else f"{offer}: {answer}"

    def _of_line(self, said: Diagnosed) -> str:
        """Hold a codec against a sentence about one line: a split, a slice or a second text."""
        offer = Offer.parse(said.op)
        answer = self.codec.answer(offer, said.input)
        return "" if answer != self.right.answer(offer, said.input) else f"{said.input} is right"


@dataclass(frozen=True, slots=True)
class Sentence:
    """The content of one sentence about octets: which octets, their effect, and where."""

    octets: tuple[frozenset[int], ...]
    effect: str
    holds_at: Callable[[int], bool]
    at_end: bool
    offers: tuple[str, ...]

    @classmethod
    def read(cls, about: str) -> Sentence:
        """Read a sentence.

        Raises:
            ValueError: it has none of the forms that a diagnosis writes.
        """
        found = _SENTENCE.fullmatch(about)
        if found is None:
            raise ValueError(f"no sentence of a diagnosis: {about}")
        octets = tuple(frozenset(_admitted(word)) for word in found["octets"].split())
        offers = tuple(found["offers"].split(", ")) if found["offers"] else ()
        return cls(octets, found["effect"], _where(found["where"]), bool(found["end"]), offers)

    @property
    def digits(self) -> str:
        """The octets as a data line writes them, where the sentence names one in each place."""
        return bytes(min(admitted) for admitted in self.octets).hex()

    def agrees(self, op: Op, answer: str, right: str, letters: int) -> bool:
        """Tell whether an answer is the one that the sentence says."""
        got = parse(op, answer.encode())
        match self.effect.split(" ")[:3]:
            case ["is", "accepted"]:
                return isinstance(got, Accepted | Decoded) and answer != right
            case ["leaves", *_]:
                return isinstance(got, Decoded) and answer != right
            case ["is", "read", "as"]:
                values = tuple(int(word, 16) for word in self._values())
                return isinstance(got, Decoded) and got.values[letters:][: len(values)] == values
            case ["is", "refused", *_]:
                wanted = parse(op, right.encode())
                wrong_place = "wrong" in self.effect
                return isinstance(got, Refused) and isinstance(wanted, Refused) is wrong_place
            case _:
                return answer != right

    def _values(self) -> list[str]:
        words = self.effect.removeprefix("is read as ").partition(" instead of ")[0].split()
        return [word for word in words if word not in ("…", "nothing")]


_SENTENCE = re.compile(
    r"(?P<octets>[0-9A-F]{2}[0-9A-F–/]*(?: [0-9A-F]{2}[0-9A-F–/]*)*) "
    r"(?P<effect>is accepted|leaves no trace and no error|is refused with a wrong offset or length"
    r"|is refused|is read wrongly|is read as (?:[0-9A-F]+ ?|… ?|nothing ?)+"
    r"(?:instead of (?:[0-9A-F]+ ?|… ?|nothing ?)+)?)"
    r" ?(?P<where>at offset \d+(?: only)?|from offset \d+ (?:on|to \d+)"
    r"|at each offset that leaves [\d, ]+ when divided by \d+)?"
    r"(?P<end> ?at the end of a text)?(?: ?by (?P<offers>[a-z, -]+))?\."
)


def _admitted(word: str) -> Iterator[int]:
    for part in word.split("/"):
        first, _, last = part.partition("–")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def _where(words: str | None) -> Callable[[int], bool]:
    """Return the condition on offsets that some words state."""
    numbers = [int(digits) for digits in re.findall(r"\d+", words or "")]
    if not words:
        return lambda _: True
    if words.startswith("at offset"):
        return lambda offset: offset == numbers[0]
    if words.endswith(" on"):
        return lambda offset: offset >= numbers[0]
    if words.startswith("from"):
        return lambda offset: numbers[0] <= offset <= numbers[1]
    return lambda offset: offset % numbers[-1] in numbers[:-1]


def _words(offer: Offer) -> str:
    return f"{offer.op} {offer.mode}".removesuffix(" -")


def _alike(op: Op, one: str, other: str) -> bool:
    return same(parse(op, one.encode()), parse(op, other.encode()))
