"""The suite against the reference: where a case disagrees, the suite is wrong and no run starts.

Expectations are written from the documents; the reference only checks them. UTF-8 is checked by
three independent decoders, everything else by the one of its scheme.
"""

from __future__ import annotations

from collections.abc import Iterator

from utfproof.engine.relations.properties import RELATIONS
from utfproof.errors import VectorError
from utfproof.model.case import (
    Case,
    DecodeCase,
    DetectCase,
    EncodeCase,
    ExpectedOctets,
    LabelCase,
    NotEncodable,
)
from utfproof.model.encoding import ByteOrder, Encoding, Scheme, signature_octets
from utfproof.model.profile import WHATWG, Units
from utfproof.model.reading import Reading, Signature, Value
from utfproof.reference import arithmetic, detect, grammar, labels, ranges, schemes
from utfproof.vectors import notation
from utfproof.vectors.cases import scheme_of
from utfproof.vectors.suite import Suite

_DECODERS = {
    "the grammar": grammar.read,
    "the arithmetic": arithmetic.read,
    "the ranges": ranges.read,
}
_ORDERS: tuple[ByteOrder, ...] = ("big", "little")


def disagreements(suite: Suite) -> list[VectorError]:
    """List the cases that the reference contradicts, and properties without a judge."""
    found = [problem for case in suite.cases for problem in _case(case)]
    return [*found, *_properties(suite)]


def _properties(suite: Suite) -> Iterator[VectorError]:
    listed = {item.id for item in suite.properties}
    for name in sorted(listed ^ set(RELATIONS)):
        hint = "vectors/properties.yaml and the engine list the same names"
        yield VectorError(f"{name} stands in one list only", place="vectors", hint=hint)


def _case(case: Case) -> Iterator[VectorError]:
    if isinstance(case, DecodeCase):
        yield from _decode(case)
    elif isinstance(case, EncodeCase):
        yield from _encode(case)
    elif isinstance(case, DetectCase):
        yield from _detect(case)
    else:
        yield from _label(case)


def _problem(case: Case, ours: str, reference: str, who: str = "the reference") -> VectorError:
    name = case.about.id.rsplit("/", 1)[-1]
    hint = "decide by the document, then mend the case or the reference"
    problem = f"{name}: written as {ours!r}, {who} has {reference!r}"
    return VectorError(problem, place=case.about.place, hint=hint)


def _decode(case: DecodeCase) -> Iterator[VectorError]:
    scheme = scheme_of(case.about.encoding, case.about.profile)
    octets = case.octets
    found = {"the reference": schemes.read(scheme, octets)}
    if scheme is Scheme.UTF_8:
        found |= {who: _signed(read(octets)) for who, read in _DECODERS.items()}
    for who, reads in found.items():
        if reads != case.reads:
            ours, theirs = (notation.show_reading(one, scheme) for one in (case.reads, reads))
            yield _problem(case, ours, theirs, who)
            return


def _signed(reads: Reading) -> Reading:
    """Take an initial U+FEFF for a signature; the three decoders know no signatures."""
    first = reads.parts[0] if reads.parts else None
    if isinstance(first, Value) and first.octets == b"\xef\xbb\xbf":
        return Reading((Signature(first.octets), *reads.parts[1:]))
    return reads


def _encode(case: EncodeCase) -> Iterator[VectorError]:
    scheme = scheme_of(case.about.encoding, case.about.profile)
    signatures = [signature_octets(scheme, order) for order in _ORDERS]
    units = {Units.CODE_POINTS: case.writes, Units.UTF_16: case.writes_utf16 or case.writes}
    for unit, writes in units.items():
        if writes.signature and writes.signature not in signatures:
            shown = " or ".join(dict.fromkeys(map(notation.show, signatures)))
            yield _problem(case, f"({notation.show(writes.signature)})", f"({shown})")
        reference = _pieces(scheme, case.values, unit)
        if _flat(scheme, writes) != reference:
            who = f"the reference ({unit})"
            yield _problem(case, str(_flat(scheme, writes)), str(reference), who)


def _pieces(scheme: Scheme, values: tuple[int, ...], units: Units) -> list[str]:
    """Return a writing octet by octet, with the unencodable values between."""
    found: list[str] = []
    for piece in schemes.encode(scheme, values, units):
        if isinstance(piece, schemes.Unencodable):
            found.append(f"[U+{piece.value:04X}]")
        else:
            found += [f"{octet:02X}" for octet in piece.octets]
    return found


def _flat(scheme: Scheme, writes: ExpectedOctets) -> list[str]:
    """Return the writing of a case, in big-endian order where its signature rules the order."""
    unordered = scheme in (Scheme.UTF_16, Scheme.UTF_32)
    little = unordered and writes.signature.startswith(b"\xff\xfe")
    unit = len(writes.signature) or 1
    found: list[str] = []
    for part in writes.parts:
        if isinstance(part, NotEncodable):
            found.append(f"[U+{part.value:04X}]")
        else:
            octets = _swapped(part, unit) if little else part
            found += [f"{octet:02X}" for octet in octets]
    return found


def _swapped(octets: bytes, unit: int) -> bytes:
    return b"".join(octets[at : at + unit][::-1] for at in range(0, len(octets), unit))


def _detect(case: DetectCase) -> Iterator[VectorError]:
    seen = detect.detect(case.octets)
    ours = (case.detects.encoding, case.detects.signature) if case.detects.encoding else None
    if seen != ours:
        yield _problem(case, str(ours), str(seen))


def _label(case: LabelCase) -> Iterator[VectorError]:
    registry: labels.Registry = "encoding_standard" if case.about.profile == WHATWG else "iana"
    name = labels.name(registry, case.label)
    if name != case.names:
        yield _problem(case, _shown(case.names), _shown(name))


def _shown(encoding: Encoding | None) -> str:
    return encoding.value if encoding else "?"
