"""The golden transcript: questions and the answers of every adapter, read, asked and compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path

from utfproof import locations
from utfproof.adapters.session import answer_lines
from utfproof.model.encoding import Encoding
from utfproof.model.fields import render
from utfproof.model.operation import STREAM_OPS, Offer, Op
from utfproof.model.outcome import Accepted, Refused, Sized, Swept
from utfproof.model.profile import Claims, Settings

_EACH = "each offer of "
ANY_CAUSE = "{any cause}"
"""An answer of validate-cause that depends on the codec."""
_SIZES = re.compile(r"\{sizes (\w+)\}")
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
        each, _, rest = self.title.partition(_EACH)
        return "" if each or not rest else rest.partition(", ")[0]

    @property
    def promise(self) -> str:
        """Return the promise of the codecs whose offers it is about; "" where it is about all."""
        return self.title.partition(", ")[2] if self.op else ""

    def is_about(self, offer: Offer, claims: Claims) -> bool:
        """Tell whether a codec with these claims is asked it in an offer."""
        settings = claims.settings(offer.encoding)
        promised = not self.promise or (settings is not None and _PROMISES[self.promise](settings))
        return promised and self.op == offer.op

    @property
    def octets(self) -> bytes:
        """Return the octets to send to an adapter in a conversation about no codec."""
        return "".join(f"{question(line)}\n" for line in self.sent).encode("ascii")


_PROMISES: dict[str, Callable[[Settings], bool]] = {
    "delivery: prompt": lambda settings: settings.prompt,
    "room: filled": lambda settings: settings.fills,
}


def paths() -> tuple[Path, Path]:
    """Return the files, of protocol 1 and of its additions; their notation stands at the head."""
    folder = locations.adapters()
    return folder / "transcript.txt", folder / "transcript-additions.txt"


def conversations() -> list[Conversation]:
    """Read all conversations, in their order."""
    return [one for path in paths() for one in conversations_of(path)]


def conversations_of(path: Path) -> list[Conversation]:
    """Read the conversations of one file."""
    _, *sections = re.split(r"^== ", path.read_text("ascii"), flags=re.MULTILINE)
    return [_conversation(*section.splitlines()) for section in sections]


def _conversation(title: str, *lines: str) -> Conversation:
    written = [line for line in lines if line and line != "<?"]
    marks = {line[:2].strip() for line in written}
    if not marks <= {">", "<"}:
        raise ValueError(f"{title}: a line begins with {marks - {'>', '<'}}")
    sent, answered = (tuple(line[2:] for line in written if line.startswith(mark)) for mark in "><")
    return Conversation(title, sent, answered, "<?" in lines)


def question(line: str, header: str = "", encoding: Encoding = Encoding.NONE) -> str:
    """Write a line that is sent."""
    return "".join(_expanded(part, header, encoding)[0] for part in _PLACEHOLDER.split(line))


def right(line: str, got: str, offer: Offer, *, bars_stand: bool = False) -> bool:
    """Return whether an answer fits the transcript; bars may stand elsewhere where none is told."""
    if runs := re.fullmatch(r"ok \{runs (\d+)\}", line):
        outcome = answer_lines.parse(Op.SWEEP, got.encode("ascii"))
        return isinstance(outcome, Swept) and sum(n for n, _ in outcome.runs) == int(runs[1])
    if line == ANY_CAUSE:
        outcome = answer_lines.parse(Op.VALIDATE_CAUSE, got.encode("ascii"))
        return isinstance(outcome, Accepted | Refused)
    if sizes := _SIZES.fullmatch(line):
        told = answer_lines.parse(offer.op, got.encode("ascii"))
        return isinstance(told, Sized) and told.written in _sizes_of(sizes[1], offer)
    expected = readings(line, offer.encoding)
    if bars_stand or not offer.op.in_chunks:
        return got in expected
    between = " " if offer.op in STREAM_OPS else ""
    return _without_bars(got, between) in {_without_bars(each, between) for each in expected}


def has_many_answers(line: str) -> bool:
    """Tell whether a line of the transcript stands for answers that are not listed."""
    return line == ANY_CAUSE or bool(_SIZES.fullmatch(line))


def _sizes_of(name: str, offer: Offer) -> set[int]:
    """List how long a text of letters may be, with U+FEFF and without."""
    text = _TEXTS.get(name, name)
    if offer.op.encodes:
        return {len(octets) for octets in forms(text, offer.encoding)}
    # U+FEFF is one unit of UTF-16, and three octets of UTF-8.
    return {len(text), len(text) + 1, len(text) + 3}


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
        case "none":
            return ["ok no", "ok 0"]
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
