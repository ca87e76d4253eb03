"""Octets that functions return, kept up to a total size instead of a number of entries."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

P = ParamSpec("P")


class OctetsStore:
    """Keeps what the functions return that it decorates, at most so many octets in all.

    What was not used for longest is dropped, whichever function returned it. The length of one
    result varies from a few octets to megabytes, so that a count of entries would bound no memory;
    nor would a bound for each function, for their number grows and not all work at the same time.
    """

    def __init__(self, most: int) -> None:
        """Keep at most so many octets."""
        self._most = most
        self._results: OrderedDict[object, bytes] = OrderedDict()
        self._size = 0

    def cached(self, function: Callable[P, bytes]) -> Callable[P, bytes]:
        """Decorate a function; its arguments are given by position, and are hashable."""
        results = self._results

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> bytes:
            key = function, args
            found = results.get(key)
            if found is not None:
                results.move_to_end(key)
                return found
            found = function(*args, **kwargs)
            results[key] = found
            self._size += len(found)
            while self._size > self._most:
                self._size -= len(results.popitem(last=False)[1])
            return found

        return cached


ANSWERS = OctetsStore(128 << 20)
"""The texts of questions and answers that many codecs share.

More than one scheme's: its offers are asked in turn, and a smaller store would find nothing.
"""
