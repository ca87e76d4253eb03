"""Blocks: lines cut to the sizes of the protocol, and their answers sorted out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

from utfproof.adapters.session.known_answers import KnownAnswer
from utfproof.adapters.session.limits import MOST_LINES
from utfproof.adapters.session.limits import MOST_OCTETS as _OF_ALL
from utfproof.model.outcome import Crashed, Garbled, Hung, NotRun

Answer = bytes | Crashed | Hung | Garbled | NotRun
"""A line as it came, or why there is none."""

MOST_OCTETS = _OF_ALL - (1 << 17)
"""What the lines of a block may take: the rest is for the header and the known answers."""
_STEP, _FEW = 1 << 14, 16
# The lines that are left out make room for known answers: two, and one for each 512 lines.
_MOST = MOST_LINES - MOST_LINES // 256


@dataclass(frozen=True, slots=True)
class JoinedLines:
    """Lines end to end, each with its newline; `ends` are the places behind these."""

    text: bytes
    ends: Sequence[int]

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.ends)

    def lines(self) -> list[bytes]:
        """Return the lines one by one, without newlines."""
        return self.text.split(b"\n")[:-1]

    def mixed(self, others: Mapping[int, bytes]) -> bytes:
        """Put other lines between; their places count in the result, and go up."""
        pieces: list[bytes] = []
        start = 0
        for number, (place, line) in enumerate(others.items()):
            before = place - number
            end = self.ends[before - 1] if before else 0
            pieces += (self.text[start:end], line, b"\n")
            start = end
        return b"".join((*pieces, self.text[start:]))

    @classmethod
    def of(cls, text: bytes, count: int) -> JoinedLines:
        """Return lines that stand end to end already; their ends are looked for when needed."""
        return cls(text, _Ends(text, count))

    @property
    def fits(self) -> bool:
        """True where the lines are one block of the protocol."""
        return 0 < len(self) <= _MOST and len(self.text) <= MOST_OCTETS


class _Ends(Sequence[int]):
    """The places behind the lines of a text, each found from the one that was asked before."""

    def __init__(self, text: bytes, count: int) -> None:
        self._text, self._count = text, count
        self._before = (0, 0)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...

    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return [self[at] for at in range(self._count)[index]]
        number, place = self._before
        # Places are asked in ascending order as a rule; a smaller one is counted from the start.
        if index < number:
            number = place = 0
        found = _behind(self._text, place, index + 1 - number)
        self._before = (index + 1, found)
        return found


def _behind(text: bytes, start: int, lines: int) -> int:
    """Return the place behind so many lines, which counts newlines by the thousand octets.

    To look for them one by one takes ten times as long.
    """
    step = _STEP
    while lines > _FEW:
        found = text.count(b"\n", start, start + step)
        if found < lines:
            start, lines = start + step, lines - found
        else:
            step //= 2  # never to 0: so many octets hold more than _FEW newlines
    for _ in range(lines):
        start = text.index(b"\n", start) + 1
    return start


def cut(lines: Sequence[bytes]) -> list[Sequence[bytes]]:
    """Cut lines into blocks; a line too long for any is a block of its own."""
    most = _MOST
    if 0 < len(lines) <= most and sum(map(len, lines)) + len(lines) <= MOST_OCTETS:
        return [lines]
    blocks: list[Sequence[bytes]] = []
    start = octets = 0
    for index, line in enumerate(lines):
        octets += len(line) + 1  # with its newline
        # Not before the first line of a block: the block that ends there would be empty.
        if index > start and (index - start >= most or octets > MOST_OCTETS):
            blocks.append(lines[start:index])
            start, octets = index, len(line) + 1
    if start < len(lines):
        blocks.append(lines[start:])
    return blocks


def without_known(answers: list[Answer], known: Mapping[int, KnownAnswer]) -> list[Answer]:
    """Take the known answers out of the answers.

    If a known question broke the process, blame the next question, which it belongs to; after the
    last question, the one before.
    """
    kept: list[Answer] = []
    if all(isinstance(answers[at], bytes) for at in known):
        start = 0
        for place in sorted(known):
            kept += answers[start:place]
            start = place + 1
        return kept + answers[start:]
    broken: Answer = b""
    for at, answer in enumerate(answers):
        if at not in known:
            # A question that broke the process itself keeps its own outcome.
            kept.append(broken if broken and isinstance(answer, bytes) else answer)
            broken = b""
        elif isinstance(answer, Crashed):
            line = known[at].line.decode("ascii")
            broken = replace(answer, how=f"{answer.how}, at the known answer {line}")
        elif isinstance(answer, Hung | Garbled):
            broken = answer
    if broken and kept and isinstance(kept[-1], bytes):
        kept[-1] = broken
    return kept
