"""The deadline of a worker: when it begins nothing new, and when it asks nothing more."""

from __future__ import annotations

import time
from collections.abc import Callable

_GRACE_SECONDS = 5.0
_SORTING_SECONDS = 30.0


class Deadline:
    """The end of a campaign's time, or of its patience after it was told to stop.

    Until `start` there is no limit but `stop`, which returns true when a user ends the campaign.
    """

    def __init__(self, seconds: float | None, stop: Callable[[], bool]) -> None:
        """Prepare a limit of so many seconds; None for no limit."""
        self._seconds = seconds
        self._stop = stop
        self._until = float("inf")

    def start(self) -> None:
        """Start the clock: that adapters are built before does not count."""
        if self._seconds is not None:
            self._until = time.monotonic() + self._seconds

    def is_over(self) -> bool:
        """Return whether nothing new may begin."""
        if self._stop() and self._until > time.monotonic():
            self._until = time.monotonic()
        return time.monotonic() >= self._until

    def is_late(self) -> bool:
        """Return whether a finding that is being made has to stay as it is."""
        return self.is_over() and time.monotonic() >= self._until + _GRACE_SECONDS

    def is_too_late(self) -> bool:
        """Return whether no more findings are looked up among the known failures.

        What is listed must not count as new, so this takes longer unless a user is waiting.
        """
        patience = 0.0 if self._stop() else _SORTING_SECONDS
        return self.is_late() and time.monotonic() >= self._until + patience
