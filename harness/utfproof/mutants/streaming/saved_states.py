"""Mutants: a decoder that goes on otherwise from a state that was saved and restored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate, pairwise

from utfproof.model.encoding import SIGNATURE, Encoding, Scheme, facts, signature_octets
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed, Signature, Value
from utfproof.mutants.byte_orders import line_in
from utfproof.mutants.line_conditions import chunks
from utfproof.mutants.mutant import DECODERS, PLAIN, WEB, Mutant, decoding, with_reader
from utfproof.mutants.streaming.chunk_conditions import (
    Chunks,
    ill_formed_between,
    ill_formed_together,
    pending,
    pending_between,
)
from utfproof.mutants.streaming.chunk_validators import any_tail_permitted, narrow_cut
from utfproof.mutants.streaming.chunks import Deliver, Needs, offset_in_chunk, words
from utfproof.mutants.wide.unmarked import BIG
from utfproof.simulation.decoder import (
    ChunkOutputs,
    Piece,
    Pieces,
    SimulatedDecoder,
    first_error,
)

_OPS = (*PLAIN, Op.DECODE_CHUNKS, Op.DECODE_RESUMED)
_BEHIND = b"\xff"
"""What the decoder reads behind the rest of the text, before the state is restored."""
_OTHER_LEADS = {2: b"\xc3", 3: b"\xe1", 4: b"\xf1"}

Restored = Callable[[SimulatedDecoder, bytes, bytes], bytes]
"""The pending octets of a restored state, by those saved and what was read in between."""


def _restoring(restored: Restored) -> Deliver:
    """Resume behind each chunk with other pending octets than those that were saved."""

    def deliver(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
        seen = b""
        ends: list[int] = []
        for index, chunk in enumerate(given):
            seen += chunk
            held = pending(reader, seen)
            if held:
                between = b"".join(given[index + 1 :]) + _BEHIND
                seen = seen[: -len(held)] + restored(reader, held, between)
            # Octets that are lost take back the ends of the chunks that they came in.
            ends = [min(end, len(seen)) for end in (*ends, len(seen))]
        return reader.chunk_outputs(_cut(seen, ends), mode)

    return deliver


def _cut(octets: bytes, ends: list[int]) -> list[bytes]:
    return [octets[begin:end] for begin, end in pairwise((0, *ends))]


def _ends(given: Chunks) -> list[int]:
    return list(accumulate(map(len, given)))


def _nothing(reader: SimulatedDecoder, held: bytes, between: bytes) -> bytes:
    del reader, held, between
    return b""


def _the_first(reader: SimulatedDecoder, held: bytes, between: bytes) -> bytes:
    del reader, between
    return held[:1]


def _behind_another_lead(reader: SimulatedDecoder, held: bytes, between: bytes) -> bytes:
    """Keep how many octets are wanted, and none of the bits of the lead."""
    del reader, between
    size = 2 if held[0] < 0xE0 else 3 if held[0] < 0xF0 else 4
    return _OTHER_LEADS[size] + held[1:]


def _without_a_half(reader: SimulatedDecoder, held: bytes, between: bytes) -> bytes:
    """Lose a high surrogate, and no octet of a unit that is cut."""
    del reader, between
    return held[2:] if len(held) > 1 else held


def _overwritten(reader: SimulatedDecoder, held: bytes, between: bytes) -> bytes:
    """Keep the pending octets where the decoder puts those of the next character."""
    later = [part.octets for part in reader.right(held + between)[1:] if len(part.octets) > 1]
    return (later[-1][: len(held)] if later else b"") or held


Changed = Callable[[Piece, bool, int], Piece | None]
"""The piece in the place of one, None for the same; by whether a state was saved before it, and
behind how many octets."""


def _changing(changed: Changed) -> Deliver:
    """Read the pieces that follow a saved state in another way."""

    def deliver(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
        # Behind the second chunk, the fourth and so on a fresh decoder goes on.
        fresh = set(_ends(given)[1::2])
        at = 0
        outputs: list[Pieces] = []
        for output in reader.chunk_outputs(given, mode):
            pieces: list[Piece] = []
            for piece in output:
                pieces.append(changed(piece, at in fresh, at) or piece)
                at += len(piece.octets)
            outputs.append(pieces)
        return outputs

    return deliver


def _signature_anew(piece: Piece, fresh: bool, at: int) -> Piece | None:
    """Take U+FEFF behind a saved state for a signature, since the fresh decoder has read none."""
    inside = fresh and at > 0 and isinstance(piece, Value) and piece.value == SIGNATURE
    return Signature(piece.octets) if inside else None


def _beginning_is_forgotten(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Keep the signature behind a state that was saved before the first octet."""
    if given[0]:
        return reader.chunk_outputs(given, mode)
    kept = _changing(
        lambda piece, _, at: (
            Value(SIGNATURE, piece.octets) if isinstance(piece, Signature) and at == 0 else None
        )
    )
    return kept(reader, given, mode)


