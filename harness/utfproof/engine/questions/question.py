"""A question: one line for one offer of a codec, and its acceptable answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from utfproof.engine.questions.delivery import Due, parted
from utfproof.engine.questions.expected_answer import (
    Acceptable,
    BoundedOutput,
    ExpectedDetection,
    ExpectedLabel,
    Gap,
    Gaps,
    Octets,
    OctetsOf,
    Refusal,
    Text,
    TextTold,
    TwoAnswers,
    Valid,
)
from utfproof.engine.questions.expected_size import ExpectedSize, size_words, sure_size
from utfproof.engine.questions.gap_pattern import GapPattern
from utfproof.engine.questions.placement import Move
from utfproof.engine.questions.room_by_room import RoomByRoom
from utfproof.model.fields import points, render, spaced
from utfproof.model.operation import Offer
from utfproof.model.outcome import Values
from utfproof.model.verdict import Verdict

Choices = Sequence[Acceptable]


class Question:
    """One line, the way it asks the case (`whole`, `room 3`), and its acceptable answers.

    `canonical` are answer lines known to pass, so that most answers need no parsing: one for each
    level of error detail, or one for all. `pattern` serves where their number is not small. Other
    acceptable answers are computed when they are first looked at. `encodable` is False when the
    host language may find the input impossible to express. `joins` is true when the host's strings
    are UTF-16, in which the halves of a pair may come one after the other.
    """

    __slots__ = (
        "_choices", "canonical", "case", "encodable", "joins", "line", "offer", "pattern", "way",
    )  # fmt: skip

    def __init__(  # noqa: PLR0913  (each is a part of the question)
        self,
        case: str,
        offer: Offer,
        way: str,
        line: str,
        choices: Choices | Callable[[], Choices],
        *,
        canonical: tuple[bytes, ...] | None = None,
        pattern: GapPattern | None = None,
        encodable: bool = True,
        joins: bool = False,
    ) -> None:
        """Make a question; without `canonical` the answers that pass for certain are worked out."""
        self.case = case
        self.offer = offer
        self.way = way
        self.line = line.encode("ascii")
        self.encodable = encodable
        self.joins = joins
        self._choices = choices
        self.pattern = pattern
        self.canonical = canonical_lines(self.acceptable) if canonical is None else canonical

    def surely_passes(self, line: bytes) -> bool:
        """Tell whether an answer line passes for certain, at less cost than by parsing it."""
        return line in self.canonical or (
            self.pattern is not None and self.pattern.surely_fits(line)
        )

    @property
    def acceptable(self) -> Choices:
        """Return the acceptable answers, the one that passes first."""
        if callable(self._choices):
            self._choices = self._choices()
        return self._choices


@dataclass(frozen=True, slots=True)
class CanonicalAnswer:
    """An answer that passes for certain: delivered text, and the refusal behind it if there is one.

    `text` has a space before each field.
    """

    text: str
    offset: int | None = None
    length: int | None = None

    def lines(self) -> tuple[bytes, ...]:
        """Render it at every level of error detail; one line where all are the same."""
        if self.offset is None:
            return (b"ok" + self.text.encode("ascii"),)
        length = "?" if self.length is None else self.length
        head = f"error {self.offset}"
        lines = (
            f"{head} {length}{self.text}",
            f"{head} {length}",
            f"{head} ?{self.text}",
            f"{head} ?",
        )
        return (*(line.encode("ascii") for line in lines), b"error ? ?")

    def moved(self, move: Move, letter: str) -> CanonicalAnswer:
        """Put letters around, each shown as `letter`."""
        cut = self.text.find(" ", 1) if move.head else 0
        cut = len(self.text) if cut < 0 else cut
        text = f"{self.text[:cut]}{letter * move.before}{self.text[cut:]}"
        if self.offset is None:
            return CanonicalAnswer(f"{text}{letter * move.after}")
        return CanonicalAnswer(text, self.offset + move.before * move.unit, self.length)


def _timed_text(values: Values, owed: Due | None) -> str:
    """Render values, parted by chunks where it is judged when they come."""
    return spaced(values) if owed is None else " |".join(map(spaced, parted(values, owed)))


def _timed_octets(expected: Octets) -> str:
    octets, owed = expected.octets, expected.due
    return render(octets) if owed is None else " | ".join(map(render, parted(octets, owed)))


ERROR_DETAILS = 5
"""Length and delivered text, length, delivered text, the offset alone, nothing."""


def canonical_answer(first: Acceptable) -> CanonicalAnswer | None:
    """Return the answer that passes for certain, None where the form is not known beforehand."""
    if first.verdict is not Verdict.PASS:
        return None
    match first.expectation:
        case Text(values, owed):
            return CanonicalAnswer(_timed_text(values, owed))
        case Valid():
            return CanonicalAnswer("")
        case Refusal(int() as offset, length, before, None | 0, likely):
            return CanonicalAnswer(
                spaced(before or ()), offset, likely if length is None else length
            )
        case _:
            return None


def canonical_lines(choices: Choices) -> tuple[bytes, ...]:
    """Render the answers that are sure to pass, by level of error detail; none where none is."""
    first = choices[0]
    if isinstance(first.expectation, Octets) and first.verdict is Verdict.PASS:
        return (f"ok {_timed_octets(first.expectation)}".encode("ascii"),)
    if isinstance(first.expectation, ExpectedSize) and first.verdict is Verdict.PASS:
        return sure_size(first.expectation)
    found = canonical_answer(first)
    return found.lines() if found else ()


def canonical_pairs(one: tuple[bytes, ...], two: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Render the answers to two inputs in a row."""
    pairs = zip(_at_each_detail(one), _at_each_detail(two), strict=False)
    return tuple(b" / ".join(pair) for pair in pairs)


