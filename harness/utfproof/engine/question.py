"""A question: one line for one offer of a codec, and what is acceptable as its answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from utfproof.engine.expectation import (
    Acceptable,
    Both,
    Gap,
    Gaps,
    NameOf,
    Octets,
    OctetsOf,
    Refusal,
    Room,
    Seen,
    Text,
    Yes,
)
from utfproof.model.operation import Offer
from utfproof.model.outcome import Values
from utfproof.model.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Question:
    """One line, the way it asks the case (`whole`, `after 15 octets`), and what is acceptable.

    `literal` are answer lines known to pass, so that most answers need no parsing: one for each
    dialect (how much a codec tells of an error), or one for all.
    """

    case: str
    offer: Offer
    way: str
    line: bytes
    acceptable: tuple[Acceptable, ...]
    literal: tuple[bytes, ...] = ()
    encodable: bool = True
    """False when the host language may find the input impossible to express."""


def question(
    case: str,
    offer: Offer,
    way: str,
    line: str,
    acceptable: Iterable[Acceptable],
    *,
    encodable: bool = True,
    literal: Sequence[str] = (),
) -> Question:
    """Make a question; `literal` are answers sure to pass, if they are not those of a whole."""
    choices = tuple(acceptable)
    sure = tuple(text.encode("ascii") for text in literal) or literals(choices)
    return Question(case, offer, way, line.encode("ascii"), choices, sure, encodable)


def literals(choices: Sequence[Acceptable]) -> tuple[bytes, ...]:
    """Render the answers that are sure to pass, dialect by dialect; none where none is sure."""
    first = choices[0]
    if first.verdict is not Verdict.PASS:
        return ()
    match first.expectation:
        case Text(values):
            return (_ok(values).encode("ascii"),)
        case Yes():
            return (b"ok",)
        case Octets(octets):
            return (f"ok {octets.hex() or '-'}".encode("ascii"),)
        case Refusal(int() as offset, length, before, None | 0, likely):
            told = likely if length is None else length
            return tuple(line.encode("ascii") for line in refused(offset, told, before or ()))
        case Both(one, two) if one:
            pairs = zip(_dialects(literals(one)), _dialects(literals(two)), strict=False)
            return tuple(b" / ".join(pair) for pair in pairs)
        case _:
            return ()


DIALECTS = 5
"""Length and delivered text, length, delivered text, the offset alone, nothing."""


def _dialects(sure: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return sure * DIALECTS if len(sure) == 1 else sure


def in_dialect(questions: Sequence[Question], dialect: int) -> list[bytes | None]:
    """Give the answers that are sure to pass in one dialect; None where none is sure."""
    return [
        one.literal[min(dialect, len(one.literal) - 1)] if one.literal else None
        for one in questions
    ]


class _Hex(dict[int, str]):
    """Code points as the wire writes them, each rendered once."""

    def __missing__(self, value: int) -> str:
        """Render a code point that was not seen before."""
        self[value] = text = f" {value:x}"
        return text


_HEX = _Hex()


def _ok(values: Values) -> str:
    return f"ok{spaced(values)}"


def spaced(values: Sequence[int]) -> str:
    """Give code points as fields of an answer, a space before each."""
    return "".join([_HEX[value] for value in values])


def refused(offset: int, length: int | None, before: Values, shown: str = "") -> list[str]:
    """Render a refusal in every dialect; `shown` is delivered text that has its own form."""
    text = shown or spaced(before)
    told = "?" if length is None else str(length)
    head = f"error {offset}"
    return [
        f"{head} {told}{text}",
        f"{head} {told}",
        f"{head} ?{text}",
        f"{head} ?",
        "error ? ?",
    ]


def render(octets: bytes) -> str:
    """Give octets as a field of a data line."""
    return octets.hex() or "-"


def points(values: Sequence[int]) -> str:
    """Give code points as the fields of a data line."""
    return spaced(values)[1:] or "-"


def expected(item: Question) -> str:
    """Say in the protocol's words what the first acceptable answer is."""
    return _words(item.acceptable[0])


def _words(choice: Acceptable) -> str:
    match choice.expectation:
        case Text(values):
            return _ok(values)
        case Gaps(items):
            return _gap_words(items)
        case Refusal(offset, length):
            told = ("?" if number is None else str(number) for number in (offset, length))
            return f"error {' '.join(told)}"
        case Yes():
            return "ok"
        case Octets(octets):
            return f"ok {render(octets)}"
        case OctetsOf(_, values):
            return f"ok (octets that read as {points(values)})"
        case Seen(encoding, length):
            return f"ok {encoding or '?'} {length if encoding else 0}"
        case NameOf(encoding):
            return f"ok {encoding or '?'}"
        case Both(first, second):
            return f"{_words(first[0]) if first else '…'} / {_words(second[0])}"
        case Room(steps, total):
            whole = [unit for piece, _ in steps for unit in piece]
            return f"ok {total} {points(whole)}" if total is not None else "short or error"


def _gap_words(items: Sequence[int | Gap]) -> str:
    shown = (f"fffd{{1,{item.most}}}" if isinstance(item, Gap) else f"{item:x}" for item in items)
    return " ".join(["ok", *shown])
