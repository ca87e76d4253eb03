"""A case's reading for one codec: its signature, byte order and policy applied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from utfproof.engine.questions.expected_answer import Gap, Gaps, Refusal, Text
from utfproof.model.case import AllowedReading
from utfproof.model.contract import Deviation
from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Encoding, Scheme, facts
from utfproof.model.operation import Mode
from utfproof.model.outcome import Values
from utfproof.model.profile import WHATWG, Policy, Settings, Signatures, Unmarked
from utfproof.model.reading import IllFormed, Part, Reading, Signature, Value
from utfproof.model.verdict import Verdict, worst
from utfproof.reference import detect, deviations, replacement, schemes
from utfproof.reference.chunks import (
    deciding_octets,
    error_octet_of,
    first_octet_of,
    truncated_error,
)

_OWN_BRACKETS = frozenset({Policy.MAXIMAL_SUBPART.value, Policy.WHATWG.value})


@dataclass(frozen=True)
class Interpretation:
    """One acceptable way to read an input, with the verdict of reading it so.

    `keeps` tells whether an initial signature is U+FEFF or nothing. `units` are the parts cut
    into the units of error of the codec's policy, which is None where no policy is fixed.
    """

    scheme: Scheme
    reads: Reading
    units: Reading
    policy: str | None
    keeps: bool
    verdict: Verdict

    def values(self, parts: Iterable[Part], mode: Mode) -> Values:
        """Return the output for parts: with replacements, or without the ill-formed ones."""
        return tuple([value for part in parts for value in self.part(part, mode)])

    def part(self, part: Part, mode: Mode) -> Values:
        """Return the output for one part."""
        if isinstance(part, Value):
            return (part.value,)
        if isinstance(part, Signature):
            return (SIGNATURE,) if self.keeps else ()
        shown = mode is Mode.REPLACE and not isinstance(part, replacement.Dropped)
        return (REPLACEMENT,) if shown else ()

    @cached_property
    def error(self) -> tuple[int, IllFormed] | None:
        """Return the first unit of error with its offset.

        What a policy lets through when it replaces is an error all the same when it is strict.
        """
        found = self.reads.first_error()
        if found is None or self.units is self.reads:
            return found
        offset, part = found
        own = dict(self.units.placed()).get(offset)
        return offset, own if isinstance(own, IllFormed) else part

    @property
    def truncated(self) -> bool | None:
        """Tell whether the first error is one only because the input ends; None for either."""
        return truncated_error(self.scheme, self.reads)

    @cached_property
    def error_octet(self) -> int | None:
        """Return the index of the octet that makes the input ill-formed."""
        return error_octet_of(self.scheme, self.reads)

    @cached_property
    def first_octet(self) -> int | None:
        """Return the index of the first octet that can show it."""
        return first_octet_of(self.scheme, self.reads)

    @cached_property
    def before_error(self) -> Values:
        """Return the values that stand before the first error."""
        parts = takewhile(lambda part: not isinstance(part, IllFormed), self.reads.parts)
        return self.values(parts, Mode.STRICT)

    def refusal(
        self, *, length: bool, chunks: range | None = None, prompt: bool = False
    ) -> Refusal | None:
        """Return the refusal that a strict reader owes; None for a well-formed input.

        `chunks` are those from the first that can show the error to the one that must; a later one
        is a failure where it has to be `prompt`.
        """
        if self.error is None:
            return None
        offset, part = self.error
        own = len(part.octets) if length and self.policy else None
        return Refusal(offset, own, self.before_error, chunks, len(part.octets), prompt)

    def output(self, mode: Mode) -> Text | Gaps:
        """Return the output of a replacing or skipping decoder."""
        if mode is Mode.REPLACE and self.policy is None and self.error:
            return self._gaps()
        return Text(self.values(self.units.parts, mode))

    def decided(self, mode: Mode, sniffed: int = 0) -> Iterator[tuple[int, int]]:
        """Yield the index of the octet that decides each part, and how many values it delivers.

        So many octets as may be `sniffed` decide nothing before they are all there. Behind an error
        nothing is decided before the end where its number of U+FFFD may depend on what follows.
        """
        end = len(self.reads.octets)
        same, known = self.units is self.reads, True
        for octet, part in deciding_octets(self.scheme, self.units):
            known = known and (same or not isinstance(part, IllFormed))
            yield min(end, max(octet, sniffed - 1)) if known else end, len(self.part(part, mode))

    def _gaps(self) -> Gaps:
        """Return the pattern of the reading: neighbouring ill-formed parts are one stretch."""
        items: list[int | Gap] = []
        for part in self.reads.parts:
            if isinstance(part, IllFormed):
                last = items.pop() if items and isinstance(items[-1], Gap) else Gap(0)
                most = last.most if isinstance(last, Gap) else 0
                items.append(Gap(most + len(part.octets)))
            else:
                items += self.part(part, Mode.REPLACE)
        return Gaps(tuple(items))


def interpretations(
    reads: Reading, others: tuple[AllowedReading, ...], settings: Settings
) -> list[Interpretation]:
    """List the acceptable interpretations of a reading, the first is the one that passes."""
    found = [
        _interpretation(reading, scheme, settings, keeps=keeps, verdict=verdict)
        for reading, scheme, base in _readings(reads, settings)
        for keeps, verdict in _signatures(reading, settings, base)
    ]
    if settings.recommended and not reads.well_formed:
        # Last, because they accept all that the others do.
        found += [_at_any_count(one) for one in found]
    if _unmarked(reads, settings) and settings.unmarked:
        return found  # the others are those of the other order, which the codec has declared off
    found += [
        _interpretation(
            other.reads,
            settings.scheme,
            settings,
            keeps=not settings.strips,
            verdict=Verdict.ALTERNATIVE,
        )
        for other in others
    ]
    return found + list(_announced(reads, settings))


def _announced(reads: Reading, settings: Settings) -> Iterator[Interpretation]:
    """Yield the reading that the codec's documentation announces beside that of its profile."""
    read = deviations.reading(settings.scheme, reads.octets, settings.deviations)
    if read is None:
        return
    signed = bool(read.parts) and isinstance(read.parts[0], Signature)
    for keeps in (True, False) if signed and not settings.declared else (not settings.strips,):
        own = _interpretation(
            read, settings.scheme, settings, keeps=keeps, verdict=Verdict.BY_DESIGN
        )
        yield replace(own, units=read)
        if own.policy and not read.well_formed and settings.recommended:
            yield replace(own, units=read, policy=None)


