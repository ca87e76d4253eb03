"""The content of a drawing of an automaton: states and transitions, without a cycle.

A transition that leads back ends at a second picture of its state, where the reader goes on. So
each character is read from the left to the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from utfproof.proof.automata.access_strings import cover
from utfproof.proof.automata.machine_comparison import MachineComparison
from utfproof.reference.automaton import Automaton


class EdgeMark(StrEnum):
    """How something is drawn; the values are classes of the style sheet."""

    EXPECTED = "expected"
    WRONG = "wrong"
    MISSING = "missing"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class DiagramNode:
    """A state by the string that leads to it."""

    access: bytes
    accepting: bool
    mark: EdgeMark


@dataclass(frozen=True, slots=True)
class DiagramEdge:
    """The octets that lead from one node to another."""

    source: str
    target: str
    octets: tuple[int, ...]
    mark: EdgeMark


@dataclass(frozen=True, slots=True)
class Diagram:
    """Nodes by key, and ways that form no cycle."""

    nodes: dict[str, DiagramNode]
    ways: tuple[DiagramEdge, ...]


def diagram(comparison: MachineComparison) -> Diagram:
    """Return the diagram: the learned automaton, with missing parts of the expected one dashed.

    The dead state and the transitions to it are left out.
    """
    nodes = _nodes(comparison)
    ways = [*_learned(comparison), *_missing(comparison)]
    kept = _without_cycles(nodes, ways)
    for way in ways:
        if way not in kept:
            node = nodes[way.target]
            again = DiagramNode(node.access, node.accepting, EdgeMark.AGAIN)
            nodes[f"{way.target} again"] = again
    ends = [way.target if way in kept else f"{way.target} again" for way in ways]
    turned = (
        DiagramEdge(way.source, end, way.octets, way.mark)
        for way, end in zip(ways, ends, strict=True)
    )
    return Diagram(nodes, tuple(turned))


def _nodes(comparison: MachineComparison) -> dict[str, DiagramNode]:
    learned, expected = comparison.learned, comparison.expected
    wrong = {*comparison.extra, *comparison.endings}
    nodes = {
        _key(state): DiagramNode(
            access,
            state in learned.accepting,
            EdgeMark.WRONG if state in wrong else EdgeMark.EXPECTED,
        )
        for state, access in comparison.access().items()
        # Of a codec that accepts nothing, the dead state is all there is to draw.
        if state != learned.dead or state == learned.start
    }
    for state, access in cover(expected).items():
        if state in comparison.missing and state != expected.dead:
            nodes[_lacking(state)] = DiagramNode(
                access, state in expected.accepting, EdgeMark.MISSING
            )
    return nodes


def _learned(comparison: MachineComparison) -> Iterator[DiagramEdge]:
    learned = comparison.learned
    wrong = {(item.state, octet) for item in comparison.wrong for octet in item.octets}
    for state in cover(learned):
        for target, octets in _targets(learned, state):
            strange = [
                octet for octet in octets if state in comparison.extra or (state, octet) in wrong
            ]
            usual = [octet for octet in octets if octet not in strange]
            for found, mark in ((usual, EdgeMark.EXPECTED), (strange, EdgeMark.WRONG)):
                if found:
                    yield DiagramEdge(_key(state), _key(target), tuple(found), mark)


def _missing(comparison: MachineComparison) -> Iterator[DiagramEdge]:
    """Yield the ways that should be there: those of missing states too."""
    expected = comparison.expected
    drawn = {partner: _key(state) for state, partner in comparison.partners.items()}

    def key(state: int) -> str:
        return drawn.get(state, _lacking(state))

    should: dict[tuple[int, int], list[int]] = {}
    for item in comparison.wrong:
        if item.should != expected.dead:
            should.setdefault((item.state, item.should), []).extend(item.octets)
    for (state, target), octets in should.items():
        yield DiagramEdge(_key(state), key(target), tuple(sorted(octets)), EdgeMark.MISSING)
    for state in comparison.missing:
        for target, found in _targets(expected, state):
            yield DiagramEdge(key(state), key(target), tuple(found), EdgeMark.MISSING)


def _targets(automaton: Automaton, state: int) -> list[tuple[int, list[int]]]:
    """Group the octets of a state by the live state that they lead to."""
    found: dict[int, list[int]] = {}
    for octet, target in enumerate(automaton.step[state]):
        if target != automaton.dead:
            found.setdefault(target, []).append(octet)
    return list(found.items())


def _key(state: int) -> str:
    return f"state {state}"


def _lacking(state: int) -> str:
    return f"missing {state}"


def _without_cycles(nodes: dict[str, DiagramNode], ways: Sequence[DiagramEdge]) -> set[DiagramEdge]:
    """Choose the ways to keep, those near the start first.

    The nodes come in the order in which the start reaches them.
    """
    place = {key: len(node.access) for key, node in nodes.items()}
    kept: set[DiagramEdge] = set()
    followers: dict[str, set[str]] = {key: set() for key in nodes}
    for way in sorted(ways, key=lambda way: (place[way.source], place[way.target])):
        if way.source not in _reached(followers, way.target):
            followers[way.source].add(way.target)
            kept.add(way)
    return kept


def _reached(followers: dict[str, set[str]], start: str) -> set[str]:
    found = {start}
    waiting = [start]
    while waiting:
        for target in followers[waiting.pop()] - found:
            found.add(target)
            waiting.append(target)
    return found
