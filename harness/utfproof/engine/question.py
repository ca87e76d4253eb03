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

    `literal` are answer lines known to pass, so that most answers need no parsing.
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
) -> Question:
    """Make a question and render the answers that are sure to pass."""
    choices = tuple(acceptable)
    literal = _literal(choices[0]) if choices else ()
    return Question(case, offer, way, line.encode("ascii"), choices, literal, encodable)


def _literal(first: Acceptable) -> tuple[bytes, ...]:
    if first.verdict is not Verdict.PASS:
        return ()
    match first.expectation:
        case Text(values):
            return (_ok(values).encode("ascii"),)
        case Yes():
            return (b"ok",)
        case Octets(octets):
            return (f"ok {octets.hex() or '-'}".encode("ascii"),)
        case Refusal(int() as offset, length, before, None | 0):
            return _refused(offset, length, before or ())
        case _:
            return ()


class _Hex(dict[int, str]):
    """Code points as the wire writes them, each rendered once."""

    def __missing__(self, value: int) -> str:
        """Render a code point that was not seen before."""
        self[value] = text = f" {value:x}"
        return text


_HEX = _Hex()


def _ok(values: Values) -> str:
    return f"ok{_spaced(values)}"


def _spaced(values: Sequence[int]) -> str:
    return "".join([_HEX[value] for value in values])


def _refused(offset: int, length: int | None, before: Values) -> tuple[bytes, ...]:
    lengths = ("?",) if length is None else (str(length), "?")
    delivered = _spaced(before)
    lines = [f"error {offset} {length}{tail}" for length in lengths for tail in {"", delivered}]
    return tuple(line.encode("ascii") for line in lines)


def render(octets: bytes) -> str:
    """Give octets as a field of a data line."""
    return octets.hex() or "-"


def points(values: Sequence[int]) -> str:
    """Give code points as the fields of a data line."""
    return _spaced(values)[1:] or "-"


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
            return f"{_words(first[0])} / {_words(second[0])}"
        case Room(steps, total):
            whole = [unit for piece, _ in steps for unit in piece]
            return f"ok {total} {points(whole)}" if total is not None else "short or error"


def _gap_words(items: Sequence[int | Gap]) -> str:
    shown = (f"fffd{{1,{item.most}}}" if isinstance(item, Gap) else f"{item:x}" for item in items)
    return " ".join(["ok", *shown])
