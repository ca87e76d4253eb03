"""The rules of the structure: classes, functions, frozen values, and the contracts of imports."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .source import ROOT, bases, classes, functions, methods, modules

MOST_METHODS = 15
MOST_LINES = 50
LONGEST_MODULE = 350
TESTS = Path(__file__).parents[1]
CHANGES = frozenset(
    [
        "append",
        "add",
        "insert",
        "extend",
        "update",
        "setdefault",
        "pop",
        "popitem",
        "popleft",
        "clear",
        "remove",
        "discard",
    ]
)
MUTABLE = re.compile(r"\b(list|dict|set|deque|bytearray|Counter|defaultdict|MutableMapping)\b")
LAYERS, CIRCLES = "layers", "acyclic_siblings"


def _contracts() -> list[dict[str, Any]]:
    project = tomllib.loads((TESTS.parent / "pyproject.toml").read_text("utf-8"))
    contracts: list[dict[str, Any]] = project["tool"]["importlinter"]["contracts"]
    return contracts


def test_no_class_has_more_than_fifteen_methods_those_inherited_included() -> None:
    found = {}
    for _, node in classes():
        own = methods(node).union(*map(methods, bases(node)))
        if len(own) > MOST_METHODS:
            found[node.name] = len(own)
    assert found == {}, "a class that does so much does several things: divide it"


def test_no_class_overrides_a_private_method_of_its_base() -> None:
    found = [
        f"{node.name}.{name} of {base.name}"
        for _, node in classes()
        for base in bases(node)
        for name in methods(node) & methods(base)
        if name.startswith("_") and not name.endswith("__")
    ]
    assert found == [], "let the base take what differs as a value"


@pytest.mark.parametrize("root", [ROOT, TESTS], ids=["harness", "tests"])
def test_no_function_is_longer_than_a_screen(root: Path) -> None:
    found = {
        f"{place} {node.name}": lines
        for place, node in functions(root)
        if node.end_lineno and (lines := node.end_lineno - node.lineno + 1) > MOST_LINES
    }
    assert found == {}


def test_no_module_is_longer_than_a_reader_keeps_in_mind() -> None:
    paths = {*modules(), *TESTS.rglob("*.py")}
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in paths}
    long = {path.name: lines for path, lines in lengths.items() if lines > LONGEST_MODULE}
    assert long == {}


def test_a_frozen_value_is_never_filled_afterwards() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{change.lineno} {node.name}.{ast.unparse(change)}"
        for path, node in classes()
        if any("frozen=True" in ast.unparse(item) for item in node.decorator_list)
        for change in _changes(modules()[path], _mutable_fields(node))
    ]
    assert found == [], "say @dataclass without frozen, or pass the state explicitly"


def _mutable_fields(node: ast.ClassDef) -> set[str]:
    return {
        part.target.id
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        if MUTABLE.search(ast.unparse(part.annotation))
    }


def _changes(tree: ast.AST, fields: set[str]) -> Iterator[ast.expr]:
    """Yield the expressions that change a field of that name in place."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=name), attr=changed)):
                if name in fields and changed in CHANGES:
                    yield node
            case ast.Subscript(value=ast.Attribute(attr=name), ctx=ast.Store() | ast.Del()):
                if name in fields:
                    yield node
            case _:
                pass


def test_every_module_and_package_is_named_in_a_contract_of_imports() -> None:
    """So that a new package is given its place before anything is imported."""
    held = {one["containers"][0] for one in _contracts() if one["type"] == LAYERS}
    flat = {".".join(("utfproof", *path.relative_to(ROOT).parent.parts)) for path in modules()}
    below = {name for name in flat if name.count(".") == 1}
    assert below - held == set()
    assert all(one["exhaustive"] for one in _contracts() if one["type"] == LAYERS)


def test_no_package_has_a_circle_and_no_contract_an_exception() -> None:
    [circles] = [one for one in _contracts() if one["type"] == CIRCLES]
    assert circles == {
        "name": "No circle in any package",
        "type": CIRCLES,
        "ancestors": ["utfproof"],
    }
    allowed = {"name", "type", "layers", "containers", "exhaustive", "ancestors"}
    allowed |= {"source_modules", "forbidden_modules"}
    assert [one["name"] for one in _contracts() if not one.keys() <= allowed] == []


def test_no_pattern_has_a_possessive_quantifier() -> None:
    """Python 3.11.2, which Debian 12 has, matches them wrongly; atomic groups say the same."""
    found = [
        f"{path.name}:{node.lineno}"
        for root in (ROOT, TESTS)
        for path, tree in modules(root).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, bytes | str)
        # A quantifier of an empty group is none: such characters stand in a list of them.
        and re.search(r"[^(][)\]][*+?]\+", str(node.value))
    ]
    assert found == []
