"""Which faulty machines the suite's strings find: all single-transition faults of each encoding."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from utfproof.model.case import DecodeCase
from utfproof.model.encoding import Encoding, Scheme
from utfproof.proof.automata import transitions, w_method
from utfproof.proof.automata.transitions import TransitionScore
from utfproof.proof.families import inputs
from utfproof.reference import schemes
from utfproof.vectors.suite import Suite

MACHINES = (
    Scheme.UTF_8,
    Scheme.UTF_16BE,
    Scheme.UTF_16LE,
    Scheme.UTF_32BE,
    Scheme.UTF_32LE,
)
"""The encodings whose machines are put out of order."""


@dataclass(frozen=True, slots=True)
class MachineScore:
    """How many of the faulty machines of one encoding a part of the suite finds."""

    scheme: Scheme
    part: str
    score: TransitionScore


def vectors(suite: Suite, scheme: Scheme) -> Iterator[bytes]:
    """Yield the inputs of the written cases of an encoding's standard rules."""
    for case in suite.cases:
        own = case.about.encoding is Encoding(scheme) and case.about.profile is None
        if isinstance(case, DecodeCase) and own:
            yield case.octets


def _family(name: str) -> Callable[[Suite, Scheme], Iterator[bytes]]:
    def strings(suite: Suite, scheme: Scheme) -> Iterator[bytes]:
        del suite
        for _, found in inputs.groups(name, scheme):
            yield from found

    return strings


def _states(suite: Suite, scheme: Scheme) -> Iterator[bytes]:
    del suite
    return w_method.strings(scheme)


PARTS: dict[str, Callable[[Suite, Scheme], Iterable[bytes]]] = {
    "vectors": vectors,
    "families/octets": _family("octets"),
    "families/representatives": _family("representatives"),
    "families/states": _states,
    "families/contexts": _family("contexts"),
    "families/markup": _family("markup"),
}
"""The parts of the suite that machines read: those whose strings differ not only in place."""


def scored(suite: Suite, scheme: Scheme, parts: Iterable[str]) -> Iterator[MachineScore]:
    """Score each part by itself."""
    automaton = schemes.automaton(scheme)
    for part in parts:
        found = transitions.score(automaton, PARTS[part](suite, scheme))
        yield MachineScore(scheme, part, found)


def together(suite: Suite, scheme: Scheme, parts: Iterable[str]) -> TransitionScore:
    """Score parts together: a machine is found when any string finds it."""
    strings = (string for part in parts for string in PARTS[part](suite, scheme))
    return transitions.score(schemes.automaton(scheme), strings)
