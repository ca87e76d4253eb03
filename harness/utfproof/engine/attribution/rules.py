"""The kinds of divergence, and the requirement that each breaks in each scheme.

A kind says what a codec did to a text, such as "read an overlong form". The requirement is the
first of those that state the same; `same` in vectors/requirements.yaml links the others to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from itertools import chain

from utfproof.model.encoding import Scheme, facts
from utfproof.model.profile import WHATWG, Settings


class Kind(Enum):
    """One way in which an answer contradicts a requirement."""

    ROW_1 = auto()
    """A character of one octet, or of one code unit, is not read, or not written in this form."""
    ROW_2 = auto()
    ROW_3 = auto()
    ROW_4 = auto()
    ROW_5 = auto()
    ROW_6 = auto()
    NONCHARACTER = auto()
    """A noncharacter is not read or not written."""
    BITS = auto()
    """A well-formed sequence is read as another value."""
    TEXT = auto()
    """Well-formed characters are lost, repeated or changed in their order."""
    OVERLONG = auto()
    SURROGATE = auto()
    SURROGATE_PAIR = auto()
    BEYOND = auto()
    FORBIDDEN = auto()
    """An octet that never occurs is read."""
    TAIL = auto()
    """An octet that is no tail is read as one."""
    GRAMMAR = auto()
    """Other ill-formed octets are read."""
    TRUNCATED = auto()
    """Octets that are too few for a code unit are read."""
    BYTE_ORDER = auto()
    UNMARKED = auto()
    """Text without a signature is refused or read in another order than stated."""
    SIGNATURE = auto()
    """An initial signature is treated otherwise than stated."""
    SIGNATURE_INSIDE = auto()
    """A U+FEFF that is no signature is lost."""
    IGNORED = auto()
    """An ill-formed stretch is no error: it leaves no trace, or a strict decoder goes on."""
    REPAIRED = auto()
    """Octets on both sides of an error are read as one character."""
    SWALLOWED = auto()
    """A well-formed character behind an ill-formed sequence is lost with it."""
    COUNT = auto()
    """Another number of U+FFFD."""
    PLACE = auto()
    """The stated place of an error is not that of the first one."""
    LENGTH = auto()
    """The stated length of an error is not that of the first maximal subpart."""
    CAUSE = auto()
    """An error that only the end of the input makes one is called another, or the reverse."""
    REPLACED = auto()
    """Replaced input is told to be well-formed, or the reverse, or another number is told."""
    CHUNKS = auto()
    """A text that is read rightly as a whole is read otherwise in chunks."""
    STATE = auto()
    """A text is read otherwise behind a state that was saved and resumed."""
    WRITTEN_STATE = auto()
    """A text is written otherwise behind a state that was saved and resumed."""
    DELIVERY = auto()
    """What the input so far decides is held back."""
    NEIGHBOURS = auto()
    RESET = auto()
    ROOM = auto()
    UNUSED_ROOM = auto()
    """An encoder stops where more would fit, or takes what it does not write."""
    SIZE = auto()
    """Less is predicted for the output than is written."""
    EXACT_SIZE = auto()
    """More is predicted for the output than is written, where the very size is promised."""
    SURVIVAL = auto()
    """The process ends or is silent."""
    WRITTEN_FORM = auto()
    """A scalar value is written in another form."""
    WRITTEN_SURROGATE = auto()
    WRITTEN_PAIR = auto()
    """The two units of a pair are not written as one character."""
    WRITTEN_BEYOND = auto()
    WRITTEN_SIGNATURE = auto()
    WRITTEN_ORDER = auto()
    WRITTEN_TEXT = auto()
    WRITTEN_INSTEAD = auto()
    """A value that cannot be encoded is replaced otherwise than stated."""


ROWS = (Kind.ROW_1, Kind.ROW_2, Kind.ROW_3, Kind.ROW_4, Kind.ROW_5, Kind.ROW_6)
"""Refusals of well-formed sequences, by the number of their octets or code units."""

_ANY: Mapping[Kind, str] = {
    Kind.NONCHARACTER: "UNICODE-3.9-06",
    Kind.IGNORED: "UNICODE-3.9-03",
    Kind.REPAIRED: "UNICODE-3.9-07",
    Kind.SWALLOWED: "UNICODE-3.9-04",
    Kind.COUNT: "UNICODE-3.9-02",
    Kind.PLACE: "UNICODE-D-01",
    Kind.LENGTH: "UNICODE-3.9-02",
    Kind.CAUSE: "UNICODE-D-09",
    Kind.REPLACED: "UNICODE-D-11",
    Kind.CHUNKS: "UNICODE-D-03",
    Kind.STATE: "UNICODE-D-10",
    Kind.WRITTEN_STATE: "UNICODE-D-12",
    Kind.DELIVERY: "UNICODE-D-08",
    Kind.NEIGHBOURS: "UNICODE-D-04",
    Kind.RESET: "UNICODE-D-05",
    Kind.ROOM: "RFC3629-10-05",
    Kind.UNUSED_ROOM: "WHATWG-ENC-14",
    Kind.SIZE: "RFC3629-10-05",
    Kind.EXACT_SIZE: "RFC3629-D-01",
    Kind.SURVIVAL: "RFC3629-10-01",
    Kind.SIGNATURE: "UNICODE-D-06",
    Kind.WRITTEN_INSTEAD: "UNICODE-D-07",
}
"""What holds in every encoding."""

_UTF_8: Mapping[Kind, str] = {
    Kind.ROW_1: "RFC3629-3-07",
    Kind.ROW_2: "RFC3629-3-08",
    Kind.ROW_3: "RFC3629-3-09",
    Kind.ROW_4: "RFC3629-3-10",
    Kind.BITS: "RFC3629-3-18",
    Kind.TEXT: "RFC3629-4-01",
    Kind.OVERLONG: "RFC3629-3-11",
    Kind.SURROGATE: "ISO-9.2-07",
    Kind.SURROGATE_PAIR: "RFC3629-3-16",
    Kind.BEYOND: "RFC3629-3-02",
    Kind.FORBIDDEN: "RFC3629-1-09",
    Kind.TAIL: "RFC3629-4-11",
    Kind.GRAMMAR: "RFC3629-4-12",
    Kind.TRUNCATED: "RFC3629-4-12",
    Kind.SIGNATURE_INSIDE: "RFC3629-6-05",
    Kind.WRITTEN_FORM: "RFC3629-3-12",
    Kind.WRITTEN_SURROGATE: "RFC3629-3-14",
    Kind.WRITTEN_PAIR: "RFC3629-3-15",
    Kind.WRITTEN_BEYOND: "RFC3629-3-02",
    Kind.WRITTEN_SIGNATURE: "ISO-10.2-01",
    Kind.WRITTEN_TEXT: "RFC3629-1-04",
}


def _relative(
    rows: tuple[str, ...], ill_formed: str, surrogate: str = "", pair: str = ""
) -> dict[Kind, str]:
    """Make the table of a relative of UTF-8: clauses of its rows, and of all that is no row."""
    bad = (
        *(Kind.OVERLONG, Kind.SURROGATE, Kind.SURROGATE_PAIR, Kind.BEYOND, Kind.FORBIDDEN),
        *(Kind.TAIL, Kind.GRAMMAR, Kind.TRUNCATED),
    )
    # For what an encoder writes only RFC 3629 has a sentence of its own; a relative has its rows.
    shared = {kind: clause for kind, clause in _UTF_8.items() if kind is not Kind.WRITTEN_FORM}
    return {
        **shared,
        **dict.fromkeys(bad, ill_formed),
        **({Kind.SURROGATE: surrogate} if surrogate else {}),
        **({Kind.SURROGATE_PAIR: pair} if pair else {}),
        **dict(zip(ROWS, rows, strict=False)),
        Kind.BITS: rows[0],
        Kind.WRITTEN_SURROGATE: surrogate or ill_formed,
        # A pair is one character beyond U+FFFF, which is a matter of the longest form.
        Kind.WRITTEN_PAIR: rows[-1],
        Kind.WRITTEN_BEYOND: ill_formed,
    }


_UTF_16: Mapping[Kind, str] = {
    Kind.ROW_1: "RFC2781-2.2-01",
    Kind.ROW_2: "RFC2781-2.2-04",
    Kind.BITS: "RFC2781-2.2-04",
    Kind.TEXT: "ISO-9.3-01",
    Kind.SURROGATE: "ISO-9.3-04",
    Kind.GRAMMAR: "ISO-9.3-04",
    Kind.TRUNCATED: "RFC2781-D-01",
    Kind.SWALLOWED: "UNICODE-3.9-05",
    Kind.SIGNATURE_INSIDE: "RFC2781-3.2-03",
    Kind.WRITTEN_FORM: "ISO-9.3-02",
    Kind.WRITTEN_PAIR: "ISO-9.3-05",
    Kind.WRITTEN_SURROGATE: "RFC2781-2-04",
    Kind.WRITTEN_BEYOND: "RFC2781-2-03",
    Kind.WRITTEN_TEXT: "ISO-9.3-01",
}

_UTF_32: Mapping[Kind, str] = {
    Kind.ROW_1: "ISO-9.4-01",
    Kind.BITS: "ISO-9.4-01",
    Kind.TEXT: "ISO-9.4-01",
    Kind.SURROGATE: "ISO-9.4-02",
    Kind.BEYOND: "ISO-9.4-03",
    Kind.GRAMMAR: "ISO-9.4-03",
    Kind.TRUNCATED: "ISO-9.4-04",
    Kind.SIGNATURE_INSIDE: "ISO-9.4-01",
    Kind.WRITTEN_FORM: "ISO-9.4-01",
    Kind.WRITTEN_PAIR: "ISO-9.4-01",
    Kind.WRITTEN_SURROGATE: "ISO-9.4-02",
    Kind.WRITTEN_BEYOND: "ISO-9.4-03",
    Kind.WRITTEN_TEXT: "ISO-9.4-01",
}


def _orders(read: str, kept: str, written: str, signed: str) -> dict[Kind, str]:
    """Name the clauses of one byte order: reading, the initial U+FEFF, writing, an added one."""
    return {
        Kind.UNMARKED: read,
        Kind.BYTE_ORDER: read,
        Kind.SIGNATURE: kept,
        Kind.WRITTEN_ORDER: written,
        Kind.WRITTEN_SIGNATURE: signed,
    }


_UCS_2 = dict.fromkeys(Kind, "UCS-2-01")
_UCS_4 = dict.fromkeys(Kind, "UCS-4-01") | {
    Kind.BEYOND: "UCS-4-02",
    Kind.GRAMMAR: "UCS-4-02",
    Kind.WRITTEN_BEYOND: "UCS-4-02",
}

_TABLES: Mapping[Scheme, Mapping[Kind, str]] = {
    Scheme.UTF_8: _UTF_8,
    Scheme.RFC_2279: _relative(
        ("RFC2279-2-03",) * 3 + ("RFC2279-2-04", "RFC2279-2-05", "RFC2279-2-06"), "RFC2279-2-02"
    )
    | {Kind.OVERLONG: "RFC2279-2-07", Kind.WRITTEN_PAIR: "RFC2279-2-08"},
    Scheme.CESU_8: _relative(
        ("UTR26-03",) * 3 + ("UTR26-01",) * 3, "UTR26-05", surrogate="UTR26-04"
    )
    | {Kind.BEYOND: "UTR26-02"},
    Scheme.MUTF_8: _relative(
        ("JVMS-4.4.7-01", "JVMS-4.4.7-02", "JVMS-4.4.7-03") + ("JVMS-4.4.7-04",) * 3,
        "JVMS-4.4.7-06",
        surrogate="JVMS-4.4.7-03",
    )
    | {Kind.FORBIDDEN: "JVMS-4.4.7-05", Kind.BEYOND: "JVMS-4.4.7-05"},
    Scheme.WTF_8: _relative(("WTF8-03",) * 4, "WTF8-05", surrogate="WTF8-02", pair="WTF8-02")
    | {Kind.WRITTEN_SURROGATE: "WTF8-01", Kind.WRITTEN_PAIR: "WTF8-02"},
    Scheme.GENERALIZED_UTF_8: _relative(
        ("WTF8-04",) * 4, "WTF8-05", surrogate="WTF8-04", pair="WTF8-04"
    ),
    Scheme.UTF_16: {
        **_UTF_16,
        **_orders("RFC2781-4.3-02", "ISO-10.5-01", "RFC2781-3.3-06", "RFC2781-3.3-06"),
        Kind.UNMARKED: "ISO-10.5-02",
    },
    Scheme.UTF_16BE: {
        **_UTF_16,
        **_orders("RFC2781-4.1-01", "RFC2781-4.1-02", "RFC2781-3.3-02", "RFC2781-3.3-03"),
    },
    Scheme.UTF_16LE: {
        **_UTF_16,
        **_orders("RFC2781-4.2-01", "RFC2781-4.2-02", "RFC2781-3.3-04", "RFC2781-3.3-05"),
    },
    Scheme.UTF_32: {
        **_UTF_32,
        **_orders("ISO-10.8-01", "ISO-10.8-01", "ISO-10.8-01", "ISO-10.8-01"),
        Kind.UNMARKED: "ISO-10.8-02",
    },
    Scheme.UTF_32BE: {
        **_UTF_32,
        **_orders("ISO-10.6-01", "ISO-10.6-02", "ISO-10.6-01", "ISO-10.6-02"),
    },
    Scheme.UTF_32LE: {
        **_UTF_32,
        **_orders("ISO-10.7-01", "ISO-10.7-02", "ISO-10.7-01", "ISO-10.7-02"),
    },
    Scheme.UCS_2: _UCS_2,
    Scheme.UCS_4: _UCS_4,
}

_WEB: Mapping[Kind, str] = {
    Kind.SIGNATURE: "WHATWG-ENC-01",
    Kind.CHUNKS: "WHATWG-ENC-04",
    Kind.DELIVERY: "WHATWG-ENC-13",
    Kind.WRITTEN_INSTEAD: "WHATWG-ENC-07",
}
"""Where the Encoding Standard says more than the encoding's own documents."""


