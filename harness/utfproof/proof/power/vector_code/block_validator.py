"""A validator of UTF-8 that looks tables up for all octets of a block at once.

It is that of J. Keiser and D. Lemire ("Validating UTF-8 In Less Than One Instruction Per Byte",
Software: Practice and Experience 51, 2021), whose tables `utfproof prove` proves. A block is an
integer here, and a lane eight bits of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from utfproof.proof.proving.lane_tables import PUBLISHED, TWO_TAILS, LaneTables

BLOCKS = (16, 32, 64)
BEFORE = 3
"""Octets before an octet that decide about it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The least lead that wants one, two or three octets more, last lane first, at a block's end.

    `third` and `fourth` are the leads from which a third and a fourth octet are wanted within one.
    """

    at_end: tuple[int, ...] = (0xC0, 0xE0, 0xF0)
    third: int = 0xE0
    fourth: int = 0xF0


@dataclass(frozen=True, slots=True)
class LaneFault:
    """Lanes in which something is not seen, as masks of a block.

    `ignored` are bits of the tables, `unwanted` two tails without a lead, `missing` tails that a
    lead wants. `lost` is how far before a lane an octet counts as zero, and the lane.
    """

    ignored: int = 0
    unwanted: int = 0
    missing: int = 0
    lost: tuple[int, int] | None = None


_NO_FAULT = LaneFault()


@dataclass(frozen=True, slots=True)
class BlockValidator:
    """A validator; each of its parts can be replaced by a faulty one.

    `carried` octets of a block are known in the next, `skipped` is a lane that is not looked at
    before a block counts as ASCII. `ascii_asks` and `end_asks` tell whether a character may be
    unfinished before ASCII and at the end. Octets behind the rest of a text are `padding`, or those
    of the block before (None); `unread` octets of the rest are not looked at (-1: all).
    """

    block: int
    tables: LaneTables = PUBLISHED
    lanes: LaneFault = _NO_FAULT
    limits: Limits = Limits()
    carried: int = BEFORE
    skipped: int = -1
    ascii_asks: bool = True
    end_asks: bool = True
    padding: int | None = 0
    unread: int = 0

    def accepts(self, octets: bytes) -> bool:
        """Tell whether the validator takes a text for well-formed."""
        before, unfinished = bytes(self.block), False
        for block in self._blocks(octets):
            if self._counts_as_ascii(block):
                if unfinished and self.ascii_asks:
                    return False
                unfinished = False
            elif self._errors(block, before):
                return False
            else:
                unfinished = any(
                    block[-1 - place] >= limit for place, limit in enumerate(self.limits.at_end)
                )
            before = block
        return not (unfinished and self.end_asks)

    def _blocks(self, octets: bytes) -> list[bytes]:
        """Cut a text into blocks, the last of which is filled up."""
        size = self.block
        whole = len(octets) // size * size
        found = [octets[start : start + size] for start in range(0, whole, size)]
        rest = b"" if self.unread < 0 else octets[whole : len(octets) - self.unread]
        if rest and self.padding is None:
            stale = found[-1] if found else bytes(size)
            found.append(rest + stale[len(rest) :])
        elif rest:
            found.append(rest.ljust(size, bytes((self.padding or 0,))))
        return found

    def _counts_as_ascii(self, block: bytes) -> bool:
        if self.skipped >= 0:
            block = block[: self.skipped] + block[self.skipped + 1 :]
        return block.isascii()

    def _errors(self, block: bytes, before: bytes) -> int:
        """Return the errors of a block, eight bits for each lane."""
        kept = before[len(before) - self.carried :].rjust(BEFORE, b"\0")
        around = kept + block
        last, second, first = (
            bytearray(around[BEFORE - far : len(around) - far]) for far in (1, 2, 3)
        )
        lanes = self.lanes
        if lanes.lost is not None:
            far, lane = lanes.lost
            (last, second, first)[far - 1][lane] = 0
        of_last, of_octet = _looked_up(self.tables)
        found = _number(last.translate(of_last)) & _number(block.translate(of_octet))
        found &= ~lanes.ignored
        wanted = _number(second.translate(_from(self.limits.third)))
        wanted |= _number(first.translate(_from(self.limits.fourth)))
        unseen = (found & ~wanted & lanes.unwanted) | (wanted & ~found & lanes.missing)
        return (found ^ wanted) & ~unseen


def _number(octets: bytes | bytearray) -> int:
    return int.from_bytes(octets, "little")


@lru_cache(maxsize=4)
def _looked_up(tables: LaneTables) -> tuple[bytes, bytes]:
    """Return what the tables say of each octet before another, and of each octet."""
    return (
        bytes(tables.high[octet >> 4] & tables.low[octet & 15] for octet in range(256)),
        bytes(tables.next_high[octet >> 4] for octet in range(256)),
    )


@lru_cache(maxsize=256)
def _from(least: int) -> bytes:
    return bytes(TWO_TAILS if octet >= least else 0 for octet in range(256))
