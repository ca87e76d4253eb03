"""What a function may return for a text: the conditions under which an answer is right."""

from __future__ import annotations

from collections.abc import Iterator

import claripy

from utfproof.model.encoding import Scheme
from utfproof.proof.proving.compiled_function import Returns
from utfproof.proof.proving.execution import PLACE, Execution, State
from utfproof.proof.proving.octet_conditions import LENGTHS, OctetConditions
from utfproof.proof.proving.symbolic_text import Symbolic
from utfproof.reference import schemes

_BITS = {Returns.INT_FLAG: 32, Returns.BOOL_FLAG: 8, Returns.INT_LENGTH: 32}


class ReturnClaims:
    """The answers that are right for the text of an execution, and for single texts."""

    def __init__(self, execution: Execution) -> None:
        """Speak of the returns of one function."""
        self._run = execution
        function, text = execution.function, execution.text
        length = None if function.terminated else text.length
        self._behind = [
            OctetConditions(text.octets[count:], None if length is None else length - count)
            for count in (0, *LENGTHS)
        ]
        self.text = self._behind[0]

    def of_symbols(self, state: State) -> Iterator[Symbolic]:
        """Yield the conditions under which a return is right, at once or behind a character."""
        if self._run.function.returns.of_one_character:
            yield from self._claims_of_one(state)
            return
        for count, text in enumerate(self._behind):
            accepted, refused = self._meaning(state, PLACE + count)
            here = self.text.character(count) if count else claripy.true()
            error = claripy.And(claripy.Not(text.over), text.no_character)
            yield claripy.And(here, text.over, accepted)
            yield claripy.And(here, error, refused)

    def of_text(self, state: State, octets: bytes) -> Iterator[Symbolic]:
        """Yield what the function may return for a text."""
        if self._run.function.returns.of_one_character:
            yield from self._claims_of_one(state)
            return
        error = schemes.read_text(Scheme.UTF_8, octets).first_error()
        place = PLACE + (error[0] if error else 0)
        accepted, refused = self._meaning(state, place)
        yield refused if error else accepted

    def shown(self, state: State, octets: bytes) -> str:
        """Say what the function returns for a text, and what is right."""
        result = state.solver.eval(self._result(state))
        if self._run.function.returns.of_one_character:
            value = state.solver.eval(self._run.value(state))
            return f"it returns {result:X} and gives {value:X}"
        error = schemes.read_text(Scheme.UTF_8, octets).first_error()
        accepted = state.solver.is_true(self._meaning(state, PLACE)[0])
        if accepted:
            return "it accepts them"
        return "it tells another place" if error else "it refuses them"

    def _claims_of_one(self, state: State) -> Iterator[Symbolic]:
        text, result, stored = self.text, self._result(state), self._run.value(state)
        for count in LENGTHS:
            right = claripy.And(text.character(count), stored == text.value(count))
            yield claripy.And(result == count, right)
        yield claripy.And(claripy.SLT(result, 0), text.no_character)

    def _result(self, state: State) -> Symbolic:
        bits = _BITS.get(self._run.function.returns)
        return state.regs.rax if bits is None else state.regs.rax[bits - 1 : 0]

    def _meaning(self, state: State, place: int) -> tuple[Symbolic, Symbolic]:
        """Return the conditions that a result means acceptance, or an error at a place."""
        result = self._result(state)
        if self._run.function.returns is Returns.ERROR_POINTER:
            return result == 0, result == place
        return result == 1, result == 0
