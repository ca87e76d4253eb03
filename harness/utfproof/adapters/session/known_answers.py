"""Known answers: random ASCII text mixed into the blocks, which every codec reads alike.

They show that an adapter asks its codec at all: where all of a block are wrong or the same, it
does not (`broken`); one wrong answer among right ones is an ordinary failure of the codec.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from utfproof.adapters.session.answer_lines import parse
from utfproof.model.encoding import SIGNATURE, Encoding, Scheme, facts, signature_octets
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import (
    Accepted,
    BoundedResult,
    Decoded,
    DecodedTwice,
    Encoded,
    Outcome,
    Refilled,
    ReplacementsTold,
    Sized,
)

_LONGEST = 24
# One question in 512 costs a fifth of a percent.
_EVERY = 512
_FEWEST = 2
# No control characters: some codecs stop at NUL or translate line ends.
_TEXT = range(0x20, 0x7F)


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A question whose answer is known: the text that goes in, and its line."""

    text: tuple[int, ...]
    line: bytes


@dataclass(frozen=True, slots=True)
class MixedLines:
    """The lines of a block with known answers among them; `known` has them by position."""

    lines: list[bytes]
    known: dict[int, KnownAnswer]

    def without(self, answers: Sequence[object]) -> list[object]:
        """Return the answers to the questions proper."""
        return [answer for index, answer in enumerate(answers) if index not in self.known]


def mix(
    offer: Offer, lines: Sequence[bytes], excluded: frozenset[int], dice: random.Random
) -> MixedLines:
    """Put known answers at random places of a block, the first and the last included."""
    known = draw(offer, len(lines), excluded, dice)
    if not known:
        return MixedLines(list(lines), {})
    mixed: list[bytes] = []
    for number, (place, item) in enumerate(known.items()):
        mixed += lines[len(mixed) - number : place - number]
        mixed.append(item.line)
    return MixedLines(mixed, known)


def draw(
    offer: Offer, lines: int, excluded: frozenset[int], dice: random.Random
) -> dict[int, KnownAnswer]:
    """Draw the known answers of a block of so many lines, by their places in it, in order."""
    letters = [octet for octet in _TEXT if octet not in excluded]
    if offer.op.without_encoding or offer.op is Op.SWEEP or not letters:
        return {}
    count = _FEWEST + lines // _EVERY
    total = lines + count
    places = {0, total - 1, *dice.sample(range(1, total - 1), count - _FEWEST)}
    return {place: known_answer(offer, letters, dice) for place in sorted(places)}


def known_answer(offer: Offer, letters: Sequence[int], dice: random.Random) -> KnownAnswer:
    """Make one question whose answer is known: one to 24 random letters."""
    # Random text: an adapter that answers by rote cannot have it ready.
    text = tuple(dice.choices(letters, k=dice.randint(1, _LONGEST)))
    return KnownAnswer(text, _line(offer, text))


def _line(offer: Offer, text: tuple[int, ...]) -> bytes:
    points = " ".join(f"{letter:x}" for letter in text)
    octets = _octets(offer.encoding, text).hex()
    # Ample for any unit of output, a signature included.
    room = 8 * len(text) + 16
    lines = {
        Op.DECODE_WITHIN: f"- {octets} -",
        Op.DECODE_AGAIN: f"{octets} {octets}",
        Op.DECODE_ROOM: f"{room} {octets}",
        Op.DECODE_REFILL: f"{room} {octets}",
        Op.ENCODE: points,
        Op.ENCODE_CHUNKS: points,
        Op.ENCODE_RESUMED: points,
        Op.ENCODE_ROOM: f"{room} {points}",
        Op.ENCODE_REFILL: f"{room} {points}",
        Op.ENCODE_SIZE: points,
    }
    return lines.get(offer.op, octets).encode("ascii")


def _octets(encoding: Encoding, text: Iterable[int]) -> bytes:
    unit = facts(Scheme(encoding.value)).unit
    order = facts(Scheme(encoding.value)).order or "big"
    # Without a signature a codec could rightly read the letters in either order.
    signed = [SIGNATURE] if encoding in (Encoding.UTF_16, Encoding.UTF_32) else []
    return b"".join(letter.to_bytes(unit, order) for letter in (*signed, *text))


