"""Closed JSON Schemas, and their complaints about a YAML file, line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import jsonschema_rs

from utfproof.errors import UtfproofError, VectorError
from utfproof.strict_yaml import Mapping, line_at, plain

_NUMBER = re.compile(r"\+?[0-9]{1,20}")
"""A key that the validator tells as a number."""
_LONGEST = 320
"""Characters of a complaint: it names the value, which may be any text."""


@cache
def _validator(path: Path) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads(path.read_text("utf-8")))


def problems(
    tree: Mapping, schema: Path, place: str, error: type[UtfproofError] = VectorError
) -> list[UtfproofError]:
    """List where a file departs from a schema; empty when it does not.

    A file that names the `form` that it has is one of a newer version: this form has no name.
    """
    if "form" in tree:
        hint = "update utfproof"
        newer = f"written for a newer utfproof (form {tree['form']!s:.20})"
        return [error(newer, place=f"{place}:{tree.lines['form']}", hint=hint)]
    found: list[UtfproofError] = []
    for problem in _validator(schema).iter_errors(plain(tree)):
        path = _path(tree, problem.instance_path)
        for own, message in _departures(problem):
            where = f"{place}:{line_at(tree, [*path, *own])}"
            text = _name(tree, path) + _shortened(message, _LONGEST)
            found.append(error(text, place=where, hint=_hint(path, schema)))
    return found


def _departures(problem: jsonschema_rs.ValidationError) -> Iterator[tuple[list[str], str]]:
    """Yield each complaint with the rest of the path to it: every unknown key has its own line."""
    kind = problem.kind
    if not isinstance(kind, jsonschema_rs.ValidationErrorKind.AdditionalProperties):
        yield [], problem.message
        return
    for key in kind.unexpected:
        yield [key], f"Additional properties are not allowed ({key!r} was unexpected)"


def _path(tree: Mapping, steps: list[str | int]) -> list[str | int]:
    """Return the path to a problem as the file spells it: keys that look like numbers are quoted.

    It ends where the tree has no such step.
    """
    node: object = tree
    path: list[str | int] = []
    for step in steps:
        if isinstance(node, Mapping):
            own = (key for key in node if key == step or _number(key) == step)
            key = next(own, None)
            if key is None:
                break
            path.append(key)
            node = node[key]
        else:
            path.append(step)
            node = node[step]  # type: ignore[index]
    return path


def _number(key: str) -> int | None:
    return int(key) if _NUMBER.fullmatch(key) else None


def _name(tree: Mapping, path: list[str | int]) -> str:
    """Return `name: ` of the innermost named entry on the path, so that the author finds it."""
    node: object = tree
    name = ""
    for step in path:
        node = node[step]  # type: ignore[index]
        if isinstance(node, Mapping) and isinstance(node.get("name"), str):
            name = f"{_shortened(str(node['name']), _LONGEST // 4)}: "
    return name


def _shortened(text: str, most: int) -> str:
    """Leave out the middle of a long text: the value comes first, its fault last."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} … {text[-half:]}"


def _hint(path: list[str | int], schema: Path) -> str:
    if path and path[-1] == "bytes":
        return 'write upper-case pairs in quotes, such as "2F C0 AE"'
    return f"see {schema.parent.name}/{schema.name}"
