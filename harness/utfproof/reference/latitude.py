"""The latitude of the documents: allowed readings and writings beside those of the reference.

Where two documents disagree, or one leaves a choice open, a codec may go either way. Each choice
is a rule with its clauses, followed throughout an input. A scheme with two choices has a third
rule for codecs that take both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from utfproof.model.case import (
    AllowedReading,
    AllowedWriting,
    ExpectedOctets,
    NotEncodable,
    WrittenPart,
)
from utfproof.model.encoding import ByteOrder, Scheme, is_scalar, is_surrogate
from utfproof.model.profile import Units
from utfproof.model.reading import IllFormed, Part, Reading, Signature, Value
from utfproof.reference import schemes, tables, variants

# RFC 2279 section 2 says nothing of a surrogate alone: who reads the table straight to UCS-2, or
# writes by it, has three octets for it as for its neighbours.
RFC_2279_WITH_SURROGATES = tables.table("""
00000000-0000007F  00-7F
00000080-000007FF  C2-DF  80-BF
00000800-00000FFF  E0     A0-BF  80-BF
00001000-0000FFFF  E1-EF  80-BF  80-BF
00010000-0003FFFF  F0     90-BF  80-BF  80-BF
00040000-001FFFFF  F1-F7  80-BF  80-BF  80-BF
00200000-00FFFFFF  F8     88-BF  80-BF  80-BF  80-BF
01000000-03FFFFFF  F9-FB  80-BF  80-BF  80-BF  80-BF
04000000-3FFFFFFF  FC     84-BF  80-BF  80-BF  80-BF  80-BF
40000000-7FFFFFFF  FD     80-BF  80-BF  80-BF  80-BF  80-BF
""")

# java.io.DataInput, readUTF: it has to refuse only octets that fit none of the patterns of one, two
# or three octets. Null may be one octet, and a form that is too long has the value of its bits.
MUTF_8_WITH_NULL = tables.table("""
0000-0000  C0     80
0000-007F  00-7F
0080-07FF  C2-DF  80-BF
0800-0FFF  E0     A0-BF  80-BF
1000-FFFF  E1-EF  80-BF  80-BF
""")
MUTF_8_WITH_LONG_FORMS = tables.table("""
0001-007F  01-7F
0000-07FF  C0-DF  80-BF
0000-FFFF  E0-EF  80-BF  80-BF
""")
MUTF_8_BY_BITS = tables.table("""
0000-007F  00-7F
0000-07FF  C0-DF  80-BF
0000-FFFF  E0-EF  80-BF  80-BF
""")

_Rule = Callable[[Sequence[Part]], Iterable[Part]]


def others(
    scheme: Scheme, octets: bytes, *, unmarked: ByteOrder = "big"
) -> tuple[AllowedReading, ...]:
    """Return readings that a document allows beside that of `schemes.read`; mostly there is none.

    That text without a signature may have the other order is no concern of this module.
    """
    if scheme not in _RULES:
        return ()
    own = schemes.read(scheme, octets, unmarked=unmarked)
    # A signature is no text: the choices are about the text behind it.
    head, text = own.parts[:1], own.parts[1:]
    if not head or not isinstance(head[0], Signature):
        head, text = (), own.parts
    # The own reading stands first: a choice that changes nothing in it is none.
    found: dict[Reading, tuple[str, ...]] = {own: ()}
    for rule, clauses in _RULES[scheme]:
        found.setdefault(Reading((*head, *rule(text))), clauses)
    return tuple(AllowedReading(reads, clauses) for reads, clauses in found.items() if clauses)


def _refusing(wrong: Callable[[int], bool]) -> _Rule:
    """Make the rule: these values are none, and their octets one error each."""

    def rule(parts: Sequence[Part]) -> Iterable[Part]:
        for part in parts:
            refused = isinstance(part, Value) and wrong(part.value)
            yield IllFormed(part.octets) if refused else part

    return rule


def _reading_by(rules: tables.Table) -> _Rule:
    """Return the rule that reads characters by a table that adds to the scheme's own."""

    def rule(parts: Sequence[Part]) -> Iterable[Part]:
        if _well_formed(parts):
            return parts  # what the own table reads, the other reads as well
        return tables.read(rules, _octets(parts)).parts

    return rule


