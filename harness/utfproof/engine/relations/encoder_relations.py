"""Relations between an encoder's own answers, that hold whatever the expected octets are.

Sources: RFC 3629 section 1 and the same statements of RFC 2279 section 1, ISO/IEC 10646 9.1 to
9.3; the clauses of each stand in vectors/properties.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from operator import itemgetter

from utfproof.engine.relations.codec_in_encoding import (
    TEXTS,
    CodecInEncoding,
    Violation,
    bad_pieces,
    octets_of,
    text_of,
    words,
)
from utfproof.model.encoding import Encoding, Scheme
from utfproof.model.fields import points, render
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Decoded, Encoded, Values
from utfproof.model.profile import Signatures

Violations = Iterator[Violation]

_BOUNDARIES = (
    0x00, 0x01, 0x2F, 0x41, 0x7F, 0x80, 0xFF, 0x100, 0x3FF, 0x400, 0x7FF, 0x800, 0xFFF, 0x1000,
    0x2FFF, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xF8FF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x10FFF,
    0x1FFFF, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFE, 0x10FFFF,
)  # fmt: skip
"""Scalar values at the edges of every row of RFC 3629 section 3 and ISO/IEC 10646 table 3."""


def _offer(subject: CodecInEncoding) -> Offer | None:
    return subject.offer(Op.ENCODE, Mode.STRICT, Mode.REPLACE)


def _written(subject: CodecInEncoding, offer: Offer, values: Values) -> list[tuple[int, bytes]]:
    """Encode each value alone, and return the octets."""
    answers = subject.encode(offer, [(value,) for value in values])
    found = zip(values, (octets_of(answer) for answer in answers), strict=True)
    return [(value, octets) for value, octets in found if octets is not None]


def _violation(offer: Offer, values: Values, expected: str, octets: bytes) -> Violation:
    return Violation(str(offer), points(values), expected, words(Encoded(octets)))


def octets_add_up(subject: CodecInEncoding) -> Violations:
    """A text is the octets of its characters in order: there is no byte order and no state."""
    offer = _offer(subject)
    if offer is None or not subject.ordered:
        return
    texts = [subject.expressible(values) for values in TEXTS]
    alone = dict(_written(subject, offer, tuple({value for text in texts for value in text})))
    for text, answer in zip(texts, subject.encode(offer, texts), strict=True):
        octets = octets_of(answer)
        joined = b"".join(alone.get(value, b"") for value in text)
        if octets is not None and octets != joined and not _signed(octets, joined, alone):
            yield _violation(offer, text, f"ok {render(joined)}", octets)


def _signed(octets: bytes, joined: bytes, alone: dict[int, bytes]) -> bool:
    """Tell whether the encoder writes a signature before everything, which UTF-8 allows."""
    signature = b"\xef\xbb\xbf"
    if not all(piece.startswith(signature) for piece in alone.values()):
        return False
    return octets == signature + joined.replace(signature, b"")


def no_ascii_inside(subject: CodecInEncoding) -> Violations:
    """Octets below 80 are ASCII characters and nothing else."""
    offer = _offer(subject)
    if offer is None or subject.unit > 1:
        return
    for value, octets in _written(subject, offer, subject.expressible(_BOUNDARIES)):
        if value >= 0x80 and min(octets, default=0x80) < 0x80:
            yield _violation(offer, (value,), "no octet below 80", octets)


def lead_tells_length(subject: CodecInEncoding) -> Violations:
    """The first octet says how many octets a character takes."""
    offer = _offer(subject)
    if offer is None or subject.scheme not in (Scheme.UTF_8, Scheme.RFC_2279):
        return
    for value, octets in _written(subject, offer, subject.expressible(_BOUNDARIES)):
        # U+FEFF itself is written like a signature: then nothing would be left.
        own = octets.removeprefix(b"\xef\xbb\xbf") or octets
        announced = _announced(own[0]) if own else 1
        if announced != len(own):
            yield _violation(offer, (value,), f"{announced} octets", octets)


def _announced(lead: int) -> int:
    ones = 8 - (lead ^ 0xFF).bit_length()
    return max(1, ones)


def sort_order(subject: CodecInEncoding) -> Violations:
    """Sorting the octets sorts the code points."""
    offer = _offer(subject)
    # In UTF-16 and CESU-8 surrogates put the characters beyond U+FFFF below U+E000.
    if offer is None or subject.scheme not in (Scheme.UTF_8, Scheme.RFC_2279, Scheme.UTF_32BE):
        return
    written = _written(subject, offer, tuple(sorted(subject.expressible(_BOUNDARIES))))
    for (low, before), (high, after) in pairwise(written):
        if not before < after:
            yield _violation(offer, (low, high), f"octets below {render(after)}", before)


def one_form_for_each_value(subject: CodecInEncoding) -> Violations:
    """Different values have different octets, and no octets begin with those of another value."""
    offer = _offer(subject)
    if offer is None or not subject.ordered:
        return
    written = _written(subject, offer, subject.expressible(_BOUNDARIES))
    written.sort(key=itemgetter(1))  # what begins with other octets stands right behind them
    for (value, octets), (other, longer) in pairwise(written):
        if longer.startswith(octets):
            yield _violation(offer, (value, other), "no beginning of one another", octets)


def search_finds_boundaries(subject: CodecInEncoding) -> Violations:
    """Octets of a character are found only where that character stands."""
    offer = _offer(subject)
    if offer is None or subject.unit > 1:
        return
    values = subject.expressible(_BOUNDARIES)
    written = _written(subject, offer, values)
    pieces = [(value, octets.removeprefix(b"\xef\xbb\xbf") or octets) for value, octets in written]
    for needle, octets in pieces:
        for other, hay in pieces:
            if needle != other and octets in hay:
                yield _violation(offer, (other,), f"not the octets of {needle:x}", hay)


def round_trip(subject: CodecInEncoding) -> Violations:
    """Decoding encoded text gives the text back."""
    offer = _offer(subject)
    decode = subject.offer(Op.DECODE, Mode.STRICT, Mode.REPLACE)
    if offer is None or decode is None:
        return
    texts = [subject.expressible(values) for values in TEXTS]
    texts += [(value,) for value in subject.expressible(_BOUNDARIES)]
    written = [octets_of(answer) for answer in subject.encode(offer, texts)]
    pairs = [
        (text, octets) for text, octets in zip(texts, written, strict=True) if octets is not None
    ]
    answers = subject.decode(decode, [octets for _, octets in pairs])
    for (text, octets), answer in zip(pairs, answers, strict=True):
        exempt = _sniffed(subject, octets) or _kept_signature(subject, text_of(answer), text)
        if text_of(answer) != text and not exempt:
            yield Violation(str(decode), render(octets), words(Decoded(text)), words(answer))


def _kept_signature(subject: CodecInEncoding, found: Values | None, text: Values) -> bool:
    unordered = subject.settings.encoding in (Encoding.UTF_16, Encoding.UTF_32)
    return not unordered and found is not None and found == (0xFEFF, *text)


_SIGNATURES = (b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")


def _sniffed(subject: CodecInEncoding, octets: bytes) -> bool:
    """Tell whether octets begin as another encoding's, for a decoder that goes by that.

    U+FFFE in UTF-16BE is the signature of UTF-16LE.
    """
    return subject.settings.signatures is Signatures.SNIFF and octets.startswith(_SIGNATURES)


def reencoding(subject: CodecInEncoding) -> Violations:
    """Encoding the result of a strict decoder gives its input back."""
    decode = subject.offer(Op.DECODE, Mode.STRICT)
    encode = _offer(subject)
    if decode is None or encode is None or not subject.ordered:
        return
    letter = subject.octets((0x41,))
    texts = [subject.octets(subject.expressible(values)) for values in TEXTS]
    inputs = [*texts, *(letter + piece + letter for piece in bad_pieces(subject))]
    accepted = [
        (octets, answer.values)
        for octets, answer in zip(inputs, subject.decode(decode, inputs), strict=True)
        if isinstance(answer, Decoded)
    ]
    written = subject.encode(encode, [values for _, values in accepted])
    for (octets, values), answer in zip(accepted, written, strict=True):
        found = octets_of(answer)
        if found not in (octets, b"\xef\xbb\xbf" + octets):
            yield Violation(str(encode), points(values), f"ok {render(octets)}", words(answer))


_FORMS = (
    Encoding.UTF_8,
    Encoding.UTF_16BE,
    Encoding.UTF_16LE,
    Encoding.UTF_32BE,
    Encoding.UTF_32LE,
    Encoding.UTF_8,
)
"""The way of a text: 8, 16, 32 and back to 8."""


def forms_agree(subject: CodecInEncoding) -> Violations:
    """A text goes through all forms that the codec has, and comes back as it was."""
    if subject.settings.encoding is not Encoding.UTF_8 or subject.scheme is not Scheme.UTF_8:
        return
    texts = [subject.expressible(values) for values in TEXTS]
    texts += [(value,) for value in subject.expressible(_BOUNDARIES)]
    steps = [(encode, decode) for encode, decode in _both_ways(subject) if encode and decode]
    forms = {encode.encoding for encode, _ in steps}
    for encode, decode in steps if len(forms) > 1 else ():
        written = [octets_of(answer) or b"" for answer in subject.encode(encode, texts)]
        read = [text_of(answer) or () for answer in subject.decode(decode, written)]
        for text, octets, found in zip(texts, written, read, strict=True):
            exempt = _sniffed(subject, octets) or _kept_signature(subject, found, text)
            if found != text and not exempt:
                yield Violation(
                    str(decode), render(octets), words(Decoded(text)), words(Decoded(found))
                )
        # A signature that came with a text is not carried on to the next form.
        texts = [found[-len(text) :] for text, found in zip(texts, read, strict=True)]


def _both_ways(subject: CodecInEncoding) -> Iterator[tuple[Offer | None, Offer | None]]:
    for form in _FORMS:
        encode = subject.offer(Op.ENCODE, Mode.STRICT, Mode.REPLACE, encoding=form)
        yield encode, subject.offer(Op.DECODE, Mode.STRICT, Mode.REPLACE, encoding=form)
