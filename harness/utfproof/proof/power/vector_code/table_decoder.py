"""A decoder of UTF-8 that looks up what to do by the ends of the characters in twelve octets.

It follows D. Lemire and W. Muła, "Transcoding billions of Unicode characters per second with SIMD
instructions", Software: Practice and Experience 52 (2022). A row of the table says how many octets
are taken and which shuffle moves them: into six lanes of two octets, four of three, or three of
four. Text is well-formed: whether it is, a validator beside it tells.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache

from utfproof.model.outcome import Values

WINDOW = 12
BLOCK = 64
LANES = ((6, 2), (4, 3), (3, 4))
"""The lanes of each kind of shuffle, and the octets of a lane."""
_LONGEST = 4
EMPTY = -1
"""A source that moves no octet: zero stands there."""

Row = tuple[int, int]
"""The octets that are taken, and the number of a shuffle."""
Lane = tuple[int, ...]
"""The sources of a lane's octets, the least significant first."""
Shuffle = tuple[Lane, ...]


@dataclass(frozen=True, slots=True)
class LaneMasks:
    """The bits of a lane that become bits of the value, by the place of their octet.

    `correction` is the bit of a lead of three octets that stands where an octet of a longer
    character has one.
    """

    two: tuple[int, ...] = (0x7F, 0x1F00)
    three: tuple[int, ...] = (0x7F, 0x3F00, 0x0F0000)
    four: tuple[int, ...] = (0x7F, 0x3F00, 0x3F0000, 0x07000000)
    correction: int = 0x400000
    run_of_two: tuple[int, ...] = (0x3F, 0x1F00)
    run_of_three: tuple[int, ...] = (0x3F, 0x3F00, 0x0F0000)


@dataclass(frozen=True, slots=True)
class FastPath:
    """A condition on the ends of the next characters, and the octets that are taken then."""

    mask: int
    ends: int
    taken: int


ASCII, TWO, THREE = (
    FastPath(0xFFFF, 0xFFFF, 16),
    FastPath(0xFFFF, 0xAAAA, 16),
    FastPath(0xFFF, 0x924, 12),
)
# A continuation octet is no beginning.
_BEGINS = bytes(0x30 if octet & 0xC0 == 0x80 else 0x31 for octet in range(256))


def lengths_of(ends: int) -> Iterator[int]:
    """Yield the lengths of the characters that end in a window."""
    before = -1
    for at in range(WINDOW):
        if ends >> at & 1:
            yield at - before
            before = at


@cache
def shuffles() -> dict[tuple[int, ...], int]:
    """Number the shuffles: the lengths of six characters, of four or of three → a number."""
    found: dict[tuple[int, ...], int] = {}
    for row in range(1 << WINDOW):
        lengths = _shuffled(row)
        if lengths:
            found.setdefault(lengths, 0)
    ordered = sorted(found, key=lambda lengths: (-len(lengths), lengths))
    return {lengths: number for number, lengths in enumerate(ordered)}


def _shuffled(ends: int) -> tuple[int, ...]:
    """Return the lengths of the characters that a row takes; none where no text has such ends."""
    lengths = tuple(lengths_of(ends))
    if max((*lengths, WINDOW - sum(lengths) + 1)) > _LONGEST:
        return ()
    for count, longest in LANES:
        if len(lengths) >= count and max(lengths[:count]) <= longest:
            return lengths[:count]
    return ()


@cache
def _rows() -> tuple[Row | None, ...]:
    numbers = shuffles()
    taken = map(_shuffled, range(1 << WINDOW))
    return tuple((sum(lengths), numbers[lengths]) if lengths else None for lengths in taken)


@cache
def _sources() -> tuple[Shuffle, ...]:
    return tuple(map(_lanes, shuffles()))


def _lanes(lengths: tuple[int, ...]) -> Shuffle:
    width = dict(LANES)[len(lengths)]
    found, at = [], 0
    for length in lengths:
        at += length
        own = tuple(at - 1 - place for place in range(length))
        found.append(own + (EMPTY,) * (width - length))
    return tuple(found)


Seen = set[Hashable]