def _order_is_forgotten(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Read big-endian behind the first saved state."""
    octets, unit = b"".join(given), facts(reader.scheme).unit
    at = next((end for end in _ends(given) if _saved_in_little(reader.scheme, octets, end)), None)
    if at is None:
        return reader.chunk_outputs(given, mode)
    tail = octets[at:]
    whole = len(tail) - len(tail) % unit
    turned = b"".join(tail[place : place + unit][::-1] for place in range(0, whole, unit))
    return reader.chunk_outputs(_cut(octets[:at] + turned + tail[whole:], _ends(given)), mode)


def _saved_in_little(scheme: Scheme, octets: bytes, end: int) -> bool:
    """Tell whether a state is saved between units of little-endian text, behind its signature."""
    unit = facts(scheme).unit
    signed = octets.startswith(signature_octets(scheme, "little"))
    return signed and unit <= end and end % unit == 0 and end < len(octets)


def _error_sticks(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    """Tell the error of the text behind the first saved state where that state ends."""
    first, second, *rest = reader.chunk_outputs(given, mode)
    behind = [piece for output in (second, *rest) for piece in output]
    if mode is Mode.STRICT and first_error(behind) is not None:
        second = (IllFormed(b""), *second)
    return (first, second, *rest)


def _tails_are_permitted(reader: SimulatedDecoder, given: Chunks, mode: Mode) -> ChunkOutputs:
    return reader.chunk_outputs(_cut(any_tail_permitted(given), _ends(given)), mode)


def _any_pending(scheme: Scheme, given: Chunks) -> bool:
    """Hold wherever octets may be pending behind a chunk, the last one included."""
    return pending_between(scheme, (*given, b""))


def _signed(scheme: Scheme, given: Chunks) -> bool:
    octets = b"".join(given)
    return any(signature_octets(scheme, order) in octets for order in ("big", "little"))


_TABLE: tuple[tuple[str, Needs, str, Deliver, str], ...] = (
    (
        "pending-octets-are-not-saved",
        _any_pending,
        "A state is saved without the octets that want more.",
        _restoring(_nothing),
        "{cut} {last}",
    ),
    (
        "the-first-pending-octet-alone-is-saved",
        _any_pending,
        "A state is saved with the first of the octets that want more.",
        _restoring(_the_first),
        "{cut} {last}",
    ),
    (
        "saved-octets-are-overwritten",
        _any_pending,
        "A saved state shares its memory with the decoder, which puts the next character there.",
        _restoring(_overwritten),
        "{cut} {last}{whole}",
    ),
    (
        "an-error-sticks",
        ill_formed_together,
        "An error that was met behind a saved state is told again as soon as it is resumed.",
        _error_sticks,
        "{letter} {letter}{bad}",
    ),
    (
        "the-offset-is-not-saved",
        ill_formed_between,
        "The offset of an error counts from the last saved state.",
        offset_in_chunk,
        "{letter} {bad}",
    ),
)

_OF_UTF_8: tuple[tuple[str, Needs, str, Deliver, str], ...] = (
    (
        "the-lead-is-not-saved",
        _any_pending,
        "A state says how many octets are wanted, and not which lead they belong to.",
        _restoring(_behind_another_lead),
        "e282 ac",
    ),
    (
        "the-range-of-the-next-octet-is-not-saved",
        narrow_cut,
        "Behind a state that was saved after E0, ED, F0 or F4 any tail passes.",
        _tails_are_permitted,
        "e0 8080",
    ),
)

_MARKS: tuple[tuple[Encoding, str, Needs, str, Deliver, str], ...] = (
    *(
        (
            encoding,
            "that-the-text-began-is-not-saved",
            _signed,
            "A fresh decoder with a restored state takes U+FEFF for a signature once more.",
            _changing(_signature_anew),
            exposed,
        )
        for encoding, exposed in (
            (Encoding.UTF_8, "41 42 efbbbf43"),
            (Encoding.UTF_16, "feff 0041 feff0042"),
        )
    ),
    (
        Encoding.UTF_8,
        "that-nothing-was-read-is-not-saved",
        _signed,
        "Behind a state that was saved before the text its signature is kept.",
        _beginning_is_forgotten,
        "- efbbbf41",
    ),
    *(
        (
            encoding,
            "the-byte-order-is-not-saved",
            _signed,
            "What follows a saved state is read big-endian, whatever the signature was.",
            _order_is_forgotten,
            exposed,
        )
        for encoding, exposed in (
            (Encoding.UTF_16, "fffe 4100"),
            (Encoding.UTF_32, "fffe0000 41000000"),
        )
    ),
)

_HALVES = (
    "a-pending-high-surrogate-is-not-saved",
    _any_pending,
    "A state that was saved between the halves of a pair has lost the first one.",
    _restoring(_without_a_half),
    "{cut} {last}",
)

_ENCODINGS = (Encoding.UTF_8, Encoding.UTF_16BE, Encoding.UTF_16LE, Encoding.UTF_32LE)
_WHOLE = {1: "f09f9880", 2: "d800dc01", 4: "0001f601"}


def _mutant(  # noqa: PLR0913, PLR0917  (a line of a table)
    encoding: Encoding,
    name: str,
    needs: Needs,
    about: str,
    deliver: Deliver,
    exposed: str,
    claims: Claims | None = None,
) -> Mutant:
    scheme = Scheme(encoding.value)
    return Mutant(
        id=f"{encoding.lower()}/saved-states/{name}",
        about=about,
        flag="Chunking",
        claims=claims or DECODERS[encoding],
        offers=decoding(encoding, *_OPS),
        fault=with_reader(lambda reader: replace(reader, resumes=deliver)),
        touches=chunks(lambda given: needs(scheme, given), (Op.DECODE_RESUMED,)),
        exposed_by=(Offer(Op.DECODE_RESUMED, encoding, Mode.STRICT), exposed),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding in _ENCODINGS:
        unit = facts(Scheme(encoding.value)).unit
        known = {**words(unit), "whole": _WHOLE[unit]}
        own = (_HALVES,) if unit == 2 else _OF_UTF_8 if unit == 1 else ()
        for name, needs, about, deliver, exposed in (*_TABLE, *own):
            line = line_in(encoding, exposed.format(**known))
            yield _mutant(encoding, name, needs, about, deliver, line)
    for encoding, name, needs, about, deliver, exposed in _MARKS:
        web = WEB if encoding is Encoding.UTF_8 else BIG[encoding]
        yield _mutant(encoding, name, needs, about, deliver, exposed, web)
