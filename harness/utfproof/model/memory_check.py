"""Ways to see that a codec misuses memory."""

from __future__ import annotations

from enum import StrEnum


class MemoryCheck(StrEnum):
    """The way in which an adapter's memory is watched.

    PAGES: by pages without rights beside input and output, where the adapter's kit has them.
    SANITIZER: by code that the compiler put in. VALGRIND: by a program that interprets the adapter.
    """

    PAGES = "pages"
    SANITIZER = "sanitizer"
    VALGRIND = "valgrind"

    @property
    def slowdown(self) -> int:
        """Return how many times as long answers may take."""
        return {self.PAGES: 1, self.SANITIZER: 3, self.VALGRIND: 50}[self]

    @property
    def room(self) -> int:
        """Return how many times as much memory may be used."""
        return {self.PAGES: 1, self.SANITIZER: 4, self.VALGRIND: 4}[self]
