"""Two automata side by side: corresponding states, and transitions that differ.

States correspond when they go on alike until they are back at the start: one row that a codec
reads wrongly does not make all its states look strange. The remaining states correspond to the
state that the same string reaches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from utfproof.proof.automata.access_strings import cover
from utfproof.reference.automaton import OCTETS, Automaton, product_difference

Pairs = dict[int, int]


@dataclass(frozen=True, slots=True)
class WrongTransition:
    """Octets that lead from a state of the learned machine elsewhere than they should.

    `state` and `goes` are states of the learned machine, `should` is one of the expected machine.
    """

    state: int
    octets: tuple[int, ...]
    goes: int
    should: int


@dataclass(frozen=True, slots=True)
class MachineComparison:
    """A learned machine held against the expected one; both are minimal.

    `partners` has the expected state for each learned one that has any: `extra` are the live ones
    without, `missing` are the expected states that no learned one answers to. `endings` are the
    states whose partner disagrees about whether a string may end there. `shortest` is the shortest
    string that only one machine accepts, None when there is none.
    """

    learned: Automaton
    expected: Automaton
    partners: Pairs
    extra: tuple[int, ...]
    missing: tuple[int, ...]
    wrong: tuple[WrongTransition, ...]
    endings: tuple[int, ...]
    shortest: bytes | None

    @property
    def same(self) -> bool:
        """True when both machines accept the same strings."""
        return self.shortest is None

    @property
    def fault(self) -> str:
        """Return the fault of the shortest string: `accepts FF, which …`; "" for equal automata."""
        if self.shortest is None:
            return ""
        accepts = self.learned.accepts(self.shortest)
        does, should = ("accepts", "refuse") if accepts else ("refuses", "accept")
        shown = self.shortest.hex(" ").upper() or "the empty string"
        return f"{does} {shown}, which it should {should}"

    def access(self) -> dict[int, bytes]:
        """Choose each learned state's access string: its partner's, where that leads to it too."""
        expected = cover(self.expected)
        own = cover(self.learned)
        for state in own:
            theirs = expected.get(self.partners.get(state, -1))
            if theirs is not None and self.learned.after(theirs) == state:
                own[state] = theirs
        return own


def compare(learned: Automaton, expected: Automaton) -> MachineComparison:
    """Hold a learned machine against the expected one."""
    partners = _partners(learned, expected)
    reached = cover(learned)
    taken = set(partners.values())
    return MachineComparison(
        learned=learned,
        expected=expected,
        partners=partners,
        extra=tuple(state for state in reached if state not in partners),
        missing=tuple(state for state in cover(expected) if state not in taken),
        wrong=tuple(_wrong(learned, expected, partners)),
        endings=tuple(
            state
            for state in reached
            if state in partners
            and (state in learned.accepting) != (partners[state] in expected.accepting)
        ),
        shortest=product_difference(learned, expected),
    )


def nearest(learned: Automaton, allowed: tuple[Automaton, ...]) -> MachineComparison:
    """Compare with the first allowed machine that the learned one equals, else with the first."""
    found = [compare(learned, expected) for expected in allowed]
    return next((comparison for comparison in found if comparison.same), found[0])


def _wrong(learned: Automaton, expected: Automaton, partners: Pairs) -> Iterator[WrongTransition]:
    for state in cover(learned):
        if state not in partners:
            continue
        found: dict[tuple[int, int], list[int]] = {}
        for octet in OCTETS:
            goes = learned.step[state][octet]
            should = expected.step[partners[state]][octet]
            if partners.get(goes) != should:
                found.setdefault((goes, should), []).append(octet)
        for (goes, should), octets in found.items():
            yield WrongTransition(state, tuple(octets), goes, should)


def _partners(learned: Automaton, expected: Automaton) -> Pairs:
    pairs = {learned.start: expected.start}
    # The start may itself be the dead state; then it keeps the partner that it has.
    pairs.setdefault(learned.dead, expected.dead)
    pairs |= _alike(learned, expected, pairs)
    for state, access in cover(learned).items():
        _pair(pairs, state, expected.after(access))
    for partner, access in cover(expected).items():
        _pair(pairs, learned.after(access), partner)
    return pairs


def _pair(pairs: Pairs, state: int, partner: int) -> None:
    """Pair two states that the same string reaches, if both are still free."""
    if state not in pairs and partner not in pairs.values():
        pairs[state] = partner


def _alike(learned: Automaton, expected: Automaton, pairs: Pairs) -> Pairs:
    """Pair the states that go on alike until they reach states that are paired already.

    Classes are split until none splits. The paired states are classes of their own from the first,
    and stay so.
    """
    sides = ((0, learned), (1, expected))
    # A pair has the same class number on both sides, so both machines are refined as one.
    fixed = {(0, state): number for number, state in enumerate(pairs)}
    fixed |= {(1, partner): number for number, partner in enumerate(pairs.values())}
    found = {(side, state): -1 for side, one in sides for state in cover(one)} | fixed
    free = [key for key in found if key not in fixed]
    classes = 0
    while True:
        kinds: dict[tuple[object, ...], int] = {}
        finer = dict(fixed)
        for key in free:
            side, state = key
            automaton = sides[side][1]
            following = (found[side, target] for target in automaton.step[state])
            kind = (found[key], state in automaton.accepting, *following)
            finer[key] = kinds.setdefault(kind, len(fixed) + len(kinds))
        # No class was split in this round: the partition is stable, as in Moore's minimisation.
        if len(kinds) == classes:
            break
        found, classes = finer, len(kinds)
    theirs = {finer[key]: key[1] for key in free if key[0] == 1}
    return {key[1]: theirs[finer[key]] for key in free if key[0] == 0 and finer[key] in theirs}
