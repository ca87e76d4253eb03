"""Whether a journal agrees with itself: its lines with their digests, its cases with their counts.

The line of a codec's end and that of the run's end have a field `chain`: the SHA-256 of all octets
before that line. A line that was lost, doubled, moved or edited is noticed at the next of them.
Who recomputes the digests can change a journal all the same: against that only a signature helps.
"""

from __future__ import annotations

import hashlib
from collections import Counter

from utfproof.engine.journal.events import (
    CaseFinished,
    CodecFinished,
    CodecStarted,
    Diagnosed,
    Event,
    RunFinished,
    SmallestInput,
)

CHAINED = (CodecFinished, RunFinished)
"""The events whose lines have the digest of all that stands before, in form 3 and later."""

CHAINED_SINCE = 3


class JournalDigest:
    """The SHA-256 of the lines of a journal so far."""

    def __init__(self) -> None:
        """Begin before the first line."""
        self._octets = hashlib.sha256()

    def take(self, text: str | bytes) -> None:
        """Take in lines as they are written or read; a journal is ASCII."""
        self._octets.update(text if isinstance(text, bytes) else text.encode("ascii"))

    @property
    def hex(self) -> str:
        """Return the digest of all lines so far."""
        return self._octets.hexdigest()


class JournalCheck:
    """Holds the lines and events of a journal against its own statements of them."""

    def __init__(self, digest: JournalDigest) -> None:
        """Begin before the first line; `digest` is that of nothing yet."""
        self._digest = digest
        self._since = 1
        self._counts: dict[str, Counter[str]] = {}

    def line(self, number: int, text: str, chain: str) -> str:
        """Take in a line and the digest that it states of those before; return the contradiction.

        It is "" where there is none; a line may state no digest.
        """
        right, since = self._digest.hex, self._since
        self._digest.take(text)
        if not chain:
            return ""
        self._since = number
        return (
            "" if chain == right else f"lines {since} to {number - 1} were changed or are missing"
        )

    def event(self, event: Event) -> str:
        """Take in an event; return the contradiction in words, or ""."""
        match event:
            case CodecStarted(codec=codec):
                # A run that went on asks it again: only what follows counts.
                self._counts[codec] = Counter()
            case CaseFinished(codec=codec) | Diagnosed(codec=codec) | SmallestInput(codec=codec):
                if codec not in self._counts:
                    return f"{codec} is not being asked here"
                if isinstance(event, CaseFinished):
                    self._counts[codec][event.verdict.value] += 1
            case CodecFinished(codec=codec) if codec in self._counts:
                counted = self._counts.pop(codec)
                if event.counts and counted != Counter(event.counts):
                    return f"the cases of {codec} are not those that its end counts"
            case _:
                pass
        return ""
