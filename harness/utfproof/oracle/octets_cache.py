"""Octets that functions return, kept up to a total size instead of a number of entries."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec

P = ParamSpec("P")

_FASTEST = 1


class OctetsStore:
    """Keeps the results of the functions that it decorates, at most so many octets in all.

    What was not used for longest is packed, whichever function returned it, and what was not
    unpacked for longest is dropped. The length of one result varies from a few octets to megabytes,
    so that a count of entries would bound no memory; nor would a bound for each function, for their
    number grows and not all work at the same time.
    """

    def __init__(self, most: int, most_packed: int) -> None:
        """Keep at most so many octets as they are, and so many packed."""
        self._plain = _Shelf(most)
        self._packed = _Shelf(most_packed)

    def cached(self, function: Callable[P, bytes]) -> Callable[P, bytes]:
        """Decorate a function; its arguments are given by position, and are hashable."""

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> bytes:
            return self.kept((function, args), partial(function, *args, **kwargs))

        return cached

    def kept(self, key: object, make: Callable[[], bytes]) -> bytes:
        """Return the octets of a key; they are made where none are kept."""
        plain, packed = self._plain, self._packed
        found = plain.get(key)
        if found is not None:
            return found
        octets = packed.get(key)
        found = make() if octets is None else zlib.decompress(octets)
        for old, result in plain.add(key, found):
            # What was unpacked still lies there: it is packed once.
            if old not in packed:
                packed.add(old, zlib.compress(result, _FASTEST))
        return found


class _Shelf:
    """Results by key, at most so many octets in all; those used last stay."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[object, bytes] = OrderedDict()
        self._size = 0

    def __contains__(self, key: object) -> bool:
        return key in self._results

    def get(self, key: object) -> bytes | None:
        found = self._results.get(key)
        if found is not None:
            self._results.move_to_end(key)
        return found

    def add(self, key: object, octets: bytes) -> list[tuple[object, bytes]]:
        """Add a result, and return those that have to go for it."""
        self._results[key] = octets
        self._size += len(octets)
        gone = []
        # A result larger than the whole store goes at once; the caller has it all the same.
        while self._size > self._most:
            gone.append(self._results.popitem(last=False))
            self._size -= len(gone[-1][1])
        return gone


ANSWERS = OctetsStore(48 << 20, 96 << 20)
"""The texts of questions and answers that many codecs share.

They are highly regular, and a tenth as long when packed. A codec that is asked like the one before
it needs a few hundred megabytes of them, always in the same order: a store that is smaller than
that would find none.
"""
