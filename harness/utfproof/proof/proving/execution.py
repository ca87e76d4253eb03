"""Symbolic execution of a compiled function: every path through it, with the condition of each.

The machine code is lifted and interpreted by angr; none of it runs. Whatever cannot be followed
(memory of its own, calls that lead out, more octets ahead than are looked at) ends the attempt.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import angr
import claripy

from utfproof.errors import UsageError
from utfproof.proof.proving.compiled_function import Argument, CompiledFunction
from utfproof.proof.proving.symbolic_text import WINDOW, Symbolic, SymbolicText

State = Any

LONGEST = 1 << 40
"""Octets of a text: the addresses behind it must not begin anew."""
PLACE = 0x1000_0000
"""Where the text stands."""
_VALUE, _TOP, _END = 0x2000_0000, 0x7FFF_0000, 0xDEAD_0000
_DEEPEST = 400
_ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
_REGISTERS = (*_ARGUMENTS, "rax", "rbx", "rbp", "r10", "r11", "r12", "r13", "r14", "r15")
_STACK = 1 << 16
_STORED, _WRITTEN = "stored", "written"
_UNSEEN = {"inspect": False, "disable_actions": True}
"""A look from outside, which is none of the function's own."""


class NotFollowedError(Exception):
    """The function cannot be followed; the message says what stands in the way."""


@dataclass(slots=True)
class Watched:
    """What a run was seen to do: octets beside the text, and what it takes over from before.

    `beside` are texts, each with the index of an octet that was read and is none of it.
    `registers` and `cells` are places, with their sizes, that were read before the run wrote them.
    """

    beside: set[tuple[bytes, int]] = field(default_factory=set)
    registers: set[tuple[int, int]] = field(default_factory=set)
    cells: set[tuple[int, int]] = field(default_factory=set)


