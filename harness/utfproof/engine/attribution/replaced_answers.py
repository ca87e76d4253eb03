"""Wrong answers of decoders that replace or drop ill-formed input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from utfproof.engine.attribution.expected_text import (
    STAND_INS,
    ExpectedText,
    FirstDifference,
    Kinds,
    common,
)
from utfproof.engine.attribution.rules import Kind
from utfproof.engine.questions.expected_answer import Acceptable, accepted
from utfproof.model.encoding import REPLACEMENT, facts
from utfproof.model.operation import Mode
from utfproof.model.outcome import Decoded, Values
from utfproof.model.reading import IllFormed, Part, Signature, Value


@dataclass(frozen=True, slots=True)
class ReplacedAnswers:
    """Classes the answers to one text by the first stretch in which they differ."""

    text: ExpectedText

    def are_right(self, values: Values) -> bool:
        """Tell whether the values that were delivered are right."""
        reading = self.text.reading
        return accepted([Acceptable(reading.output(self.text.mode))], Decoded(values)) is not None

    def decoded(self, values: Values) -> FirstDifference | None:
        """Class the values that were delivered; None where they are right."""
        text = self.text
        if self.are_right(values):
            return None
        wanted = [value for value, _ in text.values]
        # The end is compared first, so that of equal letters the one beside an error is lost.
        tail = common(wanted[::-1], values[::-1])
        head = min(common(wanted, values), len(wanted) - tail, len(values) - tail)
        if not text.stretches:
            head = common(wanted, values)
            return FirstDifference(text.misread(head, values[head:]), head)
        kinds = self._between(values, head, tail)
        if values == text.reading.before_error:  # it ends where the error is, and says nothing
            kinds = (*kinds, Kind.IGNORED) if text.mode is Mode.SKIP else (Kind.IGNORED, *kinds)
        if text.mode is Mode.SKIP and _without_errors(values) == _without_errors(wanted):
            kinds = (Kind.COUNT, Kind.IGNORED, *kinds)  # it shows where it is to be left out
        if text.mode is Mode.SKIP:  # what is read may look like a neighbour that was there
            kinds = (*kinds, *text.all_possible())
        return FirstDifference(kinds, head)

    def _between(self, values: Values, head: int, tail: int) -> Kinds:
        """Class the values between the first `head` and the last `tail` ones."""
        text, behind = self.text, len(self.text.values) - tail
        first, last = self._region(head, behind)
        parts = text.placed[first : last + 1]
        genuine = {part.value for _, part in text.placed if isinstance(part, Value)}
        # A `?` of the text itself must be there; a U+FFFD cannot be told from that of an error.
        ignored = STAND_INS - (genuine - {REPLACEMENT}) if text.mode is Mode.REPLACE else set()
        wanted = [value for value, _ in text.values[head:behind] if value not in ignored]
        found = [value for value in values[head : len(values) - tail] if value not in ignored]
        same = common(wanted, found)
        at_end = min(common(wanted[same:][::-1], found[same:][::-1]), len(wanted) - same)
        strange = found[same : len(found) - at_end]
        missing = wanted[same : len(wanted) - at_end]
        bad = any(isinstance(part, IllFormed) for _, part in parts)
        end = parts[-1][0] + len(parts[-1][1].octets) if parts else len(text.octets)
        if strange and not bad:
            return text.misread(head, values[head:])
        if strange:
            # U+FFFD right behind the common beginning are errors reported properly: the strange
            # value is of a later one.
            before = common(values, [value for value, at in text.values if at < first])
            shown = common(values[before:], [REPLACEMENT] * len(values))
            kinds = text.read_as(parts[0][0], end, strange, shown)
            hidden = [REPLACEMENT] if REPLACEMENT in genuine else []
            return (*kinds, *self._changed(parts, [*missing, *hidden]))
        if missing:
            return self._lost(parts, missing[0], values)
        return self._shown(parts, values)

    def _changed(self, parts: list[tuple[int, Part]], missing: list[int]) -> Kinds:
        """Return the kinds that apply where well-formed characters are missing too."""
        rows = (
            kind
            for at, part in parts
            if isinstance(part, Value) and part.value in missing
            for kind in self.text.row(part, at)
        )
        return (Kind.BITS, Kind.TEXT, *rows, Kind.SWALLOWED) if missing else ()

    def _lost(self, parts: list[tuple[int, Part]], value: int, values: Values) -> Kinds:
        """Class the loss of a character: refused by itself, or taken with the error before it."""
        place = next(
            (
                index
                for index, (_, part) in enumerate(parts)
                if isinstance(part, Value) and part.value == value
            ),
            len(parts) - 1,
        )
        at, part = parts[place]
        row = self.text.row(part, at)
        if not place or not isinstance(parts[place - 1][1], IllFormed):
            return self._lost_alone(row, values)
        shown = sum(one in STAND_INS for one in values)
        units = sum(one in STAND_INS for one, _ in self.text.values)
        # More stand-ins than units of error: the lost character was itself replaced.
        refused = shown > units
        narrow = facts(self.text.reading.scheme).unit == 1
        possible = tuple(self.text.all_possible(parts[0][0], at)) if narrow else ()
        if refused:
            return *row, Kind.SWALLOWED, Kind.TEXT, *possible, Kind.BITS
        if row[0] is Kind.SIGNATURE_INSIDE:
            return *row, Kind.SWALLOWED, Kind.TEXT, *possible
        return Kind.SWALLOWED, *row, Kind.TEXT, *possible

    def _lost_alone(self, row: Kinds, values: Values) -> Kinds:
        """Class the loss of a character behind no error: it was refused, or left no trace."""
        shown = sum(one in STAND_INS for one in values)
        if shown > sum(one in STAND_INS for one, _ in self.text.values):
            return *row, Kind.TEXT, Kind.SWALLOWED, Kind.BITS
        if self.text.mode is Mode.SKIP:
            return *row, Kind.TEXT, Kind.SWALLOWED
        return Kind.TEXT, *row, Kind.SWALLOWED

    def _shown(self, parts: list[tuple[int, Part]], values: Values) -> Kinds:
        """Class another number of replacements: fewer than stretches means that one left none."""
        text = self.text
        shown = sum(value in STAND_INS for value in values)
        genuine = sum(
            isinstance(part, Value) and part.value in STAND_INS for _, part in text.placed
        )
        rows = tuple(
            kind
            for at, part in parts
            if isinstance(part, Signature) or getattr(part, "value", None) == REPLACEMENT
            for kind in text.row(part, at)
        )
        possible = text.all_possible()
        if shown < len(text.stretches) + genuine:
            lost = (Kind.SWALLOWED, Kind.TEXT) if genuine else ()
            return Kind.IGNORED, *possible, *rows, *lost
        wide = (Kind.TEXT,) if facts(text.reading.scheme).unit > 1 else ()  # units across others
        behind = (Kind.SWALLOWED,) if rows else ()
        return Kind.COUNT, *possible, Kind.IGNORED, *rows, *behind, *wide

    def _region(self, head: int, behind: int) -> tuple[int, int]:
        """Return the parts of a range of values, with all beside it that show as U+FFFD."""
        values, placed = self.text.values, self.text.placed
        first = values[head - 1][1] + 1 if head else 0
        last = values[behind][1] - 1 if behind < len(values) else len(placed) - 1
        first, last = min(first, len(placed) - 1), max(first, last)
        while first and _shows_as_error(placed[first - 1][1]):
            first -= 1
        while last + 1 < len(placed) and _shows_as_error(placed[last + 1][1]):
            last += 1
        return first, last


def _without_errors(values: Sequence[int]) -> list[int]:
    return [value for value in values if value != REPLACEMENT]


def _shows_as_error(part: Part) -> bool:
    return isinstance(part, IllFormed) or (isinstance(part, Value) and part.value == REPLACEMENT)
