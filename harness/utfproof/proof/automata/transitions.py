"""Faulty automata that differ from an automaton in one transition, and the strings that find them.

A mutant agrees with the automaton up to the first time that it takes the changed transition: so
only the rest of the string has to be read again, from the wrong state. That makes the score of a
large set of strings over tens of thousands of mutants a matter of seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from utfproof.proof.automata.access_strings import cover
from utfproof.reference.automaton import Automaton, product_difference


@dataclass(frozen=True, slots=True, order=True)
class TransitionFault:
    """A transition that leads to the wrong state; states are the automaton's numbers."""

    state: int
    octet: int
    right: int
    wrong: int


@dataclass(frozen=True, slots=True)
class SurvivingFault:
    """A fault that no string found, its states by their access strings; None is the dead one.

    `killer` is the shortest string that would find it, the first in octet order.
    """

    fault: TransitionFault
    state: bytes
    right: bytes | None
    wrong: bytes | None
    killer: bytes

    def __str__(self) -> str:
        """Return the fault in words, with a string that shows it."""
        where = f"after {_hex(self.state)}" if self.state else "at the start"
        leads = f"leads {_place(self.wrong)}, not {_place(self.right)}"
        return f"{where}, {self.fault.octet:02X} {leads}: {_hex(self.killer)} would show it"


@dataclass(frozen=True, slots=True)
class TransitionScore:
    """How many mutants a set of strings kills.

    `equivalents` accept the same strings as the automaton: nothing can kill them, and they are not
    in `total`. `alone` are the strings that are each the only one to kill some mutant, shorter
    ones first.
    """

    total: int
    killed: int
    survivors: tuple[SurvivingFault, ...]
    equivalents: tuple[TransitionFault, ...]
    alone: tuple[bytes, ...]


def faults(automaton: Automaton) -> Iterator[TransitionFault]:
    """Yield every fault of one transition: each live state, each octet, each wrong state."""
    for state, row in enumerate(automaton.step):
        if state != automaton.dead:
            for octet, right in enumerate(row):
                for wrong in range(len(automaton.step)):
                    if wrong != right:
                        yield TransitionFault(state, octet, right, wrong)


def mutated(automaton: Automaton, fault: TransitionFault) -> Automaton:
    """Return the automaton with the fault in it; the states keep their numbers.

    It need not be minimal, and states may have become unreachable.
    """
    row = list(automaton.step[fault.state])
    row[fault.octet] = fault.wrong
    rows = list(automaton.step)
    rows[fault.state] = tuple(row)
    return replace(automaton, step=tuple(rows))


def score(automaton: Automaton, strings: Iterable[bytes]) -> TransitionScore:
    """Find out which faults of one transition the verdicts on some strings reveal.

    A string kills a mutant that accepts it where the automaton does not, or the reverse.
    """
    table = [target for row in automaton.step for target in row]
    tried = [_Changed(table, key, len(automaton.step)) for key in range(len(table))]
    # One octet for each transition: whether a string that takes it may still tell something.
    wanted = bytearray(key >> 8 != automaton.dead for key in range(len(table)))
    for string in strings:
        passed, end = _passed(automaton, table, wanted, string)
        accepted = end in automaton.accepting
        for key, offset in passed.items():
            if tried[key].read(string, offset, accepted, automaton.accepting):
                wanted[key] = 0
    return _summed_up(automaton, tried)


def _passed(
    automaton: Automaton, table: list[int], wanted: bytearray, string: bytes
) -> tuple[dict[int, int], int]:
    """Read a string; give the offset behind the first use of each wanted transition, and the end.

    A transition is a key: its state times 256, and its octet.
    """
    state, dead = automaton.start, automaton.dead
    passed: dict[int, int] = {}
    for offset, octet in enumerate(string, 1):
        key = state << 8 | octet
        if wanted[key] and key not in passed:
            passed[key] = offset
        state = table[key]
        if state == dead:
            break
    return passed, state


