"""Mutants: octets beside a slice change its decoding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from utfproof.model.encoding import SIGNATURE, Encoding, Scheme
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import Claims
from utfproof.model.reading import IllFormed, Signature, Value
from utfproof.mutants.byte_orders import UTF_16, line_in
from utfproof.mutants.line_conditions import slices
from utfproof.mutants.mutant import DECODERS, PLAIN, WEB, Mutant, decoding, with_reader
from utfproof.mutants.streaming.chunk_conditions import pending
from utfproof.simulation.decoder import BufferSlice, Lost, Piece, Pieces, SimulatedDecoder

Within = Callable[[SimulatedDecoder, BufferSlice, Mode], Pieces]
Needs = Callable[[Scheme, BufferSlice], object]
"""What a slice and its neighbours must be like for a fault to show."""


def _reads_on(reader: SimulatedDecoder, found: BufferSlice, mode: Mode) -> Pieces:
    """Finish a character that the end cuts with the octets behind it."""
    del mode
    if not pending(reader, found.octets):
        return reader.right(found.octets)
    kept: list[Piece] = []
    at = 0
    for part in reader.right(found.octets + found.after):
        if at < len(found.octets):
            kept.append(part)
        at += len(part.octets)
    return kept


def _reads_back(reader: SimulatedDecoder, found: BufferSlice, mode: Mode) -> Pieces:
    """Begin with the octets before the slice that want more."""
    del mode
    return reader.right(pending(reader, found.before) + found.octets)


def _end_passes(reader: SimulatedDecoder, found: BufferSlice, mode: Mode) -> Pieces:
    """Drop a cut end without an error where the buffer goes on."""
    del mode
    pieces = reader.right(found.octets)
    cut = pending(reader, found.octets) and found.after
    return (*pieces[:-1], Lost(pieces[-1].octets)) if cut else pieces


def _start_is_refused(reader: SimulatedDecoder, found: BufferSlice, mode: Mode) -> Pieces:
    """See an error at the beginning where the octets before it want more."""
    del mode
    cut = pending(reader, found.before) and found.octets
    return (*((IllFormed(b""),) if cut else ()), *reader.right(found.octets))


def _sees_a_bad_octet_behind(reader: SimulatedDecoder, found: BufferSlice, mode: Mode) -> Pieces:
    """See an error at the end where the octet behind it can begin nothing."""
    del mode
    bad = _bad_behind(reader.scheme, found)
    return (*reader.right(found.octets), *((IllFormed(b""),) if bad else ()))


def _bad_behind(scheme: Scheme, found: BufferSlice) -> bool:
    del scheme
    # 80 to BF are tails, C0 and C1 lead nothing: none of them can begin a character.
    return bool(found.octets) and b"\x80" <= found.after[:1] < b"\xc2"


def _up_to_nul(reader: SimulatedDecoder, found: BufferSlice, mode: Mode) -> Pieces:
    """Read on to the next NUL of the buffer."""
    del mode
    return reader.right(found.octets + found.after.partition(b"\0")[0])


def _mark_at_the_buffer_only(reader: SimulatedDecoder, found: BufferSlice, mode: Mode) -> Pieces:
    """Look for a signature at the beginning of the buffer, and not of the slice."""
    del mode
    pieces = reader.right(found.octets)
    inner = found.before and pieces and isinstance(pieces[0], Signature)
    return (Value(SIGNATURE, pieces[0].octets), *pieces[1:]) if inner else pieces


def _from_an_even_address(reader: SimulatedDecoder, found: BufferSlice, mode: Mode) -> Pieces:
    """Begin one octet too early where the slice lies at an odd place."""
    del mode
    early = found.before[-1:] if len(found.before) % 2 and found.octets else b""
    return reader.right((early + found.octets)[: len(found.octets)])


def _cut_before_more(scheme: Scheme, found: BufferSlice) -> object:
    return found.after and pending(SimulatedDecoder(scheme), found.octets)


def _behind_a_cut(scheme: Scheme, found: BufferSlice) -> object:
    return found.before and pending(SimulatedDecoder(scheme), found.before)


def _something_behind(scheme: Scheme, found: BufferSlice) -> object:
    del scheme
    return found.after and found.after[:1] != b"\0"


def _behind_something(scheme: Scheme, found: BufferSlice) -> object:
    del scheme
    return found.before


_TABLE: tuple[tuple[str, str, Within, Needs, str], ...] = (
    (
        "reads-on-behind-the-end",
        "A character that the end cuts is finished with the octets behind it.",
        _reads_on,
        _cut_before_more,
        "- {cut} {last}",
    ),
    (
        "reads-back-before-the-beginning",
        "A character that the beginning cuts is begun with the octets before it.",
        _reads_back,
        _behind_a_cut,
        "{cut} {last} -",
    ),
    (
        "a-cut-end-passes",
        "A cut end is dropped without an error where the buffer goes on.",
        _end_passes,
        _cut_before_more,
        "- {cut} {letter}",
    ),
    (
        "a-cut-before-is-an-error",
        "The beginning is an error where the octets before it want more.",
        _start_is_refused,
        _behind_a_cut,
        "{cut} {letter} -",
    ),
    (
        "a-bad-octet-behind-is-an-error",
        "The end is an error where the octet behind it can begin nothing: words are read whole.",
        _sees_a_bad_octet_behind,
        _bad_behind,
        "- 41 bf",
    ),
    (
        "reads-up-to-nul",
        "The slice is read up to the next NUL of the buffer, whatever its length.",
        _up_to_nul,
        _something_behind,
        "- 41 42",
    ),
)

_EVERYWHERE = frozenset(
    {"reads-on-behind-the-end", "reads-back-before-the-beginning", "a-cut-end-passes"}
)
"""The faults that are made in UTF-16 and UTF-32 too."""

_UTF_16_WORDS = {"cut": "d83d", "last": "de00", "letter": "0041"}
_UTF_32_WORDS = {"cut": "0000", "last": "0041", "letter": "00000041"}
_WORDS = {
    Encoding.UTF_8: {"cut": "e282", "last": "ac", "letter": "41"},
    Encoding.UTF_16BE: _UTF_16_WORDS,
    Encoding.UTF_16LE: _UTF_16_WORDS,
    Encoding.UTF_32BE: _UTF_32_WORDS,
    Encoding.UTF_32LE: _UTF_32_WORDS,
}


def _mutant(  # noqa: PLR0913, PLR0917  (a line of a table)
    encoding: Encoding,
    name: str,
    about: str,
    within: Within,
    needs: Needs,
    exposed: str,
    claims: Claims | None = None,
) -> Mutant:
    scheme = Scheme(encoding.value)
    return Mutant(
        id=f"{encoding.lower()}/neighbours/{name}",
        about=about,
        flag="Position",
        claims=claims or DECODERS[encoding],
        offers=decoding(encoding, *PLAIN, Op.DECODE_WITHIN),
        fault=with_reader(lambda reader: replace(reader, within=within)),
        touches=slices(lambda found: needs(scheme, found)),
        exposed_by=(Offer(Op.DECODE_WITHIN, encoding, Mode.STRICT), exposed),
    )


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding in (Encoding.UTF_8, Encoding.UTF_16BE, Encoding.UTF_32LE):
        for name, about, within, needs, exposed in _TABLE:
            if encoding is Encoding.UTF_8 or name in _EVERYWHERE:
                line = line_in(encoding, exposed.format(**_WORDS[encoding]))
                yield _mutant(encoding, name, about, within, needs, line)
    for encoding in UTF_16:
        yield _mutant(
            encoding,
            "begins-at-an-even-address",
            "A slice at an odd place is read from one octet earlier.",
            _from_an_even_address,
            _behind_something,
            f"41 {line_in(encoding, '0041')} -",
        )
    yield _mutant(
        Encoding.UTF_8,
        "a-signature-is-looked-for-in-the-buffer",
        "A signature is stripped at the beginning of the buffer, and not of the slice.",
        _mark_at_the_buffer_only,
        _behind_something,
        "41 efbbbf41 -",
        WEB,
    )
