"""Mutants: encoders that predict another size than their output has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from utfproof.engine.questions.sizes import octets_in_utf_8
from utfproof.model.encoding import REPLACEMENT, Encoding, is_surrogate
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import EXACT
from utfproof.mutants.encoder.encoders import FROM_UTF_16, WRITES_UTF_16, encoder
from utfproof.mutants.line_conditions import calls
from utfproof.mutants.mutant import Change, Mutant, with_writer
from utfproof.simulation.encoder import SimulatedEncoder

_FROM_UTF_16 = replace(FROM_UTF_16, options={**FROM_UTF_16.options, "size": EXACT})
_BLOCK = 16

Predict = Callable[[SimulatedEncoder, Values, Mode], int]


def _right(encoder: SimulatedEncoder, values: Values, mode: Mode) -> int:
    return len(encoder.signature(values) + encoder.text(values, mode))


def _weighed(weigh: Callable[[int], int]) -> Predict:
    """Add up the size for which each character is taken; a half of a pair alone is one."""

    def predict(encoder: SimulatedEncoder, values: Values, mode: Mode) -> int:
        written = (
            one.value
            for one in encoder.characters(values)
            if mode is not Mode.SKIP or encoder.octets(one.value) is not None
        )
        return sum(map(weigh, written))

    return predict


def _size(value: int) -> int:
    """Return the octets of a value, or of the U+FFFD that it becomes."""
    return octets_in_utf_8(value if value <= 0x10FFFF else REPLACEMENT)


def _less(less: Callable[[Values], int]) -> Predict:
    """Predict some octets too few."""

    def predict(encoder: SimulatedEncoder, values: Values, mode: Mode) -> int:
        return max(_right(encoder, values, mode) - less(values), 0)

    return predict


def _without_signature(encoder: SimulatedEncoder, values: Values, mode: Mode) -> int:
    return len(encoder.text(values, mode))


def _three_a_value(encoder: SimulatedEncoder, values: Values, mode: Mode) -> int:
    """Take three octets for each unit, as Java's and .NET's bounds do, but for the last one."""
    del encoder, mode
    units = sum(1 + (value > 0xFFFF) for value in values)
    return max(3 * (units - 1), 0)


def _in_16_bits(encoder: SimulatedEncoder, values: Values, mode: Mode) -> int:
    return _right(encoder, values, mode) & 0xFFFF


_Row = tuple[str, str, Predict, Mode, Callable[[Values], object], str]
_PREDICTS: tuple[_Row, ...] = (
    (
        "latin-characters-count-one",
        "Characters from U+0080 to U+00FF are counted as one octet.",
        _weighed(lambda value: 1 if value < 0x100 else _size(value)),
        Mode.STRICT,
        len,
        "e9",
    ),
    (
        "three-octets-count-two",
        "Characters from U+0800 to U+FFFF are counted as two octets.",
        _weighed(lambda value: min(_size(value), 2) + (0xFFFF < value <= 0x10FFFF) * 2),
        Mode.STRICT,
        len,
        "20ac",
    ),
    (
        "pairs-count-three",
        "Characters beyond U+FFFF are counted as three octets.",
        _weighed(lambda value: min(_size(value), 3)),
        Mode.STRICT,
        len,
        "1f600",
    ),
    (
        "halves-count-three-each",
        "The halves of a pair are counted as three octets each.",
        _weighed(lambda value: 6 if 0xFFFF < value <= 0x10FFFF else _size(value)),
        Mode.STRICT,
        len,
        "1f600",
    ),
    (
        "a-lone-half-counts-two",
        "A half of a pair alone is counted as two octets, and becomes U+FFFD.",
        _weighed(lambda value: 2 if is_surrogate(value) else _size(value)),
        Mode.REPLACE,
        len,
        "d800 41",
    ),
    (
        "what-is-replaced-counts-one",
        "What cannot be written is counted as a question mark, and becomes U+FFFD.",
        _weighed(lambda value: 1 if is_surrogate(value) or value > 0x10FFFF else _size(value)),
        Mode.REPLACE,
        len,
        "dc00",
    ),
    (
        "the-last-of-a-block-is-not-counted",
        "Of a text that fills a block but for one value the last octet is not counted.",
        _less(lambda values: len(values) % _BLOCK == _BLOCK - 1),
        Mode.STRICT,
        lambda values: len(values) % _BLOCK == _BLOCK - 1,
        " ".join(["41"] * (_BLOCK - 1)),
    ),
    (
        "counting-ends-at-nul",
        "What stands behind a NUL is not counted.",
        _less(lambda values: len(values) - values.index(0) if 0 in values else 0),
        Mode.STRICT,
        lambda values: 0 in values,
        "41 0 42",
    ),
    (
        "16-bits-hold-the-size",
        "A size above 65,535 begins at nothing again.",
        _in_16_bits,
        Mode.STRICT,
        # 65,536 octets are 16,384 characters or more.
        lambda values: len(values) >= 0x4000,
        " ".join(["1f600"] * 0x4000),
    ),
)


def _predicting(predict: Predict) -> Change:
    return with_writer(lambda writer: replace(writer, predicts=predict))


def _joined(found: Callable[[Values], object]) -> Callable[[Sequence[Values]], object]:
    return lambda given: found(tuple(value for call in given for value in call))


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for name, about, predict, mode, found, exposed in _PREDICTS:
        yield encoder(
            f"encoder-sizes/{name}",
            about,
            "Size",
            _predicting(predict),
            exposed,
            touches=calls(_joined(found), ops=(Op.ENCODE_SIZE,)),
            op=Op.ENCODE_SIZE,
            mode=mode,
            claims=_FROM_UTF_16,
        )
    yield encoder(
        "encoder-sizes/the-bound-lacks-a-character",
        "The bound is three octets for each unit but the last.",
        "Size",
        _predicting(_three_a_value),
        "20ac",
        touches=calls(_joined(len), ops=(Op.ENCODE_SIZE,)),
        op=Op.ENCODE_SIZE,
        claims=FROM_UTF_16,
    )
    yield encoder(
        "encoder-sizes/the-signature-is-not-counted",
        "A signature is written, and not counted.",
        "Size",
        _predicting(_without_signature),
        "41",
        touches=calls(lambda _: True, ops=(Op.ENCODE_SIZE,)),
        op=Op.ENCODE_SIZE,
        encoding=Encoding.UTF_16,
        claims=WRITES_UTF_16,
    )
