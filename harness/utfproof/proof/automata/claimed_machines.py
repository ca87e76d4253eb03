"""The automata that a codec may have by its claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from utfproof.model.encoding import ByteOrder, Scheme, facts, signature_octets
from utfproof.model.profile import WHATWG, Settings, Signatures, Unmarked
from utfproof.proof.automata.machines import machine, without, without_characters
from utfproof.reference import marked, schemes
from utfproof.reference.automaton import Automaton

_UNORDERED = {
    Scheme.UTF_16: {"big": Scheme.UTF_16BE, "little": Scheme.UTF_16LE},
    Scheme.UTF_32: {"big": Scheme.UTF_32BE, "little": Scheme.UTF_32LE},
}
_ORDERS: dict[Unmarked | None, tuple[ByteOrder, ...]] = {
    Unmarked.BIG: ("big",),
    Unmarked.LITTLE: ("little",),
    None: ("big", "little"),
}
_SNIFFED = (Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_16LE, Scheme.UTF_32BE, Scheme.UTF_32LE)

# Unicode 23.7: the last two code points of each plane, and FDD0..FDEF.
_NONCHARACTERS = (
    *range(0xFDD0, 0xFDF0),
    *(plane << 16 | last for plane in range(0x11) for last in (0xFFFE, 0xFFFF)),
)

# Octets that may still become a signature, or a scheme with the state of its automaton.
_State = bytes | tuple[Scheme | None, int]


def claimed(settings: Settings) -> tuple[Automaton, ...]:
    """Return the minimal automata that fit a codec's claims, the one that passes first.

    There are several where a document leaves a choice that the manifest does not settle: the order
    of unmarked text, or whether the empty string is one. Octets that the codec's format keeps from
    it are in none of their strings.
    """
    return tuple(without(found, settings.excludes) for found in _machines(settings))


def likely(settings: Settings) -> dict[str, Automaton]:
    """Return the machines that a codec may well have, right or wrong, by name.

    They are those that fit its claims, and those of the schemes with code units of the same
    length: a lax codec has the longer forms or the other rows of a relative. A codec that refuses
    noncharacters, which is often met, has so many states more that nothing else would show it.
    """
    found = {f"claim {number}": one for number, one in enumerate(claimed(settings), 1)}
    unit = facts(settings.scheme).unit
    for scheme in (scheme for scheme in Scheme if facts(scheme).unit == unit):
        found[f"{scheme}"] = schemes.automaton(scheme)
        if scheme in _UNORDERED:
            found[f"{scheme}, little-endian"] = schemes.automaton(scheme, unmarked="little")
    if settings.scheme not in _UNORDERED:
        written = (schemes.encode_value(settings.scheme, value) for value in _NONCHARACTERS)
        refused = {octets for octets in written if octets}
        found[f"{settings.scheme} without noncharacters"] = without_characters(
            schemes.automaton(settings.scheme), refused
        )
    return found


def _machines(settings: Settings) -> tuple[Automaton, ...]:
    scheme = settings.scheme
    if settings.signatures is Signatures.SNIFF:
        return (_by_signature(_sniffed(settings), scheme),)
    if scheme not in _UNORDERED:
        return (schemes.automaton(scheme),)
    if settings.unmarked is not Unmarked.REFUSE:
        return tuple(
            schemes.automaton(scheme, unmarked=order) for order in _ORDERS[settings.unmarked]
        )
    known = marked.signatures(scheme)
    # Without a signature nothing tells the order, so only marked text can be accepted.
    refusing = _by_signature({octets: _UNORDERED[scheme][known[octets]] for octets in known}, None)
    # No document settles whether the empty string, which has no signature, is refused: both fit.
    accepting = refusing.accepting | {refusing.start}
    return refusing, replace(refusing, accepting=accepting)


def _sniffed(settings: Settings) -> dict[bytes, Scheme]:
    """Return the signatures that override the name; the web knows none of UTF-32."""
    web = settings.profile == WHATWG
    return {
        signature_octets(scheme): scheme
        for scheme in _SNIFFED
        if not (web and facts(scheme).unit == 4)
    }


def _by_signature(known: Mapping[bytes, Scheme], unmarked: Scheme | None) -> Automaton:
    """Read by the scheme of the longest signature at the start, else by `unmarked`, or not at all.

    The signature is a character of its scheme.
    """

    def step(state: _State, octet: int) -> _State:
        if isinstance(state, bytes):
            begun = state + bytes((octet,))
            # FF FE may go on to FF FE 00 00: no scheme is chosen while a longer signature is
            # possible.
            unfinished = any(whole.startswith(begun) for whole in known)
            return begun if unfinished else decided(begun)
        scheme, at = state
        return state if scheme is None else (scheme, schemes.automaton(scheme).step[at][octet])

    def decided(begun: bytes) -> tuple[Scheme | None, int]:
        found = [octets for octets in known if begun.startswith(octets)]
        scheme = known[max(found, key=len)] if found else unmarked
        return scheme, schemes.automaton(scheme).after(begun) if scheme else 0

    def accepts(state: _State) -> bool:
        # A string may end within a signature; its octets are then read as text.
        scheme, at = decided(state) if isinstance(state, bytes) else state
        return scheme is not None and at in schemes.automaton(scheme).accepting

    start: _State = b""
    return machine(start, step, accepts)
