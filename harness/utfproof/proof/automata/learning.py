"""Learning the automaton of a codec that can only be asked whether it accepts a string.

AALpy's learners guess an automaton from few questions; the W-method set of the guess, over all 256
octets, then confirms it or gives a counterexample. The learners are slow over large alphabets, so
they work with one octet of each class of octets that no answer has distinguished yet. A
counterexample that needs two octets of a class splits it, and learning starts again, keeping all
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from aalpy.automata import Dfa, DfaState
from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_KV, run_Lsharp

from utfproof.errors import UtfproofError
from utfproof.proof.automata import alphabet
from utfproof.proof.automata.machines import machine
from utfproof.proof.automata.teacher import Teacher
from utfproof.proof.automata.w_method import WMethod
from utfproof.reference.automaton import Automaton

MOST_STATES = 64

Classes = tuple[tuple[int, ...], ...]


class Algorithm(StrEnum):
    """How the machine is guessed."""

    KV = "kv"
    L_SHARP = "l-sharp"


class TooManyStates(UtfproofError):
    """The codec has no machine of a size that is worth drawing."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class LearnedMachine:
    """The minimal automaton that answers every question as the codec did.

    It is the codec's own machine if that has at most `extra_states` states more. `guesses` counts
    the machines that were tried, `asked` the strings that the codec was asked.
    """

    automaton: Automaton
    extra_states: int
    guesses: int
    asked: int


def learn(
    teacher: Teacher,
    likely: Mapping[str, Automaton],
    algorithm: Algorithm = Algorithm.KV,
    extra_states: int = 1,
) -> LearnedMachine:
    """Learn the machine of a codec.

    `likely` are minimal automata, by name, that the codec's machine may resemble, the likeliest
    first. Their W-method sets are asked first, in blocks, so that hardly any string is asked alone
    later, and so that a codec which has a part of one of them cannot hide it behind a smaller
    machine.

    Raises:
        TooManyStates: the machine has more than 64.
        Unanswered: the adapter did not answer.
    """
    for name, automaton in likely.items():
        teacher.remember(f"the strings of {name}", WMethod.of(automaton).strings())
    # Learning begins with the classes of the likeliest machine: fewer letters, fewer questions.
    classes = alphabet.classes(next(iter(likely.values())))
    finest = alphabet.classes(*likely.values())
    guesses = 0
    while True:
        oracle = _Oracle(teacher, classes, finest, extra_states)
        try:
            guess = _LEARNERS[algorithm](teacher, oracle)
        except _Split as split:
            guesses += oracle.guesses
            classes = split.classes
        else:
            guesses += oracle.guesses
            return LearnedMachine(_automaton(guess, classes), extra_states, guesses, teacher.asked)


class _Split(Exception):
    """Two octets of one class were told apart."""

    def __init__(self, classes: Classes) -> None:
        super().__init__()
        self.classes = classes


class _System(SUL):  # type: ignore[misc]  # (AALpy has no types)
    """The codec as AALpy walks through it: a string that grows by an octet at a time."""

    def __init__(self, teacher: Teacher) -> None:
        super().__init__()
        self._teacher = teacher
        self._string = b""

    def pre(self) -> None:
        self._string = b""

    def post(self) -> None:
        """Leave the string as it is: `pre` begins a new one."""

    def step(self, letter: int | None) -> bool:
        if letter is not None:
            self._string += bytes((letter,))
        return self._teacher.accepts(self._string)


class _WholeStrings(_System):
    """The codec for a learner that looks only at the last answer of a query."""

    def query(self, word: tuple[int, ...]) -> list[bool]:
        return [self._teacher.accepts(bytes(word))]


