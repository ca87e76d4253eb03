"""Deviations: the names of each wrong behaviour, which findings and their rules share."""

from __future__ import annotations

from utfproof.model.outcome import (
    Crashed,
    Garbled,
    Hung,
    Impossible,
    NotRun,
    Outcome,
    Overrun,
    Sized,
    Touched,
    Unstable,
)

ACCEPTS, REFUSES, MISREADS = "accepts", "refuses", "misreads values"
DROPS, ADDS, COUNTS = "drops", "adds to", "replaces otherwise"
OFFSET, LENGTH = "tells another offset", "tells another length"
CAUSE = "tells another cause"
TELLS = "tells wrongly whether it replaced"
DELIVERS, MOMENT = "delivers other text before the error", "tells the error at another time"
WRITES = "writes other octets"
CRASHES, HANGS, OVERRUNS = "crashes", "hangs", "overruns"
PAST, BEFORE = "touches memory past its input", "touches memory before its input"
UNSTABLE = "answers in two ways"
LOSES = "loses what follows"
SHORT, LARGE = "predicts too small a size of", "predicts too large a size of"
IMPOSSIBLE, SEES, NAMES = "finds impossible", "sees another encoding", "names"

OF_ANY_CLASS = frozenset(
    {
        *(COUNTS, OFFSET, LENGTH, CAUSE, DELIVERS, MOMENT, MISREADS, WRITES),
        *(PAST, BEFORE, UNSTABLE, SHORT, LARGE),
    }
)
"""What is a rule of its own, whatever is ill-formed: one fault, not one for each class."""


def end_of(outcome: Outcome) -> str:
    """Name an outcome that is no answer about the text."""
    match outcome:
        case Crashed():
            return CRASHES
        case Hung():
            return HANGS
        case Overrun():
            return OVERRUNS
        case Touched(past_the_end=past_the_end):
            return PAST if past_the_end else BEFORE
        case Unstable():
            return UNSTABLE
        case Impossible():
            return IMPOSSIBLE
        case Sized(predicted, written) if predicted != written:
            return SHORT if predicted < written else LARGE
        case Garbled() | NotRun():
            return "is broken by"
        case _:
            return MISREADS
