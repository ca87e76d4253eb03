"""The rules of the house that a program can hold: names, sizes, and how docstrings read."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from .source import ROOT, classes, modules

MOST_MODULES = 20
TOLERANCE = 0.01
"""The part of the docstrings that may read otherwise: a "what" can be the right word."""


Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
HANGS = re.compile(r"\b[Ww]hat\b")


def first_lines() -> Iterator[tuple[str, str]]:
    """Yield the place and the first line of every docstring."""
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, Documented) and (text := ast.get_docstring(node)):
                line = getattr(node, "lineno", 1)
                yield f"{path.relative_to(ROOT)}:{line}", text.splitlines()[0]


def test_no_public_name_stands_for_two_classes() -> None:
    places = defaultdict(list)
    for path, node in classes():
        if not node.name.startswith("_"):
            places[node.name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    shared = {name: found for name, found in places.items() if len(found) > 1}
    assert shared == {}, "give each of these classes a name of its own"


def test_no_folder_has_more_modules_than_can_be_overlooked() -> None:
    found = Counter(path.parent for path in modules() if path.name != "__init__.py")
    large = {str(folder.relative_to(ROOT)): n for folder, n in found.items() if n > MOST_MODULES}
    assert large == {}


def test_docstrings_say_return_and_not_give() -> None:
    lines = dict(first_lines())
    given = [place for place, line in lines.items() if re.match(r"Give\b", line)]
    assert given == []
    assert [place for place, line in lines.items() if line.startswith("Yield them.")] == []


def test_docstrings_do_not_hang_on_what() -> None:
    lines = dict(first_lines())
    hanging = [f"{place}: {line}" for place, line in lines.items() if HANGS.search(line)]
    most = round(len(lines) * TOLERANCE)
    assert len(hanging) <= most, "\n".join(["say it with subject, verb and object:", *hanging])
