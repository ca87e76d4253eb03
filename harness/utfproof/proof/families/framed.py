"""Inputs in frames: one core at every place among other characters, each answer put together.

What a decoder makes of the core is read once; characters before it move the result and the
offset, and characters behind it follow. So a million placements cost no million readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import product

from utfproof.adapters.session import Answer
from utfproof.engine.question import Question
from utfproof.model.encoding import Scheme, facts
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Settings
from utfproof.proof.families.groups import Dialect, Expected, Stance
from utfproof.proof.families.pieces import pieces
from utfproof.proof.families.whole import Said, ambiguous, close_question, said, scheme_of, stances
from utfproof.reference import schemes


@dataclass(frozen=True, slots=True)
class Frame:
    """So many times a filling before the core, and so many letters behind it."""

    filling: bytes
    before: int
    after: int


Frames = tuple[Frame, ...]
_SWALLOWED = "\0"
_TAKEN_OUT = re.compile(rb"\0 \w+")


def fillings(scheme: Scheme) -> tuple[bytes, ...]:
    """Give a character of each length of the scheme, the letter first.

    Where a signature rules the order there is the letter alone.
    """
    characters = pieces(scheme).characters[:4]
    if scheme in (Scheme.UTF_16, Scheme.UTF_32):
        return characters[:1]
    shortest_first = sorted(characters, key=len)
    return tuple({len(octets): octets for octets in reversed(shortest_first)}.values())[::-1]


@dataclass(frozen=True)
class Framed:
    """A group: one core in many frames.

    No letters stand behind a core that ends inside a code unit: they would be cut themselves.
    """

    id: str
    offer: Offer
    settings: Settings
    core: bytes
    frames: Frames

    @cached_property
    def _possible(self) -> Frames:
        whole = len(self.core) % facts(self.settings.scheme).unit == 0
        return tuple(frame for frame in self.frames if whole or not frame.after)

    @cached_property
    def lines(self) -> list[bytes]:
        """The data lines."""
        letter = pieces(self.settings.scheme).letter
        core = self.core.hex().encode("ascii")
        return [before + core + after or b"-" for before, after in _octets(self._possible, letter)]

    @property
    def stances(self) -> tuple[Stance, ...]:
        """The ways in which all answers may be right."""
        return stances(self.settings, self.offer)

    def expected(self, stance: Stance) -> Expected:
        """Give the answers of a stance; None where an initial signature has to be judged."""
        scheme = scheme_of(self.settings, stance)
        policy, mode = stance.policy, self.offer.mode
        letter = pieces(self.settings.scheme).letter
        if not schemes.read_text(scheme, letter).well_formed:
            return [None] * len(self._possible)  # read in the other order it is no letter
        cores = {
            beside: _core(scheme, policy, mode, self.core, letter, beside)
            for beside in product((False, True), repeat=2)
        }
        shown = _shown(scheme, self._possible, letter)
        validates = self.offer.op is Op.VALIDATE
        marked = ambiguous(self.settings, self.core)
        dialect = replace(stance.dialect, text=False) if validates else stance.dialect
        return [
            None
            if marked and not frame.before
            else b"ok"
            if validates and cores[bool(frame.before), bool(frame.after)].offset is None
            else _answer(cores[bool(frame.before), bool(frame.after)], frame, texts, dialect)
            for frame, texts in zip(self._possible, shown, strict=True)
        ]

    def comparable(self, answers: Sequence[Answer]) -> Sequence[Answer]:
        """Compare answers as they are."""
        return answers

    def question(self, index: int) -> Question:
        """Give one question with all that is acceptable as its answer."""
        line = self.lines[index]
        octets = b"" if line == b"-" else bytes.fromhex(line.decode("ascii"))
        return close_question(self.id, self.offer, self.settings, octets)


@lru_cache(maxsize=64)
def _octets(frames: Frames, letter: bytes) -> list[tuple[bytes, bytes]]:
    """Render what stands before and after, as hex digits."""
    behind = letter.hex().encode("ascii")
    return [
        (frame.filling.hex().encode("ascii") * frame.before, behind * frame.after)
        for frame in frames
    ]


@lru_cache(maxsize=64)
def _shown(scheme: Scheme, frames: Frames, letter: bytes) -> list[tuple[bytes, bytes]]:
    """Render what stands before and after, as the fields of an answer."""
    shown = said(scheme, None, Mode.STRICT, letter).text
    return [
        (
            said(scheme, None, Mode.STRICT, frame.filling).text.encode("ascii") * frame.before,
            shown.encode("ascii") * frame.after,
        )
        for frame in frames
    ]


@lru_cache(maxsize=65_536)
def _core(  # noqa: PLR0913, PLR0917  (a key of the cache: all that the reading depends on)
    scheme: Scheme,
    policy: str | None,
    mode: Mode,
    core: bytes,
    letter: bytes,
    beside: tuple[bool, bool],
) -> Said:
    """Read a core with letters before and behind it, or not, and take the letters out again.

    Where the core swallows the letter behind it, its text ends with an octet 00, which takes out
    one letter more.
    """
    before, after = beside
    read = said(scheme, policy, mode, letter * before + core + letter * after)
    shown = said(scheme, policy, mode, letter).text
    text = read.text[len(shown) :] if before else read.text
    if read.offset is not None:
        return replace(read, text=text, offset=read.offset - len(letter) * before)
    if after:
        text = text.removesuffix(shown) if text.endswith(shown) else text + _SWALLOWED
    return replace(read, text=text)


def _answer(core: Said, frame: Frame, shown: tuple[bytes, bytes], dialect: Dialect) -> bytes:
    """Put the answer of a core and what stands around it together."""
    text = core.text.encode("ascii")
    if core.offset is not None:
        head = core.head(dialect, len(frame.filling) * frame.before).encode("ascii")
        return head + shown[0] + text if dialect.text else head
    answer = b"ok" + shown[0] + text + shown[1]
    return _TAKEN_OUT.sub(b"", answer) if _SWALLOWED in core.text else answer


AFTER = (0, 1, 16, 64, 128)
"""Letters behind a core."""
PLACES = 131
_FAR = (4095, 4096, 8191)
EDGE_AFTER = 41
FEW_AFTER = 4
LONG = tuple(power + near for power in map((1).__lshift__, range(8, 17)) for near in (-1, 0, 1))
"""Octets before a core in long inputs: around the powers of two from 256 to 65,536."""


@cache
def placements(scheme: Scheme, *, strict: bool) -> Frames:
    """Give every place from 0 to 130 octets behind characters of every length, and far places.

    Behind longer characters stand no letters or sixteen; so many places far off are strict only.
    """
    if scheme in (Scheme.UTF_16, Scheme.UTF_32):
        return _letters(scheme, range(0, PLACES, facts(scheme).unit * 4), (0, 1))
    near = _letters(scheme, range(0, PLACES, facts(scheme).unit), AFTER)
    longer = tuple(
        Frame(filling, octets // len(filling), after)
        for filling in fillings(scheme)[1:]
        for octets in range(len(filling), PLACES, len(filling))
        for after in (0, 16)
    )
    unit = facts(scheme).unit
    far = _letters(scheme, (octets // unit * unit for octets in _FAR), (0,))
    return (*near, *longer, *(far if strict else ()))


def _letters(scheme: Scheme, octets: Iterable[int], after: Iterable[int]) -> Frames:
    letter = pieces(scheme).letter
    behind = tuple(after)
    return tuple(Frame(letter, count // len(letter), more) for count in octets for more in behind)


@cache
def edges(scheme: Scheme) -> Frames:
    """Give every place from 0 to 130 octets with every number of letters behind, up to forty."""
    if scheme in (Scheme.UTF_16, Scheme.UTF_32):
        return _letters(scheme, range(0, PLACES, facts(scheme).unit), range(FEW_AFTER))
    return _letters(scheme, range(0, PLACES, facts(scheme).unit), range(EDGE_AFTER))


@cache
def lengths(scheme: Scheme) -> Frames:
    """Give long fillings of every character length, with nothing behind and with a letter."""
    return tuple(
        Frame(filling, octets // len(filling), after)
        for filling in fillings(scheme)
        for octets in LONG
        for after in (0, 1)
    )


def cores(scheme: Scheme) -> tuple[bytes, ...]:
    """List what is put at the edges: characters of every length, errors, cut sequences, nothing."""
    found = pieces(scheme)
    return (b"", *found.characters[:4], *found.bad, *found.cut, *found.rests)