def _at_each_detail(canonical: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return canonical * ERROR_DETAILS if len(canonical) == 1 else canonical


def canonical_at_detail(questions: Sequence[Question], detail: int) -> list[bytes | None]:
    """Return the answers that pass for certain at one level of detail, None where none is known."""
    return [
        one.canonical[detail if len(one.canonical) > 1 else 0] if one.canonical else None
        for one in questions
    ]


def expected(item: Question) -> str:
    """Return the first acceptable answer in the words of the protocol."""
    return _words(item.acceptable[0])


def _words(choice: Acceptable) -> str:
    match choice.expectation:
        case Text(values, owed):
            return f"ok{_timed_text(values, owed)}"
        case Gaps(items):
            return _gap_words(items)
        case Refusal(offset, length, truncated=truncated):
            numbers = ("?" if number is None else str(number) for number in (offset, length))
            cause = "" if truncated is None else " truncated" if truncated else " ill-formed"
            return f"error {' '.join(numbers)}{cause}"
        case Valid():
            return "ok"
        case Octets():
            return f"ok {_timed_octets(choice.expectation)}"
        case OctetsOf(_, values):
            return f"ok (octets that read as {points(values)})"
        case ExpectedDetection(encoding, length):
            return f"ok {encoding or '?'} {length if encoding else 0}"
        case ExpectedLabel(encoding):
            return f"ok {encoding or '?'}"
        case TwoAnswers(first, second):
            return f"{_words(first[0]) if first else '…'} / {_words(second[0])}"
        case RoomByRoom():
            return "short or error"
        case BoundedOutput(steps, total):
            whole = [unit for piece, _ in steps for unit in piece]
            return f"ok {total} {points(whole)}" if total is not None else "short or error"
        case TextTold() | ExpectedSize():
            return _told_words(choice.expectation)


def _told_words(told: TextTold | ExpectedSize) -> str:
    if isinstance(told, ExpectedSize):
        return size_words(told)
    return f"ok {told.replaced.words}{_words(Acceptable(told.text)).removeprefix('ok')}"


def _gap_words(items: Sequence[int | Gap]) -> str:
    shown = (f"fffd{{1,{item.most}}}" if isinstance(item, Gap) else f"{item:x}" for item in items)
    return " ".join(["ok", *shown])