class _Oracle(Oracle):  # type: ignore[misc]  # (AALpy has no types)
    """Confirms a guess with the W-method set over all octets, or returns a counterexample.

    `classes` are the octets that are treated alike so far, and `finest` those that no likely
    automaton distinguishes: a class that has to be split is split into these.
    """

    def __init__(
        self, teacher: Teacher, classes: Classes, finest: Classes, extra_states: int
    ) -> None:
        super().__init__([members[0] for members in classes], None)
        self.guesses = 0
        self._teacher = teacher
        self._classes = classes
        self._finest = finest
        self._extra_states = extra_states

    def find_cex(self, hypothesis: Dfa[int]) -> tuple[int, ...] | None:
        self.guesses += 1
        guess = _automaton(hypothesis, self._classes)
        if len(guess.step) > MOST_STATES:
            hint = "what it accepts may depend on the length of the input, or on its position"
            raise TooManyStates(f"the machine has more than {MOST_STATES} states", hint=hint)
        wrong = self._teacher.contradicting(guess)
        if wrong is None:
            wrong = self._asked_to_differ(guess)
        return None if wrong is None else tuple(self._in_letters(guess, wrong))

    def _asked_to_differ(self, guess: Automaton) -> bytes | None:
        method = WMethod.of(guess)
        # Fewest extra states first: the set grows 256-fold with each, and small ones find most
        # faults.
        for extra in range(self._extra_states + 1):
            what = f"the strings of {len(guess.step)} states" + (
                f" and {extra} more" if extra else ""
            )
            wrong = self._teacher.differing(what, guess, method.strings(extra))
            if wrong is not None:
                return wrong
        return None

    def _in_letters(self, guess: Automaton, wrong: bytes) -> bytes:
        """Write a counterexample with the first octets of classes; where it then is none, split.

        The guess reads every octet of a class alike, so a change of the verdict is the codec's.
        """
        first = {octet: members[0] for members in self._classes for octet in members}
        verdict = not guess.accepts(wrong)
        for at, octet in enumerate(wrong):
            written = wrong[:at] + bytes((first[octet],)) + wrong[at + 1 :]
            if self._teacher.accepts(written) != verdict:
                raise _Split(self._split(wrong, at))
            wrong = written
        return wrong

    def _split(self, string: bytes, at: int) -> Classes:
        """Split the class of one octet of a string by the codec's answers to its members.

        Likely automata split it too, or the next guesses would do so one after the other.
        """
        (members,) = (members for members in self._classes if string[at] in members)
        written = {octet: string[:at] + bytes((octet,)) + string[at + 1 :] for octet in members}
        self._teacher.remember("octets of one class", written.values())
        likely = {octet: part for part, octets in enumerate(self._finest) for octet in octets}
        parts: dict[tuple[int, bool], list[int]] = {}
        for octet in members:
            kind = likely[octet], self._teacher.accepts(written[octet])
            parts.setdefault(kind, []).append(octet)
        rest = (others for others in self._classes if others != members)
        return tuple(sorted((*rest, *map(tuple, parts.values()))))


def _automaton(guess: Dfa[int], classes: Classes) -> Automaton:
    letter = {octet: members[0] for members in classes for octet in members}

    def step(state: DfaState[int], octet: int) -> DfaState[int]:
        target: DfaState[int] = state.transitions[letter[octet]]
        return target

    def accepts(state: DfaState[int]) -> bool:
        return bool(state.is_accepting)

    return machine(guess.initial_state, step, accepts)


def _by_kv(teacher: Teacher, oracle: _Oracle) -> Dfa[int]:
    return run_KV(
        oracle.alphabet,
        _WholeStrings(teacher),
        oracle,
        "dfa",
        # The teacher keeps all answers itself, and treats one that changes as a breakdown.
        cache_and_non_det_check=False,
        print_level=0,
    )


def _by_l_sharp(teacher: Teacher, oracle: _Oracle) -> Dfa[int]:
    return run_Lsharp(
        oracle.alphabet,
        _System(teacher),
        oracle,
        "dfa",
        cache_and_non_det_check=False,
        print_level=0,
    )


_LEARNERS: dict[Algorithm, Callable[[Teacher, _Oracle], Dfa[int]]] = {
    Algorithm.KV: _by_kv,
    Algorithm.L_SHARP: _by_l_sharp,
}
