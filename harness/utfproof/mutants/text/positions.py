"""Mutants: faults of words, vectors and buffers, which show only at some offsets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from utfproof.model.operation import Mode
from utfproof.model.reading import IllFormed, Part, Value
from utfproof.mutants.decoder_mutants import misreads
from utfproof.mutants.faulty_readings import (
    FaultyReading,
    bits,
    changed,
    ill_formed,
    is_error,
    local,
)
from utfproof.mutants.line_conditions import Found, has
from utfproof.mutants.mutant import Mutant
from utfproof.simulation.decoder import Lost, Piece

_T = rb"[\x80-\xbf]"
_LONG = has(_T)
Placed = Callable[[int, Part], Piece]


def _placed(touched: Found, change: Placed) -> FaultyReading:
    """Change parts by the offset at which they begin."""

    def each(parts: Sequence[Part]) -> Iterator[Piece]:
        at = 0
        for part in parts:
            yield change(at, part)
            at += len(part.octets)

    return changed(touched, each)


def _latin_1(part: Part) -> Piece:
    return Value(part.octets[0], part.octets)


def _bad_at(offset: int) -> FaultyReading:
    """Pass on the bad octets at one offset."""
    return _placed(
        has(rb"\A.{%d}[\x80-\xff]" % offset),
        lambda at, part: _latin_1(part) if at == offset and is_error(part) else part,
    )


def _behind_letters(count: int) -> FaultyReading:
    """Accept ill-formed octets behind a run of so many ASCII octets: checking never resumes."""
    run = has(rb"[\x00-\x7f]{%d}" % count)

    def change(parts: Sequence[Part]) -> Iterator[Piece]:
        letters = 0
        for part in parts:
            yield _latin_1(part) if letters >= count and is_error(part) else part
            # Once the run was long enough it never ends: the faulty decoder stays on its fast path.
            letters = letters if letters >= count else letters + 1 if part.octets < b"\x80" else 0

    return changed(lambda octets: run(octets) and ill_formed(octets), change)


def _directly_behind_letters(count: int) -> FaultyReading:
    """Pass on a bad octet behind exactly so many ASCII octets at the start."""
    return _placed(
        has(rb"\A[\x00-\x7f]{%d}[\x80-\xff]" % count),
        lambda at, part: _latin_1(part) if at == count and is_error(part) else part,
    )


def _cut_at_block(size: int) -> FaultyReading:
    """Lose a sequence that is cut where a block ends, when a block without errors follows."""

    def change(parts: Sequence[Part]) -> Iterator[Piece]:
        at = 0
        for index, part in enumerate(parts):
            at += len(part.octets)
            # C2 and above: lower octets begin nothing that could be cut.
            cut = isinstance(part, IllFormed) and part.octets[0] >= 0xC2 and not at % size
            ascii_follows = index + 1 < len(parts) and parts[index + 1].octets < b"\x80"
            yield Lost(part.octets) if cut and ascii_follows else part

    return changed(lambda octets: len(octets) > size and ill_formed(octets), change)


def _across(size: int, at: int, part: Part) -> bool:
    return at % size + len(part.octets) > size


def _low_bits_lost(size: int) -> FaultyReading:
    """Lose the bits of the last tail of a character that lies across two blocks."""

    def change(at: int, part: Part) -> Piece:
        if isinstance(part, Value) and _across(size, at, part):
            # Six bits: the tail in the next block is not read.
            return Value(part.value & ~0x3F, part.octets)
        return part

    return _placed(lambda octets: len(octets) > size and _LONG(octets), change)


def _across_is_refused(size: int) -> FaultyReading:
    def change(at: int, part: Part) -> Piece:
        wrong = isinstance(part, Value) and _across(size, at, part)
        return IllFormed(part.octets) if wrong else part

    return _placed(lambda octets: len(octets) > size and _LONG(octets), change)


def _ranges_across(size: int, lead: bytes, second: bytes, tails: int) -> FaultyReading:
    """Read any tail behind a lead that is the last octet of a block."""
    # A look-behind of fixed length, anchored: the lead is the last octet of the first block.
    pattern = rb"(?<=\A.{%d})%b%b%b" % (size - 1, lead, second, _T * tails)
    return local(pattern, lambda match: (Value(bits(match[0]), match[0]),))


def _last_is_not_looked_at(parts: Sequence[Part]) -> Iterable[Piece]:
    last = parts[-1]
    return (*parts[:-1], _latin_1(last)) if is_error(last) else parts


def _at_length(size: int, touched: Found) -> Found:
    # The empty text has a length that is a multiple of everything.
    return lambda octets: bool(octets) and not len(octets) % size and touched(octets)


def _rest_of_word(octets: bytes) -> int:
    return len(octets) // 8 * 8


def _rest_passes(parts: Sequence[Part]) -> Iterator[Piece]:
    """Accept ill-formed octets behind the last whole word of eight octets."""
    end = _rest_of_word(b"".join(part.octets for part in parts))
    at = 0
    for part in parts:
        # A text shorter than a word has no whole word that could have been looked at.
        yield _latin_1(part) if at >= end > 0 and is_error(part) else part
        at += len(part.octets)


_CUT = has(rb"[\xc2-\xf4][\x80-\xbf]{0,2}\Z")
_LAST = has(rb"[\x80-\xff]\Z")

_WHOLE: tuple[tuple[str, str, FaultyReading, str], ...] = (
    (
        "first-octet-is-not-looked-at",
        "A bad octet passes at the very start.",
        _bad_at(0),
        "ff",
    ),
    (
        "last-octet-is-not-looked-at",
        "A bad octet passes at the very end.",
        changed(_LAST, _last_is_not_looked_at),
        "41ff",
    ),
    (
        "last-octet-of-16-is-not-looked-at",
        "A bad octet passes at the end where the length is a multiple of 16.",
        changed(_at_length(16, _LAST), _last_is_not_looked_at),
        "41" * 15 + "ff",
    ),
    (
        "cut-end-of-16-passes",
        "A sequence that the end cuts passes where the length is a multiple of 16.",
        changed(_at_length(16, _CUT), _last_is_not_looked_at),
        "41" * 15 + "c2",
    ),
    (
        "rest-of-a-word-is-not-looked-at",
        "Bad octets pass at the end where they are too few for a word of eight.",
        changed(lambda octets: len(octets) % 8 and ill_formed(octets), _rest_passes),
        "41" * 8 + "ff",
    ),
    (
        "empty-text-is-refused",
        "An empty text is refused.",
        changed(lambda octets: not octets, lambda _: (IllFormed(b""),)),
        "-",
    ),
    (
        "directly-behind-8-letters",
        "A bad octet passes directly behind exactly eight ASCII octets.",
        _directly_behind_letters(8),
        "41" * 8 + "ff",
    ),
    (
        "overlong-across-16",
        "Any tail is read behind E0 where it is the 16th octet.",
        _ranges_across(16, rb"\xe0", rb"[\x80-\x9f]", 1),
        "41" * 15 + "e08080",
    ),
    (
        "overlong-across-64",
        "Any tail is read behind F0 where it is the 64th octet.",
        _ranges_across(64, rb"\xf0", rb"[\x80-\x8f]", 2),
        "41" * 63 + "f0808080",
    ),
    (
        "surrogates-across-32",
        "Surrogates are read where ED is the 32nd octet.",
        _ranges_across(32, rb"\xed", rb"[\xa0-\xbf]", 1),
        "41" * 31 + "eda080",
    ),
    (
        "above-the-limit-across-16",
        "Any tail is read behind F4 where it is the 16th octet.",
        _ranges_across(16, rb"\xf4", rb"[\x90-\xbf]", 2),
        "41" * 15 + "f4908080",
    ),
)


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, reading, exposed in (*_WHOLE, *_parametric()):
        yield misreads(f"positions/{name}", about, "Position", reading, exposed, mode=Mode.STRICT)


def _parametric() -> Iterator[tuple[str, str, FaultyReading, str]]:
    """Yield the faults that exist for several sizes."""
    for offset in (7, 15, 31, 63, 4095, 4096):
        about = f"A bad octet passes at offset {offset}, the edge of a block."
        yield f"bad-octet-at-{offset}", about, _bad_at(offset), "41" * offset + "ff"
    for count in (16, 64):
        about = f"Bad octets pass behind a run of {count} ASCII octets: it is never left again."
        yield f"behind-{count}-letters", about, _behind_letters(count), "41" * count + "ff"
    for size in (16, 32):
        about = f"A sequence cut at the end of a block of {size} is lost if ASCII follows."
        exposed = "41" * (size - 1) + "c2" + "41"
        yield f"cut-at-{size}", about, _cut_at_block(size), exposed
    for size in (8, 16):
        about = f"A character that lies across blocks of {size} loses the bits of its last tail."
        exposed = "41" * (size - 2) + "e282ac"
        yield f"low-bits-lost-across-{size}", about, _low_bits_lost(size), exposed
    about = "A character that lies across blocks of 64 is refused."
    yield "refused-across-64", about, _across_is_refused(64), "41" * 63 + "c3a9"
