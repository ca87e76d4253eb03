"""Whether the rules that the suite calls unmet are those that a faulty machine breaks.

A changed transition decides which rule is broken where it refuses an octet that may stand there, or
accepts one that may not as if it were one that may: the documents say of each octet at each place
which sentence it then breaks. Where it leads elsewhere the machine reads what no sentence names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from utfproof.engine.attribution.attribute import attributed
from utfproof.engine.attribution.resolution import resolved
from utfproof.engine.attribution.rules import ROWS, Kind, requirement
from utfproof.engine.journal.events import CaseFinished
from utfproof.model.encoding import Encoding, Scheme, facts
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Accepted, Outcome, Refused
from utfproof.model.profile import PROFILES, Claims, Settings
from utfproof.model.verdict import Verdict
from utfproof.proof.automata import transitions
from utfproof.proof.automata.access_strings import cover
from utfproof.proof.automata.transitions import TransitionFault
from utfproof.proof.families import scalars
from utfproof.proof.power import machines
from utfproof.proof.power.attribution import Attribution, AttributionScore, added_up
from utfproof.reference import schemes
from utfproof.reference.automaton import Automaton
from utfproof.vectors.suite import Suite

NEEDED = ("families/octets", "families/representatives", "families/states", "families/scalars")
"""Without these families some machines are not found at every place where they are wrong."""
_EACH = 24
"""Wrong answers of a machine that are charged, for each offset of its transition and length."""
_ALIKE = 3
"""Failures with the same candidates that are weighed: more of a kind tell nothing new."""
_SHOWN = 3

_Range = tuple[int, int]
_Row = tuple[str, _Range, str, Kind]
"""A state, octets that may not stand there, the state to which they lead wrongly, and what is then
broken. States are named by the octets that lead to them; `*` is any state."""

_NEVER = ((0xC0, 0xC1), (0xF5, 0xFF))
_NO_TAILS = ((0x00, 0x7F), (0xC0, 0xFF))
# RFC 3629, section 4 (UTF8-octets), and the sentences of sections 1 and 3 on what it leaves out.
# With three tails behind them F5 to F7 are numbers above U+10FFFF; F8 to FF never occur at all.
_UTF_8: tuple[_Row, ...] = (
    ("", (0x80, 0xBF), "*", Kind.GRAMMAR),
    ("", (0xC0, 0xC1), "c2", Kind.OVERLONG),
    ("", (0xF8, 0xFF), "*", Kind.FORBIDDEN),
    *(("", (0xF5, 0xF7), state, Kind.BEYOND) for state in ("f0", "f1", "f4")),
    *(("", (0xF5, 0xF7), state, Kind.FORBIDDEN) for state in ("", "c2", "e0", "e1", "ed")),
    *(("", octets, "", Kind.FORBIDDEN) for octets in _NEVER),
    ("e0", (0x80, 0x9F), "c2", Kind.OVERLONG),
    ("ed", (0xA0, 0xBF), "c2", Kind.SURROGATE),
    ("f0", (0x80, 0x8F), "e1", Kind.OVERLONG),
    ("f4", (0x90, 0xBF), "e1", Kind.BEYOND),
    *(
        (state, octets, behind, Kind.TAIL)
        for octets in _NO_TAILS
        for state, behind in {
            "c2": "", "e0": "c2", "e1": "c2", "ed": "c2", "f0": "e1", "f1": "e1", "f4": "e1"
        }.items()
    ),
)  # fmt: skip
_OTHERS = ((0x00, 0xDB), (0xE0, 0xFF))
# RFC 2781, section 2.2, and ISO/IEC 10646, 9.3: the octet that makes a unit a low surrogate.
_UTF_16BE: tuple[_Row, ...] = (
    *(("", (0xDC, 0xDF), state, Kind.SURROGATE) for state in ("00", "d8")),
    *(("d800", octets, state, Kind.SURROGATE) for octets in _OTHERS for state in ("00", "d8")),
)
_UTF_16LE: tuple[_Row, ...] = (
    *(("00", (0xDC, 0xDF), state, Kind.SURROGATE) for state in ("", "00d8")),
    *(("00d800", octets, state, Kind.SURROGATE) for octets in _OTHERS for state in ("", "00d8")),
)
# ISO/IEC 10646, 9.4: planes 0 to 16, without D800 to DFFF in plane 0.
_UTF_32BE: tuple[_Row, ...] = (
    ("", (0x01, 0xFF), "00", Kind.BEYOND),
    *(("00", (0x11, 0xFF), state, Kind.BEYOND) for state in ("0000", "0001")),
    ("0000", (0xD8, 0xDF), "000000", Kind.SURROGATE),
)
_UTF_32LE: tuple[_Row, ...] = (
    *((state, (0x11, 0xFF), "000000", Kind.BEYOND) for state in ("0000", "00d8")),
    ("00d8", (0x00, 0x00), "000000", Kind.SURROGATE),
    ("000000", (0x01, 0xFF), "", Kind.BEYOND),
)
_DECIDED: Mapping[Scheme, Sequence[_Row]] = {
    Scheme.UTF_8: _UTF_8,
    Scheme.UTF_16BE: _UTF_16BE,
    Scheme.UTF_16LE: _UTF_16LE,
    Scheme.UTF_32BE: _UTF_32BE,
    Scheme.UTF_32LE: _UTF_32LE,
}


@dataclass(frozen=True, slots=True)
class MachineAttribution:
    """How well the failures of an encoding's faulty machines are charged, where they decide.

    `differ` names the first machines that are charged otherwise.
    """

    scheme: Scheme
    score: AttributionScore
    differ: tuple[str, ...]


def declared(scheme: Scheme, automaton: Automaton) -> dict[TransitionFault, frozenset[Kind]]:
    """Return the faults that decide, each with the kinds of divergence that it shows.

    Octets that are refused break the sentence on each row of the table that they are in.
    """
    names = {octets.hex(): state for state, octets in cover(automaton).items()}
    found: dict[TransitionFault, frozenset[Kind]] = {}
    for fault in transitions.faults(automaton):
        if fault.wrong == automaton.dead:
            rows = _rows(scheme, automaton, fault)
            found[fault] = frozenset(rows)
        elif fault.right == automaton.dead:
            kind = _accepted(scheme, names, fault)
            if kind:
                found[fault] = frozenset({kind})
    return found


def _accepted(scheme: Scheme, names: Mapping[str, int], fault: TransitionFault) -> Kind | None:
    for state, (first, last), to, kind in _DECIDED[scheme]:
        fits = names[state] == fault.state and first <= fault.octet <= last
        if fits and to in ("*", *(name for name, at in names.items() if at == fault.wrong)):
            return kind
    return None


def _rows(scheme: Scheme, automaton: Automaton, fault: TransitionFault) -> Iterator[Kind]:
    """Yield the row of each length of characters that take a transition."""
    before = _distances(automaton)[fault.state]
    after = _remaining(automaton)[fault.right]
    unit = facts(scheme).unit
    for length in {one + 1 + other for one in before for other in after}:
        yield ROWS[length // unit - 1]


@lru_cache(maxsize=8)
def _distances(automaton: Automaton) -> Mapping[int, frozenset[int]]:
    """Return how many octets of a character may lie before each state."""
    found: dict[int, set[int]] = defaultdict(set)
    found[automaton.start].add(0)
    waiting = [(automaton.start, 0)]
    while waiting:
        state, length = waiting.pop()
        for target in set(automaton.step[state]) - {automaton.dead, automaton.start}:
            if length + 1 not in found[target]:
                found[target].add(length + 1)
                waiting.append((target, length + 1))
    return {state: frozenset(lengths) for state, lengths in found.items()}


@lru_cache(maxsize=8)
def _remaining(automaton: Automaton) -> Mapping[int, frozenset[int]]:
    """Return how many octets of a character may follow each state; the start ends one."""
    found: dict[int, frozenset[int]] = {automaton.start: frozenset({0})}
    changed = True
    while changed:
        changed = False
        for state, row in enumerate(automaton.step):
            if state in (automaton.start, automaton.dead):
                continue
            known = (found[target] for target in set(row) if target in found)
            lengths = frozenset(length + 1 for one in known for length in one)
            if lengths != found.get(state, frozenset()):
                found[state], changed = lengths, True
    return found


def measured(suite: Suite, scheme: Scheme) -> MachineAttribution:
    """Charge the answers of every machine that decides, as a validator, to the suite's strings."""
    automaton = schemes.automaton(scheme)
    settings, offer = _settings(scheme), Offer(Op.VALIDATE, Encoding(scheme.value), Mode.STRICT)
    charged = _Charges(settings, offer)
    taken = _taken(automaton, _strings(suite, scheme))
    found: list[Attribution] = []
    differ: list[str] = []
    for fault, kinds in declared(scheme, automaton).items():
        wrong = list(_wrong(automaton, fault, taken[fault.state, fault.octet]))
        breaks = frozenset(requirement(kind, settings) for kind in kinds)
        own = Attribution(breaks, charged.of(wrong))
        found.append(own)
        if not own.exact and len(differ) < _SHOWN:
            differ.append(f"{scheme}: {_words(automaton, fault)}: {own}")
    return MachineAttribution(scheme, added_up(found), tuple(differ))


