"""A learned automaton in words: its states, and its deviations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from utfproof.proof.automata import alphabet
from utfproof.proof.automata.access_strings import START, cover, named
from utfproof.proof.automata.machine_comparison import MachineComparison

_REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class MachineState:
    """A state of a learned machine, called by the octets that lead to it.

    `leads` has ranges of octets by the name of the state to which they lead.
    """

    number: int
    name: str
    accepting: bool
    expected: bool
    leads: dict[str, str]


@dataclass(frozen=True, slots=True)
class TransitionDifference:
    """Octets that lead from a state elsewhere than they should."""

    state: str
    octets: str
    leads: str
    should: str

    def __str__(self) -> str:
        """Return the difference as a sentence."""
        where = "at the start" if self.state == START else f"after {self.state}"
        return f"{where}, {self.octets}: {_led(self.leads)}, should be {_led(self.should)}"


def states(comparison: MachineComparison) -> list[MachineState]:
    """Describe the states of the learned machine, in the order in which the start reaches them."""
    learned = comparison.learned
    names = _learned_names(comparison)
    found = []
    for number in cover(learned):
        ways: dict[int, list[int]] = {}
        for octet, target in enumerate(learned.step[number]):
            ways.setdefault(target, []).append(octet)
        leads = {names[target]: alphabet.ranges(octets) for target, octets in ways.items()}
        expected = number not in comparison.extra and number not in comparison.endings
        found.append(
            MachineState(number, names[number], number in learned.accepting, expected, leads)
        )
    return found


def differences(comparison: MachineComparison) -> list[TransitionDifference]:
    """Name each transition that is not as expected, octets with the same ends together."""
    names, others = _learned_names(comparison), _expected_names(comparison)
    return [
        TransitionDifference(
            names[item.state],
            alphabet.ranges(item.octets),
            names[item.goes],
            others[item.should],
        )
        for item in comparison.wrong
    ]


def sentences(comparison: MachineComparison) -> Iterator[str]:
    """Yield a sentence for each difference from the expected machine."""
    yield from map(str, differences(comparison))
    names, others = _learned_names(comparison), _expected_names(comparison)
    for state in comparison.extra:
        yield f"{names[state]} is a state that should not be there"
    for state in comparison.missing:
        yield f"{others[state]} should be a state of its own"
    for state in comparison.endings:
        if state in comparison.learned.accepting:
            yield f"a string may end in the state {names[state]}, and should not"
        else:
            yield f"a string may not end in the state {names[state]}, and should"


def table(comparison: MachineComparison) -> Table:
    """Show the states and the octets that lead on; a state that is not expected is red."""
    shown = Table("state", "a string may end", "octets that lead on", header_style="bold")
    for state in states(comparison):
        style = "" if state.expected else "red"
        leads = "\n".join(
            f"{octets} → {target}" for target, octets in state.leads.items() if target != _REFUSED
        )
        shown.add_row(Text(state.name, style), "yes" if state.accepting else "", Text(leads, style))
    return shown


def as_json(comparison: MachineComparison) -> dict[str, object]:
    """Return the automaton and its deviations as values for JSON."""
    others = _expected_names(comparison)
    return {
        "states": [
            {
                "name": state.name,
                "accepting": state.accepting,
                "expected": state.expected,
                "leads": state.leads,
            }
            for state in states(comparison)
        ],
        "differences": [
            {
                "state": item.state,
                "octets": item.octets,
                "leads": item.leads,
                "should": item.should,
            }
            for item in differences(comparison)
        ],
        "missing": [others[state] for state in comparison.missing],
        "shortest": None if comparison.shortest is None else comparison.shortest.hex(),
    }


def _learned_names(comparison: MachineComparison) -> dict[int, str]:
    names = {state: named(access) for state, access in comparison.access().items()}
    # A machine that refuses everything begins in its dead state, which keeps its name as the start.
    if comparison.learned.dead != comparison.learned.start:
        names[comparison.learned.dead] = _REFUSED
    return names


def _expected_names(comparison: MachineComparison) -> dict[int, str]:
    """Name the expected states, by their partners where they have any."""
    own = {state: named(access) for state, access in cover(comparison.expected).items()}
    names = _learned_names(comparison)
    partners = {partner: names[state] for state, partner in comparison.partners.items()}
    # The later ones win: a partner has the learned state's name, so that sentences use one for
    # both.
    return own | partners | {comparison.expected.dead: _REFUSED}


def _led(name: str) -> str:
    return name if name == _REFUSED else f"on to {name}"
