"""The contract of a codec: the demands of its documentation, and its deviations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Demand(StrEnum):
    """The demands of a codec's documentation on its input; nothing is promised of any other."""

    WELL_FORMED = "well-formed"
    WELL_FORMED_OR_CUT_OFF = "well-formed-or-cut-off"
    SCALAR_VALUES = "scalar-values"
    NO_NUL = "no-nul"
    NO_NONCHARACTERS = "no-noncharacters"
    XML_CHARACTERS = "xml-characters"
    YAML_CHARACTERS = "yaml-characters"
    WHOLE_UNITS = "whole-units"
    COMPLETE_SEQUENCES = "complete-sequences"
    PAIRS = "pairs"
    NO_SIGNATURE = "no-signature"


DEMANDED = {
    Demand.WELL_FORMED: "well-formed octets",
    Demand.WELL_FORMED_OR_CUT_OFF: "well-formed octets, cut off at the end at most",
    Demand.SCALAR_VALUES: "code points that are scalar values",
    Demand.NO_NUL: "no U+0000",
    Demand.NO_NONCHARACTERS: "no noncharacters",
    Demand.XML_CHARACTERS: "characters that XML 1.0 allows and leaves as they are",
    Demand.YAML_CHARACTERS: "characters that YAML allows and leaves as they are",
    Demand.WHOLE_UNITS: "whole code units",
    Demand.COMPLETE_SEQUENCES: "no sequence cut off at the end",
    Demand.PAIRS: "surrogate pairs in one call",
    Demand.NO_SIGNATURE: "no U+FEFF at the beginning",
}
"""Each demand in words."""

OF_DECODERS = frozenset(
    {
        Demand.WELL_FORMED,
        Demand.WELL_FORMED_OR_CUT_OFF,
        Demand.WHOLE_UNITS,
        Demand.COMPLETE_SEQUENCES,
    }
)
"""Demands on octets, which concern no encoder."""
OF_ENCODERS = frozenset({Demand.SCALAR_VALUES, Demand.PAIRS, Demand.NO_SIGNATURE})
"""Demands on code points, which concern no decoder."""
DECODERS, ENCODERS = "decoders", "encoders"
"""What a term is of, where it is not of both."""


class Deviation(StrEnum):
    """The deviations from its profile that a codec's documentation announces."""

    NUL_REFUSED = "nul-refused"
    NONCHARACTERS_REFUSED = "noncharacters-refused"
    NUL_AS_C0_80 = "c0-80-is-nul"
    OVERLONG_READ = "overlong-read"
    PAIRS_JOINED = "six-octet-pairs-joined"
    SURROGATES_READ = "surrogates-read"
    FOUR_OCTETS_READ = "four-octets-read"
    EXTENDED_UTF_8 = "extended-utf-8"
    SURROGATES_WRITTEN = "surrogates-written"
    EXTENDED_WRITTEN = "extended-utf-8-written"
    PERL_EXTENDED = "perl-extended-utf-8"
    POSSIBLE_ENCODINGS = "possible-encodings"
    SIGNATURE_REPLACES = "signature-replaces"
    NAMES_LITTLE_ENDIAN = "names-little-endian"
    ORDER_GUESSED = "order-guessed"
    HALF_UNIT_REFUSED = "half-unit-refused"


ANNOUNCED = {
    Deviation.NUL_REFUSED: "U+0000 is refused",
    Deviation.NONCHARACTERS_REFUSED: "the 66 noncharacters are refused",
    Deviation.NUL_AS_C0_80: "C0 80 is read as U+0000",
    Deviation.OVERLONG_READ: "overlong forms of two to four octets are read",
    Deviation.PAIRS_JOINED: "surrogate pairs of three octets each are read as one character",
    Deviation.SURROGATES_READ: "surrogates are read from three octets",
    Deviation.FOUR_OCTETS_READ: "numbers above U+10FFFF are read, in four octets",
    Deviation.EXTENDED_UTF_8: "numbers above U+10FFFF are read, in up to six octets",
    Deviation.SURROGATES_WRITTEN: "surrogates are written, in UTF-8 as three octets",
    Deviation.EXTENDED_WRITTEN: "numbers above U+10FFFF are written, in up to six octets",
    Deviation.PERL_EXTENDED: "surrogates and numbers above 7FFFFFFF are read and written",
    Deviation.POSSIBLE_ENCODINGS: "any encoding may be named in which the octets are well-formed",
    Deviation.SIGNATURE_REPLACES: "behind a signature that tells the encoding errors are replaced",
    Deviation.NAMES_LITTLE_ENDIAN: "the names UTF-16 and UTF-32 stand for the little-endian order",
    Deviation.ORDER_GUESSED: "text that nothing marks is read in the order that it looks like",
    Deviation.HALF_UNIT_REFUSED: "text that ends within a code unit is refused, not replaced",
}
"""Each deviation in words."""

