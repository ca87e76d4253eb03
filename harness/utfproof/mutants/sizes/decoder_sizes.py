"""Mutants: decoders that predict another size than their output has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from utfproof.engine.questions.sizes import octets_in_utf_8
from utfproof.model.encoding import SIGNATURE, Encoding
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.profile import EXACT, Claims, Policy
from utfproof.model.reading import IllFormed
from utfproof.mutants.line_conditions import Found, texts
from utfproof.mutants.mutant import PLAIN, Change, Mutant, decoding, with_reader
from utfproof.simulation.decoder import Pieces, SimulatedDecoder

_UTF_8 = Claims(("unicode",), {"replacement": Policy.MAXIMAL_SUBPART.value, "size": EXACT})
_UTF_16 = Claims(("rfc2781",), {"replacement": Policy.WHATWG.value, "size": EXACT})
_CLAIMS = {Encoding.UTF_8: _UTF_8, Encoding.UTF_16BE: _UTF_16}
_BOUND = replace(_UTF_16, options={"replacement": Policy.WHATWG.value})
"""The documentation promises a bound, and no exact size."""
_BLOCK = 16
_SHOWN = 3
"""Octets of U+FFFD in UTF-8, which is what a specimen writes."""

Predict = Callable[[SimulatedDecoder, bytes, Mode], int]


def _weighed(weigh: Callable[[int], int]) -> Predict:
    """Add up the size for which each value is taken."""

    def predict(decoder: SimulatedDecoder, octets: bytes, mode: Mode) -> int:
        return sum(map(weigh, decoder.values(decoder.pieces(octets, mode), mode)))

    return predict


_right = _weighed(octets_in_utf_8)


def _errors(weigh: Callable[[IllFormed], int]) -> Predict:
    """Add up the size for which each ill-formed sequence is taken, and the other text rightly."""

    def predict(decoder: SimulatedDecoder, octets: bytes, mode: Mode) -> int:
        pieces = decoder.pieces(octets, mode)
        bad = [piece for piece in pieces if isinstance(piece, IllFormed)]
        others = [piece for piece in pieces if not isinstance(piece, IllFormed)]
        text = sum(map(octets_in_utf_8, decoder.values(others, mode)))
        return text + (sum(map(weigh, bad)) if mode is Mode.REPLACE else 0)

    return predict


def _less(less: Callable[[Pieces, bytes, Mode], int]) -> Predict:
    """Predict some octets too few."""

    def predict(decoder: SimulatedDecoder, octets: bytes, mode: Mode) -> int:
        pieces = decoder.pieces(octets, mode)
        return max(_right(decoder, octets, mode) - less(pieces, octets, mode), 0)

    return predict


def _runs(pieces: Pieces, octets: bytes, mode: Mode) -> int:
    """Count errors right behind another one, as if a run of them were one."""
    del octets
    bad = [isinstance(piece, IllFormed) for piece in pieces]
    beside = sum(one and other for one, other in pairwise(bad))
    return _SHOWN * beside if mode is Mode.REPLACE else 0


def _cut_end(pieces: Pieces, octets: bytes, mode: Mode) -> int:
    del octets
    cut = bool(pieces) and isinstance(pieces[-1], IllFormed) and pieces[-1].truncated
    return _SHOWN if cut and mode is Mode.REPLACE else 0


def _parted_pairs(pieces: Pieces, octets: bytes, mode: Mode) -> int:
    """Count an octet for each pair whose halves lie in two blocks."""
    del octets, mode
    at = lost = 0
    for piece in pieces:
        parts = len(piece.octets) == 4 and at % (2 * _BLOCK) == 2 * _BLOCK - 2
        lost += parts and not isinstance(piece, IllFormed)
        at += len(piece.octets)
    return lost


def _signature(pieces: Pieces, octets: bytes, mode: Mode) -> int:
    del pieces, mode
    return _SHOWN if octets.startswith(SIGNATURE.to_bytes(2, "big")) else 0


def _last_of_block(pieces: Pieces, octets: bytes, mode: Mode) -> int:
    """Lose the last character where all but one unit of a block hold text."""
    del pieces, mode
    return int(len(octets) % (2 * _BLOCK) == 2 * _BLOCK - 2)


def _up_to_nul(decoder: SimulatedDecoder, octets: bytes, mode: Mode) -> int:
    """Count as far as the first NUL."""
    values = decoder.values(decoder.pieces(octets, mode), mode)
    end = values.index(0) if 0 in values else len(values)
    return sum(map(octets_in_utf_8, values[:end]))


def _in_16_bits(decoder: SimulatedDecoder, octets: bytes, mode: Mode) -> int:
    return _right(decoder, octets, mode) & 0xFFFF


def _two_a_unit(decoder: SimulatedDecoder, octets: bytes, mode: Mode) -> int:
    del decoder, mode
    return len(octets)


def _below(octets: int) -> Found:
    """Make the condition that a text has so many octets."""
    return lambda text: len(text) >= octets


_PREDICTS: tuple[tuple[str, str, Encoding, Predict, Mode, Found, str], ...] = (
    (
        "two-octets-count-one",
        "Characters from U+0080 to U+07FF are counted as one octet.",
        Encoding.UTF_8,
        _weighed(lambda value: 1 if value < 0x800 else octets_in_utf_8(value)),
        Mode.STRICT,
        _below(2),
        "c3a9",
    ),
    (
        "three-octets-count-two",
        "Characters from U+0800 to U+FFFF are counted as two octets.",
        Encoding.UTF_8,
        _weighed(lambda value: min(octets_in_utf_8(value), 2) + (value > 0xFFFF) * 2),
        Mode.STRICT,
        _below(1),
        "e282ac",
    ),
    (
        "four-octets-count-three",
        "Characters beyond U+FFFF are counted as three octets.",
        Encoding.UTF_8,
        _weighed(lambda value: min(octets_in_utf_8(value), _SHOWN)),
        Mode.STRICT,
        _below(4),
        "f09f9880",
    ),
    (
        "errors-count-as-octets",
        "What is ill-formed counts as the octets that it has, not as the U+FFFD that it becomes.",
        Encoding.UTF_8,
        _errors(lambda piece: len(piece.octets)),
        Mode.REPLACE,
        _below(1),
        "41ff",
    ),
    (
        "each-octet-of-an-error-counts",
        "A cut sequence counts as one U+FFFD for each octet, and becomes one.",
        Encoding.UTF_8,
        _errors(lambda piece: _SHOWN * len(piece.octets)),
        Mode.REPLACE,
        _below(2),
        "e28241",
    ),
    (
        "a-run-of-errors-counts-once",
        "Errors one after the other are counted as one.",
        Encoding.UTF_8,
        _less(_runs),
        Mode.REPLACE,
        _below(2),
        "ffff",
    ),
    (
        "a-cut-end-is-not-counted",
        "The U+FFFD of a sequence that the end cuts off is not counted.",
        Encoding.UTF_8,
        _less(_cut_end),
        Mode.REPLACE,
        _below(1),
        "41e282",
    ),
    (
        "counting-ends-at-nul",
        "What stands behind a NUL is not counted.",
        Encoding.UTF_8,
        _up_to_nul,
        Mode.STRICT,
        lambda text: 0 in text,
        "410042",
    ),
    (
        "16-bits-hold-the-size",
        "A size above 65,535 begins at nothing again.",
        Encoding.UTF_8,
        _in_16_bits,
        Mode.STRICT,
        # The 65,536 octets may be 21,846 U+FFFD.
        _below(0x10000 // _SHOWN),
        "41" * 0x10000,
    ),
    (
        "80-to-ff-count-one",
        "Characters from U+0080 to U+00FF are counted as one octet.",
        Encoding.UTF_16BE,
        _weighed(lambda value: 1 if value < 0x100 else octets_in_utf_8(value)),
        Mode.STRICT,
        _below(2),
        "00e9",
    ),
    (
        "7ff-is-the-end-of-one-octet",
        "U+0800 is counted as two octets.",
        Encoding.UTF_16BE,
        _weighed(lambda value: octets_in_utf_8(value) - (value == 0x800)),
        Mode.STRICT,
        _below(2),
        "0800",
    ),
    (
        "halves-count-three-each",
        "The halves of a pair are counted as three octets each.",
        Encoding.UTF_16BE,
        _weighed(lambda value: 6 if value > 0xFFFF else octets_in_utf_8(value)),
        Mode.STRICT,
        _below(4),
        "d83dde00",
    ),
    (
        "halves-count-two-and-one",
        "The halves of a pair are counted as three octets together.",
        Encoding.UTF_16BE,
        _weighed(lambda value: min(octets_in_utf_8(value), _SHOWN)),
        Mode.STRICT,
        _below(4),
        "d83dde00",
    ),
    (
        "a-lone-half-counts-two",
        "A half of a pair alone is counted as two octets, and becomes U+FFFD.",
        Encoding.UTF_16BE,
        _errors(lambda piece: len(piece.octets)),
        Mode.REPLACE,
        _below(1),
        "d83d0041",
    ),
    (
        "a-kept-signature-is-not-counted",
        "An initial U+FEFF is written, and not counted.",
        Encoding.UTF_16BE,
        _less(_signature),
        Mode.STRICT,
        lambda text: text.startswith(b"\xfe\xff"),
        "feff0041",
    ),
    (
        "the-last-unit-behind-a-block-is-not-counted",
        "Of a text that fills a block but for one unit the last octet is not counted.",
        Encoding.UTF_16BE,
        _less(_last_of_block),
        Mode.STRICT,
        _below(2 * _BLOCK - 2),
        "0041" * (_BLOCK - 1),
    ),
    (
        "a-pair-between-blocks-counts-three",
        "A pair whose halves lie in two blocks is counted as three octets.",
        Encoding.UTF_16BE,
        _less(_parted_pairs),
        Mode.STRICT,
        _below(2 * _BLOCK),
        "0041" * (_BLOCK - 1) + "d83dde00",
    ),
    (
        "the-bound-is-two-octets-a-unit",
        "Twice the units are taken for enough, as if no character were three octets.",
        Encoding.UTF_16BE,
        _two_a_unit,
        Mode.STRICT,
        _below(0),
        "20ac",
    ),
)


def _predicting(predict: Predict) -> Change:
    return with_reader(lambda reader: replace(reader, predicts=predict))


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, encoding, predict, mode, found, exposed in _PREDICTS:
        yield Mutant(
            id=f"{encoding.lower()}/sizes/{name}",
            about=about,
            flag="Size",
            claims=_BOUND if predict is _two_a_unit else _CLAIMS[encoding],
            offers=decoding(encoding, *PLAIN, Op.DECODE_SIZE),
            fault=_predicting(predict),
            touches=texts(found, ops=(Op.DECODE_SIZE,)),
            exposed_by=(Offer(Op.DECODE_SIZE, encoding, mode), exposed),
        )