def plain_answer(offer: Offer, known: KnownAnswer) -> bytes:
    """Return the answer of a codec that decodes or encodes the text and no more."""
    if offer.op.validates:
        return b"ok"
    points = "".join(f" {letter:x}" for letter in known.text)
    unit = facts(Scheme(offer.encoding.value)).unit
    own = facts(Scheme(offer.encoding.value)).order or "big"
    octets = b"".join(letter.to_bytes(unit, own) for letter in known.text).hex()
    answers = {
        Op.DECODE_AGAIN: f"ok{points} / ok{points}",
        Op.DECODE_ROOM: f"ok {unit * len(known.text)}{points}",
        Op.DECODE_REPLACED: f"ok no{points}",
        Op.ENCODE: f"ok {octets}",
        Op.ENCODE_CHUNKS: f"ok {octets} | -",
        Op.ENCODE_RESUMED: f"ok {octets} | -",
        Op.ENCODE_ROOM: f"ok {len(known.text)} {octets}",
        Op.ENCODE_REFILL: f"ok {octets}",
        Op.DECODE_SIZE: f"ok {len(known.text)} {len(known.text)}",
        Op.ENCODE_SIZE: f"ok {unit * len(known.text)} {unit * len(known.text)}",
    }
    return answers.get(offer.op, f"ok{points}").encode("ascii")


def right(offer: Offer, known: KnownAnswer, line: bytes) -> bool:
    """Tell whether a known answer came back, whatever the codec makes of signatures and order."""
    outcome = parse(offer.op, line)
    if isinstance(outcome, DecodedTwice):
        return _same(known.text, outcome.first) and _same(known.text, outcome.second)
    if isinstance(outcome, Encoded | BoundedResult) and offer.op.encodes:
        return _plain_octets(outcome.octets) == bytes(known.text)
    if isinstance(outcome, Refilled) and offer.op.encodes:
        return _plain_octets(bytes(outcome.values)) == bytes(known.text)
    if isinstance(outcome, Sized):
        # Whether the prediction is right too, an ordinary question asks.
        return outcome.written in _sizes(offer, len(known.text))
    return _same(known.text, outcome)


def _sizes(offer: Offer, letters: int) -> tuple[int, ...]:
    """List the sizes of so many letters in any unit of output, with a signature and without."""
    if offer.op.encodes:
        unit = facts(Scheme(offer.encoding.value)).unit
        signature = len(signature_octets(Scheme(offer.encoding.value)))
        return unit * letters, unit * letters + signature
    # U+FEFF is one unit of UTF-16, and three octets of UTF-8.
    return letters, letters + 1, letters + 3


def _same(text: tuple[int, ...], outcome: Outcome) -> bool:
    if isinstance(outcome, Accepted):
        return True
    if not isinstance(outcome, Decoded | BoundedResult | Refilled | ReplacementsTold):
        return False
    letters = tuple(_letter(value) for value in outcome.values if value != SIGNATURE)
    # Only the end counts: a signature read in the wrong order stays in front as U+FFFE.
    return letters[-len(text) :] == text


def _letter(value: int) -> int:
    """Undo a swapped byte order: U+4100 and U+41000000 are the letter U+0041."""
    while value > 0xFF and not value & 0xFF:
        value >>= 8
    return value


def _plain_octets(octets: bytes) -> bytes:
    # The letters are ASCII: without zeros every unit and order has the same octets.
    plain = octets.replace(b"\0", b"")
    for signature in (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe"):
        plain = plain.removeprefix(signature)
    return plain


def asks_nothing(
    offer: Offer,
    known: Sequence[KnownAnswer],
    lines: Sequence[bytes],
    others: Sequence[object] = (),
) -> str | None:
    """Say why a block shows that the adapter does not ask its codec, or None.

    All known answers wrong shows it, and so does one answer to different texts, except from a
    validator, whose `ok` is right to each. A codec that touches other memory in every text, or
    answers it in two ways, gives no right answer either: there one of the `others`, the answers to
    the questions proper, has to show the same, and with it the codec fails.
    """
    if len(known) < _FEWEST:
        return None
    shown = lines[0][:80].decode("ascii", "replace")
    if any(map(_is_of_memory, lines)) and any(map(_is_of_memory, others)):
        return None
    if not any(right(offer, item, line) for item, line in zip(known, lines, strict=True)):
        return f"all {len(known)} known answers are wrong, the first: {shown}"
    # Texts of one length have one size.
    different = {len(item.text) if offer.op.sizes else item.text for item in known}
    if not offer.op.validates and len(different) > 1 and len(set(lines)) == 1:
        return f"one answer to {len(different)} known questions: {shown}"
    return None


def _is_of_memory(answer: object) -> bool:
    return isinstance(answer, bytes) and answer.startswith((b"overrun ", b"unstable "))