def _reading_pairs_by(rules: tables.Table) -> _Rule:
    """Return the rule that reads characters and halves of characters by such a table."""
    by_table = _reading_by(rules)
    return lambda parts: variants.pairs_joined(Reading(tuple(by_table(parts)))).parts


def _well_formed(parts: Iterable[Part]) -> bool:
    return not any(isinstance(part, IllFormed) for part in parts)


def _octets(parts: Sequence[Part]) -> bytes:
    return b"".join(part.octets for part in parts)


def _is_swapped_mark(value: int) -> bool:
    return value == 0xFFFE


def _is_beyond(value: int) -> bool:
    return value > 0x10FFFF


def _is_no_scalar(value: int) -> bool:
    return not is_scalar(value)


_NOT_IN_UTF_32 = (
    (is_surrogate, ("ISO-9.4-02",)),
    (_is_beyond, ("ISO-9.4-03",)),
    (_is_no_scalar, ("ISO-9.4-02", "ISO-9.4-03")),
)
"""What UCS-4 has and UTF-32, which ISO/IEC 10646 takes for the same, has not."""

_RULES: dict[Scheme, tuple[tuple[_Rule, tuple[str, ...]], ...]] = {
    Scheme.UTF_16BE: ((_refusing(_is_swapped_mark), ("RFC2781-4.1-03",)),),
    Scheme.UTF_16LE: ((_refusing(_is_swapped_mark), ("RFC2781-4.2-03",)),),
    Scheme.UCS_4: tuple((_refusing(wrong), clauses) for wrong, clauses in _NOT_IN_UTF_32),
    Scheme.RFC_2279: ((_reading_by(RFC_2279_WITH_SURROGATES), ("RFC2279-2-10",)),),
    Scheme.MUTF_8: tuple(
        (_reading_pairs_by(rules), ("JAVAIO-01",))
        for rules in (MUTF_8_WITH_NULL, MUTF_8_WITH_LONG_FORMS, MUTF_8_BY_BITS)
    ),
}


def writings(
    scheme: Scheme, values: Sequence[int], units: Units = Units.CODE_POINTS
) -> tuple[AllowedWriting, ...]:
    """Return the writings and refusals that a document allows beside `schemes.encode`."""
    if scheme not in (Scheme.RFC_2279, Scheme.UCS_4):
        return ()
    pieces = schemes.encode(scheme, values, units)
    # The own writing stands first, as above.
    found: dict[tuple[WrittenPart, ...], tuple[str, ...]] = {_joined(map(_own, pieces)): ()}
    if scheme is Scheme.RFC_2279:
        found.setdefault(_joined(map(_with_surrogates, pieces)), ("RFC2279-2-03",))
    if scheme is Scheme.UCS_4:
        for wrong, clauses in _NOT_IN_UTF_32:
            parts = (NotEncodable(one.value) if wrong(one.value) else _own(one) for one in pieces)
            found.setdefault(_joined(parts), clauses)
    return tuple(
        AllowedWriting(ExpectedOctets(parts), clauses)
        for parts, clauses in found.items()
        if clauses
    )


def _own(piece: schemes.Piece) -> WrittenPart:
    if isinstance(piece, schemes.Unencodable):
        return NotEncodable(piece.value)
    return piece.octets


def _with_surrogates(piece: schemes.Piece) -> WrittenPart:
    alone = is_surrogate(piece.value)
    return tables.write(RFC_2279_WITH_SURROGATES, piece.value) if alone else _own(piece)


def _joined(parts: Iterable[WrittenPart]) -> tuple[WrittenPart, ...]:
    """Join octets that stand side by side, as a case writes them."""
    found: list[WrittenPart] = []
    for part in parts:
        if isinstance(part, bytes) and found and isinstance(last := found[-1], bytes):
            found[-1] = last + part
        else:
            found.append(part)
    return tuple(found)
