"""Patterns of case ids: `utf-8/overlong/*`, and `!` before an exception.

The last pattern that fits an id decides. `*` stands for any text, `/` included, and
`utf-8/overlong/{c0,c1}` for two patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import translate
from functools import cached_property

_BRACES = re.compile(r"([^{}]*)\{([^{}]+)\}([^{}]*)")


def expanded(text: str) -> list[str]:
    """Expand the braces of a pattern."""
    found = _BRACES.fullmatch(text)
    if not found:
        return [text]
    before, words, after = found.groups()
    return [f"{before}{word}{after}" for word in words.split(",")]


class Patterns:
    """A list of patterns. Whole ids and `folder/*` cost one look-up, whatever their number."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Take patterns in their order."""
        self.texts = tuple(one for text in texts for one in expanded(text))
        self._whole: dict[str, int] = {}
        self._below: dict[str, int] = {}
        self._other: list[tuple[int, re.Pattern[str]]] = []
        for number, text in enumerate(self.texts):
            self._file(number, text.removeprefix("!"))

    def _file(self, number: int, text: str) -> None:
        folder, _, last = text.rpartition("/")
        if not re.search(r"[*?\[]", text):
            # The last of equal patterns stays, as the last that fits decides.
            self._whole[text] = number
        elif last == "*" and not re.search(r"[*?\[]", folder):
            self._below[folder] = number
        else:
            self._other.append((number, re.compile(translate(text))))

    @cached_property
    def _negative(self) -> tuple[bool, ...]:
        return tuple(text.startswith("!") for text in self.texts)

    def fits(self, case: str) -> bool:
        """Tell whether the last pattern that fits an id takes it in."""
        last = max(self._numbers(case), default=-1)
        return last >= 0 and not self._negative[last]

    def _numbers(self, case: str) -> Iterable[int]:
        if case in self._whole:
            yield self._whole[case]
        folder = case
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in self._below:
                yield self._below[folder]
        yield from (number for number, one in self._other if one.match(case))
