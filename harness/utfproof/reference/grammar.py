"""UTF-8 by the ABNF of RFC 3629 section 4: the grammar itself, parsed, is the decoder.

The automaton comes from the text below. What a character's octets stand for the grammar does not
say; section 1 does: octet order is the order of character numbers. So a character's number is how
many characters come before it, with the surrogates counted in (section 3).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

from utfproof.model.reading import Reading
from utfproof.reference import automaton as automata
from utfproof.reference.automaton import OCTETS, Automaton

ABNF = """\
UTF8-octets = *( UTF8-char )
UTF8-char   = UTF8-1 / UTF8-2 / UTF8-3 / UTF8-4
UTF8-1      = %x00-7F
UTF8-2      = %xC2-DF UTF8-tail
UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
              %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
UTF8-4      = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) /
              %xF4 %x80-8F 2( UTF8-tail )
UTF8-tail   = %x80-BF
"""

# RFC 3629 section 3 prohibits D800..DFFF, so the character after U+D7FF is U+E000.
_FIRST_SURROGATE, _SURROGATES = 0xD800, 0x800

# An element of the grammar as the abnf library represents it, and what is still to be matched.
_Element: TypeAlias = Any
_Todo: TypeAlias = tuple[_Element, ...]


@cache
def automaton() -> Automaton:
    """Return the minimal automaton of `UTF8-octets`: nine states."""
    return automata.minimised(of_rule(ABNF, "UTF8-octets"))


def read(octets: bytes) -> Reading:
    """Read octets as UTF-8 by the grammar of RFC 3629 section 4."""
    return automata.read(automaton(), octets, _character_number)


def of_rule(text: str, name: str) -> Automaton:
    """Build an automaton of one rule of an ABNF text, whose terminals are octets.

    A state is the set of all that may still be to come, each possibility a sequence of elements.
    """
    rule = _rules(text)(name)

    def step(state: frozenset[_Todo], octet: int) -> frozenset[_Todo] | None:
        following = frozenset(
            todo
            for first, *rest in filter(None, state)
            if _matches(first, octet)
            for todo in _next_octets(tuple(rest))
        )
        return following or None

    # The empty possibility means that a whole string has been matched.
    return automata.explored(frozenset(_next_octets((rule,))), step, lambda state: () in state)


def _rules(text: str) -> Any:  # noqa: ANN401 (a class made here has no name to annotate with)
    """Parse an ABNF text into a class whose call looks a rule up."""
    from abnf import Rule  # noqa: PLC0415 (0.1 s that only the grammar has to pay)

    class Rules(Rule):
        """The rules of one text; abnf keeps a table of rules for each class."""

    Rules.load_grammar(text)
    return Rules


def _next_octets(todo: _Todo) -> Iterator[_Todo]:
    """Unfold the first element until every possibility begins with a terminal, or is empty.

    Source: the operators of RFC 2234 sections 2.1, 3.1, 3.2, 3.6; the grammar is not recursive.
    """
    if not todo:
        yield ()
        return
    first, rest = todo[0], todo[1:]
    match type(first).__name__:
        case "Literal":
            yield todo
        case "Concatenation":
            yield from _next_octets((*first.parsers, *rest))
        case "Alternation":
            for choice in first.parsers:
                yield from _next_octets((choice, *rest))
        case "Repetition":
            yield from _repeated(first, rest)
        case _:  # a rule name stands for its definition
            yield from _next_octets((first.definition, *rest))


def _repeated(repetition: _Element, rest: _Todo) -> Iterator[_Todo]:
    """Unfold `*(element)` and `n(element)`, the two forms that the document uses."""
    match repetition.repeat.min, repetition.repeat.max:
        case 0, None:
            yield from _next_octets(rest)
            # The repetition stays behind its element, so that it can go on without end.
            yield from _next_octets((repetition.element, repetition, *rest))
        case least, most if least == most:
            yield from _next_octets((repetition.element,) * least + rest)
        case least, most:
            message = f"{least}*{most} is a repetition that RFC 3629 does not use"
            raise NotImplementedError(message)


def _matches(literal: _Element, octet: int) -> bool:
    """Tell whether a terminal, `%xE0` or `%xC2-DF`, matches an octet (RFC 2234 2.3, 3.4)."""
    first, last = literal.value[0], literal.value[-1]
    return ord(first) <= octet <= ord(last)


def _character_number(octets: bytes) -> int:
    """Count the characters before this one in octet order, which is the order of their numbers.

    Source: RFC 3629 section 1 (sorting order) and section 3 (D800..DFFF are no characters).
    """
    state, before = automaton().start, 0
    for octet in octets:
        before += _before()[state][octet]
        state = automaton().step[state][octet]
    return before if before < _FIRST_SURROGATE else before + _SURROGATES


@cache
def _before() -> tuple[tuple[int, ...], ...]:
    """Count, for each state and octet, the endings of a character that begin with a lower octet."""
    sums = []
    for row in automaton().step:
        total, lower = 0, []
        for octet in OCTETS:
            lower.append(total)
            total += _endings(row[octet])
        sums.append(tuple(lower))
    return tuple(sums)


@cache
def _endings(state: int) -> int:
    """Count the ways to end a character that has led to this state; one, if it ends here."""
    if state == automaton().dead:
        return 0
    if state in automaton().accepting:
        return 1
    return sum(_endings(following) for following in automaton().step[state])
