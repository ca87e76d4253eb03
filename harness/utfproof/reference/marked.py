"""Encodings whose byte order a signature shows: UTF-16 and UTF-32 without an order in the name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from utfproof.model.encoding import ByteOrder, Scheme, signature_octets
from utfproof.reference import automaton as automata
from utfproof.reference.automaton import Automaton

# Octets that may still become a signature, or an order with the state of its automaton.
_State: TypeAlias = bytes | tuple[ByteOrder, int]


def signatures(scheme: Scheme) -> dict[bytes, ByteOrder]:
    """Return U+FEFF in both orders, each with its order (ISO/IEC 10646 clauses 10.5, 10.8)."""
    return {signature_octets(scheme, "big"): "big", signature_octets(scheme, "little"): "little"}


def automaton(
    scheme: Scheme, of_order: Callable[[ByteOrder], Automaton], unmarked: ByteOrder
) -> Automaton:
    """Put the automata of both orders behind the signature that chooses between them."""
    known = signatures(scheme)

    def step(state: _State, octet: int) -> _State | None:
        if not isinstance(state, bytes):
            order, at = state
            return entered(order, of_order(order).step[at][octet])
        begun = state + bytes((octet,))
        # The automaton waits as long as a signature may still come of what it has read.
        if any(begun != whole and whole.startswith(begun) for whole in known):
            return begun
        order = known.get(begun, unmarked)
        # Octets that became no signature are text after all, in the order that unmarked text has.
        return entered(order, of_order(order).after(begun))

    def entered(order: ByteOrder, at: int) -> _State | None:
        return None if at == of_order(order).dead else (order, at)

    def accepts(state: _State) -> bool:
        if isinstance(state, bytes):
            # Too few octets for a signature: they are unmarked text.
            return of_order(unmarked).accepts(state)
        return state[1] in of_order(state[0]).accepting

    start: _State = b""
    return automata.minimised(automata.explored(start, step, accepts))