class Execution:
    """The paths of one function, over a text whose octets and length are symbols."""

    def __init__(self, function: CompiledFunction, seconds: float) -> None:
        """Load the library; give up after so many seconds.

        Raises:
            UsageError: there is no such library, or no such function in it.
        """
        for name in ("angr", "cle", "pyvex", "claripy"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.function = function
        self._ends = time.monotonic() + seconds
        place = str(function.library)
        try:
            self._project = angr.Project(place, auto_load_libs=False)
        except Exception as error:  # noqa: BLE001  (angr has no one exception for no library)
            hint = "give a shared object of this processor: cc -shared -O2 -o lib.so code.c"
            raise UsageError(f"no library: {error}", place=place, hint=hint) from None
        symbol = self._project.loader.find_symbol(function.name)
        if symbol is None or not symbol.is_function:
            hint = "`nm -D` lists the functions of a library"
            raise UsageError(f"no function {function.name}", place=place, hint=hint)
        self._start = symbol.rebased_addr
        self.text = SymbolicText(terminated=function.terminated)
        self._own = {one: claripy.BVS(one, 64, explicit_name=True) for one in _REGISTERS}

    def returned(self, state: State) -> bool:
        """Tell whether a state is that after the function's return."""
        return bool(state.addr == _END)

    def value(self, state: State) -> Symbolic:
        """Return what was stored as the value, 32 bits."""
        return state.memory.load(_VALUE, 4, endness="Iend_LE", **_UNSEEN)

    def given(self, text: bytes) -> State:
        """Return the state of a call with one text, of less than eight octets."""
        state = self.entry()
        state.solver.add(*self.text.is_just(text))
        return state

    def entry(self, consumed: int = 0) -> State:
        """Return the state in which the function is called, with the text behind some octets."""
        given = {
            Argument.OCTETS: claripy.BVV(PLACE + consumed, 64),
            Argument.LENGTH: self.text.length - consumed,
            Argument.VALUE: claripy.BVV(_VALUE, 64),
        }
        state = self._project.factory.blank_state(addr=self._start)
        for name, value in self._own.items():
            setattr(state.regs, name, value)
        for name, argument in zip(_ARGUMENTS, self.function.arguments, strict=False):
            setattr(state.regs, name, given[argument])
        state.regs.rsp = _TOP
        state.regs.fs = 0x6000_0000
        state.memory.store(_TOP, claripy.BVV(_END, 64), endness="Iend_LE")
        state.memory.store(PLACE, claripy.Concat(*self.text.octets))
        state.solver.add(claripy.ULE(self.text.length, LONGEST))
        if self.function.returns.of_one_character:  # documentation asks for at least one octet
            state.solver.add(self.text.length != 0)
        return state

    def follow(
        self, states: Iterable[State], heads: frozenset[int], watched: Watched | None = None
    ) -> list[State]:
        """Follow states along all paths, each to a head or to the return.

        Raises:
            NotFollowedError: a path cannot be followed.
        """
        found: list[State] = []
        waiting = [self._begun(state, watched) for state in states]
        while waiting:
            for state in self._following(waiting.pop(), heads):
                done = state.addr == _END or state.addr in heads
                (found if done else waiting).append(state)
        return found

    def cycle(self) -> list[int]:
        """Return the places of the first loop that a path goes round; [] where there is none."""
        waiting: list[tuple[State, tuple[tuple[int, int], ...]]] = [(self.entry(), ())]
        while waiting:
            state, seen = waiting.pop()
            here = (state.addr, state.solver.eval(state.regs.rsp))
            if here in seen:
                return sorted({address for address, _ in seen[seen.index(here) :]})
            waiting += [
                (other, (*seen, here))
                for other in self._following(state, frozenset())
                if other.addr != _END
            ]
        return []

    def same(self, one: State, other: State, watched: Watched) -> Symbolic:
        """Say that two states are alike in all that a run from them takes over."""
        alike = [
            one.registers.load(place, size, **_UNSEEN)
            == other.registers.load(place, size, **_UNSEEN)
            for place, size in watched.registers
        ]
        alike += [
            one.memory.load(place, size, **_UNSEEN) == other.memory.load(place, size, **_UNSEEN)
            for place, size in watched.cells
        ]
        return claripy.And(claripy.true(), *alike)

    def _following(self, state: State, heads: frozenset[int]) -> Sequence[State]:
        if time.monotonic() > self._ends:
            raise NotFollowedError("the time is up")
        if state.history.depth > _DEEPEST:
            raise NotFollowedError("a path goes on without coming back to the loop's head")
        try:
            found = self._project.factory.successors(state, extra_stop_points=set(heads))
        except (angr.errors.AngrError, angr.errors.SimError, claripy.errors.ClaripyError) as error:
            raise NotFollowedError(f"an instruction that angr does not follow: {error}") from None
        if found.unconstrained_successors:
            raise NotFollowedError("it jumps to a computed place")
        following: Sequence[State] = found.flat_successors
        for one in following:
            if one.addr != _END and self._project.loader.find_object_containing(one.addr) is None:
                raise NotFollowedError("it calls a function of another library")
            if self._project.is_hooked(one.addr):
                raise NotFollowedError("it calls a function of another library")
        return following

    def _begun(self, state: State, watched: Watched | None) -> State:
        """Return a copy of a state from which on reads and writes are watched."""
        own = state.copy()
        own.globals[_STORED] = own.globals[_WRITTEN] = frozenset[int]()
        for event in ("mem_read", "mem_write", "reg_read", "reg_write"):
            own.inspect._breakpoints[event] = []  # noqa: SLF001  (a copy brings those along)
        watch = own.inspect.b
        watch("mem_read", when=angr.BP_BEFORE, action=lambda now: self._reads(now, watched))
        watch("mem_write", when=angr.BP_BEFORE, action=self._writes)
        if watched:
            watch("reg_read", when=angr.BP_BEFORE, action=lambda now: _takes_over(now, watched))
            watch("reg_write", when=angr.BP_AFTER, action=_overwrites)
        return own

    def _reads(self, state: State, watched: Watched | None) -> None:
        start, size = _place(state, "mem_read")
        end = start + size - PLACE
        if PLACE - _STACK <= start < PLACE + _STACK:
            if not 0 < end <= WINDOW or start < PLACE:
                raise NotFollowedError(f"it reads further than {WINDOW} octets ahead, or back")
            # The octet that ends a text is read too.
            fewer = range(end - 1 if self.text.terminated else end)
            text = self.text.shortest(state.solver.constraints, fewer) if watched else None
            if watched and text is not None:
                watched.beside.add((text, end - 1))
        elif _of_stack(start):
            if watched and not {*range(start, start + size)} <= state.globals[_STORED]:
                watched.cells.add((start, size))
        elif not self._constant(start):
            raise NotFollowedError("it reads memory that is neither text nor constant")

    def _writes(self, state: State) -> None:
        start, size = _place(state, "mem_write")
        if _of_stack(start):
            state.globals[_STORED] |= {*range(start, start + size)}
        elif not _VALUE <= start <= start + size <= _VALUE + 4:
            raise NotFollowedError("it writes memory that is none of its arguments")

    def _constant(self, place: int) -> bool:
        """Tell whether a place is in a segment that nobody writes to."""
        owner = self._project.loader.find_object_containing(place)
        segment = owner.find_segment_containing(place) if owner else None
        return segment is not None and not segment.is_writable


def _of_stack(place: int) -> bool:
    return _TOP - _STACK <= place < _TOP + _STACK


def _place(state: State, event: str) -> tuple[int, int]:
    """Return the place and the size of what is read or written.

    Raises:
        NotFollowedError: the place depends on the text.
    """
    start = getattr(state.inspect, f"{event}_address")
    size = getattr(state.inspect, f"{event}_length")
    try:
        return state.solver.eval_one(start), state.solver.eval_one(size)
    except (angr.errors.SimError, TypeError):
        raise NotFollowedError("the place of a read or write depends on the text") from None


def _takes_over(state: State, watched: Watched) -> None:
    place, size = _register(state, "reg_read")
    if not {*range(place, place + size)} <= state.globals[_WRITTEN] and _is_data(state, place):
        watched.registers.add((place, size))


def _overwrites(state: State) -> None:
    place, size = _register(state, "reg_write")
    state.globals[_WRITTEN] |= {*range(place, place + size)}


def _register(state: State, event: str) -> tuple[int, int]:
    place = getattr(state.inspect, f"{event}_offset")
    size = getattr(state.inspect, f"{event}_length")
    if not isinstance(place, int):
        place = state.solver.eval(place)
    return place, size if isinstance(size, int) else 8


def _is_data(state: State, place: int) -> bool:
    """Tell whether a register holds data: the instruction pointer does not."""
    name: str | None = state.arch.register_names.get(place)
    return name not in ("rip", "ip")
