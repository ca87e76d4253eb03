"""The three decoders of the reference read alike, whatever the length of the text.

Each is asked octet by octet until no new state appears: an automaton for all strings. Two
automata are compared by visiting every pair of states that some string reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from utfproof.model.encoding import is_scalar
from utfproof.model.reading import Reading, Value
from utfproof.proof.proving.result import Proof, ProofState
from utfproof.reference import arithmetic, grammar, ranges
from utfproof.reference.automaton import Automaton, product_difference

LAST = 0x10FFFF
DECODERS: Mapping[str, tuple[Callable[[], Automaton], Callable[[bytes], Reading]]] = {
    "RFC 3629 section 3, arithmetic": (arithmetic.automaton, arithmetic.read),
    "RFC 3629 section 4, grammar": (grammar.automaton, grammar.read),
    "ISO/IEC 10646 clause 9.2, tables": (ranges.automaton, ranges.read),
}
"""Each decoder by the section that it is written from: its automaton, and its reading."""

SUBJECT = "the three decoders of the reference"


def proofs() -> Iterator[Proof]:
    """Prove that the decoders accept the same strings, and read each character alike."""
    yield _same_strings()
    yield _same_values()


def _same_strings() -> Proof:
    statement = "they accept the same strings, of all lengths"
    for (one, (left, _)), (other, (right, _)) in combinations(DECODERS.items(), 2):
        difference = product_difference(left(), right())
        if difference is not None:
            how = f"only one of {one} and {other} accepts it"
            return Proof(SUBJECT, statement, ProofState.REFUTED, how, difference)
    states = ", ".join(str(len(machine().step)) for machine, _ in DECODERS.values())
    how = f"automata of {states} states; every pair of states that a string reaches was visited"
    return Proof(SUBJECT, statement, ProofState.PROVED, how)


def _same_values() -> Proof:
    statement = "they read every character as the same scalar value"
    count = 0
    for value in filter(is_scalar, range(LAST + 1)):
        octets = arithmetic.encode(value)
        right = (Value(value, octets),)
        for name, (_, read) in DECODERS.items():
            if read(octets).parts != right:
                how = f"{name} does not read it as U+{value:04X}"
                return Proof(SUBJECT, statement, ProofState.REFUTED, how, octets)
        count += 1
    return Proof(SUBJECT, statement, ProofState.PROVED, f"all {count:,} characters were read")
