"""Values with other fields: the one place where a test gives fields by names that vary."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from typing import TypeVar, get_type_hints

Value = TypeVar("Value")
_HINTS: dict[type[object], dict[str, object]] = {}


def changed(value: Value, /, **fields: object) -> Value:
    """Return a dataclass value with other fields; a misnamed or mistyped one is an error here."""
    hints = _hints(type(value))
    for name, field in fields.items():
        if not _fits(field, hints[name]):
            message = f"{type(value).__name__}.{name} cannot be {field!r}"
            raise TypeError(message)
    copy: Value = dataclasses.replace(value, **fields)  # type: ignore[type-var]
    return copy


def _hints(kind: type[object]) -> dict[str, object]:
    # To resolve the hints takes forty times as long as to copy a value; a run has 100,000 of them.
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def _fits(field: object, hint: object) -> bool:
    """Tell whether a field is of the class that a hint begins with; members are not looked at."""
    if isinstance(hint, types.UnionType):
        return any(_fits(field, part) for part in typing.get_args(hint))
    origin = typing.get_origin(hint) or hint
    if origin is Mapping:
        return isinstance(field, Mapping)
    if origin is float:
        return isinstance(field, int | float)
    return isinstance(field, origin) if isinstance(origin, type) else True