def _wrong(
    automaton: Automaton, fault: TransitionFault, taken: _Taken
) -> Iterator[tuple[bytes, bool]]:
    """Yield strings with the wrong answers to them, a few for each offset and length."""
    mutant = transitions.mutated(automaton, fault)
    for strings in taken.values():
        answers = ((one, _accepts(mutant, one)) for one in strings)
        wrong = (one for one in answers if one[1] is not _accepts(automaton, one[0]))
        yield from islice(wrong, _EACH)


def _words(automaton: Automaton, fault: TransitionFault) -> str:
    states = {number: octets.hex(" ").upper() for number, octets in cover(automaton).items()}
    place = f"after {states[fault.state]}" if states[fault.state] else "at the start"
    if fault.wrong == automaton.dead:
        return f"{fault.octet:02X} is refused {place}"
    leads = states[fault.wrong] or "the start"
    return f"{fault.octet:02X} leads {place} as far as {leads}"


def _settings(scheme: Scheme) -> Settings:
    """Return the settings of the first profile that speaks for an encoding by its own rules."""
    found = (Claims((name,)).settings(Encoding(scheme.value)) for name in PROFILES)
    return next(one for one in found if one and one.scheme is scheme)


def _accepts(automaton: Automaton, string: bytes) -> bool:
    state = automaton.start
    for octet in string:
        state = automaton.step[state][octet]
    return state in automaton.accepting


