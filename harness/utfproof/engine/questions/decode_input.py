"""An input of a decoder under a codec's settings, and all that is acceptable as its answer."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from utfproof.engine.questions.delivery import due, owed_by
from utfproof.engine.questions.expected_answer import (
    Acceptable,
    BoundedOutput,
    Expectation,
    Gap,
    Gaps,
    Refusal,
    Text,
    Valid,
)
from utfproof.engine.questions.interpretation import (
    Interpretation,
    at_every_policy,
    interpretations,
    refuses_unmarked,
)
from utfproof.engine.questions.question import (
    CanonicalAnswer,
    canonical_answer,
)
from utfproof.model.case import AllowedReading
from utfproof.model.contract import Deviation
from utfproof.model.encoding import facts
from utfproof.model.fields import spaced
from utfproof.model.operation import Mode
from utfproof.model.outcome import Values
from utfproof.model.profile import Settings, Signatures
from utfproof.model.reading import IllFormed, Reading, Signature
from utfproof.model.verdict import Verdict

SNIFFED = 3
"""Octets that are looked at for a signature of another encoding (Encoding Standard, BOM sniff)."""


@dataclass(frozen=True)
class DecodeInput:
    """An input under a codec's settings, with all the ways in which it may be read.

    `half_refused` is true of an input that ends within a code unit, if the documentation announces
    that it is refused. `prompt` is true where the time of output is judged; what may be `sniffed`
    decides nothing.
    """

    reads: Reading
    choices: tuple[Interpretation, ...]
    refusable: bool
    judges_length: bool
    signature_replaces: bool = False
    half_refused: bool = False
    prompt: bool = False
    sniffed: int = 0

    @classmethod
    def of(
        cls, reads: Reading, others: tuple[AllowedReading, ...], settings: Settings
    ) -> DecodeInput:
        """Apply a codec's settings to a reading."""
        choices = tuple(interpretations(reads, others, settings))
        half = len(reads.octets) % facts(settings.scheme).unit != 0
        return cls(
            reads,
            choices,
            refuses_unmarked(reads, settings),
            settings.fixes_length,
            Deviation.SIGNATURE_REPLACES in settings.deviations,
            half and Deviation.HALF_UNIT_REFUSED in settings.deviations,
            settings.prompt,
            SNIFFED if settings.signatures is Signatures.SNIFF else 0,
        )

    @cached_property
    def octets(self) -> bytes:
        """The input."""
        return self.reads.octets

    @cached_property
    def _by_mode(self) -> dict[Mode, list[Acceptable]]:
        return {}

    def acceptable(self, mode: Mode, chunks: tuple[int, ...] | None = None) -> list[Acceptable]:
        """List the acceptable answers in a mode; chunk lengths set the time of a refusal."""
        if chunks is not None:
            return self._acceptable(mode, chunks)
        if mode not in self._by_mode:
            self._by_mode[mode] = self._acceptable(mode, None)
        return self._by_mode[mode]

    def _acceptable(self, mode: Mode, chunks: tuple[int, ...] | None) -> list[Acceptable]:
        found = [
            Acceptable(self._read(choice, mode, chunks), choice.verdict) for choice in self.choices
        ]
        found += [
            Acceptable(choice.output(Mode.REPLACE), Verdict.BY_DESIGN) for choice in self._replaced
        ]
        if self.half_refused and mode is Mode.REPLACE:
            found.append(Acceptable(Refusal(None), Verdict.BY_DESIGN))
        return self._with_refusal(found, mode)

    def valid(self, *, causes: bool = False) -> list[Acceptable]:
        """List the acceptable answers of a validator, with the cause where `causes` are judged."""
        found: list[Acceptable] = []
        for choice in self.choices:
            refusal = choice.refusal(length=self.judges_length)
            if refusal and causes:
                refusal = replace(refusal, truncated=choice.truncated)
            found.append(Acceptable(refusal or Valid(), choice.verdict))
        return self._with_refusal(found, Mode.STRICT)

    @property
    def _replaced(self) -> Iterator[Interpretation]:
        """Yield the readings in which errors are replaced because a signature told the encoding."""
        for choice in self.choices if self.signature_replaces else ():
            if choice.error and isinstance(choice.reads.parts[0], Signature):
                yield choice

    def room(self, mode: Mode, *, ample: bool) -> list[Acceptable]:
        """List the acceptable answers when the output buffer is limited."""
        found = list(self.acceptable(mode))
        if self.refusable and self.octets:
            return [*found, Acceptable(BoundedOutput((), None, ample), Verdict.ALTERNATIVE)]
        choices = self.choices
        if (
            mode is Mode.REPLACE
        ):  # a piece of output has to be known to tell how much input it takes
            choices = tuple(one for choice in choices for one in at_every_policy(choice))
        for choice in choices:
            steps = tuple(_steps(choice, mode))
            stops = mode is Mode.STRICT and choice.error
            total = None if stops else len(self.octets)
            found.append(Acceptable(BoundedOutput(steps, total, ample), choice.verdict))
        return found

    @property
    def passes_first(self) -> bool:
        """True when the first choice is the one that passes, so that its answer is sure."""
        return not self.refusable and self.choices[0].verdict is Verdict.PASS

    def canonical(self, mode: Mode, *, validates: bool = False) -> CanonicalAnswer | None:
        """Return the answer to the whole input that passes for certain."""
        choices = self.valid() if validates else self.acceptable(mode)
        found = canonical_answer(choices[0])
        return CanonicalAnswer("", found.offset, found.length) if validates and found else found

    @cached_property
    def _texts(self) -> list[tuple[str, int]]:
        steps = _steps(self.choices[0], Mode.STRICT)
        return [(spaced(values), end) for values, end in steps]

    def in_chunks(self, ends: tuple[int, ...]) -> tuple[bytes, ...]:
        """Render the answer of a prompt strict decoder to chunks that end there.

        A value comes with the chunk that holds its last octet.
        """
        texts = [""] * len(ends)
        for text, end in self._texts:
            # `bisect_left`, for `end` is behind the last octet: a value that ends with a chunk
            # belongs to it.
            texts[bisect_left(ends, end)] += text
        choice = self.choices[0]
        if choice.error is None:
            return CanonicalAnswer("".join([f"{text} |" for text in texts])).lines()
        # `bisect_right`: the octet at index `end` is the first of the next chunk.
        chunk = bisect_right(ends, choice.error_octet or 0)
        before = "".join([f"{text} |" for text in texts[:chunk]]) + "".join(texts[chunk:])
        offset, unit = choice.error
        return CanonicalAnswer(before, offset, len(unit.octets)).lines()

    def _read(
        self, choice: Interpretation, mode: Mode, chunks: tuple[int, ...] | None
    ) -> Expectation:
        if mode is not Mode.STRICT or not choice.error:
            output = choice.output(mode)
            if chunks is None or not self.prompt or not isinstance(output, Text):
                return output
            return replace(output, due=due(chunks, _owed(choice, mode, self.sniffed)))
        sniffed = self.sniffed if self.prompt else 0
        error_chunks = None if chunks is None else _error_chunks(choice, chunks, sniffed)
        refusal = choice.refusal(length=self.judges_length, chunks=error_chunks, prompt=self.prompt)
        return refusal or choice.output(mode)

    def owed(self, mode: Mode) -> tuple[int, ...]:
        """Return how many values the reading that passes owes once so many octets were given."""
        return _owed(self.choices[0], mode, self.sniffed)

    def _with_refusal(self, found: Iterable[Acceptable], mode: Mode) -> list[Acceptable]:
        """Put a declared refusal of unmarked text first; only an empty text may be read instead.

        A decoder that never refuses treats such a text as it treats an error.
        """
        if not self.refusable:
            return list(found)
        if not self.octets:
            return [_REFUSAL, *found]
        return unmarked_answers(len(self.octets), mode)


