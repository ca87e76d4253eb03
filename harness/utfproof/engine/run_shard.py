"""A shard of a run: a deterministic part of its codecs, for one of several machines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from utfproof.adapters.registry import SelectedAdapter

ASKED = "shard"
"""Its name among what a run asks."""

_WRITTEN = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """Part `number` of `of`, counted from 1."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `2/3`.

        Raises:
            ValueError: no such thing, or a number beyond the last.
        """
        found = _WRITTEN.fullmatch(text)
        if not found or int(found[1]) > int(found[2]):
            raise ValueError(f"{text} is no shard: write 1/3, 2/3 or 3/3 for a part of three")
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def part(self, chosen: Sequence[SelectedAdapter]) -> list[SelectedAdapter]:
        """Return this part of the codecs: whole ones, neighbours by name, as many as in any other.

        Most adapters are built for one part only then. Where there are more parts than codecs,
        some parts are empty.
        """
        names = sorted(name for item in chosen for name in item.by_id)
        first, last = (len(names) * number // self.of for number in (self.number - 1, self.number))
        mine = set(names[first:last])
        found = [
            replace(
                item,
                codecs=tuple(codec for name, codec in item.by_id.items() if name in mine),
            )
            for item in chosen
        ]
        return [item for item in found if item.codecs]
