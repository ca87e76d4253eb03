r"""The answer that a witness prints for an input, read from its output.

    ok 61 FFFD          text, as code points; the octets of an encoder; nothing after `ok` for none
    ok 61 | FFFD |      the same piece by piece, where the input came in pieces
    ok 61 / ok 62       two answers of one object, one after the other
    ok 61 \xFF          an octet that the library passed on, though it is no text
    ok 3 61             of a buffer of limited room: how much of the input was taken, and the text
    short 1 61          the same where the room did not suffice for all
    valid               well-formed
    error …             refused, in the library's words; `error at 3 …` where it says the place
    invalid …           the same of a validator
    impossible          the language has no such value

Brackets, commas, quotation marks and `0x` or `U+` around the values are those of the language's own
way to print a list. Lines that begin otherwise belong to the answer above them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HEAD = re.compile(r"(ok|short|valid|error|invalid|impossible)(?=[ :,.!]|$)")
_AROUND = str.maketrans("[](){},;'\"", "          ")
_OCTET = re.compile(r"\\x([0-9a-f]{2})")
_PREFIX = re.compile(r"(?:0x|u\+)(?=[0-9a-f])")
_AT = re.compile(r"(?:error|invalid):? at (\d+)")


@dataclass(frozen=True, slots=True)
class PrintedAnswer:
    """One answer of a witness: `text` as it was printed.

    `values` are the fields after `ok` or `short`, bars included; None for a refusal. `offset` is
    the place that the library states.
    """

    text: str
    values: tuple[str, ...] | None
    offset: int | None = None

    @property
    def is_refusal(self) -> bool:
        """True where the library refused the input."""
        return self.values is None

    @property
    def is_short(self) -> bool:
        """True where the room did not suffice."""
        return self.text.startswith("short")


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """The end of a witness that has not answered: how it ended, and its last words."""

    ended: str
    last_words: str = ""

    @property
    def text(self) -> str:
        """One line for a reader."""
        said = f": {self.last_words}" if self.last_words else ""
        return f"ended without an answer ({self.ended or 'exit status 0'}{said})"


def answers(output: str) -> list[PrintedAnswer]:
    """Read all answers of an output."""
    return [_answer(text) for text in _records(output)]


def _records(output: str) -> Iterator[str]:
    record = ""
    for line in output.split("\n"):
        if _HEAD.match(line):
            if record:
                yield record.rstrip("\n")
            record = line
        elif record:
            record += f"\n{line}"
    if record:
        yield record.rstrip("\n")


def _answer(text: str) -> PrintedAnswer:
    word, _, rest = text.partition(" ")
    if word == "valid":
        return PrintedAnswer(text, ())
    if word in ("ok", "short"):
        # The protocol writes an octet that is no text as a value above all code points.
        octets = _OCTET.sub(r"1100\1", rest.lower().translate(_AROUND))
        plain = _PREFIX.sub("", octets)
        return PrintedAnswer(text, tuple(plain.split()))
    place = _AT.match(text)
    return PrintedAnswer(text, None, int(place[1]) if place else None)