_REFUSAL = Acceptable(Refusal(None), Verdict.ALTERNATIVE)


def unmarked_answers(octets: int, mode: Mode) -> list[Acceptable]:
    """List the acceptable answers of a decoder that refuses so many octets without a signature."""
    match mode:
        case Mode.REPLACE:
            return [_REFUSAL, Acceptable(Gaps((Gap(octets),)), Verdict.ALTERNATIVE)]
        case Mode.SKIP:
            return [_REFUSAL, Acceptable(Text(()), Verdict.ALTERNATIVE)]
        case _:
            return [_REFUSAL]


def _error_chunks(choice: Interpretation, chunks: tuple[int, ...], sniffed: int) -> range:
    """Return chunks that hold the octets which make the input ill-formed; the last is the flush.

    They reach from the first octet that can show it to the end of its code unit, and of what may be
    `sniffed`.
    """
    ends = list(accumulate(chunks))
    first, last = choice.first_octet, choice.error_octet
    if first is None or last is None:
        # No octet makes it ill-formed, only the end: that is known with the flush.
        return range(len(chunks), len(chunks) + 1)
    return range(bisect_right(ends, first), bisect_right(ends, max(last, sniffed - 1)) + 1)


def _owed(choice: Interpretation, mode: Mode, sniffed: int) -> tuple[int, ...]:
    return owed_by(choice.decided(mode, sniffed), len(choice.reads.octets))


def _steps(choice: Interpretation, mode: Mode) -> Iterator[tuple[Values, int]]:
    """Yield each piece of output with the end of its input, up to the first error if strict."""
    strict = mode is Mode.STRICT
    for offset, part in (choice.reads if strict else choice.units).placed():
        if strict and isinstance(part, IllFormed):
            return
        yield choice.part(part, mode), offset + len(part.octets)
