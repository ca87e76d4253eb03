"""Octets that functions return, kept up to a total size instead of a number of entries."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

P = ParamSpec("P")


def octets_cache(most: int) -> Callable[[Callable[P, bytes]], Callable[P, bytes]]:
    """Cache the octets that a function returns, at most so many in all.

    The results that were not used for longest are dropped. The length of one result varies from a
    few octets to megabytes, so that a count of entries would bound no memory. Arguments are given
    by position, and are hashable.
    """

    def decorate(function: Callable[P, bytes]) -> Callable[P, bytes]:
        kept: OrderedDict[object, bytes] = OrderedDict()
        size = 0

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> bytes:
            nonlocal size
            found = kept.get(args)
            if found is not None:
                kept.move_to_end(args)
                return found
            found = function(*args, **kwargs)
            kept[args] = found
            size += len(found)
            while size > most:
                size -= len(kept.popitem(last=False)[1])
            return found

        return cached

    return decorate
