"""Mutants: signatures that are stripped, kept, looked for or obeyed where they should not be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from utfproof.model.encoding import SIGNATURE, ByteOrder, Encoding, Scheme, signature_octets
from utfproof.model.operation import Mode
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed, Part, Signature, Value
from utfproof.mutants.byte_orders import LABELLED
from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import LAX, FaultyReading, changed, is_error
from utfproof.mutants.line_conditions import Found, has
from utfproof.mutants.mutant import WEB, Mutant
from utfproof.mutants.streaming.chunk_conditions import Chunks, pending
from utfproof.mutants.streaming.chunks import Deliver, deliverer
from utfproof.simulation.decoder import (
    ChunkOutputs,
    Lost,
    Piece,
    Pieces,
    SimulatedDecoder,
    right_parts,
)

KEEPS = Claims(("unicode",), {"signature": "keep"})
_MARK = b"\xef\xbb\xbf"
_BIG, _LITTLE = b"\xfe\xff", b"\xff\xfe"


def _starts(mark: bytes) -> Found:
    return lambda octets: octets.startswith(mark)


def _first(
    change: Callable[[Part], Iterable[Piece]],
) -> Callable[[Sequence[Part]], Iterable[Piece]]:
    """Change the first part."""
    return lambda parts: (*change(parts[0]), *parts[1:])


def _value(part: Part) -> Sequence[Piece]:
    return (Value(SIGNATURE, part.octets),)


def _lost(part: Part) -> Sequence[Piece]:
    return (Lost(part.octets),)


def _bad(part: Part) -> Sequence[Piece]:
    return (IllFormed(part.octets),)


def _if_alone(change: Callable[[Part], Sequence[Piece]]) -> Callable[[Sequence[Part]], Pieces]:
    return lambda parts: change(parts[0]) if len(parts) == 1 else parts


def _second_is_lost(parts: Sequence[Part]) -> Pieces:
    second = parts[1:2]
    again = second and isinstance(second[0], Value) and second[0].value == SIGNATURE
    # The first is the signature that was rightly stripped; the second is text.
    return (parts[0], Lost(parts[1].octets), *parts[2:]) if again else parts


def _behind_errors_is_lost(parts: Sequence[Part]) -> Iterator[Piece]:
    """Lose U+FEFF where nothing but errors stands before it."""
    fresh = True
    for part in parts:
        mark = isinstance(part, Value) and part.value == SIGNATURE
        yield Lost(part.octets) if fresh and mark else part
        # Errors keep the start: a decoder that resets after each looks for a signature again.
        fresh = fresh and is_error(part)


def _begun_is_lost(parts: Sequence[Part]) -> Iterator[Piece]:
    """Lose the octets with which a signature only begins."""
    first = parts[0].octets
    yield Lost(first) if first in (b"\xef", b"\xef\xbb") else parts[0]
    yield from parts[1:]


_UTF_8: tuple[tuple[str, Claims, str, FaultyReading, Mode, str], ...] = (
    (
        "stripped",
        KEEPS,
        "The signature is stripped where it is promised to be kept.",
        changed(_starts(_MARK), _first(_lost)),
        Mode.STRICT,
        "efbbbf41",
    ),
    (
        "kept",
        WEB,
        "The signature is kept where it is promised to be stripped.",
        changed(_starts(_MARK), _first(_value)),
        Mode.STRICT,
        "efbbbf41",
    ),
    (
        "refused",
        WEB,
        "The signature is an error.",
        changed(_starts(_MARK), _first(_bad)),
        Mode.STRICT,
        "efbbbf41",
    ),
    (
        "two-are-stripped",
        WEB,
        "A second signature is stripped too.",
        changed(_starts(_MARK * 2), _second_is_lost),
        Mode.STRICT,
        "efbbbfefbbbf41",
    ),
    (
        "alone-is-kept",
        WEB,
        "A signature without text behind it comes out as U+FEFF.",
        changed(lambda octets: octets == _MARK, _if_alone(_value)),
        Mode.STRICT,
        "efbbbf",
    ),
    (
        "alone-is-refused",
        WEB,
        "A signature without text behind it is an error.",
        changed(lambda octets: octets == _MARK, _if_alone(_bad)),
        Mode.STRICT,
        "efbbbf",
    ),
    (
        "behind-an-error-is-stripped",
        WEB,
        "U+FEFF directly behind an error at the start is taken for a signature.",
        changed(has(rb"\A[\x80-\xff]+\xef\xbb\xbf"), _behind_errors_is_lost, LAX),
        Mode.REPLACE,
        "ffefbbbf",
    ),
    (
        "begun-at-the-end-is-dropped",
        WEB,
        "EF or EF BB leaves no trace where it is the whole text.",
        changed(lambda octets: octets in (b"\xef", b"\xef\xbb"), _begun_is_lost),
        Mode.STRICT,
        "efbb",
    ),
    (
        "begun-is-dropped",
        WEB,
        "EF or EF BB at the start leaves no trace where no signature comes of it.",
        changed(has(rb"\A\xef(?:\xbb(?![\x80-\xbf])|(?![\x80-\xbf]))"), _begun_is_lost),
        Mode.STRICT,
        "efbb41",
    ),
    (
        "two-octets-are-enough",
        WEB,
        "U+FEC0 to U+FEFE at the start are taken for the signature: two octets are compared.",
        changed(has(rb"\A\xef\xbb[\x80-\xbe]"), _first(_lost)),
        Mode.STRICT,
        "efbb8041",
    ),
)


def _sniffed(mark: bytes, scheme: Scheme) -> FaultyReading:
    """Read a text that begins with the signature of another scheme in that scheme."""

    def read(octets: bytes, mode: Mode) -> Pieces:
        del mode
        found = right_parts(scheme, octets)
        marked = octets.startswith(mark)
        return (Lost(mark), *found[1:]) if marked else right_parts(Scheme.UTF_8, octets)

    return FaultyReading(read, _starts(mark))


def _by_chunks() -> Iterator[tuple[str, str, Deliver, str]]:
    yield (
        "signature-of-each-chunk-is-stripped",
        "A signature is stripped at the beginning of every chunk.",
        _stripped_everywhere,
        "efbbbf41 efbbbf42",
    )
    yield (
        "signature-in-two-chunks-is-kept",
        "A signature that lies in two chunks is not recognised.",
        _kept_unless(lambda given: len(next(filter(None, given))) > 2),
        "ef bbbf41",
    )
    yield (
        "signature-behind-an-empty-chunk-is-kept",
        "A signature is not looked for when the first chunk is empty.",
        _kept_unless(lambda given: bool(given[0])),
        "- efbbbf41",
    )


def _stripped_everywhere(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    seen: list[bytes] = []
    for chunk in given:
        # Not inside a sequence: octets that look like a signature there belong to a character.
        fresh = seen and not pending(reader, b"".join(seen))
        seen.append(chunk.removeprefix(_MARK) if fresh else chunk)
    return reader.chunk_outputs(seen, mode)


def _kept_unless(recognised: Callable[[Chunks], bool]) -> Deliver:
    def deliver(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
        chunk_outputs = reader.chunk_outputs(given, mode)
        # A text without a signature has nothing that could be kept.
        if not b"".join(given).startswith(_MARK) or recognised(given):
            return chunk_outputs
        return [
            [Value(SIGNATURE, one.octets) if isinstance(one, Signature) else one for one in output]
            for output in chunk_outputs
        ]

    return deliver


def _marked_several(scheme: Scheme, given: Chunks) -> object:
    del scheme
    return len(given) > 1 and _MARK in b"".join(given)


def _other(scheme: Scheme) -> tuple[Scheme, bytes]:
    """Return a labelled order's opposite, and the signature of that."""
    big = scheme.value.endswith("BE")
    other = Scheme(f"{scheme.value[:-2]}{'LE' if big else 'BE'}")
    return other, signature_octets(other)


