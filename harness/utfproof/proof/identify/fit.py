"""A fit: which models of a codec its answers bear out, and how far off the others are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import ne

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class ModelDifference:
    """One question on which a codec and a model part, in the protocol's words."""

    input: str
    codec: str
    model: str


@dataclass(frozen=True, slots=True)
class StrayAnswers:
    """Answers that are wrong under every model: how many, and the first of them."""

    count: int = 0
    first: tuple[ModelDifference, ...] = ()


@dataclass(frozen=True, slots=True)
class Fit:
    """Models fitted to answers.

    `fits` are those that give every answer, in the models' order. `nearest` is the first of
    these, or else of those with the fewest differences: `differ` of the `asked` answers, the
    `first` of them shown. `apart` counts the questions that were left out of the fit, and shows
    the first of those that were the reason.
    """

    fits: tuple[str, ...]
    nearest: str
    asked: int
    differ: int
    first: tuple[ModelDifference, ...]
    apart: StrayAnswers = StrayAnswers()


@dataclass(frozen=True, slots=True)
class FittedAnswers:
    """Answers to be fitted: the data lines, the answers, and the lines to look at.

    `compared` replaces the answers in the comparison with models where it is set.
    """

    inputs: Sequence[bytes]
    answers: Sequence[bytes]
    kept: Sequence[bool]
    compared: Sequence[bytes] | None = None

    def without(self, apart: Sequence[bool]) -> FittedAnswers:
        """Leave further answers out."""
        kept = [keep and not out for keep, out in zip(self.kept, apart, strict=True)]
        return FittedAnswers(self.inputs, self.answers, kept, self.compared)


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """One of a few questions: `amounts_to` means its answer, `expected` that of each model.

    `answer` is None where the question was not asked.
    """

    line: bytes
    answer: bytes | None
    amounts_to: bytes
    expected: Mapping[str, bytes]


def fit(models: Mapping[str, Sequence[bytes]], fitted: FittedAnswers) -> Fit | None:
    """Fit models to answers; None where there is nothing to fit.

    A model has one answer for each question, in their order.
    """
    compared = fitted.answers if fitted.compared is None else fitted.compared
    found = list(compress(compared, fitted.kept))
    if not found:
        return None
    differ = {
        name: sum(map(ne, compress(model, fitted.kept), found)) for name, model in models.items()
    }
    fits = tuple(name for name, count in differ.items() if not count)
    nearest = min(differ, key=differ.__getitem__)
    first = _first(fitted, compared, models[nearest]) if differ[nearest] else ()
    return Fit(fits, nearest, len(found), differ[nearest], first)


def _first(
    fitted: FittedAnswers, compared: Sequence[bytes], model: Sequence[bytes]
) -> tuple[ModelDifference, ...]:
    rows = zip(fitted.inputs, fitted.answers, compared, model, fitted.kept, strict=True)
    return shown(
        ModelDifference(words(line), words(answer), words(expected))
        for line, answer, word, expected, kept in rows
        if kept and word != expected
    ).first


def fit_probed(probed: Sequence[ProbeAnswer]) -> Fit | None:
    """Fit models to probes; None where there is nothing to fit."""
    names = probed[0].expected if probed else ()
    fitted = FittedAnswers(
        [item.line for item in probed],
        [item.answer or b"" for item in probed],
        [item.answer is not None for item in probed],
        [item.amounts_to for item in probed],
    )
    return fit({name: [item.expected[name] for item in probed] for name in names}, fitted)


def shown(differences: Iterable[ModelDifference]) -> StrayAnswers:
    """Count differences and keep the first."""
    found = list(differences)
    return StrayAnswers(len(found), tuple(found[:_SHOWN]))


def words(line: bytes) -> str:
    """Return a line of the protocol as text."""
    return line.decode("ascii", "backslashreplace")