class _Changed:
    """The mutants that change one transition, and the strings that killed them so far.

    `open` are the wrong states of the mutants that fewer than two strings have killed.
    """

    __slots__ = ("_harmless", "_key", "_table", "killer", "open", "shared")

    def __init__(self, table: list[int], key: int, states: int) -> None:
        self.open = [state for state in range(states) if state != table[key]]
        self.killer: dict[int, bytes] = {}
        self.shared: set[int] = set()
        self._table = table
        self._key = key
        self._harmless: set[bytes] = set()

    def read(self, string: bytes, at: int, accepted: bool, accepting: frozenset[int]) -> bool:
        """Let open mutants read the rest behind the transition; return whether none is left."""
        rest = string[at:]
        # A rest that killed no open mutant never will: the open ones only become fewer.
        if rest in self._harmless:
            return False
        killed = [
            wrong for wrong in self.open if (self._after(rest, wrong) in accepting) != accepted
        ]
        if not killed:
            self._harmless.add(rest)
        for wrong in killed:
            # Two killers suffice to know that neither is the only one.
            if self.killer.setdefault(wrong, string) != string:
                self.shared.add(wrong)
                self.open.remove(wrong)
        return not self.open

    def _after(self, rest: bytes, wrong: int) -> int:
        table, changed, state = self._table, self._key, wrong
        for octet in rest:
            key = state << 8 | octet
            state = wrong if key == changed else table[key]
        return state


def _summed_up(automaton: Automaton, tried: list[_Changed]) -> TransitionScore:
    total = killed = 0
    search = _Search(automaton)
    survivors: list[SurvivingFault] = []
    equivalents: list[TransitionFault] = []
    for fault in faults(automaton):
        if fault.wrong in tried[fault.state << 8 | fault.octet].killer:
            total, killed = total + 1, killed + 1
        elif (killer := search.shortest(fault)) is not None:
            total += 1
            survivors.append(search.survivor(fault, killer))
        else:
            equivalents.append(fault)
    alone = {
        string
        for changed in tried
        for wrong, string in changed.killer.items()
        if wrong not in changed.shared
    }
    first = sorted(alone, key=lambda string: (len(string), string))
    return TransitionScore(total, killed, tuple(survivors), tuple(equivalents), tuple(first))


def shortest_killer(automaton: Automaton, fault: TransitionFault) -> bytes | None:
    """Return the shortest string that finds a fault, the first in octet order.

    None when there is none: the mutant is equivalent, which the product of both proves.
    """
    return _Search(automaton).shortest(fault)


class _Search:
    """The shortest strings that distinguish the states of an automaton, each searched once.

    They distinguish the mutants as well. Two states that a string of n octets distinguishes, and no
    shorter one, accept the same strings of fewer than n octets: so wherever a mutant takes the
    changed transition again, the rest of the string is too short to make up for the first time.
    """

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        self._access: Mapping[int, bytes] = cover(automaton)
        self._differences: dict[tuple[int, int], bytes | None] = {}

    def shortest(self, fault: TransitionFault) -> bytes | None:
        access, pair = self._access.get(fault.state), (fault.right, fault.wrong)
        if pair not in self._differences:
            right, wrong = (replace(self._automaton, start=state) for state in pair)
            self._differences[pair] = product_difference(right, wrong)
        difference = self._differences[pair]
        # An unreachable state or an automaton that is not minimal: only whole machines can be
        # compared.
        if access is not None and difference is not None:
            return access + bytes((fault.octet,)) + difference
        return product_difference(self._automaton, mutated(self._automaton, fault))

    def survivor(self, fault: TransitionFault, killer: bytes) -> SurvivingFault:
        right, wrong = (
            None if state == self._automaton.dead else self._access[state]
            for state in (fault.right, fault.wrong)
        )
        return SurvivingFault(fault, self._access[fault.state], right, wrong, killer)


def _hex(octets: bytes) -> str:
    return octets.hex(" ").upper()


def _place(state: bytes | None) -> str:
    if state is None:
        return "to refusal"
    return f"to where {_hex(state)} leads" if state else "back to the start"
