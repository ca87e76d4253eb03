"""The program as syntax trees, for rules that a program can hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import utfproof

ROOT = Path(utfproof.__file__).parent

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def modules(root: Path = ROOT) -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text("utf-8")) for path in sorted(root.rglob("*.py"))}


def classes() -> Iterator[tuple[Path, ast.ClassDef]]:
    for path, tree in modules().items():
        yield from ((path, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


def functions(root: Path = ROOT) -> Iterator[tuple[str, Function]]:
    """Yield every function with its place."""
    for path, tree in modules(root).items():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield f"{path.relative_to(root)}:{node.lineno}", node


@cache
def _own() -> dict[str, ast.ClassDef]:
    return {node.name: node for _, node in classes()}


def bases(node: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """Yield the classes of ours from which a class inherits, near and far."""
    for base in node.bases:
        named = base.value if isinstance(base, ast.Subscript) else base
        name = named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")
        if name != node.name and (found := _own().get(name)):
            yield found
            yield from bases(found)


def methods(node: ast.ClassDef) -> set[str]:
    return {part.name for part in node.body if isinstance(part, Function)}