def _labelled(encoding: Encoding) -> Iterator[tuple[str, str, str, FaultyReading, str]]:
    scheme = Scheme(encoding.value)
    own = signature_octets(scheme)
    other, swapped = _other(scheme)
    letter, turned = ((0x41).to_bytes(len(own), order) for order in _orders(scheme))

    def flipped(octets: bytes, mode: Mode) -> Pieces:
        del mode
        if not octets.startswith(swapped):
            return right_parts(scheme, octets)
        return (Lost(swapped), *right_parts(other, octets)[1:])

    yield (
        "stripped",
        "Signature",
        "The signature is stripped, though the label says the order.",
        changed(_starts(own), _first(_lost), scheme=scheme),
        (own + letter).hex(),
    )
    yield (
        "of-the-other-order-is-obeyed",
        "SwappedSignature",
        "The signature of the other order turns the order round, whatever the label says.",
        FaultyReading(flipped, _starts(swapped)),
        (swapped + turned).hex(),
    )
    yield (
        "of-the-other-order-is-dropped",
        "SwappedSignature",
        "The signature of the other order leaves no trace.",
        changed(_starts(swapped), _first(_lost), scheme=scheme),
        (swapped + letter).hex(),
    )


def _orders(scheme: Scheme) -> tuple[ByteOrder, ByteOrder]:
    return ("big", "little") if scheme.value.endswith("BE") else ("little", "big")


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, claims, about, reading, mode, exposed in _UTF_8:
        yield misreads(
            f"signatures/{name}", about, "Signature", reading, exposed, mode=mode, claims=claims
        )
    for mark, scheme, exposed in (
        (_BIG, Scheme.UTF_16BE, "feff0041"),
        (_LITTLE, Scheme.UTF_16LE, "fffe4100"),
    ):
        yield misreads(
            f"signatures/of-{scheme.lower()}-is-obeyed",
            f"Text that begins with the signature of {scheme} is read so, whatever the label says.",
            "SwappedSignature",
            _sniffed(mark, scheme),
            exposed,
        )
    for name, about, deliver, exposed in _by_chunks():
        yield deliverer(
            Encoding.UTF_8, name, about, deliver, exposed, needs=_marked_several, claims=WEB
        )
    for encoding in LABELLED:
        for name, flag, about, reading, exposed in _labelled(encoding):
            yield misreads(f"signatures/{name}", about, flag, reading, exposed, encoding=encoding)
