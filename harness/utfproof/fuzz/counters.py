"""Counters of libFuzzer's for what it cannot see: that an input's answers are new."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import atheris

from utfproof.fuzz.guidance import BUCKETS

_AT_ONCE = 256
"""libFuzzer looks through all counters after each input, so there are no more than needed."""

Fire = Callable[[], object]


class Counters:
    """Gives each input that is kept a counter of its own, until there are as many as buckets.

    Atheris reserves counters under private names; where those are missing, a counter is the
    entry of a tiny function that is instrumented.
    """

    def __init__(self, engine: Any = atheris) -> None:  # noqa: ANN401  (a module without types)
        """Reserve the first ones: without any, libFuzzer takes the code to be uninstrumented."""
        self._engine = engine
        self._private = all(hasattr(engine, name) for name in ("_reserve_counter", "_trace_branch"))
        self._free: list[Fire] = []
        self._given = 0
        self._reserve()

    def next(self) -> Fire | None:
        """Give the next counter, as a function that counts; None when all are given."""
        if self._given >= BUCKETS:
            return None
        if not self._free:
            self._reserve()
        self._given += 1
        return self._free.pop()

    def _reserve(self) -> None:
        make = self._reserved if self._private else self._instrumented
        self._free = [make() for _ in range(_AT_ONCE)][::-1]

    def _reserved(self) -> Fire:
        engine, number = self._engine, self._engine._reserve_counter()  # noqa: SLF001
        return lambda: engine._trace_branch(number)  # noqa: SLF001  (another one once Fuzz runs)

    def _instrumented(self) -> Fire:
        space: dict[str, Fire] = {}
        exec("def fire(): return None", space)  # noqa: S102  (each needs code of its own)
        fire: Fire = self._engine.instrument_func(space["fire"])
        return fire
