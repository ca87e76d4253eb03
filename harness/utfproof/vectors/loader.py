"""Loads vectors/ into a suite, collecting every error on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

from utfproof import locations, schemas, strict_yaml
from utfproof.errors import UtfproofError, VectorError
from utfproof.model.case import Case, Keyword
from utfproof.strict_yaml import Mapping, Sequence
from utfproof.vectors import families, suite_cache
from utfproof.vectors.cases import cases
from utfproof.vectors.export import digest
from utfproof.vectors.suite import (
    Family,
    FlagNote,
    InconsistentSuite,
    Property,
    Requirement,
    SourceDocument,
    Suite,
)

_T = TypeVar("_T")
_SCHEMAS = locations.vectors() / "schema"
_NOT_CASES = frozenset({"documents", "requirements", "notes", "retired", "properties", "families"})


def load(root: Path | None = None) -> Suite:
    """Load the vectors once: those of a folder, or those that come with utfproof, as far as kept.

    Raises:
        InconsistentSuite: a file is wrong; it names every place.
    """
    return _load(root.resolve()) if root else _shipped(locations.vectors().resolve())


def load_anew() -> Suite:
    """Load the vectors that come with utfproof from their own files, whatever a cache holds.

    Raises:
        InconsistentSuite: a file is wrong; it names every place.
    """
    return _load(locations.vectors().resolve())


@cache
def _shipped(root: Path) -> Suite:
    return suite_cache.suite() or _load(root)


@cache
def _load(root: Path) -> Suite:
    errors: list[UtfproofError] = []
    # A tuple, as it is gone through twice: for the digest, and in the suite.
    found = tuple(_all_cases(root, errors))
    suite = Suite(
        version=_version(root, errors),
        digest=digest(found),
        cases=found,
        properties=tuple(_entries(root, "properties", _property, errors)),
        families=tuple(_families(root, errors)),
        requirements={item.id: item for item in _entries(root, "requirements", _rule, errors)},
        notes={item.flag: item for item in _entries(root, "notes", _note, errors)},
        documents={item.id: item for item in _entries(root, "documents", _document, errors)},
        retired=frozenset(_entries(root, "retired", lambda node: str(node["id"]), errors)),
    )
    if errors:
        raise InconsistentSuite(errors)
    return suite


def _version(root: Path, errors: list[UtfproofError]) -> str:
    try:
        return (root / "VERSION").read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        problem = getattr(error, "strerror", None) or "the file is not UTF-8"
        hint = "the folder of the vectors holds a VERSION file"
        errors.append(VectorError(problem, place="vectors/VERSION", hint=hint))
        return "0"


def files(root: Path) -> Iterable[Path]:
    """List the files of cases below the folder of the vectors, in order."""
    return sorted(
        path for path in root.rglob("*.yaml") if path.parent != root or path.stem not in _NOT_CASES
    )


def _all_cases(root: Path, errors: list[UtfproofError]) -> Iterable[Case]:
    # A file with the wrong ending would be left out in silence.
    for path in sorted(root.rglob("*.yml")):
        place = f"vectors/{path.relative_to(root).as_posix()}"
        hint = "rename it to .yaml"
        errors.append(VectorError("no file of this name is loaded", place=place, hint=hint))
    for path in files(root):
        inside = path.relative_to(root)
        place = f"vectors/{inside.as_posix()}"
        tree = _tree(path, place, "cases", errors)
        if tree is not None:
            yield from cases(tree, inside.with_suffix("").as_posix(), place, errors)


def _tree(path: Path, place: str, name: str, errors: list[UtfproofError]) -> Mapping | None:
    try:
        tree = strict_yaml.load(path, place)
    except UtfproofError as error:
        errors.append(error)
        return None
    wrong = schemas.problems(tree, _SCHEMAS / f"{name}.schema.json", place)
    errors += wrong
    return None if wrong else tree


def _entries(
    root: Path, name: str, make: Callable[[Mapping], _T], errors: list[UtfproofError]
) -> Iterable[_T]:
    tree = _tree(root / f"{name}.yaml", f"vectors/{name}.yaml", name, errors)
    if tree is None:
        return
    items = tree[name]
    if isinstance(items, Mapping):
        # Some files are maps, with the id as the key: the key becomes a field like the others.
        for key, node in items.items():
            entry = cast("Mapping", node)
            # The line of the entry stands in for that of the key.
            entry["id"] = strict_yaml.Word(key, entry.line, quoted=False)
            yield make(entry)
        return
    seen: set[str] = set()
    for node in cast("Sequence", items):
        entry = cast("Mapping", node)
        key = str(entry.get("id", entry.get("name")))
        if key in seen:
            place = f"vectors/{name}.yaml:{entry.line}"
            errors.append(VectorError(f"{key} stands twice", place=place, hint="remove one"))
        seen.add(key)
        yield make(entry)


def _families(root: Path, errors: list[UtfproofError]) -> Iterable[Family]:
    place = "vectors/families.yaml"
    tree = _tree(root / "families.yaml", place, "families", errors)
    return families.read(tree, place) if tree is not None else ()


def _words(node: Mapping, key: str) -> tuple[str, ...]:
    return tuple(str(word) for word in node.get(key, ()))


def _text(node: Mapping, key: str) -> str | None:
    return str(node[key]) if key in node else None


def _property(node: Mapping) -> Property:
    return Property(
        id=f"properties/{node['name']}",
        clauses=_words(node, "clauses"),
        flags=_words(node, "flags"),
        keyword=Keyword(_text(node, "keyword") or "MUST"),
        why=str(node["why"]),
        place=f"vectors/properties.yaml:{node.line}",
    )


def _rule(node: Mapping) -> Requirement:
    line = _text(node, "line")
    return Requirement(
        id=str(node["id"]),
        document=str(node["document"]),
        section=str(node["section"]),
        line=int(line) if line else None,
        level=str(node["level"]),
        directions=_words(node, "direction"),
        states=str(node["states"]),
        untestable=_text(node, "untestable"),
        derived="derived" in node,
        same=_text(node, "same") or "",
        place=f"vectors/requirements.yaml:{node.line}",
    )


def _note(node: Mapping) -> FlagNote:
    return FlagNote(
        flag=str(node["id"]),
        about=str(node["about"]),
        gain=_text(node, "gain") or "",
        cwe=_words(node, "cwe"),
        cve=_words(node, "cve"),
        references=_words(node, "references"),
    )


def _document(node: Mapping) -> SourceDocument:
    return SourceDocument(
        id=str(node["id"]),
        title=str(node["title"]),
        edition=str(node["edition"]),
        address=str(node["address"]),
        sha256=_text(node, "sha256"),
    )
