"""The treatment of signatures, and of text without one, as options fitted to answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from utfproof.model.encoding import SIGNATURE, ByteOrder, Encoding, Scheme, facts, signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import Mode, Op
from utfproof.model.profile import Signatures, Unmarked
from utfproof.proof.identify.conversation import EncodingConversation
from utfproof.proof.identify.fit import ProbeAnswer, fit_probed
from utfproof.proof.identify.identified import IdentifiedOption

UNORDERED = (Encoding.UTF_16, Encoding.UTF_32)
_LETTER = 0x41
_ERROR, _SNIFFED, _NOT_SNIFFED = b"error", b"sniffed", b"not sniffed"
# The signatures that override a label on the web (Encoding Standard, BOM sniff).
_OVERRIDING = (Scheme.UTF_8, Scheme.UTF_16BE, Scheme.UTF_16LE)


def signature(conversation: EncodingConversation) -> IdentifiedOption | None:
    """Find out the treatment of an initial U+FEFF; None where no decoder can be asked.

    Asked are a signature before text, twice, and alone, half of one, those of other encodings,
    and U+FEFF behind text, which is never a signature.
    """
    fit = fit_probed(_asked(conversation, list(_signature_probes(conversation.encoding))))
    settings = conversation.settings
    if fit is None or settings is None:
        return IdentifiedOption(fit) if fit else None
    return IdentifiedOption(fit, settings.signatures.value, declared=settings.declared)


def unmarked(conversation: EncodingConversation) -> IdentifiedOption | None:
    """Find out in which order UTF-16 or UTF-32 without a signature is read, if it is at all."""
    if conversation.encoding not in UNORDERED:
        return None
    fit = fit_probed(_asked(conversation, list(_unmarked_probes(conversation.encoding))))
    settings = conversation.settings
    if fit is None or settings is None:
        return IdentifiedOption(fit) if fit else None
    claimed = settings.unmarked or Unmarked.BIG
    return IdentifiedOption(fit, claimed.value, declared=settings.unmarked is not None)


@dataclass(frozen=True, slots=True)
class _Probe:
    """Octets to decode, and the answer of each model in short."""

    octets: bytes
    expected: Mapping[str, bytes]


def _asked(conversation: EncodingConversation, probes: Sequence[_Probe]) -> list[ProbeAnswer]:
    """Ask in both modes in which an error shows."""
    lines = [render(probe.octets).encode("ascii") for probe in probes]
    found: list[ProbeAnswer] = []
    for mode in (Mode.STRICT, Mode.REPLACE):
        offer = conversation.offer(Op.DECODE, mode)
        answers = conversation.decode(offer, lines) if offer else []
        found += [
            ProbeAnswer(line, answer, _amounts_to(probe, answer or b""), probe.expected)
            for line, answer, probe in zip(lines, answers, probes, strict=False)
        ]
    return found


def _amounts_to(probe: _Probe, answer: bytes) -> bytes:
    if _SNIFFED in probe.expected.values():
        return _SNIFFED if answer == _answer(_LETTER) else _NOT_SNIFFED
    return _ERROR if answer.startswith(b"error") or b" fffd" in answer else answer


def _answer(*values: int) -> bytes:
    return b"ok" + b"".join([b" %x" % value for value in values])


def _signature_probes(encoding: Encoding) -> Iterator[_Probe]:
    scheme = Scheme(encoding.value)
    for order in _orders(scheme):
        sign, letter = signature_octets(scheme, order), _letter(scheme, order)
        yield _own(sign + letter, SIGNATURE, _LETTER)
        yield _own(sign + sign + letter, SIGNATURE, SIGNATURE, _LETTER)
        yield _own(sign, SIGNATURE)
        if encoding in UNORDERED:  # without the first, nothing would mark the order
            yield _own(sign + letter + sign, SIGNATURE, _LETTER, SIGNATURE)
        else:
            yield _alike(letter + sign + letter, _answer(_LETTER, SIGNATURE, _LETTER))
    if scheme is Scheme.UTF_8:
        yield _alike(signature_octets(scheme)[:2] + _letter(scheme, "big"), _ERROR)
    yield from _overriding_probes(scheme)


def _overriding_probes(scheme: Scheme) -> Iterator[_Probe]:
    own = {signature_octets(scheme, order) for order in _orders(scheme)}
    for other in _OVERRIDING:
        sign = signature_octets(other)
        if sign not in own:
            expected = dict.fromkeys((item.value for item in Signatures), _NOT_SNIFFED)
            expected[Signatures.SNIFF] = _SNIFFED
            yield _Probe(sign + _letter(other, "big"), expected)


def _own(octets: bytes, *values: int) -> _Probe:
    """Make a probe that begins with the encoding's own signature; `values` are those kept."""
    stripped = _answer(*values[1:])
    return _Probe(
        octets,
        {
            Signatures.KEEP.value: _answer(*values),
            Signatures.STRIP.value: stripped,
            Signatures.FORBIDDEN.value: _ERROR,
            Signatures.SNIFF.value: stripped,
        },
    )


def _alike(octets: bytes, answer: bytes) -> _Probe:
    return _Probe(octets, dict.fromkeys((item.value for item in Signatures), answer))


def _unmarked_probes(encoding: Encoding) -> Iterator[_Probe]:
    """Yield a letter in both orders; read in the other one it is another letter or no value."""
    scheme = Scheme(encoding.value)
    swapped = _answer(_LETTER << 8) if facts(scheme).unit == 2 else _ERROR
    right = {Unmarked.BIG.value: _answer(_LETTER), Unmarked.LITTLE.value: swapped}
    wrong = {Unmarked.BIG.value: swapped, Unmarked.LITTLE.value: _answer(_LETTER)}
    for order, expected in (("big", right), ("little", wrong)):
        octets = _LETTER.to_bytes(facts(scheme).unit, "big" if order == "big" else "little")
        yield _Probe(octets, {**expected, Unmarked.REFUSE.value: _ERROR})


def _orders(scheme: Scheme) -> tuple[ByteOrder, ...]:
    known = facts(scheme)
    return ("big", "little") if known.unit > 1 and not known.order else (known.order or "big",)


def _letter(scheme: Scheme, order: ByteOrder) -> bytes:
    return _LETTER.to_bytes(facts(scheme).unit, facts(scheme).order or order)
