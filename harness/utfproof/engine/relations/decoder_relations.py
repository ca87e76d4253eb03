"""Relations between a decoder's own answers, that hold whatever the expected text is.

Each is a generator of violations; one that has nothing to ask of a subject returns None first.
Sources: RFC 3629 sections 1, 3, 4 and 10; the clauses of each stand in vectors/properties.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from utfproof.engine.relations.codec_in_encoding import (
    TEXTS,
    CodecInEncoding,
    Violation,
    bad_pieces,
    octets_of,
    text_of,
    words,
)
from utfproof.model.encoding import REPLACEMENT, SIGNATURE, Scheme, signature_octets
from utfproof.model.fields import render
from utfproof.model.operation import STREAM_OPS, Mode, Offer, Op
from utfproof.model.outcome import Accepted, Decoded, DecodedTwice, Outcome, Refused
from utfproof.model.profile import Signatures

Violations = Iterator[Violation]
_SHIFTS = (*range(34), 47, 48, 62, 63, 64, 65, 95, 96, 126, 127, 128, 129, 130)
_LETTER = (0x41,)


def _violation(offer: Offer, octets: bytes, expected: object, actual: object) -> Violation:
    return Violation(str(offer), render(octets), str(expected), str(actual))


def _texts(subject: CodecInEncoding) -> list[bytes]:
    texts = (subject.octets(subject.expressible(values)) for values in TEXTS)
    return list(dict.fromkeys(octets for octets in texts if octets))


def _answered(subject: CodecInEncoding, offer: Offer) -> Iterator[tuple[bytes, Outcome]]:
    texts = _texts(subject)
    yield from zip(texts, subject.decode(offer, texts), strict=True)


def _mixtures(subject: CodecInEncoding) -> list[bytes]:
    """Return inputs with ill-formed pieces between well-formed text."""
    letter = subject.octets(_LETTER)
    last = _texts(subject)[-1]
    bad = bad_pieces(subject)
    alone = [letter + piece + letter for piece in bad]
    return [*alone, *(letter + one + two + last for one in bad for two in bad)]


def concatenation(subject: CodecInEncoding) -> Violations:
    """Decoding well-formed texts one after the other is decoding them together."""
    offer = subject.offer(Op.DECODE, Mode.STRICT, Mode.REPLACE)
    if offer is None or not subject.ordered:
        return
    decoded = {text: text_of(outcome) for text, outcome in _answered(subject, offer)}
    texts = [text for text, values in decoded.items() if values is not None]
    alone = [values for values in decoded.values() if values is not None]
    pairs = [(a, b) for a in range(len(texts)) for b in range(len(texts))]
    joined = subject.decode(offer, [texts[a] + texts[b] for a, b in pairs])
    for (a, b), outcome in zip(pairs, joined, strict=True):
        if text_of(outcome) != alone[a] + alone[b]:
            expected = words(Decoded(alone[a] + alone[b]))
            yield _violation(offer, texts[a] + texts[b], expected, words(outcome))


def validity_of_the_whole(subject: CodecInEncoding) -> Violations:
    """A character cut in two is valid as a whole and in neither part."""
    offer = subject.offer(Op.VALIDATE, Mode.STRICT) or subject.offer(Op.DECODE, Mode.STRICT)
    if offer is None or not subject.ordered:
        return
    characters = [subject.octets([value]) for value in subject.expressible((0x20AC, 0x1F600))]
    halves = [(text[:cut], text[cut:]) for text in characters for cut in range(1, len(text))]
    halves = [(a, b) for a, b in halves if subject.ill_formed(a) and subject.ill_formed(b)]
    for (first, second), whole, one, two in zip(
        halves,
        subject.decode(offer, [a + b for a, b in halves]),
        subject.decode(offer, [a for a, _ in halves]),
        subject.decode(offer, [b for _, b in halves]),
        strict=True,
    ):
        if isinstance(whole, Refused):
            yield _violation(offer, first + second, "ok", words(whole))
        for part, outcome in ((first, one), (second, two)):
            if not isinstance(outcome, Refused):
                yield _violation(offer, part, "error", words(outcome))


def chunk_independence(subject: CodecInEncoding) -> Violations:
    """However an input is split into chunks, the output and the verdict are those of the whole."""
    for mode in (Mode.STRICT, Mode.REPLACE, Mode.SKIP):
        whole = subject.offer(Op.DECODE, mode)
        for chunked in (subject.offer(op, mode) for op in STREAM_OPS):
            if whole and chunked:
                yield from _chunked(subject, whole, chunked)
    validate = subject.offer(Op.VALIDATE, Mode.STRICT)
    in_chunks = subject.offer(Op.VALIDATE_CHUNKS, Mode.STRICT)
    if validate and in_chunks:
        yield from _chunked(subject, validate, in_chunks)


def _chunked(subject: CodecInEncoding, whole: Offer, chunked: Offer) -> Violations:
    inputs = [*_texts(subject), *_mixtures(subject)[:12]]
    cuts = [(text, at) for text in inputs for at in range(len(text) + 1)]
    lines = [f"{render(text[:at])} {render(text[at:])}" for text, at in cuts]
    expected = dict(zip(inputs, subject.decode(whole, inputs), strict=True))
    for (text, _), line, outcome in zip(cuts, lines, subject.ask(chunked, lines), strict=True):
        if not _same(expected[text], outcome):
            yield Violation(str(chunked), line, words(expected[text]), words(outcome))


def _same(one: Outcome, two: Outcome) -> bool:
    if isinstance(one, Refused) and isinstance(two, Refused):
        return one.offset == two.offset or None in (one.offset, two.offset)
    return text_of(one) == text_of(two) and isinstance(one, Refused) == isinstance(two, Refused)


def ascii_shift(subject: CodecInEncoding) -> Violations:
    """Letters in front move the result and the offsets, and change nothing else."""
    if not subject.ordered:
        return
    for offer in (subject.offer(Op.DECODE, Mode.STRICT), subject.offer(Op.DECODE, Mode.REPLACE)):
        if offer:
            yield from _shifted(subject, offer)


def _shifted(subject: CodecInEncoding, offer: Offer) -> Violations:
    letter = subject.octets(_LETTER)
    inputs = [subject.octets(TEXTS[0]) + piece for piece in (*bad_pieces(subject), letter)]
    for octets, base in zip(inputs, subject.decode(offer, inputs), strict=True):
        outcomes = subject.decode(offer, [letter * count + octets for count in _SHIFTS])
        for count, outcome in zip(_SHIFTS, outcomes, strict=True):
            if not _moved(base, outcome, count, count * len(letter)):
                yield _violation(
                    offer, letter * count + octets, _after(count, base), words(outcome)
                )


def _after(count: int, base: Outcome) -> str:
    return f"{words(base)}, moved by {count} letters"


def _moved(base: Outcome, outcome: Outcome, count: int, octets: int) -> bool:
    if isinstance(base, Refused) and isinstance(outcome, Refused):
        has_offset = base.offset is not None and outcome.offset is not None
        return not has_offset or outcome.offset == (base.offset or 0) + octets
    values = text_of(base)
    return values is not None and text_of(outcome) == _LETTER * count + values


def strict_is_no_replacement(subject: CodecInEncoding) -> Violations:
    """Strict decoding succeeds exactly where replacing decoding puts nothing in."""
    strict, lax = subject.offer(Op.DECODE, Mode.STRICT), subject.offer(Op.DECODE, Mode.REPLACE)
    if strict is None or lax is None or not subject.ordered:
        return
    inputs = [*_texts(subject), *_mixtures(subject), *bad_pieces(subject)]
    pairs = zip(subject.decode(strict, inputs), subject.decode(lax, inputs), strict=True)
    for octets, (refused, shown) in zip(inputs, pairs, strict=True):
        values = text_of(shown)
        clean = values is not None and not any(map(subject.shows_error, values))
        if clean == isinstance(refused, Refused):
            yield _violation(strict, octets, "ok" if clean else "error", words(refused))


def skip_is_replace_without_replacements(subject: CodecInEncoding) -> Violations:
    """Skipping gives the output of replacing, without its U+FFFD."""
    skip, lax = subject.offer(Op.DECODE, Mode.SKIP), subject.offer(Op.DECODE, Mode.REPLACE)
    if skip is None or lax is None or not subject.ordered:
        return
    inputs = [*_texts(subject), *_mixtures(subject)]
    pairs = zip(subject.decode(skip, inputs), subject.decode(lax, inputs), strict=True)
    for octets, (dropped, shown) in zip(inputs, pairs, strict=True):
        values = tuple(value for value in text_of(shown) or () if value != REPLACEMENT)
        if text_of(dropped) != values:
            yield _violation(skip, octets, words(Decoded(values)), words(dropped))


def ascii_survives(subject: CodecInEncoding) -> Violations:
    """Every ASCII octet of the input is in the output, in order, whatever stands around it."""
    offer = subject.offer(Op.DECODE, Mode.REPLACE, Mode.SKIP)
    if offer is None or subject.unit > 1:
        return
    letters = [letter for letter in b"\"'<>/\\&;A~" if letter not in subject.settings.excludes]
    leads = [b"\xc2", b"\xe0", b"\xe2\x82", b"\xed", b"\xf0", b"\xf0\x9f\x98", b"\xf4\x8f", b"\xff"]
    inputs = [lead + bytes([letter]) + b"A" for lead in leads for letter in letters]
    for octets, outcome in zip(inputs, subject.decode(offer, inputs), strict=True):
        kept = tuple(octet for octet in octets if octet < 0x80)
        found = tuple(value for value in text_of(outcome) or () if value < 0x80)
        # Some codecs replace by `?`, which then comes from an error and not from the input.
        if offer.mode is Mode.REPLACE:
            found = tuple(value for value in found if value != ord("?"))
        if found != kept:
            yield _violation(offer, octets, words(Decoded(kept)), words(outcome))


def offset_is_length_of_prefix(subject: CodecInEncoding) -> Violations:
    """The offset of an error is the length of the well-formed prefix."""
    offer = subject.offer(Op.DECODE, Mode.STRICT)
    if offer is None or not subject.ordered:
        return
    texts = _texts(subject)
    piece = bad_pieces(subject)[:1]
    inputs = [text + bad for text in texts for bad in piece]
    for text, octets, outcome in zip(texts, inputs, subject.decode(offer, inputs), strict=False):
        has_offset = isinstance(outcome, Refused) and outcome.offset is not None
        if isinstance(outcome, Refused) and has_offset and outcome.offset != len(text):
            yield _violation(offer, octets, f"error {len(text)} ?", words(outcome))


def slice_independence(subject: CodecInEncoding) -> Violations:
    """The octets before and after a slice do not change its decoding."""
    for mode in (Mode.STRICT, Mode.REPLACE, Mode.SKIP):
        whole, within = subject.offer(Op.DECODE, mode), subject.offer(Op.DECODE_WITHIN, mode)
        if whole and within:
            inputs = [*_texts(subject), *_mixtures(subject)[:6], *bad_pieces(subject)]
            # Before the slice stand two cut sequences, behind it tails that would complete them.
            lines = [f"e282f09f {render(octets)} 80bfac80" for octets in inputs]
            answers = zip(subject.decode(whole, inputs), subject.ask(within, lines), strict=True)
            for line, (alone, inside) in zip(lines, answers, strict=True):
                if not _same(alone, inside):
                    yield Violation(str(within), line, words(alone), words(inside))


def reuse_independence(subject: CodecInEncoding) -> Violations:
    """An object that was reset or flushed decodes as a new one."""
    for mode in (Mode.STRICT, Mode.REPLACE, Mode.SKIP):
        whole, again = subject.offer(Op.DECODE, mode), subject.offer(Op.DECODE_AGAIN, mode)
        if whole and again:
            yield from _reused(subject, whole, again)


def _reused(subject: CodecInEncoding, whole: Offer, again: Offer) -> Violations:
    inputs = [*_texts(subject)[:4], *_mixtures(subject)[:4], *bad_pieces(subject)]
    alone = dict(zip(inputs, subject.decode(whole, inputs), strict=True))
    pairs = [(a, b) for a in inputs for b in inputs]
    lines = [f"{render(a)} {render(b)}" for a, b in pairs]
    for (_, second), line, outcome in zip(pairs, lines, subject.ask(again, lines), strict=True):
        if not isinstance(outcome, DecodedTwice) or not _same(alone[second], outcome.second):
            actual = words(outcome.second if isinstance(outcome, DecodedTwice) else outcome)
            yield Violation(str(again), line, words(alone[second]), actual)


def synchronisation(subject: CodecInEncoding) -> Violations:
    """Started in the middle of a text, a decoder finds the next character and reads on alike."""
    offer = subject.offer(Op.DECODE, Mode.SKIP, Mode.REPLACE)
    if offer is None or not subject.ordered:
        return
    values = subject.expressible((0x41, 0xE9, 0x20AC, 0x1F600, 0x42, 0x10FFFF, 0x7FF))
    if subject.scheme is Scheme.MUTF_8:  # half of a pair is a value of its own there
        values = tuple(value for value in values if value < 0x10000)
    text = subject.octets(values)
    starts = range(0, len(text), subject.unit)
    outcomes = subject.decode(offer, [text[start:] for start in starts])
    ends = _ends(subject, values)
    for start, outcome in zip(starts, outcomes, strict=True):
        later = tuple(value for begin, value in ends if begin >= start)
        decoded = text_of(outcome) or ()
        # `?` may stand for an error.
        found = tuple(one for one in decoded if one != 0x3F and not subject.shows_error(one))
        if found != later:
            yield _violation(offer, text[start:], words(Decoded(later)), words(outcome))


def _ends(subject: CodecInEncoding, values: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = 0
    for value in values:
        found.append((at, value))
        at += len(subject.octets([value]))
    return found


def signatures_stripped_when_joined(subject: CodecInEncoding) -> Violations:
    """Texts whose signatures were stripped are joined without an inner U+FEFF."""
    offer = subject.offer(Op.DECODE, Mode.STRICT, Mode.REPLACE)
    if offer is None or subject.settings.signatures is not Signatures.STRIP:
        return
    text = signature_octets(subject.scheme) + subject.octets(_LETTER)
    for outcome in subject.decode(offer, [text, text]):
        if SIGNATURE in (text_of(outcome) or ()):
            yield _violation(offer, text, words(Decoded(_LETTER)), words(outcome))


def no_normalisation(subject: CodecInEncoding) -> Violations:
    """Canonically equivalent texts stay different: decoding and encoding change neither."""
    decode = subject.offer(Op.DECODE, Mode.STRICT, Mode.REPLACE)
    encode = subject.offer(Op.ENCODE, Mode.STRICT, Mode.REPLACE)
    if decode is None or encode is None or not subject.ordered:
        return
    texts = [(0xE9,), (0x65, 0x301), (0xD55C,), (0x1112, 0x1161, 0x11AB), (0x212B,), (0xC5,)]
    written = [octets_of(outcome) or b"" for outcome in subject.encode(encode, texts)]
    for values, octets, outcome in zip(
        texts, written, subject.decode(decode, written), strict=True
    ):
        if text_of(outcome) != values:
            yield _violation(decode, octets, words(Decoded(values)), words(outcome))


def validator_agrees(subject: CodecInEncoding) -> Violations:
    """A codec's validator says yes exactly where its strict decoder does."""
    validate, decode = (
        subject.offer(Op.VALIDATE, Mode.STRICT),
        subject.offer(Op.DECODE, Mode.STRICT),
    )
    if validate is None or decode is None:
        return
    inputs = [*_texts(subject), *_mixtures(subject), *bad_pieces(subject)]
    pairs = zip(subject.decode(validate, inputs), subject.decode(decode, inputs), strict=True)
    for octets, (validated, decoded) in zip(inputs, pairs, strict=True):
        if isinstance(validated, Accepted) == isinstance(decoded, Refused):
            yield _violation(validate, octets, words(decoded), words(validated))
