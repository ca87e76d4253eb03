"""The allowed answers to a sweep: automata, each with the verdict of labelling by it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from utfproof.model.contract import Demand, deviations_in_words
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.profile import Settings, Signatures, Unmarked
from utfproof.model.verdict import Verdict
from utfproof.reference import deviations, latitude, schemes, tables, utf16, utf32
from utfproof.reference.automaton import Automaton

_UNORDERED = frozenset({Encoding.UTF_16, Encoding.UTF_32})

# RFC 2781 sections 4.1 and 4.2 call U+FFFE an error, wherever it stands.
_UTF_16_WITHOUT_FFFE = tables.table("""
0000-D7FF      00-D7  00-FF
E000-FEFF      E0-FE  00-FF
FF00-FFFD      FF     00-FD
FFFF-FFFF      FF     FF
10000-10FFFF   D8-DB  00-FF  DC-DF  00-FF
""")

# ISO/IEC 10646 clause 9.4 took the surrogates out of UCS-4, and what lies above 10FFFF.
_UCS_4_WITHOUT_SURROGATES = tables.table("""
00000000-0000D7FF  00     00     00-D7  00-FF
0000E000-0000FFFF  00     00     E0-FF  00-FF
00010000-00FFFFFF  00     01-FF  00-FF  00-FF
01000000-7FFFFFFF  01-7F  00-FF  00-FF  00-FF
""")
_UCS_4_UP_TO_10FFFF = tables.table("""
00000000-0010FFFF  00     00-10  00-FF  00-FF
""")


@dataclass(frozen=True, slots=True)
class SweepRule:
    """An automaton to label strings by, and the verdict of a codec that labels by it.

    `words` name the deviation from the standard; they are empty for the standard.
    """

    words: str
    automaton: Automaton
    verdict: Verdict


@cache
def rules(settings: Settings) -> tuple[SweepRule, ...]:
    """List the rules that a codec's settings allow, the best first.

    UTF-16 and UTF-32 that nothing marks are big-endian; another order, declared or not, is an
    alternative (ISO/IEC 10646 clauses 10.5 and 10.8, RFC 2781 section 4.3).
    """
    own = schemes.automaton(settings.scheme)
    standard = SweepRule("", own, Verdict.PASS)
    if settings.encoding in _UNORDERED:
        swapped = schemes.automaton(settings.scheme, unmarked="little")
        little = _alternative("unmarked text little-endian", swapped)
        if settings.unmarked is None:
            return (standard, little)
        return (little,) if settings.unmarked is Unmarked.LITTLE else (standard,)
    return (standard, *_others(settings.scheme), *_announced(settings))


def _announced(settings: Settings) -> tuple[SweepRule, ...]:
    """Return the rule that the codec's documentation announces beside those of its profile."""
    own = deviations.automaton(settings.scheme, settings.deviations)
    words = deviations_in_words(settings.deviations)
    return (SweepRule(words, own, Verdict.BY_DESIGN),) if own else ()


EXCLUDED = "its contract excludes strings that a sweep counts through"
"""Why a sweep, or one of its lengths, is not asked."""


def unassessed(settings: Settings) -> str | None:
    """Return why no automaton gives the right answer for such settings; None if one does."""
    if {*settings.demands} - {Demand.WHOLE_UNITS}:
        return EXCLUDED
    if settings.excludes:
        return "the codec's format excludes octets that a sweep counts through"
    if settings.signatures in (Signatures.SNIFF, Signatures.FORBIDDEN):
        return f"signature: {settings.signatures} is declared"
    if settings.unmarked is Unmarked.REFUSE and settings.encoding in _UNORDERED:
        return "unmarked: refuse is declared"
    return None


def _others(scheme: Scheme) -> tuple[SweepRule, ...]:
    match scheme:
        case Scheme.UTF_16BE:
            refused = tables.automaton(_UTF_16_WITHOUT_FFFE)
            return (_alternative("U+FFFE refused", refused),)
        case Scheme.UTF_16LE:
            swapped = tables.little_endian(_UTF_16_WITHOUT_FFFE, utf16.WIDTH)
            return (_alternative("U+FFFE refused", tables.automaton(swapped)),)
        case Scheme.RFC_2279:
            read = tables.automaton(latitude.RFC_2279_WITH_SURROGATES)
            return (_alternative("surrogates read", read),)
        case Scheme.UCS_4:
            return (
                _alternative("the limits of UTF-32", utf32.automaton("big")),
                _alternative("surrogates refused", tables.automaton(_UCS_4_WITHOUT_SURROGATES)),
                _alternative("values up to 10FFFF", tables.automaton(_UCS_4_UP_TO_10FFFF)),
            )
        case Scheme.MUTF_8:
            long_forms = tables.automaton(latitude.MUTF_8_WITH_LONG_FORMS)
            return (
                _alternative("00 read", tables.automaton(latitude.MUTF_8_WITH_NULL)),
                _alternative("overlong forms read", long_forms),
                _alternative(
                    "00 and overlong forms read", tables.automaton(latitude.MUTF_8_BY_BITS)
                ),
            )
        case _:
            return ()


def _alternative(words: str, automaton: Automaton) -> SweepRule:
    return SweepRule(words, automaton, Verdict.ALTERNATIVE)
