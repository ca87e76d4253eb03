"""Counters for libFuzzer of events that it cannot see: new answers, and code of other processes."""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Callable, Iterable
from typing import Any

import atheris

from utfproof.fuzz.targets.guidance import BUCKETS

_AT_ONCE = 256
"""libFuzzer looks through all counters after each input, so there are no more than needed."""

Fire = Callable[[], object]


class CoverageCounters:
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
        """Return the next counter, as a function that counts; None when all are given."""
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


def watch(memories: Iterable[mmap.mmap]) -> None:
    """Have libFuzzer look at memory, an octet for each counter, as at that of its own program.

    It has to run already: it takes no mutator of ours when its core is loaded before.
    """
    core = sys.modules.get("atheris.core_with_libfuzzer")
    library = ctypes.CDLL(core.__file__ if core else None)
    for memory in memories:
        counters = (ctypes.c_uint8 * len(memory)).from_buffer(memory)
        places = (ctypes.c_size_t * (2 * len(memory)))()  # of each counter; none is known
        _KEPT.append((counters, places))
        library["__sanitizer_cov_8bit_counters_init"](*_ends(counters))
        library["__sanitizer_cov_pcs_init"](*_ends(places))


_KEPT: list[object] = []
"""What libFuzzer looks at as long as the process lives."""


def _ends(array: ctypes.Array[Any]) -> tuple[ctypes.c_void_p, ctypes.c_void_p]:
    first = ctypes.addressof(array)
    return ctypes.c_void_p(first), ctypes.c_void_p(first + ctypes.sizeof(array))
