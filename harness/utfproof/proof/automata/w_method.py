"""The W-method set of a machine: strings that find every faulty machine up to a number of states.

From each state every octet, and every string of up to `extra_states` octets more, is followed by
each string of a characterisation set. A machine of at most as many states as the minimal automaton
and `extra_states` more that answers all of these strings as the automaton does accepts the same
strings. An acceptor tells nothing before its end, so the shorter strings belong to the set too.
Source: T. S. Chow, Testing Software Design Modeled by Finite-State Machines, 1978.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from utfproof.model.encoding import ByteOrder, Scheme
from utfproof.proof.automata import alphabet
from utfproof.proof.automata.access_strings import cover
from utfproof.reference import schemes
from utfproof.reference.automaton import OCTETS, Automaton

if TYPE_CHECKING:
    from aalpy.automata import Dfa

Group = tuple[bytes, Iterator[bytes]]


@dataclass(frozen=True, slots=True)
class WMethod:
    """The parts of the set: an access string for each state, and a characterisation set.

    `suffixes` distinguish any two states: some suffix is accepted from one and refused from the
    other. The empty suffix is among them.
    """

    cover: tuple[bytes, ...]
    suffixes: tuple[bytes, ...]

    @classmethod
    def of(cls, automaton: Automaton) -> WMethod:
        """Work out the parts for a minimal automaton."""
        return cls(tuple(cover(automaton).values()), characterisation(automaton))

    def groups(self, extra_states: int = 0) -> Iterator[Group]:
        """Yield each access string with the strings of the set that start there, lazily.

        No string comes twice: one that several access strings begin is in the first's group.
        """
        for index, access in enumerate(self.cover):
            yield access, self._group(index, extra_states + 1)

    def strings(self, extra_states: int = 0) -> Iterator[bytes]:
        """Yield each string of the set once."""
        for _, group in self.groups(extra_states):
            yield from group

    def size(self, extra_states: int = 0) -> int:
        """Count the set by arithmetic; a string that is made in two ways counts twice."""
        middles = sum(1 << 8 * length for length in range(extra_states + 2))
        return len(self.cover) * middles * len(self.suffixes)

    def _group(self, index: int, longest: int) -> Iterator[bytes]:
        access = self.cover[index]
        for length in range(longest + 1):
            for at, suffix in enumerate(self.suffixes):
                repeated = self._repeated((index, length, at), longest)
                for octets in product(OCTETS, repeat=length):
                    middle = bytes(octets)
                    if middle not in repeated:
                        yield access + middle + suffix

    def _repeated(self, place: tuple[int, int, int], longest: int) -> frozenset[bytes]:
        """Return the middles whose strings come at an earlier place: access, length, suffix.

        Only strings of one length can be equal, so each pair of access string and suffix can make
        them with one length of middle alone.
        """
        index, length, at = place
        here = _Frame(self.cover[index], length, self.suffixes[at])
        found: set[bytes] = set()
        for earlier, access in enumerate(self.cover[: index + 1]):
            for end, suffix in enumerate(self.suffixes):
                middle = here.length - len(access) - len(suffix)
                if 0 <= middle <= longest and (earlier, middle, end) < place:
                    found.update(here.shared(_Frame(access, middle, suffix)))
        return frozenset(found)


@cache
def _method(scheme: Scheme, unmarked: ByteOrder) -> WMethod:
    return WMethod.of(schemes.automaton(scheme, unmarked=unmarked))


def groups(
    scheme: Scheme, extra_states: int = 0, *, unmarked: ByteOrder = "big"
) -> Iterator[Group]:
    """Yield each access string of a scheme's automaton with its strings of the W-method set."""
    return _method(scheme, unmarked).groups(extra_states)


def strings(
    scheme: Scheme, extra_states: int = 0, *, unmarked: ByteOrder = "big"
) -> Iterator[bytes]:
    """Yield the W-method set of a scheme's automaton, each string once."""
    return _method(scheme, unmarked).strings(extra_states)


def size(scheme: Scheme, extra_states: int = 0, *, unmarked: ByteOrder = "big") -> int:
    """Count the W-method set of a scheme's automaton with its repeats, by arithmetic."""
    return _method(scheme, unmarked).size(extra_states)


def characterisation(automaton: Automaton) -> tuple[bytes, ...]:
    """Return strings that distinguish the states of a minimal automaton, the empty one first.

    Raises:
        ValueError: two states of the automaton accept the same strings.
    """
    if not automaton.accepting:
        return (b"",)
    # One octet of each class stands for all: the search for a difference tries every letter.
    letters = [members[0] for members in alphabet.classes(automaton)]
    found = _dfa(automaton, letters).compute_characterization_set(raise_warning=False)
    if found is None:
        raise ValueError("the automaton is not minimal")
    return _told_at_the_end(automaton, list(map(bytes, found)))


def _told_at_the_end(automaton: Automaton, found: list[bytes]) -> tuple[bytes, ...]:
    """Add the beginnings of suffixes that are needed to distinguish the states.

    AALpy compares the outputs on the whole way through a suffix, but an acceptor is asked once, at
    its end: where the way made the difference, the suffix that ends there is needed as well.
    """
    states = cover(automaton)
    kept = [b""]
    classes = len({state in automaton.accepting for state in states})
    beginnings = {suffix[:end] for suffix in found for end in range(len(suffix))} - set(found)
    # Shortest first, by octets where they tie: the set must not depend on the order of a hash.
    for suffix in (*found, *sorted(beginnings, key=lambda octets: (len(octets), octets))):
        tried = [*kept, suffix]
        answer_of = {
            tuple(automaton.after(each, state) in automaton.accepting for each in tried)
            for state in states
        }
        if len(answer_of) > classes:
            kept, classes = tried, len(answer_of)
    return tuple(kept)


def _dfa(automaton: Automaton, letters: Sequence[int]) -> Dfa[int]:
    from aalpy.automata import Dfa, DfaState  # noqa: PLC0415  (slow to load, and seldom needed)

    found = {state: DfaState(state, state in automaton.accepting) for state in cover(automaton)}
    for number, state in found.items():
        state.transitions = {letter: found[automaton.step[number][letter]] for letter in letters}
    return Dfa(found[automaton.start], list(found.values()))


@dataclass(frozen=True, slots=True)
class _Frame:
    """All strings with one beginning, `free` octets of any value, and one end."""

    access: bytes
    free: int
    suffix: bytes

    @property
    def length(self) -> int:
        return len(self.access) + self.free + len(self.suffix)

    def fixed(self) -> list[int | None]:
        return [*self.access, *[None] * self.free, *self.suffix]

    def shared(self, other: _Frame) -> Iterator[bytes]:
        """Yield the free octets of the strings that belong to another frame of this length too."""
        both = list(zip(self.fixed(), other.fixed(), strict=True))
        if any(None not in pair and pair[0] != pair[1] for pair in both):
            return
        wanted = [theirs for _, theirs in both[len(self.access) : len(self.access) + self.free]]
        for octets in product(*(OCTETS if octet is None else (octet,) for octet in wanted)):
            yield bytes(octets)
