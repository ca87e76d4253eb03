"""Verdicts of a case, an adapter and a codec, and how they add up."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Verdict(StrEnum):
    """The verdict of one case for one offer of one codec."""

    PASS = "pass"
    NON_STRICT = "non-strict"
    ALTERNATIVE = "alternative"
    IMPOSSIBLE = "impossible"
    BY_DESIGN = "by-design"
    OUTSIDE = "outside"
    FAIL = "fail"
    CRASH = "crash"
    HANG = "hang"
    OVERRUN = "overrun"
    UNSTABLE = "unstable"
    BROKEN = "broken"
    UNSUPPORTED = "unsupported"
    NOT_RUN = "not-run"

    @property
    def green(self) -> bool:
        """True when the codec conforms; no question left out and no deviation by design does."""
        return self in _GREEN

    @property
    def red(self) -> bool:
        """True when the codec broke a MUST or its declared profile."""
        return self in _RED


class WorkerFinding(StrEnum):
    """The outcome of asking some of a cluster worker's tasks again elsewhere."""

    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    UNDECIDED = "undecided"
    UNCHECKED = "unchecked"


_GREEN = frozenset({Verdict.PASS, Verdict.NON_STRICT, Verdict.ALTERNATIVE, Verdict.IMPOSSIBLE})
NOT_ASKED = frozenset({Verdict.OUTSIDE, Verdict.UNSUPPORTED})
"""Verdicts of what is no part of what the codec promises to be asked."""
_RED = frozenset({Verdict.FAIL, Verdict.CRASH, Verdict.HANG, Verdict.OVERRUN, Verdict.UNSTABLE})

# A broken adapter says nothing about its codec: that comes before everything else.
_SEVERITY = (
    Verdict.BROKEN,
    Verdict.OVERRUN,
    Verdict.CRASH,
    Verdict.HANG,
    Verdict.UNSTABLE,
    Verdict.FAIL,
    Verdict.NOT_RUN,
    Verdict.BY_DESIGN,
    Verdict.NON_STRICT,
    Verdict.ALTERNATIVE,
    Verdict.PASS,
    Verdict.IMPOSSIBLE,
    Verdict.OUTSIDE,
    Verdict.UNSUPPORTED,
)
RANK = {verdict: rank for rank, verdict in enumerate(_SEVERITY)}


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the gravest verdict; not-run when there is none."""
    return min(verdicts, key=RANK.__getitem__, default=Verdict.NOT_RUN)


class CodecVerdict(StrEnum):
    """The verdict of a codec in one run."""

    PASS = "pass"
    FAIL = "fail"
    BROKEN = "broken"
    UNAVAILABLE = "unavailable"
    NOT_RUN = "not-run"


def codec_verdict(counts: dict[Verdict, int]) -> CodecVerdict:
    """Add up a codec's cases: broken > fail > not-run > pass; nothing green is not-run."""
    if counts.get(Verdict.BROKEN):
        return CodecVerdict.BROKEN
    if any(count and verdict.red for verdict, count in counts.items()):
        return CodecVerdict.FAIL
    green = sum(count for verdict, count in counts.items() if verdict.green)
    if counts.get(Verdict.NOT_RUN) or not green:
        return CodecVerdict.NOT_RUN
    return CodecVerdict.PASS


def exit_code(verdicts: Iterable[CodecVerdict]) -> int:
    """Return the run's exit status: 3 broken, 1 failed, 5 nothing ran, 0 green, in this order."""
    seen = set(verdicts)
    if CodecVerdict.BROKEN in seen:
        return 3
    if CodecVerdict.FAIL in seen:
        return 1
    if CodecVerdict.NOT_RUN in seen or CodecVerdict.PASS not in seen:
        return 5
    return 0