def at_every_policy(found: Interpretation) -> list[Interpretation]:
    """Return an interpretation, and where it fixes no policy its variants under each of them."""
    if found.policy is not None or found.reads.well_formed:
        return [found]
    octets = found.reads.octets
    return [found] + [
        replace(found, units=replacement.segments(policy, found.scheme, octets))
        for policy in replacement.policies_of(found.scheme)
    ]


def _at_any_count(found: Interpretation) -> Interpretation:
    """Return an interpretation with any number of U+FFFD and any length: it breaks a SHOULD."""
    verdict = worst((found.verdict, Verdict.NON_STRICT))
    return replace(found, units=found.reads, policy=None, verdict=verdict)


def refuses_unmarked(reads: Reading, settings: Settings) -> bool:
    """Tell whether the codec declares to refuse this input because nothing marks its order."""
    unmarked = _unmarked(reads, settings) or not reads.parts
    return settings.unmarked is Unmarked.REFUSE and unmarked


def _unmarked(reads: Reading, settings: Settings) -> bool:
    signed = bool(reads.parts) and isinstance(reads.parts[0], Signature)
    unordered = settings.encoding in (Encoding.UTF_16, Encoding.UTF_32)
    return unordered and not signed and bool(reads.parts)


def _readings(reads: Reading, settings: Settings) -> Iterator[tuple[Reading, Scheme, Verdict]]:
    """Yield the readings in the orders and encodings that the codec's options allow.

    Unmarked text is big-endian (ISO/IEC 10646 10.5, 10.8; RFC 2781 4.3 with SHOULD); another
    order, declared or not, is an alternative and never a pass. Where the documentation announces
    that it is guessed, the order that is not declared is by-design.
    """
    if settings.signatures is Signatures.SNIFF and (seen := _sniffed(reads, settings)):
        yield schemes.read(seen, reads.octets), seen, Verdict.PASS
        return
    if not _unmarked(reads, settings):
        yield reads, settings.scheme, Verdict.PASS
        return
    big = settings.unmarked is not Unmarked.LITTLE
    little = settings.unmarked in (None, Unmarked.LITTLE)
    guessed = Deviation.ORDER_GUESSED in settings.deviations
    other = Scheme(f"{settings.encoding}LE")
    if big:
        yield reads, settings.scheme, Verdict.PASS
    # The declared order comes first: where both read alike, it is that one.
    if little or guessed:
        verdict = Verdict.ALTERNATIVE if little else Verdict.BY_DESIGN
        yield schemes.read(other, reads.octets), other, verdict
    if guessed and not big:
        yield reads, settings.scheme, Verdict.BY_DESIGN


def _sniffed(reads: Reading, settings: Settings) -> Scheme | None:
    """Return the encoding whose signature overrides the label; the web knows none of UTF-32."""
    seen = detect.detect(reads.octets)
    if seen is None:
        return None
    web = settings.profile == WHATWG and seen[0].startswith("UTF-32")
    return (Scheme.UTF_16LE if reads.octets[:1] == b"\xff" else None) if web else Scheme(seen[0])


def _signatures(
    reads: Reading, settings: Settings, base: Verdict
) -> Iterator[tuple[bool, Verdict]]:
    """Yield the allowed treatments of an initial signature: kept or not, with the verdict of each.

    RFC 3629 section 6 recommends to keep it: a codec that strips without saying so is
    non-strict. The labelled orders MUST keep it (RFC 2781 4.1, ISO/IEC 10646 10.3 to 10.7).
    """
    signed = bool(reads.parts) and isinstance(reads.parts[0], Signature)
    if not signed:
        yield True, base
        return
    unordered = settings.encoding in (Encoding.UTF_16, Encoding.UTF_32)
    kept = Verdict.ALTERNATIVE if unordered and not settings.strips else base
    yield not settings.strips, kept
    if not settings.declared and facts(settings.scheme).unit == 1:
        yield settings.strips, Verdict.NON_STRICT


def _interpretation(
    reads: Reading, scheme: Scheme, settings: Settings, *, keeps: bool, verdict: Verdict
) -> Interpretation:
    policy = settings.replacement
    if facts(scheme).unit != facts(settings.scheme).unit:
        policy = Policy.WHATWG.value if settings.profile == WHATWG else None  # it was sniffed
    units = reads
    if policy and policy not in _OWN_BRACKETS and not reads.well_formed:
        units = replacement.segments(policy, scheme, reads.octets)
    return Interpretation(scheme, reads, units, policy, keeps, verdict)