@dataclass(frozen=True, slots=True)
class TableDecoder:
    """A decoder; each of its parts can be replaced by a faulty one.

    `skipped` are octets of a block at which it does not look before it copies the block as ASCII,
    `last` is the last place of a block at which a window may begin, `least` the octets that have to
    be left for a block, and `late` a place of a block where the ends are read a bit too late.
    """

    rows: tuple[Row | None, ...] = _rows()
    shuffles: tuple[Shuffle, ...] = _sources()
    masks: LaneMasks = LaneMasks()
    ascii: FastPath = ASCII
    two: FastPath = TWO
    three: FastPath = THREE
    skipped: slice | None = None
    last: int = BLOCK - WINDOW - 1
    least: int = BLOCK
    late: int = -1

    def decode(self, octets: bytes, seen: Seen | None = None) -> Values | None:
        """Return the values of a text, None where a part is met that no text reaches.

        What is met is added to `seen`: rows, shuffles, paths, places.
        """
        found: list[int] = []
        at, end = 0, len(octets)
        # What lies behind the text in memory is zero.
        octets += bytes(BLOCK)
        while at < end and end - at >= self.least:
            block = octets[at : at + BLOCK]
            looked_at = block
            if self.skipped is not None:
                looked_at = block[: self.skipped.start] + block[self.skipped.stop :]
            if looked_at.isascii():
                found += block
                at += BLOCK
                continue
            # An octet ends a character if the next one begins one; of the last nothing is known.
            ends = int(block.translate(_BEGINS)[::-1], 2) >> 1
            start = at
            if seen is not None:
                seen.update(("vector", place // 8) for place, octet in enumerate(block)
                            if octet > 0x7F)  # fmt: skip
            while at - start <= self.last:
                place = at - start
                step = self._step(octets, at, ends >> place >> (place == self.late), found)
                if step is None:
                    return None
                if seen is not None:
                    seen.update((step[1], ("place", place)))
                    if step[1][0] == "row":
                        seen.add(("shuffle", self.rows[step[1][1]][1]))  # type: ignore[index]
                at += step[0]
        if at > end:
            return None
        return _one_by_one(octets[at:end], found)

    def _step(
        self, octets: bytes, at: int, ends: int, found: list[int]
    ) -> tuple[int, tuple[str, int]] | None:
        """Read the next characters, and return how many octets they have, and the path taken."""
        if ends & self.ascii.mask == self.ascii.ends:
            found += octets[at : at + 16]
            return self.ascii.taken, ("run", 1)
        if ends & self.two.mask == self.two.ends:
            low, high = self.masks.run_of_two
            for place in range(at, at + 16, 2):
                lane = octets[place] << 8 | octets[place + 1]
                found.append(lane & low | (lane & high) >> 2)
            return self.two.taken, ("run", 2)
        if ends & self.three.mask == self.three.ends:
            masks = self.masks.run_of_three
            for place in range(at, at + 12, 3):
                lane = int.from_bytes(octets[place : place + 3], "big")
                found.append(_joined(lane, masks))
            return self.three.taken, ("run", 3)
        number = ends & (1 << WINDOW) - 1
        row = self.rows[number]
        if row is None:
            return None
        self._shuffle(octets[at : at + 16], self.shuffles[row[1]], found)
        return row[0], ("row", number)

    def _shuffle(self, window: bytes, shuffle: Shuffle, found: list[int]) -> None:
        # The octet that an empty source takes is the one behind the window.
        sources = window + b"\0"
        width = len(shuffle[0])
        masks = self.masks
        for lane in shuffle:
            if width == 2:
                value = sources[lane[1]] << 8 | sources[lane[0]]
                found.append(value & masks.two[0] | (value & masks.two[1]) >> 2)
                continue
            value = sources[lane[0]] | sources[lane[1]] << 8 | sources[lane[2]] << 16
            if width == 3:
                found.append(_joined(value, masks.three))
                continue
            value |= sources[lane[3]] << 24
            found.append(_joined(value, masks.four) ^ _corrected(value, masks.correction))


def _joined(lane: int, masks: tuple[int, ...]) -> int:
    """Push the bits of the octets of a lane together."""
    value = lane & masks[0]
    for place, mask in enumerate(masks[1:], 1):
        value |= (lane & mask) >> 2 * place
    return value


def _corrected(lane: int, mask: int) -> int:
    """Return the bit of a lead of three octets that the masks of four let through.

    Such a lead (E0 to EF) stands in the third place with bits 5 and 6 set; a continuation octet
    there has no bit 6.
    """
    return (lane & mask) >> 5


def _one_by_one(octets: bytes, found: list[int]) -> Values | None:
    at = 0
    while at < len(octets):
        lead = octets[at]
        if lead < 0x80:
            found.append(lead)
            at += 1
            continue
        length = 2 + (lead >= 0xE0) + (lead >= 0xF0)
        if lead < 0xC0 or at + length > len(octets):
            return None
        value = lead & 0x7F >> length
        for octet in octets[at + 1 : at + length]:
            value = value << 6 | octet & 0x3F
        found.append(value)
        at += length
    return tuple(found)
