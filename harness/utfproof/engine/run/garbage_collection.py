"""Garbage collection while millions of values are made that stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_RARELY = 1_000_000, 10, 100


def collect_rarely() -> None:
    """Look for garbage rarely for the rest of the process: to set it back would look at once."""
    gc.set_threshold(*_RARELY)


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Look for garbage rarely: plans are millions of small values that stay, without cycles."""
    usual = gc.get_threshold()
    gc.set_threshold(*_RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
