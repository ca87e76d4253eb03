"""Mutants: encoders that write a wrong signature, or not in the order that they show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from utfproof.model.encoding import (
    SIGNATURE,
    ByteOrder,
    Encoding,
    Scheme,
    facts,
    signature_octets,
)
from utfproof.model.operation import Mode, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import Claims
from utfproof.mutants.byte_orders import LABELLED
from utfproof.mutants.encoder.encoders import WRITES_UTF_16, WRITES_UTF_32, encoder
from utfproof.mutants.line_conditions import LineCondition, calls
from utfproof.mutants.mutant import Mutant, with_writer
from utfproof.reference import schemes
from utfproof.simulation.encoder import SimulatedEncoder

Change = Callable[[SimulatedEncoder], SimulatedEncoder]
Calls = Sequence[Values]


def _claims(encoding: Encoding) -> Claims:
    return WRITES_UTF_16 if encoding.startswith("UTF-16") else WRITES_UTF_32


def _nonempty(given: Calls) -> bool:
    return any(given)


def _empty(given: Calls) -> bool:
    return not any(given)


def _begins_with_u_feff(given: Calls) -> bool:
    return any(values[:1] == (SIGNATURE,) for values in given)


def _several(given: Calls) -> bool:
    return len(given) > 1


_CHUNKS = (Op.ENCODE_CHUNKS,)
_Row = tuple[str, str, str, Change, LineCondition[Any], Op, str]


def _with_head(head: Callable[[Values], bytes]) -> Change:
    return lambda writer: replace(writer, head=head)


def _labelled(scheme: Scheme) -> Iterator[_Row]:
    """Yield encoders of a labelled order that do not keep to it."""
    mark = signature_octets(scheme)
    unit = len(mark)

    def turned(value: int) -> bytes | None:
        octets = schemes.encode_value(scheme, value)
        if octets is None:
            return None
        return b"".join(octets[at : at + unit][::-1] for at in range(0, len(octets), unit))

    yield (
        "a-signature-is-written",
        "Signature",
        "A signature is written, though the label says the order.",
        _with_head(lambda _: mark),
        calls(lambda _: True),
        Op.ENCODE,
        "41",
    )
    yield (
        "a-signature-is-written-for-nothing",
        "Signature",
        "A signature is written where the text is empty.",
        _with_head(lambda given: b"" if given else mark),
        calls(_empty),
        Op.ENCODE,
        "-",
    )
    yield (
        "the-order-is-turned-round",
        "ByteOrder",
        f"The octets of each unit are written {_turned(facts(scheme).order)}-endian.",
        lambda writer: replace(writer, write=turned),
        calls(_nonempty),
        Op.ENCODE,
        "41",
    )


def _turned(order: ByteOrder | None) -> ByteOrder:
    return "big" if order == "little" else "little"


def _little_without_mark(scheme: Scheme) -> Change:
    little = Scheme(f"{scheme}LE")
    return lambda writer: replace(
        writer, head=lambda _: b"", write=lambda value: schemes.encode_value(little, value)
    )


def _signed_chunks(writer: SimulatedEncoder, given: Calls, mode: Mode) -> Sequence[bytes]:
    """Write a signature before each chunk."""
    mark = writer.signature(())
    chunk_outputs = writer.chunk_outputs(given, mode)
    return [
        mark + octets if at and given[at : at + 1] and given[at] else octets
        for at, octets in enumerate(chunk_outputs)
    ]


def _marked(scheme: Scheme) -> Iterator[_Row]:
    """Yield encoders of an unmarked encoding that do not write the order they show."""
    big, little = (signature_octets(scheme, order) for order in _ORDERS)
    yield (
        "the-signature-is-of-the-other-order",
        "ByteOrder",
        "The signature is little-endian and the text big-endian.",
        _with_head(lambda _: little),
        calls(lambda _: True),
        Op.ENCODE,
        "41",
    )
    yield (
        "little-endian-is-not-marked",
        "ByteOrder",
        "The text is little-endian and nothing says so.",
        _little_without_mark(scheme),
        calls(lambda _: True),
        Op.ENCODE,
        "20ac",
    )
    yield (
        "u-feff-is-the-signature",
        "SignatureInside",
        "No signature is written where the text begins with U+FEFF, which is lost so.",
        _with_head(lambda given: b"" if given[:1] == (SIGNATURE,) else big),
        calls(_begins_with_u_feff),
        Op.ENCODE,
        "feff 41",
    )
    yield (
        "each-chunk-is-signed",
        "Chunking",
        "The signature is written before each chunk.",
        lambda writer: replace(writer, calls=_signed_chunks),
        calls(_several, _CHUNKS),
        Op.ENCODE_CHUNKS,
        "41 | 42",
    )


_ORDERS: tuple[ByteOrder, ByteOrder] = ("big", "little")


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    for encoding in (*LABELLED, Encoding.UTF_16, Encoding.UTF_32):
        scheme = Scheme(encoding.value)
        rows = _labelled(scheme) if encoding in LABELLED else _marked(scheme)
        for name, flag, about, change, touches, op, exposed in rows:
            yield encoder(
                f"encoder/{name}",
                about,
                flag,
                with_writer(change),
                exposed,
                touches=touches,
                op=op,
                encoding=encoding,
                claims=_claims(encoding),
            )
