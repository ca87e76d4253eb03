"""The shrinker: from an input that shows a fault to the shortest and plainest that still does.

Candidates are asked by the hundred, so that a codec behind a pipe is as fast to shrink for as one
in this process. It ends where no single step makes the input shorter or plainer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Still = Callable[[Sequence[bytes]], Sequence[bool]]
_MOST_ASKED = 6000
_PLAIN = bytes.fromhex("41 80 90 A0 B0 C0 C2 D8 DC E0 E1 ED F0 F1 F4 F5 F8 FC FE FF")
_PLAIN_IN_UNITS = bytes.fromhex("00 41 D8 DC 11 10 80 FF")
"""Octets in the order in which they are preferred in what is shown: the ends of ranges first."""


def minimise(octets: bytes, still: Still, letter: bytes = b"A", most: int = 256) -> bytes:
    """Return the shortest input that was come upon for which `still` holds.

    `letter` is plain text of the scheme, one unit long: what is not needed becomes letters.
    `most` is how many candidates are asked at a time.
    """
    asked = 0

    def counted(candidates: Sequence[bytes]) -> Sequence[bool]:
        nonlocal asked
        asked += len(candidates)
        # Beyond the limit nothing holds, so that the search ends with the best so far.
        return still(candidates) if asked <= _MOST_ASKED else [False] * len(candidates)

    # Shorter before plainer: after each step it begins again with what shortens most.
    while True:
        better = (
            _first(_shorter(octets, len(letter)), counted, most)
            or _lettered(octets, counted, letter, most)
            or _first(_plainer(octets, letter), counted, most)
        )
        if better is None:
            return octets
        octets = better


def _first(candidates: Iterator[bytes], still: Still, most: int) -> bytes | None:
    """Return the first candidate for which it holds, asking many at a time."""
    block: list[bytes] = []
    for candidate in candidates:
        block.append(candidate)
        if len(block) == most:
            if found := _holding(block, still):
                return found
            block = []
    return _holding(block, still)


def _holding(block: Sequence[bytes], still: Still) -> bytes | None:
    if not block:
        return None
    results = still(block)
    return next((octets for octets, holds in zip(block, results, strict=True) if holds), None)


def _shorter(octets: bytes, unit: int) -> Iterator[bytes]:
    """Leave out a half, a quarter, … eight units, … one unit, an octet, at every place."""
    size = len(octets)
    lengths = [size >> shift for shift in range(1, size.bit_length()) if size >> shift > 8 * unit]
    lengths += [count * unit for count in range(8, 0, -1) if count * unit <= size]
    if unit > 1:
        lengths.append(1)
    for length in lengths:
        step = unit if length % unit == 0 else 1
        # At every octet, long pieces would cost more questions than they save.
        step = max(step, length // 8)
        for start in range(0, size - length + 1, step):
            yield octets[:start] + octets[start + length :]


def _lettered(octets: bytes, still: Still, letter: bytes, most: int) -> bytes | None:
    """Replace all units by letters where the fault still shows."""
    unit = len(letter)
    starts = [
        start
        for start in range(0, len(octets) - unit + 1, unit)
        if octets[start : start + unit] != letter
    ]
    singles = [_with(octets, start, letter) for start in starts]
    blocks = (singles[at : at + most] for at in range(0, len(singles), most))
    results = [holds for block in blocks for holds in still(block)]
    free = [start for start, holds in zip(starts, results, strict=True) if holds]
    together = octets
    for start in free:
        together = _with(together, start, letter)
    if not free:
        return None
    # Units that can go one by one need not go together: the fault may need either of two.
    return together if still([together])[0] else _with(octets, free[0], letter)


def _with(octets: bytes, start: int, unit: bytes) -> bytes:
    return octets[:start] + unit + octets[start + len(unit) :]


def _plainer(octets: bytes, letter: bytes) -> Iterator[bytes]:
    """Put octets that stand before them in the order of plainness in the place of others."""
    unit = len(letter)
    plain = _PLAIN if unit == 1 else _PLAIN_IN_UNITS
    for at, octet in enumerate(octets):
        start = at // unit * unit
        if octets[start : start + unit] == letter:
            continue
        rank = plain.find(octet) if octet in plain else len(plain)
        for value in plain[:rank]:
            yield _with(octets, at, bytes((value,)))
