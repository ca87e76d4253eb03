"""The number of ill-formed sequences that a decoder replaces or drops, and its report."""

from __future__ import annotations

from dataclasses import dataclass

from utfproof.model.outcome import Values


@dataclass(frozen=True, slots=True)
class ReplacementCount:
    """So many sequences are replaced or dropped, from `least` to `most`.

    They are one number where the codec's policy says what is one sequence. Where it may choose, the
    text tells: `kept` of its values are none of the replacements. None where the text does not.
    """

    least: int
    most: int
    kept: int | None = None

    def of(self, values: Values) -> range:
        """Return the numbers that agree with a text."""
        if self.kept is None:
            return range(self.least, self.most + 1)
        shown = len(values) - self.kept
        return range(shown, shown + 1)

    def allows(self, told: bool | int, values: Values) -> bool:
        """Tell whether a report agrees with the text: a number, or whether there was any."""
        numbers = self.of(values)
        if isinstance(told, bool):
            return numbers[-1] > 0 if told else numbers[0] == 0
        return told in numbers

    @property
    def words(self) -> str:
        """Return the report in the words of the protocol: `yes` stands for any number."""
        if self.kept is not None or self.least != self.most:
            return "yes"
        return str(self.most) if self.most else "no"
