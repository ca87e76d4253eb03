"""The golden transcript: questions and the answers of every adapter, read, asked and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path

from utfproof import locations
from utfproof.adapters.session import answer_lines
from utfproof.model.encoding import Encoding
from utfproof.model.fields import render
from utfproof.model.operation import Offer, Op
from utfproof.model.outcome import Swept

_EACH = "each offer of "
_TEXTS = {"nothing": "", "long": "x" * 20_000}
_SIGNED = (Encoding.UTF_16, Encoding.UTF_32)
_UNITS = {"UTF-16": 2, "UTF-32": 4, "UCS-2": 2, "UCS-4": 4}
_PLACEHOLDER = re.compile(r"(\{[^}]*\})")


@dataclass(frozen=True, slots=True)
class Conversation:
    """The lines to send and the lines that must come back, as written."""

    title: str
    sent: tuple[str, ...]
    answered: tuple[str, ...]
    may_add_an_empty_line: bool

    @property
    def op(self) -> str:
        """Return the op whose offers it is about, or nothing when it is about no codec."""
        return self.title.removeprefix(_EACH) if self.title.startswith(_EACH) else ""

    @property
    def octets(self) -> bytes:
        """Return the octets to send to an adapter in a conversation about no codec."""
        return "".join(f"{question(line)}\n" for line in self.sent).encode("ascii")


def path() -> Path:
    """Return the file; the notation is described at its head."""
    return locations.adapters() / "transcript.txt"


def conversations() -> list[Conversation]:
    """Read all conversations, in their order."""
    _, *sections = re.split(r"^== ", path().read_text("ascii"), flags=re.MULTILINE)
    return [_conversation(*section.splitlines()) for section in sections]


def _conversation(title: str, *lines: str) -> Conversation:
    written = [line for line in lines if line and line != "<?"]
    marks = {line[:2].strip() for line in written}
    if not marks <= {">", "<"}:
        raise ValueError(f"{path()}: {title}: a line begins with {marks - {'>', '<'}}")
    sent, answered = (tuple(line[2:] for line in written if line.startswith(mark)) for mark in "><")
    return Conversation(title, sent, answered, "<?" in lines)


def question(line: str, header: str = "", encoding: Encoding = Encoding.NONE) -> str:
    """Write a line that is sent."""
    return "".join(_expanded(part, header, encoding)[0] for part in _PLACEHOLDER.split(line))


def right(line: str, got: str, offer: Offer) -> bool:
    """Return whether an answer fits the transcript."""
    if runs := re.fullmatch(r"ok \{runs (\d+)\}", line):
        outcome = answer_lines.parse(Op.SWEEP, got.encode("ascii"))
        return isinstance(outcome, Swept) and sum(n for n, _ in outcome.runs) == int(runs[1])
    expected = readings(line, offer.encoding)
    if not offer.op.in_chunks:
        return got in expected
    between = " " if offer.op is Op.DECODE_CHUNKS else ""
    return _without_bars(got, between) in {_without_bars(each, between) for each in expected}


# Every offer of an encoding is asked the same, and the long texts take milliseconds to write.
@lru_cache(256)
def readings(line: str, encoding: Encoding) -> frozenset[str]:
    """List all that an answer may be."""
    parts = [_expanded(part, "", encoding) for part in _PLACEHOLDER.split(line)]
    return frozenset("".join(chosen) for chosen in product(*parts))


def _without_bars(line: str, between: str) -> tuple[int, str]:
    words = line.split(" ")
    return words.count("|"), between.join(word for word in words if word not in "|-")


@lru_cache(256)
def _expanded(part: str, header: str, encoding: Encoding) -> Sequence[str]:
    """Return the lines that a placeholder stands for, the form that is sent first."""
    if not part.startswith("{"):
        return [part]
    name, _, rest = part[1:-1].partition(" ")
    match name:
        case "CR":
            return ["\r"]
        case "header":
            return [header]
        case "hello":
            return [part]
        case "kept":
            return ["", " feff"] if encoding in _SIGNED else [""]
        case "bytes":
            return [render(octets) for octets in forms(_TEXTS.get(rest, rest), encoding)]
        case "size":
            return [str(len(next(forms(_TEXTS.get(rest, rest), encoding))))]
    return [int(name) * rest.removeprefix("of ")]


def forms(text: str, encoding: Encoding) -> Iterator[bytes]:
    """Yield a text with and without signature in each order that its encoding may have.

    The form that is sent comes first.
    """
    unit = next((unit for name, unit in _UNITS.items() if encoding.startswith(name)), 1)
    if unit == 1:
        signature = b"\xef\xbb\xbf"
        yield text.encode("ascii")
        yield signature + text.encode("ascii")
        return
    big = b"".join(ord(letter).to_bytes(unit, "big") for letter in f"\ufeff{text}")
    little = b"".join(ord(letter).to_bytes(unit, "little") for letter in f"\ufeff{text}")
    orders = [little] if encoding.endswith("LE") else [big]
    orders += [little] if encoding in _SIGNED else []
    found = [form for whole in orders for form in (whole, whole[unit:])]
    yield from found if encoding in _SIGNED else reversed(found)
