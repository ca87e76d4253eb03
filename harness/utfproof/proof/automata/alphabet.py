"""The alphabet of octets as automata see it: classes of octets that no state distinguishes."""

from __future__ import annotations

from collections.abc import Iterable

from utfproof.reference.automaton import OCTETS, Automaton


def classes(*automata: Automaton) -> tuple[tuple[int, ...], ...]:
    """Group the octets that lead from every state of all automata to the same one.

    Each group is in order, and so are the groups by their first octets: a search over the first
    octet of each group finds what a search over all octets finds.
    """
    rows = [row for automaton in automata for row in automaton.step]
    found: dict[tuple[int, ...], list[int]] = {}
    for octet in OCTETS:
        found.setdefault(tuple(row[octet] for row in rows), []).append(octet)
    return tuple(map(tuple, found.values()))


def ranges(octets: Iterable[int]) -> str:
    """Write octets as ranges in order: `00-7F`, `E1-EC EE-EF`."""
    runs: list[list[int]] = []
    for octet in sorted(set(octets)):
        if runs and octet == runs[-1][-1] + 1:
            runs[-1].append(octet)
        else:
            runs.append([octet])
    return " ".join(f"{run[0]:02X}-{run[-1]:02X}" if run[1:] else f"{run[0]:02X}" for run in runs)
