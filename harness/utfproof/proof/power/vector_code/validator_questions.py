"""What a validator is asked, by the part of it on which the answer hangs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from itertools import pairwise, product

from utfproof.model.fields import read_octets
from utfproof.oracle.question_group import QuestionGroup
from utfproof.proof.families.framed import FramedGroup
from utfproof.proof.families.frames import InputFrame
from utfproof.proof.power.vector_code.asked import Asked, TextIndex, validated
from utfproof.proof.power.vector_code.block_validator import BEFORE, BLOCKS
from utfproof.proof.proving.lane_tables import PUBLISHED, TWO_TAILS, LaneTables

UNWANTED, MISSING, ALONE, LAST = "unwanted", "missing", "alone", "last"
_LONGEST = max(BLOCKS)
_KEPT = 6
"""Texts that are kept for one error at one place of the longest block."""
_LETTERS = b"A" * 8
_LEADS = range(0x80, 0x100)


class ValidatorQuestions:
    """Short strings by the octets beside each other in them, cores by their place, long text."""

    def __init__(self, groups: Iterable[QuestionGroup]) -> None:
        """Look through groups of an offer to validate."""
        short: list[Asked] = []
        self._windows: list[Asked] = []
        self._dense: list[Asked] = []
        self._first: list[Asked] = []
        self._placed: defaultdict[tuple[Hashable, ...], list[Asked]] = defaultdict(list)
        for group in groups:
            if isinstance(group, FramedGroup):
                self._first += self._place(group)
            elif "/dense-" in group.id:
                self._dense += validated(group)
            elif group.id.startswith("families/layouts/") and not group.id.endswith("/controls-0"):
                self._windows += validated(group)
            else:
                short += validated(group)
        self._short = TextIndex([*short, *self._first], _met)
        self._ending = [text for key in self._placed if len(key) > 3 for text in self._placed[key]]

    def __call__(self, part: Hashable) -> Iterator[Asked]:
        """Yield the questions whose answer a part may change."""
        match part:
            case "text":
                # The longest characters are at the end of the dense text.
                yield from reversed(self._dense)
                yield from self._windows
            case ("row", str(name), int(row), int(bit)):
                for pair in _pairs(name, row, 1 << bit):
                    yield from self._short(pair)
            case ("leads", int(least), int(limit)):
                for lead in range(least, limit):
                    yield from self._short(lead)
            case ("end", int(block), int(place), int(least), int(limit)):
                for octet in range(least, limit):
                    yield from self._placed[block, place, octet, False]
                    yield from self._placed[block, place, octet, True]
            case (kind, int(block), int(lane)):
                for place in range(lane, _LONGEST, block):
                    yield from self._placed[kind, place, False]
                    yield from self._placed[kind, place, True]
            case _:
                yield from self._first
                yield from self._ending

    def _place(self, group: FramedGroup) -> Iterator[Asked]:
        """Note where the only error of a core comes to lie, and which octets end a block.

        Yield those with nothing before them.
        """
        core = group.core
        errors = _errors(core)
        high = [place for place, octet in enumerate(core) if octet > 0x7F]
        answers = group.expected(group.answer_profiles[0])
        for frame, line, answer in zip(group.frames, group.lines, answers, strict=True):
            if answer is None or frame.behind or not frame.filling.isascii():
                continue
            keys = list(_keys(core, frame, errors, high))
            wanted = [key for key in keys if len(self._placed[key]) < _KEPT]
            if wanted or not frame.before:
                text = Asked(read_octets(line.decode("ascii")), (), answer.startswith(b"ok"))
                for key in wanted:
                    self._placed[key].append(text)
                if not frame.before:
                    yield text


def _keys(
    core: bytes, frame: InputFrame, errors: list[tuple[Hashable, int]], high: list[int]
) -> Iterator[tuple[Hashable, ...]]:
    before = frame.before
    if len(errors) == 1:
        kind, place = errors[0]
        # What is behind the end of a text is no lane of it.
        if place < len(core) + frame.after:
            # More behind it may keep a block from being ASCII.
            yield kind, (before + place) % _LONGEST, high[-1] > place
            if high == [place]:
                yield ALONE, (before + place) % _LONGEST, False
    if len(errors) > 1:
        return
    end = before + len(core)
    for block in BLOCKS:
        # The next block is ASCII, or there is none.
        if end % block == 0 and (frame.after == 0 or frame.after >= block):
            for place, octet in enumerate(core[: -BEFORE - 1 : -1]):
                yield block, place, octet, bool(errors)


def _errors(core: bytes) -> list[tuple[Hashable, int]]:
    """List the errors of a core between letters: bit or kind, and place."""
    text = _LETTERS + core + _LETTERS
    found: list[tuple[Hashable, int]] = []
    for at in range(len(_LETTERS), len(text)):
        first, second, last = text[at - BEFORE : at]
        bits = _bits(PUBLISHED, last, text[at])
        wanted = second >= 0xE0 or first >= 0xF0
        place = at - len(_LETTERS)
        found += [(bit, place) for bit in range(8) if bits & ~TWO_TAILS & 1 << bit]
        if bool(bits & TWO_TAILS) != wanted:
            found.append((MISSING if wanted else UNWANTED, place))
    return found


def _bits(tables: LaneTables, last: int, octet: int) -> int:
    return tables.high[last >> 4] & tables.low[last & 15] & tables.next_high[octet >> 4]


def _pairs(name: str, row: int, bit: int) -> Iterator[tuple[int, int]]:
    """Return the neighbours for which one row decides about a bit: the others have it."""

    def decides(own: str, at: int) -> bool:
        return at == row if own == name else bool(getattr(PUBLISHED, own)[at] & bit)

    lasts = (one for one in range(256) if decides("high", one >> 4) and decides("low", one & 15))
    return product(lasts, (one for one in range(256) if decides("next_high", one >> 4)))


def _met(text: Asked) -> Iterator[Hashable]:
    """Yield the neighbours in a text, and the leads before two octets more."""
    yield from set(pairwise((0, *text.octets, 0)))
    yield from {octet for octet in text.octets[:-2] if octet in _LEADS}