FAULTS: dict[Deviation, tuple[str, ...]] = {
    Deviation.NUL_REFUSED: ("utf-8/characters/nul-is-refused", "utf-8/validators/nul-is-refused"),
    Deviation.NONCHARACTERS_REFUSED: (
        "utf-8/characters/noncharacters-are-refused",
        "utf-8/validators/noncharacters-are-refused",
        "utf-8/encoder/noncharacters-are-refused",
    ),
    Deviation.NUL_AS_C0_80: ("utf-8/overlong/c0-80-is-nul",),
    Deviation.OVERLONG_READ: (
        "utf-8/overlong/two-octets-are-not-checked",
        "utf-8/overlong/three-octets-are-not-checked",
        "utf-8/overlong/four-octets-are-not-checked",
    ),
    Deviation.PAIRS_JOINED: ("utf-8/surrogates/pairs-are-joined",),
    Deviation.SURROGATES_READ: ("utf-8/surrogates/are-read",),
    Deviation.FOUR_OCTETS_READ: ("utf-8/leads/four-octets-are-21-bits",),
    Deviation.EXTENDED_UTF_8: (
        "utf-8/leads/four-octets-are-21-bits",
        "utf-8/leads/five-octets",
        "utf-8/leads/six-octets",
    ),
    Deviation.SURROGATES_WRITTEN: ("utf-8/encoder/surrogates-are-written",),
    Deviation.EXTENDED_WRITTEN: (),
    Deviation.PERL_EXTENDED: (),
    Deviation.POSSIBLE_ENCODINGS: ("detect/even-lengths-are-utf-16le",),
    Deviation.SIGNATURE_REPLACES: (),
    Deviation.NAMES_LITTLE_ENDIAN: ("label/utf-16-is-utf-16le", "label/utf-32-is-utf-32le"),
    Deviation.ORDER_GUESSED: (),
    Deviation.HALF_UNIT_REFUSED: (),
}
"""The named faults of the catalogue that a deviation is where nobody announces it."""


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a contract: a demand or a deviation by name, and where it is documented.

    `of` is "decoders" or "encoders" where it concerns only these, else "". `encodings` are those
    that it is about; () for all.
    """

    name: str
    source: str
    of: str = ""
    encodings: tuple[str, ...] = ()

    def entry(self, key: str) -> dict[str, object]:
        """Return the term as adapter.yaml states it, its name under a key."""
        found: dict[str, object] = {key: self.name, "source": self.source}
        if self.of:
            found["of"] = self.of
        if self.encodings:
            found["encodings"] = list(self.encodings)
        return found

    def concerns(self, encoding: str) -> bool:
        """Tell whether the term is about an encoding."""
        return not self.encodings or encoding in self.encodings


@dataclass(frozen=True, slots=True)
class Contract:
    """The demands of a codec on its callers, and the documented deviations from its profile."""

    domain: tuple[Term, ...] = ()
    deviations: tuple[Term, ...] = ()

    def of_decoders(self, encoding: str) -> tuple[Demand, ...]:
        """Return the demands on octets of an encoding, in the order of the closed list."""
        terms = (term for term in self.domain if term.concerns(encoding))
        named = {term.name for term in terms if term.of != ENCODERS}
        return tuple(one for one in Demand if one in named and one not in OF_ENCODERS)

    def of_encoders(self, encoding: str) -> tuple[Demand, ...]:
        """Return the demands on code points, in the order of the closed list."""
        terms = (term for term in self.domain if term.concerns(encoding))
        named = {term.name for term in terms if term.of != DECODERS}
        return tuple(one for one in Demand if one in named and one not in OF_DECODERS)

    @property
    def announced(self) -> tuple[Deviation, ...]:
        """Return the documented deviations, in the order of the closed list."""
        named = {term.name for term in self.deviations}
        return tuple(one for one in Deviation if one in named)

    def announced_in(self, encoding: str) -> tuple[Deviation, ...]:
        """Return the documented deviations of an encoding, in the order of the closed list."""
        named = {term.name for term in self.deviations if term.concerns(encoding)}
        return tuple(one for one in self.announced if one in named)

    @property
    def entries(self) -> dict[str, list[dict[str, object]]]:
        """Return the contract as adapter.yaml states it; parts that are empty are left out."""
        found = {
            "domain": [one.entry("demands") for one in self.domain],
            "deviations": [one.entry("is") for one in self.deviations],
        }
        return {part: terms for part, terms in found.items() if terms}


def demands_in_words(names: Iterable[str]) -> str:
    """Put the demands of a domain in words: `well-formed octets, no U+0000`."""
    return ", ".join(DEMANDED[Demand(name)] for name in names)


def deviations_in_words(names: Iterable[str]) -> str:
    """Put the announced deviations in words: `C0 80 is read as U+0000; U+0000 is refused`."""
    return "; ".join(ANNOUNCED[Deviation(name)] for name in names)
