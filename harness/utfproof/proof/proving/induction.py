"""Proofs about compiled functions, for texts of every length.

A function that reads a character at a time comes back to the head of its loop after each. There
its state is held against that of a call with the text behind the character: where both are alike
in all that is read later, the rest of the run is that call. So by induction over the length the
function is right where its single steps are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import claripy

from utfproof.proof.proving.compiled_function import CompiledFunction, Returns
from utfproof.proof.proving.execution import Execution, NotFollowedError, State, Watched
from utfproof.proof.proving.octet_conditions import LENGTHS
from utfproof.proof.proving.result import Proof, ProofState
from utfproof.proof.proving.return_claims import ReturnClaims
from utfproof.proof.proving.symbolic_text import WINDOW, Symbolic


class _RefutedError(Exception):
    """A path does what it must not, for the octets given."""

    def __init__(self, octets: bytes, what: str) -> None:
        super().__init__(what)
        self.octets = octets


def prove(function: CompiledFunction, subject: str, seconds: float) -> Proof:
    """Prove that a function accepts UTF-8 and nothing else, and reads nothing beside the text.

    Raises:
        UsageError: there is no such function.
    """
    execution = Execution(function, seconds)
    statement = _statement(function)
    try:
        how = _Induction(execution).proved()
    except _RefutedError as found:
        return Proof(subject, statement, ProofState.REFUTED, str(found), found.octets)
    except NotFollowedError as problem:
        return Proof(subject, statement, ProofState.OPEN, str(problem))
    return Proof(subject, statement, ProofState.PROVED, how)


def _statement(function: CompiledFunction) -> str:
    if function.returns.of_one_character:
        return (
            "it reads each character of UTF-8 at the beginning of a text as its scalar value, "
            "and nothing else"
        )
    place = ", tells where the first error is" if function.returns is Returns.ERROR_POINTER else ""
    return f"it accepts UTF-8 and nothing else{place}, of all lengths up to 2^40"


class _Induction:
    """The attempt to prove one function."""

    def __init__(self, execution: Execution) -> None:
        self._run = execution
        self._right = ReturnClaims(execution)
        self._paths = 0
        self._wrong: set[bytes] = set()
        self._watched = Watched()

    def proved(self) -> str:
        """Return the ground of the proof.

        Raises:
            _RefutedError: a path is wrong.
            NotFollowedError: it can be neither proved nor refuted.
        """
        if self._run.function.returns.of_one_character:
            return self._attempted(self._at_once)
        problems: dict[str, None] = {}
        for head in self._run.cycle():
            try:
                return self._attempted(partial(self._by, frozenset((head,))))
            except NotFollowedError as problem:  # by another head it may go
                problems[str(problem)] = None
        raise NotFollowedError("; ".join(problems) or "it has no loop")

    def _attempted(self, attempt: Callable[[], None]) -> str:
        """Make an attempt, and return the ground of the proof.

        Raises:
            _RefutedError: something was seen that refutes it, whatever became of the attempt.
            NotFollowedError: it came to nothing.
        """
        self._watched, self._wrong, self._paths = Watched(), set(), 0
        try:
            attempt()
        except NotFollowedError:
            self._refute_by_what_was_seen()
            raise
        self._refute_by_what_was_seen()
        if self._wrong:
            raise NotFollowedError("its steps are not those of a reader of single characters")
        return f"{self._paths} paths of its machine code; it reads no octet beside the text"

    def _at_once(self) -> None:
        """Look at a function that reads one character: it has no loop."""
        self._returns(self._run.follow([self._run.entry()], frozenset(), self._watched))

    def _by(self, heads: frozenset[int]) -> None:
        """Look at a function by the head of its loop: the way there, and once round."""
        begun = self._run.follow([self._run.entry()], heads, self._watched)
        self._returns(begun)
        at_head = [state for state in begun if not self._run.returned(state)]
        taken = Watched(beside=self._watched.beside)
        ends = self._run.follow(at_head, heads, taken)
        self._returns(ends)
        if len(at_head) != 1:
            raise NotFollowedError(f"it comes to the head of its loop in {len(at_head)} ways")
        calls = {count: self._call(count, heads) for count in LENGTHS}
        for state in ends:
            if not self._run.returned(state):
                self._goes_on(state, calls, taken)

    def _call(self, consumed: int, heads: frozenset[int]) -> State:
        """Return the state at the head of a call with the text behind some octets."""
        found = self._run.follow([self._run.entry(consumed)], heads)
        at_head = [state for state in found if not self._run.returned(state)]
        if len(at_head) != 1:
            raise NotFollowedError(f"it comes to the head of its loop in {len(at_head)} ways")
        return at_head[0]

    def _goes_on(self, state: State, calls: dict[int, State], taken: Watched) -> None:
        """Show that a path round the loop consumed a character, and nothing else."""
        self._paths += 1
        for count, call in calls.items():
            alike = claripy.And(
                claripy.And(claripy.true(), *call.solver.constraints),
                self._run.same(state, call, taken),
            )
            if self._always(state, alike):
                right = self._right.text.character(count)
                self._note(state, right, range(count, WINDOW))
                return
        raise NotFollowedError(
            "its state after a character is not that of a call with the rest of the text"
        )

    def _returns(self, states: list[State]) -> None:
        """Hold each return among states against what the text is."""
        for state in filter(self._run.returned, states):
            self._paths += 1
            self._note(state, claripy.Or(*self._right.of_symbols(state)), range(WINDOW))

    def _note(self, state: State, right: Symbolic, lengths: range) -> None:
        """Keep the shortest text on a path for which something is wrong, where there is one."""
        wrong = [*state.solver.constraints, claripy.Not(right)]
        if (text := self._run.text.shortest(wrong, lengths)) is not None:
            self._wrong.add(text)
        elif not self._always(state, right):
            raise NotFollowedError("only a text longer than is looked at would refute it")

    def _refute(self, octets: bytes) -> None:
        """Refute the statement by a text, where the function was seen to do so with it alone.

        Raises:
            _RefutedError: it does.
        """
        [state] = self._run.follow([self._run.given(octets)], frozenset())
        if not state.solver.satisfiable(
            extra_constraints=[claripy.Or(*self._right.of_text(state, octets))]
        ):
            raise _RefutedError(octets, self._right.shown(state, octets))

    @staticmethod
    def _solver(state: State, right: Symbolic) -> Symbolic:
        solver = claripy.Solver()
        solver.add([*state.solver.constraints, claripy.Not(right)])
        return solver

    def _always(self, state: State, right: Symbolic) -> bool:
        return not self._solver(state, right).satisfiable()

    def _refute_by_what_was_seen(self) -> None:
        """Refute the statement by what the paths did, the shortest text first.

        Raises:
            _RefutedError: one did what it must not.
        """
        if self._watched.beside:
            octets, index = min(self._watched.beside, key=lambda one: (len(one[0]), one))
            raise _RefutedError(octets, f"it reads octet {index}, beside the text")
        for octets in sorted(self._wrong, key=lambda one: (len(one), one)):
            self._refute(octets)
