"""Values as plain JSON and back, by their types: nothing that is read can run.

A dataclass is a list that begins with its name: `["Value", 47, "2f"]`. Octets are hexadecimal
digits, an enumeration is its value, a mapping is a list of pairs. What is read is held against the
types that the program states, so that another value than one of these types cannot come out.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

_T = TypeVar("_T")
_Read = Callable[[Any], Any]


def plain(value: object) -> object:
    """Return a value as lists, texts, numbers, truth values and None.

    Raises:
        TypeError: it holds something else.
    """
    match value:
        case Enum():
            return value.value
        case bytes():
            return value.hex()
        case tuple():
            return [plain(one) for one in value]
        case frozenset():
            # A set has no order of its own, and equal values need equal texts.
            return sorted(map(plain, value), key=str)
        case Mapping():
            return [[plain(key), plain(one)] for key, one in value.items()]
        case None | bool() | int() | str():
            return value
        case _ if is_dataclass(value) and not isinstance(value, type):
            name, own = type(value).__name__, (getattr(value, item.name) for item in fields(value))
            return [name, *map(plain, own)]
    raise TypeError(f"{type(value).__name__} has no plain form")


def read(kind: type[_T], node: object) -> _T:
    """Return the value of a type that a plain form stands for.

    Raises:
        ValueError: the node is not the plain form of such a value.
    """
    try:
        value: _T = _reader(cast("Hashable", kind))(node)
    except (TypeError, KeyError, IndexError, RecursionError) as error:
        raise ValueError(f"not the plain form of a {kind.__name__}: {error}") from None
    return value


@cache
def _reader(hint: Any) -> _Read:  # noqa: ANN401  (a type, in any of its forms)
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _of_union(inside)
    if origin in (tuple, frozenset):
        one = _reader(inside[0])
        return lambda node: origin([one(item) for item in _list(node)])
    if origin in (dict, Mapping):
        key, item = map(_reader, inside)
        return lambda node: {key(first): item(second) for first, second in map(_list, _list(node))}
    if is_dataclass(hint):
        return _of_dataclass(cast("type", hint))
    if hint is bytes:
        return lambda node: bytes.fromhex(_exactly(str, node))
    if issubclass(hint, Enum):
        members = {one.value: one for one in hint}
        return lambda node: members[node]
    return lambda node: _exactly(hint, node)


def _of_dataclass(kind: type) -> _Read:
    hints = get_type_hints(kind)
    name, readers = kind.__name__, [_reader(hints[item.name]) for item in fields(kind)]

    def made(node: Any) -> object:  # noqa: ANN401  (anything that JSON holds)
        first, *rest = _list(node)
        if first != name:
            raise TypeError(f"{name} expected")
        return kind(*[one(item) for one, item in zip(readers, rest, strict=True)])

    return made


def _of_union(kinds: tuple[Any, ...]) -> _Read:
    """Tell dataclasses by their names, and the others by their types in JSON."""
    named = {
        one.__name__: _of_dataclass(one)
        for one in kinds
        if isinstance(one, type) and is_dataclass(one)
    }
    others = [one for one in kinds if not is_dataclass(one) and one is not types.NoneType]
    if len(others) > 1:
        raise TypeError(f"{others}: a union that cannot be told apart")
    absent = types.NoneType in kinds
    other = _reader(others[0]) if others else None

    def made(node: Any) -> object:  # noqa: ANN401  (anything that JSON holds)
        if node is None and absent:
            return None
        if other and not isinstance(node, list):
            return other(node)
        return named[_list(node)[0]](node)

    return made


def _list(node: object) -> list[Any]:
    return _exactly(list, node)


def _exactly(kind: type[_T], node: object) -> _T:
    if type(node) is not kind:
        raise TypeError(f"{kind.__name__} expected, not {type(node).__name__}")
    return node