def _strings(suite: Suite, scheme: Scheme) -> Iterator[bytes]:
    """Yield the strings of the suite that differ not only in place, and scalar values."""
    for part in (machines.PARTS.keys() & {*NEEDED}) | {"vectors"}:
        yield from machines.PARTS[part](suite, scheme)
    for _, values in scalars.blocks(scheme):
        for value in scalars.alone(values):
            yield schemes.encode_value(scheme, value) or b""
        row = scalars.ScalarRows(values, scalars.ROW).row(0)
        yield b"".join(schemes.encode_value(scheme, value) or b"" for value in row)


_Taken = Mapping[tuple[int, int], Sequence[bytes]]
"""Strings that take a transition, by the offset at which they first do, and by their length."""


def _taken(automaton: Automaton, strings: Iterable[bytes]) -> Mapping[tuple[int, int], _Taken]:
    """Return the strings that take each transition, the shortest first."""
    found: dict[tuple[int, int], dict[tuple[int, int], list[bytes]]]
    found = defaultdict(lambda: defaultdict(list))
    for string in sorted(set(strings), key=lambda one: (len(one), one)):
        state = automaton.start
        seen: set[tuple[int, int]] = set()
        for offset, octet in enumerate(string):
            key = state, octet
            if key not in seen:
                seen.add(key)
                found[key][offset, len(string)].append(string)
            state = automaton.step[state][octet]
            if state == automaton.dead:
                break
    return found


@dataclass(frozen=True)
class _Charges:
    """The requirements that a validator's wrong answers are charged to."""

    settings: Settings
    offer: Offer

    def of(self, wrong: Iterable[tuple[bytes, bool]]) -> frozenset[str]:
        """Charge answers, true for a yes, as a run does with all failures of a codec."""
        counts: dict[tuple[str, ...], int] = defaultdict(int)
        cases = []
        for number, (string, yes) in enumerate(wrong):
            breaks = _broken(self.settings, self.offer, string, yes)
            counts[breaks] += 1
            if counts[breaks] <= _ALIKE:
                cases.append(self._case(number, string, breaks))
        return frozenset(resolved(cases).values())

    def _case(self, number: int, string: bytes, breaks: tuple[str, ...]) -> CaseFinished:
        return CaseFinished(
            codec="machine/validator",
            case=f"machine/{number}",
            op=str(self.offer),
            verdict=Verdict.FAIL,
            asked=1,
            way="whole",
            input=render(string),
            expected="",
            actual="",
            clauses=(),
            flags=(),
            breaks=breaks,
        )


@lru_cache(maxsize=1 << 17)
def _broken(settings: Settings, offer: Offer, string: bytes, yes: bool) -> tuple[str, ...]:
    outcome: Outcome = Accepted() if yes else Refused(None, None)
    return attributed(settings, offer, render(string), outcome)
