"""Wrong answers of strict decoders and of validators: refusals and acceptances."""

from __future__ import annotations

from dataclasses import dataclass

from utfproof.engine.attribution.expected_text import (
    STAND_INS,
    ExpectedText,
    FirstDifference,
    Kinds,
    common,
)
from utfproof.engine.attribution.rules import Kind
from utfproof.model.encoding import REPLACEMENT, facts
from utfproof.model.operation import Mode
from utfproof.model.outcome import Refused, Values
from utfproof.model.reading import IllFormed


@dataclass(frozen=True, slots=True)
class StrictAnswers:
    """Classes the answers to one text."""

    text: ExpectedText

    def refused(self, outcome: Refused) -> FirstDifference | None:
        """Class a refusal; None where it is right."""
        before = self.text.reading.before_error
        # Wrong text is judged before the place: an offset behind wrong text means nothing.
        same = common(before, outcome.delivered)
        if same < len(outcome.delivered):
            return FirstDifference(self._read_on(same, outcome.delivered), same)
        if not self.text.stretches:
            return FirstDifference(self._well_formed(outcome), len(before))
        kinds = self._reported(outcome)
        return FirstDifference(kinds, len(before)) if kinds else None

    def _reported(self, outcome: Refused) -> Kinds:
        """Class the place and the length that a refusal states."""
        start, end = self.text.stretches[0]
        octet = (Kind.FORBIDDEN, Kind.GRAMMAR)
        stated = outcome.offset
        if stated is not None and stated < start:
            return Kind.PLACE, *self.text.row_at(stated)
        # A place behind the error: the codec read on, so the fault lies in what it passed.
        if stated is not None and stated > start:
            passed = (*self.text.all_possible(start, stated), Kind.IGNORED, *octet)
            return (*passed, Kind.PLACE) if stated > end else (Kind.PLACE, *passed)
        error = self.text.reading.error
        if error and outcome.length not in (None, own := len(error[1].octets)):
            possible = (*self.text.all_possible(start, end), Kind.IGNORED)
            # Longer than the whole stretch: a well-formed character was taken with it.
            takes_more = outcome.length > max(own, end - start) and end < len(self.text.octets)
            taken = (Kind.SWALLOWED,) if takes_more else ()
            wide = facts(self.text.reading.scheme).unit > 1
            return *taken, Kind.LENGTH, *(() if taken and wide else possible)
        return ()

    def accepted(self) -> FirstDifference | None:
        """Class a validator's yes; None where it is right."""
        if not self.text.stretches:
            return None
        kinds = (kind for at in self.text.ill_formed for kind in self.text.classes(at))
        ends = (Kind.TEXT,) if self.text.stretches[0][0] else ()  # what is behind was not read
        return FirstDifference((*kinds, Kind.IGNORED, *ends), 0)

    def decoded(self, values: Values) -> FirstDifference | None:
        """Class values that were delivered without an error; None where they are right."""
        before = self.text.reading.before_error
        same = common(before, values)
        if not self.text.stretches and same == len(before) == len(values):
            return None
        return FirstDifference(self._read_on(same, values), same)

    def _read_on(self, same: int, values: Values) -> Kinds:
        """Class values that leave the expected ones behind so many right ones."""
        before = self.text.reading.before_error
        if same < len(before):
            return self.text.misread(same, values[same:])
        if not self.text.stretches:
            return (Kind.TEXT,)
        start, _ = self.text.stretches[0]
        rest = values[same:]
        behind = [part for at, part in self.text.placed if at >= start]
        after = self.text.reading.values(behind, Mode.SKIP)
        passed = tuple(self.text.classes(start))
        # Nothing, a stand-in or the text behind follows: the error itself was passed over.
        if not rest or rest[0] in STAND_INS or rest == after[: len(rest)]:
            shown = rest[:1] == (REPLACEMENT,) and not self.text.gives(start, rest)
            return (Kind.IGNORED,) if shown or rest == after == () else (Kind.IGNORED, *passed)
        return (*self.text.read_as(start, len(self.text.octets), rest), Kind.IGNORED)

    def _well_formed(self, outcome: Refused) -> Kinds:
        """Class the refusal of a well-formed text by the character at which it was refused."""
        if outcome.offset is not None:
            return self.text.row_at(outcome.offset)
        values = [(at, one) for at, one in self.text.placed if not isinstance(one, IllFormed)]
        count = len(outcome.delivered)
        if 0 < count < len(values):
            return self.text.row(values[count][1], values[count][0])
        kinds = dict.fromkeys(kind for at, part in values for kind in self.text.row(part, at))
        return tuple(sorted(kinds, key=lambda kind: -kind.value)) or (Kind.TEXT,)
