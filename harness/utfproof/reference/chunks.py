"""Decoding in chunks: the certain output after each, and the chunk or end that shows an error."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from utfproof.model.encoding import ByteOrder, Scheme, facts
from utfproof.model.reading import IllFormed, Part, Reading, Value
from utfproof.reference import schemes, utf16


@dataclass(frozen=True, slots=True)
class ChunkedReading:
    """The parts of an input, each with the chunk that makes it certain.

    `delivered` has one entry for each chunk and one, the last, for the flush at the end.
    `error_chunk` is the index of the entry by which the first error is known; None without one.
    """

    delivered: tuple[tuple[Part, ...], ...]
    error_chunk: int | None


def decode(
    scheme: Scheme, chunks: Sequence[bytes], *, unmarked: ByteOrder = "big"
) -> ChunkedReading:
    """Read chunks as one stream; the parts are those of the whole, whatever the split.

    A value comes with the chunk that holds its last octet, an ill-formed part with the one that
    holds the octet which makes it so, a truncated part with the flush.
    """
    octets = b"".join(chunks)
    ends = list(accumulate(map(len, chunks)))
    delivered: list[list[Part]] = [[] for _ in (*chunks, b"")]
    error_chunk = None
    reading = schemes.read(scheme, octets, unmarked=unmarked)
    for octet, part in deciding_octets(scheme, reading, unmarked):
        # To the right: a chunk that ends where the octet begins does not hold it, nor an empty one.
        chunk = bisect_right(ends, octet)
        delivered[chunk].append(part)
        if error_chunk is None and isinstance(part, IllFormed):
            error_chunk = chunk
    return ChunkedReading(tuple(map(tuple, delivered)), error_chunk)


def error_octet(scheme: Scheme, octets: bytes, *, unmarked: ByteOrder = "big") -> int | None:
    """Return the index of the octet that makes the input ill-formed; None for well-formed input."""
    return error_octet_of(scheme, schemes.read(scheme, octets, unmarked=unmarked), unmarked)


def error_octet_of(scheme: Scheme, reading: Reading, unmarked: ByteOrder = "big") -> int | None:
    """Return the index of the octet that makes a reading ill-formed, be it another than the own.

    It is the length of the input where only the end does. In UTF-16 and UTF-32 it is the last
    octet of a unit; `first_octet_of` tells whether one before shows the error already.
    """
    for octet, part in deciding_octets(scheme, reading, unmarked):
        if isinstance(part, IllFormed):
            return octet
    return None


def first_octet_of(scheme: Scheme, reading: Reading, unmarked: ByteOrder = "big") -> int | None:
    """Return the index of the octet after which no continuation makes a reading well-formed.

    It is before that of `error_octet_of` where the first octets of a code unit rule out all that
    could follow: the third of D8 00 | 00 in UTF-16BE, the first of 01 in UTF-32BE.
    """
    last = error_octet_of(scheme, reading, unmarked)
    error = reading.first_error()
    # A unit of one octet shows the error with its only octet.
    if last is None or error is None or facts(scheme).unit == 1:
        return last
    order = schemes.order_of(scheme, reading.octets, unmarked=unmarked)
    automaton = schemes.automaton(schemes.ordered(scheme, order))
    state = automaton.start
    for index in range(error[0], min(last, len(reading.octets))):
        state = automaton.step[state][reading.octets[index]]
        if state == automaton.dead:
            return index
    return last


def deciding_octets(
    scheme: Scheme, reading: Reading, unmarked: ByteOrder = "big"
) -> Iterator[tuple[int, Part]]:
    """Yield each part with the index of the octet that makes it certain.

    It is the length of the input where only the end does.
    """
    octets = reading.octets
    order = schemes.order_of(scheme, octets, unmarked=unmarked)
    for offset, part in reading.placed():
        end = offset + len(part.octets)
        match part:
            case IllFormed(_, truncated=True):
                yield len(octets), part
            case IllFormed(piece) if _unfinished(scheme, piece, order):
                # What follows ended it: the next unit, or what shows that no low half is there.
                high = scheme is Scheme.CESU_8 and len(piece) == _HALF
                yield _known_alone(octets, end) if high else end + facts(scheme).unit - 1, part
            case Value(value) if scheme is Scheme.MUTF_8 and utf16.is_high(value):
                yield _known_alone(octets, end), part
            case _:
                yield end - 1, part


def _unfinished(scheme: Scheme, piece: bytes, order: ByteOrder) -> bool:
    """Return whether an ill-formed part began a character until the octet after it."""
    alone = schemes.read_text(scheme, piece, order)
    return alone.parts == (IllFormed(piece, truncated=True),)


# A low half is ED B0..BF 80..BF: any other octet behind a high half, or the end, shows that the
# high half stands alone.
_HALF = 3
_LOW_HALF = (range(0xED, 0xEE), range(0xB0, 0xC0), range(0x80, 0xC0))


def _known_alone(octets: bytes, end: int) -> int:
    """Return the index at which a high half is known to have no low half behind it."""
    return next(
        index
        for index, admitted in enumerate(_LOW_HALF, start=end)
        if index == len(octets) or octets[index] not in admitted
    )


_LONGEST_SEQUENCE = 6
"""Octets in the longest sequence of any scheme: those of CESU-8 and of RFC 2279."""


def truncated_rest(scheme: Scheme, rest: bytes) -> bool | None:
    """Tell whether the octets from an error to the end are truncated; None for either cause.

    They are where a well-formed sequence begins with them and goes on (Unicode 3.9: a maximal
    subpart at the end of the input); else they are ill-formed. Either fits octets that are too few
    for a code unit, so that no document calls them ill-formed, and that no octet completes.
    UTF-16 and UTF-32 have to be named with their order.
    """
    return _truncated_rest(scheme, rest) if len(rest) < _LONGEST_SEQUENCE else False


# Few strings are so short, and most errors stand at the end of many inputs.
@lru_cache(maxsize=1 << 14)
def _truncated_rest(scheme: Scheme, rest: bytes) -> bool | None:
    automaton = schemes.automaton(scheme)
    state = automaton.after(rest)
    if rest and state != automaton.dead and state not in automaton.accepting:
        return True
    odd = len(rest) % facts(scheme).unit and schemes.read_text(scheme, rest).parts[0]
    return None if isinstance(odd, IllFormed) and odd.truncated else False


def truncated_error(scheme: Scheme, reads: Reading) -> bool | None:
    """Tell the cause of the first error of a reading; None for either, and where there is none."""
    found = reads.first_error()
    if found is None:
        return None
    offset, part = found
    if not part.truncated:
        return False
    octets = reads.octets
    order = schemes.order_of(scheme, octets)
    # A reading by other rules than those of the scheme may have a sequence that the scheme has not.
    return truncated_rest(schemes.ordered(scheme, order), octets[offset:]) or None
