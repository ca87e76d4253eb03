"""Strict JSON: one value, and records whose fields are of the types that they should be.

Python's own reader also takes NaN and numbers beyond all bounds, and gives up on deep nesting with
an error of its own.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import TypeVar, cast, get_args, get_origin, get_type_hints

_T = TypeVar("_T")
_Take = Callable[[object], object]


def parse(text: str | bytes) -> object:
    """Read one JSON value.

    Raises:
        ValueError: it is none, holds NaN or an infinite number, or is nested too deeply.
    """
    try:
        return _DECODER.decode(text.decode("utf-8") if isinstance(text, bytes) else text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is no number")
    return number


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)


def record(kind: type[_T], node: object) -> _T:
    """Make a dataclass of an object; a field that has a default may be missing, no other.

    Fields are of the types str, int, float, bool, enums and other dataclasses, or tuples, lists and
    mappings of them. A sequence becomes a tuple.

    Raises:
        ValueError: a field of another type, one too few or one too many.
    """
    takes = _fields(cast("Hashable", kind))
    try:
        return kind(**{name: takes[name](value) for name, value in _of(dict, node).items()})
    except (KeyError, TypeError) as error:
        raise ValueError(f"not the fields of a {kind.__name__}: {error}") from None


@cache
def _fields(kind: Hashable) -> Mapping[str, _Take]:
    made = cast("type", kind)
    hints = get_type_hints(made)
    return {item.name: _taker(hints[item.name]) for item in fields(made)}


def _taker(hint: object) -> _Take:
    """Return the function that checks a JSON value against a type."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is object:
        return lambda value: value
    if origin is tuple and inside[-1] is not Ellipsis:
        each = list(map(_taker, inside))
        return lambda value: tuple(
            [take(item) for take, item in zip(each, _of(list, value), strict=True)]
        )
    if origin in (tuple, Sequence):
        one = _taker(inside[0])
        return lambda value: tuple(map(one, _of(list, value)))
    if origin is list:
        one = _taker(inside[0])
        return lambda value: list(map(one, _of(list, value)))
    if origin in (dict, Mapping):
        one = _taker(inside[1])
        return lambda value: {key: one(item) for key, item in _of(dict, value).items()}
    if hint is float:
        return lambda value: float(_of(int, value)) if type(value) is int else _of(float, value)
    kind = cast("type", hint)
    if is_dataclass(kind):
        return lambda value: record(kind, value)
    if issubclass(kind, Enum):
        return lambda value: kind(_of(str, value))
    return lambda value: _of(kind, value)


def _of(kind: type[_T], value: object) -> _T:
    if type(value) is not kind:
        raise ValueError(f"{kind.__name__} expected, not {type(value).__name__}")
    return value
