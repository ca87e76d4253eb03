"""Mutants: encoders that mishandle values without an encoded form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from utfproof.model.encoding import REPLACEMENT, Encoding, Scheme, is_scalar
from utfproof.model.operation import Mode, Offer, Op
from utfproof.model.outcome import Values
from utfproof.model.profile import FILLED, WHATWG, Claims
from utfproof.mutants.line_conditions import LineCondition, calls, values
from utfproof.mutants.mutant import Change, Mutant, with_writer
from utfproof.reference import schemes
from utfproof.simulation.codec import offers
from utfproof.simulation.encoder import Write, right_octets

_REPLACES = {"surrogate-output": "replace"}
WRITES_UTF_8 = Claims(("unicode",), _REPLACES)
WRITES_UTF_16 = Claims(("rfc2781",), _REPLACES)
WRITES_UTF_32 = Claims(("iso10646",), _REPLACES)
FROM_UTF_16 = Claims(("unicode",), {**_REPLACES, "units": "utf-16"})
FILLS_THE_ROOM = Claims((WHATWG,), {**_REPLACES, "units": "utf-16", "room": FILLED})

_PLAIN = (Op.ENCODE, Op.ENCODE_CHUNKS)

Chosen = Callable[[int], bool]
Octets = Callable[[int], bytes | None]


def encoding_offers(encoding: Encoding, *ops: Op) -> tuple[Offer, ...]:
    """List the offers of an encoder; without operations, all but those with limited room."""
    return tuple(offers(encoding, *(ops or _PLAIN)))


def encoder(  # noqa: PLR0913  (a line of a table)
    name: str,
    about: str,
    flag: str,
    change: Change,
    exposed: str,
    *,
    touches: LineCondition[Any],
    op: Op = Op.ENCODE,
    mode: Mode = Mode.STRICT,
    encoding: Encoding = Encoding.UTF_8,
    claims: Claims = WRITES_UTF_8,
) -> Mutant:
    """Make a faulty encoder; `exposed` is a data line that it answers wrongly."""
    ops = (Op.ENCODE, op) if op.bounded or op.sizes else (*_PLAIN, op)
    return Mutant(
        id=f"{encoding.lower()}/{name}",
        about=about,
        flag=flag,
        claims=claims,
        offers=encoding_offers(encoding, *dict.fromkeys(ops)),
        fault=change,
        touches=touches,
        exposed_by=(Offer(op, encoding, mode), exposed),
    )


def written(scheme: Scheme, chosen: Chosen, octets: Octets) -> Write:
    """Write chosen values otherwise; None refuses them."""
    return lambda value: octets(value) if chosen(value) else right_octets(scheme, value)


def of_values(chosen: Chosen) -> LineCondition[Any]:
    """Match the lines with a chosen value, including the replacement of an unencodable one."""
    if not chosen(REPLACEMENT):
        return values(chosen)
    return values(lambda value: chosen(value) or not is_scalar(value))


def writes(write: Write) -> Change:
    """Change how a specimen writes a value."""
    return with_writer(lambda writer: replace(writer, write=write))


def _unwritable(given: Values) -> bool:
    return any(schemes.encode_value(Scheme.UTF_8, value) is None for value in given)


def _touched(*modes: Mode) -> LineCondition[Any]:
    return replace(calls(lambda given: any(map(_unwritable, given))), modes=modes)


def _length(given: Values) -> int:
    return sum(len(schemes.encode_value(Scheme.UTF_8, value) or b"") for value in given)


def _last_unwritable(given: Values, at: int) -> int:
    return max(at, *(place for place, value in enumerate(given) if _unwritable((value,))))


def _index(index: Callable[[Values, int], int]) -> Change:
    """Change which place is told of values that cannot be written."""
    return with_writer(lambda writer: replace(writer, index=index))


def mutants() -> Iterator[Mutant]:
    """Yield the mutants of this module."""
    table: tuple[tuple[str, str, str, Change, Mode, str], ...] = (
        (
            "replacement-is-a-question-mark",
            "Policy",
            "A question mark is written where U+FFFD is promised.",
            with_writer(lambda writer: replace(writer, instead=ord("?"))),
            Mode.REPLACE,
            "41 d800",
        ),
        (
            "replacement-is-a-refusal",
            "Policy",
            "What cannot be written is refused where U+FFFD is promised.",
            with_writer(lambda writer: replace(writer, instead=None)),
            Mode.REPLACE,
            "41 d800",
        ),
        (
            "index-begins-at-one",
            "Offset",
            "The index of what cannot be written counts from one.",
            _index(lambda _, at: at + 1),
            Mode.STRICT,
            "d800",
        ),
        (
            "index-is-in-octets",
            "Offset",
            "The index of what cannot be written counts octets.",
            _index(lambda given, at: _length(given[:at])),
            Mode.STRICT,
            "e9 d800",
        ),
        (
            "index-is-of-the-last",
            "Offset",
            "Of several values that cannot be written the last is told.",
            _index(_last_unwritable),
            Mode.STRICT,
            "d800 dc00",
        ),
    )
    for name, flag, about, change, mode, exposed in table:
        yield encoder(
            f"encoder/{name}", about, flag, change, exposed, touches=_touched(mode), mode=mode
        )