def written_form(scheme: Scheme, octets: int) -> Kind:
    """Return the kind of a value that is not written in its form, which has so many octets.

    RFC 3629 and UTF-16 have a sentence for what an encoder writes; elsewhere the row states it.
    """
    own = Kind.WRITTEN_FORM in _TABLES[scheme]
    return Kind.WRITTEN_FORM if own else ROWS[octets // facts(scheme).unit - 1]


def stated(kinds: Sequence[Kind], scheme: Scheme) -> tuple[Kind, ...]:
    """Return kinds with the rows of the table for `BITS`, where no sentence speaks of the bits.

    RFC 3629 has one of its own; elsewhere the row says which value a form has.
    """
    rows = [kind for kind in kinds if kind in ROWS]
    if scheme is Scheme.UTF_8 or not rows:
        return tuple(kinds)
    found = (rows if kind is Kind.BITS else [kind] for kind in kinds)
    return tuple(dict.fromkeys(chain.from_iterable(found)))


def requirement(kind: Kind, settings: Settings) -> str:
    """Return the id of the requirement that a kind of divergence breaks under these settings."""
    if settings.profile == WHATWG:
        if kind is Kind.COUNT:
            wide = facts(settings.scheme).unit > 1
            return "WHATWG-ENC-05" if wide else "WHATWG-ENC-03"
        if kind in _WEB:
            return _WEB[kind]
    table = _TABLES[settings.scheme]
    # A kind without a sentence of its own breaks the grammar as a whole.
    return table.get(kind) or _ANY.get(kind) or table[Kind.GRAMMAR]
